"""The words for what the rule answers in codes: clauses, readings, problems, counts and times.

Everything a person may read stands here or in `choices`, in English, and is translated from here.
"""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import dateformat
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from disciplinary.rule33.answers import ALL_TIERS, Mark, ProblemCode
from disciplinary.rule33.clauses import Clause, Reading
from disciplinary.rule33.editions import edition_for
from disciplinary.rule33.facts import Authority, Color, EventKind, Seat, Tier, Window
from disciplinary.rule33.periods import Period

CLAUSES = {
    Clause.UNSPORTSMANLIKE_CONDUCT: _("Rule 33(a), unsportsmanlike conduct"),
    Clause.FIRST_OFFENSE: _("Rule 33(b)(1)(a), first offense"),
    Clause.SECOND_OFFENSE: _("Rule 33(b)(1)(b), second offense"),
    Clause.THIRD_OFFENSE: _("Rule 33(b)(1)(c), third offense"),
    Clause.LEAVING_THE_BOX: _("Rule 33(b)(1), leaving the penalty box"),
    Clause.RED_CARD: _("Rule 33(b)(2)(i), red card"),
    Clause.CARDS_AT_ONCE: _("Rule 33(b)(2)(i), several cards at once"),
    Clause.INCREASE: _("Rule 33(b)(2)(i), increase of the penalty"),
    Clause.CONDUCT_COMPLAINTS: _("Rule 33(b)(2), conduct complaints"),
    Clause.AFTER_THE_GAME: _("Rule 33(b), after the game"),
    Clause.BOX_TIME_CARRIES_OVER: _("Rule 33(b)(3), unexpired time in the penalty box"),
    Clause.CARRIED_YELLOW: _("Rule 33(b)(3), yellow card status"),
    Clause.IN_SEQUENCE: _("Rule 33(b)(3), suspensions served in sequence"),
    Clause.NO_AVOIDANCE: _("Rule 33(b)(3), no substitution avoids a suspension"),
    Clause.TIERS_AND_PERIODS: _("Rule 33, suspensions for accumulated yellow cards"),
    Clause.TWO_MONTH_YELLOWS: _("Rule 33, two-month yellow card suspensions"),
    Clause.CALENDAR_YEAR_YELLOWS: _("Rule 33, calendar year yellow card suspensions"),
    Clause.WHERE_ACCUMULATED_ARE_SERVED: _("Rule 33, where suspensions for excessive yellow cards are served"),
    Clause.INJURED_PLAYER: _("Rule 33, injured or departing players (1)"),
    Clause.LEAVING_THE_FIELD: _("Rule 33, injured or departing players (2)"),
    Clause.TEAM_NOT_ENTERED: _("Rule 33, next game when the team is not entered"),
    Clause.NEXT_GAME: _("Rule 33, definition of “next game of equal or higher handicap”"),
    Clause.FULL_GAME_SERVICE: _("Rule 33, serving a full-game suspension"),
    Clause.RED_CARD_COMPLAINT: _("Rule 33, additional potential penalty for a red card"),
    Clause.UNSERVED: _("Rule 33, unserved full or partial game suspensions"),
}
"""Where an answer comes from, as a reader finds it in the rulebook."""

READINGS = {
    Reading.R1: _(
        "Cards shown at once are counted one by one: three yellow cards at once cost the first, "
        "second and third offense, four minutes in all."
    ),
    Reading.R2: _(
        "Whether the team is still in the event is judged once the game of the card is over, its result included."
    ),
    Reading.R3: _(
        "Whether an event is over is judged after the game of the card: after the final there is no next game in it."
    ),
    Reading.R4: _("A game that the player is barred from anyway serves no suspension."),
    Reading.R5: _(
        "A suspension for accumulated yellow cards may be served in a consolation, a first round "
        "of a subsidiary event or a shootout; with the same team also in an event of lower "
        "handicap, and in a Club Event."
    ),
    Reading.R6: _("Suspensions are served one after the other, one in each game."),
    Reading.R7: _(
        "A card that completes a count in its tier and one in all tiers brings two suspensions, "
        "and one game may serve both."
    ),
    Reading.R8: _("Of several suspensions that wait for a game, the most severe is served first."),
    Reading.R9: _(
        "The status of one yellow card waits for a game that the player takes part in; several "
        "are taken up together as one."
    ),
    Reading.R10: _(
        "All three seats of the committee must approve the game before it starts, each held by a "
        "different person; a refusal or a withdrawn vote is no approval."
    ),
    Reading.R11: _(
        "The suspension is served in the game the committee approved, even if an earlier game "
        "would have been the next one."
    ),
    Reading.R12: _(
        "After a year only the committee’s approval of the game counts, with attendance for a "
        "full game; team, handicap and kind of event no longer bind."
    ),
    Reading.R13: _(
        "After thirteen months the suspension is in default: no game serves it, it stays owed, "
        "and the Executive Committee decides."
    ),
    Reading.R14: _("February 29 belongs to the period January–February."),
    Reading.R15: _("Yellow cards shown after a game count towards the totals like all others."),
    Reading.R16: _(
        "The four minutes without a substitute after a red card end with the game; what is left "
        "of them does not carry over."
    ),
    Reading.R17: _("Minutes added for leaving the penalty box early do not carry over to the next game."),
    Reading.R18: _("A red card shown after the game may be increased like one shown during it."),
    Reading.R19: _(
        "An entry of the team in a Club Event keeps the suspension with the team, though a card "
        "from a USPA Event cannot be served in a Club Event; a ruling may open it to any team."
    ),
    Reading.R20: _(
        "Each award of cards after a game is a suspension of its own, and they are served one after the other."
    ),
    Reading.R21: _("Time in the penalty box that an injured player had left carries over like any other."),
}
"""What was chosen where the rule is silent, or can be read in two ways."""

PROBLEMS = {
    ProblemCode.FOURTH_OFFENSE_MUST_BE_RED: _(
        "%(player)s was shown a yellow card for a fourth or later offense in %(game)s. The rule "
        "knows only a red card for it: ask the Umpires which card it was, and correct it if need be."
    ),
    ProblemCode.CARD_AFTER_RED: _(
        "%(player)s was shown a card during %(game)s after a red card in it. A player sent off "
        "cannot be shown another: check the order of the cards, and whether it was shown after "
        "the game."
    ),
    ProblemCode.SINGLE_YELLOW_AFTER_GAME: _(
        "%(player)s was shown a single yellow card after %(game)s. After a game the Umpires show "
        "two or three yellow cards, or a red one: ask them what was meant."
    ),
    ProblemCode.PLAYED_WHILE_SUSPENDED: _(
        "%(player)s took part in %(game)s while suspended from it. It served nothing; the suspension is still owed."
    ),
    ProblemCode.PLAYED_BEFORE_RECORDED: _(
        "%(player)s took part in %(game)s while suspended from it, but the card was recorded here "
        "only after the game had started. It served nothing; the suspension is still owed."
    ),
    ProblemCode.PLAYED_WHILE_BARRED: _("%(player)s took part in %(game)s while barred from playing."),
    ProblemCode.ON_TWO_ROSTERS: _(
        "%(player)s is listed for both teams in %(game)s and is taken to belong to neither: find "
        "out for which team, and correct the rosters or the line-up."
    ),
}
"""What staff must resolve, and how."""

TIERS = {
    Tier.LOW: _("Low Goal"),
    Tier.MEDIUM: _("Medium Goal"),
    Tier.HIGH: _("High Goal"),
    Tier.GAUNTLET: _("the Gauntlet of Polo"),
}
EVENT_KINDS = {EventKind.CLUB: _("Club Event"), EventKind.USPA: _("USPA Event")}
COLORS = {Color.YELLOW: _("yellow card"), Color.RED: _("red card")}
SEATS = {
    Seat.UMPIRES_LLC: _("USPA Umpires LLC"),
    Seat.EXECUTIVE_COMMITTEE: _("the Executive Committee"),
    Seat.HOST_COMMITTEE: _("the Host Tournament Committee"),
}
AUTHORITIES = {
    Authority.HOST_COMMITTEE: _("the Host Tournament Committee"),
    Authority.ASSOCIATION: _("the Association"),
}

ORDINALS = (
    _("first"),
    _("second"),
    _("third"),
    _("fourth"),
    _("fifth"),
    _("sixth"),
    _("seventh"),
    _("eighth"),
    _("ninth"),
    _("tenth"),
    _("eleventh"),
    _("twelfth"),
    _("thirteenth"),
    _("fourteenth"),
    _("fifteenth"),
    _("sixteenth"),
)
SHOWN = {
    "Y": _("a yellow card"),
    "YY": _("two yellow cards at once"),
    "YYY": _("three yellow cards at once"),
    "R": _("a red card"),
}
"""The cards of one incident."""


def ordinal(number: int) -> str:
    """The number's place in a row: `fifth`."""
    if 1 <= number <= len(ORDINALS):
        return str(ORDINALS[number - 1])
    return gettext("%(number)dth") % {"number": number}


def duration(seconds: int) -> str:
    """Seconds of play in words: `1 minute and 15 seconds`."""
    minutes, rest = divmod(seconds, 60)
    in_minutes = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    in_seconds = ngettext("%(count)d second", "%(count)d seconds", rest) % {"count": rest}
    if not rest:
        return in_minutes
    if not minutes:
        return in_seconds
    return gettext("%(minutes)s and %(seconds)s") % {"minutes": in_minutes, "seconds": in_seconds}


def listed(parts: list[str]) -> str:
    """The parts as a list within a sentence: `a, b and c`."""
    if len(parts) <= 1:
        return "".join(parts)
    return gettext("%(others)s and %(last)s") % {"others": ", ".join(parts[:-1]), "last": parts[-1]}


def day(value: date) -> str:
    """A day with its weekday: `Saturday, January 10, 2026`."""
    return dateformat.format(value, pgettext("format of a day", "l, F j, Y"))


def moment(value: datetime, tz: str) -> str:
    """A local time with weekday and zone: `Saturday, January 10, 2026, 2 p.m. EST`."""
    return dateformat.format(value.astimezone(ZoneInfo(tz)), pgettext("format of a moment", "l, F j, Y, P T"))


def period(value: Period) -> str:
    """A window of counting: `January–February 2026`, `the calendar year 2026`."""
    if value.window is Window.YEAR:
        return gettext("the calendar year %(year)d") % {"year": value.year}
    first, last = value.days(edition_for(date(value.year, 1, 1)))
    return gettext("%(first)s–%(last)s %(year)d") % {
        "first": dateformat.format(first, "F"),
        "last": dateformat.format(last, "F"),
        "year": value.year,
    }


def tier(code: str) -> str:
    """The tier of a count, or all of them: `Low Goal`, `all tiers`."""
    return gettext("all tiers") if code == ALL_TIERS else str(TIERS[Tier(code)])


def mark(value: Mark) -> str:
    """A mark in words: `fifth yellow card in Low Goal in January–February 2026`."""
    return gettext("%(nth)s yellow card in %(tier)s in %(period)s") % {
        "nth": ordinal(value.yellows),
        "tier": tier(value.tier),
        "period": period(value.period),
    }
