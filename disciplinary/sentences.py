"""What a stored suspension says, in sentences: its state first, then what, where, until when and why.

The rows carry the rule's own answers; nothing is reckoned here. They need the joins of
``selectors.suspensions.suspensions_shown``, and some of ``with_decisions`` too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from disciplinary.choices import State, SuspensionKind, Window
from disciplinary.models import Incident, Problem, Suspension
from disciplinary.rule33 import facts
from disciplinary.rule33.answers import Mark, ProblemCode
from disciplinary.rule33.clauses import Clause, Reading
from disciplinary.rule33.periods import period_named
from disciplinary.selectors.suspensions import attendance_at, seats_missing
from disciplinary.story.suspensions import what as story_what
from disciplinary.wording import (
    CLAUSES,
    PROBLEMS,
    READINGS,
    SEATS,
    SHOWN,
    day,
    duration,
    listed,
    mark,
    moment,
)
from tournaments.models import Game, Team

IN_ITS_GAME = (State.DUE, State.OVERDUE)


class Extent(NamedTuple):
    """What of a suspension decides how long the player is out."""

    kind: facts.SuspensionKind
    full_game: bool
    seconds: int
    no_substitute: int


class Owing(Protocol):
    """What of a suspension says why it is and what it asks for, kept as a row or otherwise."""

    @property
    def kind(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def thresholds(self) -> Sequence[str]: ...
    @property
    def period(self) -> str: ...
    @property
    def full_game(self) -> bool: ...
    @property
    def seconds(self) -> int: ...
    @property
    def no_substitute(self) -> int: ...


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------ games


def teams(game: Game) -> str:
    """The two teams of a game: `Los Robles v. Pampa`."""
    return _("%(first)s v. %(second)s") % {"first": game.team_a, "second": game.team_b}


def game_on(game: Game) -> str:
    """A game within a sentence: `Los Robles v. Pampa on Saturday, January 10, 2026, 2 p.m. EST`."""
    return _("%(teams)s on %(moment)s") % {"teams": teams(game), "moment": moment(game.starts_at, game.event.time_zone)}


def game_against(game: Game, team: Team | None) -> str:
    """The same seen from one of the teams: `the game against Pampa on Saturday, …`."""
    if team is None or team.pk not in game.team_ids:
        return game_on(game)
    return _("the game against %(other)s on %(moment)s") % {
        "other": game.team_b if team.pk == game.team_a_id else game.team_a,
        "moment": moment(game.starts_at, game.event.time_zone),
    }


# ------------------------------------------------------------ what it is


def marks(suspension: Owing) -> list[Mark]:
    """The marks it reached, the two-month ones first. Only the first names its period in the row."""
    found = []
    for name in suspension.thresholds:
        window, tier, count = name.split("/")
        code = suspension.period if window == Window.TWO_MONTH else suspension.period.partition("/")[0]
        found.append(Mark(period_named(facts.Window(window), code), tier, int(count)))
    return sorted(found, key=lambda one: (one.period.window is facts.Window.YEAR, one.yellows))


def cause(suspension: Owing) -> str:
    """Why in a few words: `Red card`, `Fifth yellow card in Low Goal in January–February 2026`."""
    if suspension.thresholds:
        return sentence(listed([mark(one) for one in marks(suspension)]))
    if suspension.kind == SuspensionKind.INCREASE:
        return _("Further game %(number)d added to a red card") % {"number": suspension.number}
    return str(SuspensionKind(suspension.kind).label)


def what(suspension: Owing) -> str:
    """What it asks for: `one full game, a substitute allowed`."""
    return story_what(
        Extent(  # type: ignore[arg-type]  # the part of an answer that is asked for
            facts.SuspensionKind(suspension.kind),
            suspension.full_game,
            suspension.seconds,
            suspension.no_substitute,
        )
    )


def extent(suspension: Suspension) -> str:
    """How long in a word or two: `Full game`, `2 minutes`, `One yellow card`."""
    if suspension.full_game:
        return _("Full game")
    if suspension.kind == SuspensionKind.CARRIED_YELLOW:
        return _("Starts with one yellow card")
    return _("First %(time)s") % {"time": duration(suspension.seconds)}


# ------------------------------------------------------------ its state


def headline(suspension: Suspension) -> str:
    """Status first, as one sentence."""
    game = suspension.serving_game
    match suspension.state:
        case State.VOID:
            text = _("Void: the cards no longer call for it.")
        case State.LIFTED:
            text = _("Lifted by a ruling; the card stands and counts.")
        case State.IN_DEFAULT:
            text = _("In default: still owed, no game serves it any more, and it is before the Executive Committee.")
        case State.OVERDUE if game is None:
            text = _("Overdue: only a game that the committee approves beforehand can still serve it.")
        case State.SERVED if game is not None:
            text = _("Served in %(game)s.") % {"game": game_on(game)}
        case _:
            text = _waiting(suspension) if game is None else _due(suspension, game)
    return text


def _waiting(suspension: Suspension) -> str:
    if suspension.full_game:
        return _("Suspended from the next eligible game; none is known yet.")
    if suspension.kind == SuspensionKind.CARRIED_YELLOW:
        return _("Starts the next eligible game with one yellow card; none is known yet.")
    return _("Out for the first %(time)s of the next eligible game; none is known yet.") % {
        "time": duration(suspension.seconds)
    }


def _due(suspension: Suspension, game: Game) -> str:
    names = {
        "game": game_against(game, suspension.incident.team if suspension.incident else None),
        "time": duration(suspension.seconds),
    }
    if suspension.full_game:
        return _("Suspended from %(game)s.") % names
    if suspension.kind == SuspensionKind.CARRIED_YELLOW:
        return _("Starts with one yellow card in %(game)s.") % names
    if suspension.kind == SuspensionKind.PENALTY_BOX:
        return _("Starts in the penalty box, for %(time)s, in %(game)s.") % names
    return _("Out for the first %(time)s of %(game)s, without a substitute.") % names


def missing(suspension: Suspension) -> list[str]:
    """What must still happen before it is served, each as a sentence. Needs ``with_decisions``."""
    if suspension.state == State.WAITING:
        return [_("A game that can serve it.")]
    if suspension.state == State.OVERDUE and suspension.serving_game is None:
        return [_("A game up to its last day, approved by all three seats before it starts.")]
    if suspension.state not in IN_ITS_GAME or suspension.serving_game is None:
        return []
    if suspension.kind == SuspensionKind.CARRIED_YELLOW:
        return [_("That the player takes part in that game, from the start or by coming on.")]
    if not suspension.full_game:
        return [_("That the player starts that game.")]
    lines = []
    if not suspension.approved:
        seats = [str(SEATS[facts.Seat(seat)]) for seat in seats_missing(suspension)]
        lines.append(_("Approval by %(seats)s, before the game starts.") % {"seats": listed(seats)})
    attendance = attendance_at(suspension, suspension.serving_game_id)
    before = attendance is not None and attendance.before_at is not None
    after = attendance is not None and attendance.after_at is not None
    if not before and not after:
        lines.append(_("The player must attend, and report to the Umpires before and after the game."))
    elif not after:
        lines.append(_("The player must report to the Umpires after the game too; the report before it is recorded."))
    elif not before:
        lines.append(_("The report to the Umpires before the game is not recorded."))
    return lines


def approval(suspension: Suspension) -> str:
    """Whether its serving game is approved: `Approved`, `Not yet`, or that it need not be."""
    if not suspension.full_game and suspension.state != State.OVERDUE:
        return _("Not needed")
    if suspension.serving_game_id is None:
        return "–"
    return _("Approved") if suspension.approved else _("Not yet")


# ------------------------------------------------------------ where, until when, why


def scope(suspension: Suspension) -> str:
    """With whose games it may be served, and why."""
    if suspension.state == State.IN_DEFAULT:
        return _("No game serves it any more.")
    if suspension.state == State.OVERDUE:
        return _("In any game that the committee approves: after a year team and handicap no longer bind.")
    if suspension.by_ruling:
        return _("With any team, by a ruling.")
    if suspension.team is None:
        if suspension.incident is None:
            return _("With any team.")
        return _("With any team: after the game of the card %(team)s was in no event that could still serve it.") % {
            "team": suspension.incident.team
        }
    names = {"team": suspension.team, "event": suspension.kept_by}
    if suspension.through_series:
        text = _("With %(team)s only: after the game of the card it was entered in the series of %(event)s.")
    else:
        text = _("With %(team)s only: after the game of the card it was still in %(event)s.")
    return text % names


def deadlines(suspension: Suspension) -> str:
    """Until when it can be served, and how."""
    if suspension.serve_by is None or suspension.last_day is None:
        return _("None: the status waits for a game.")
    return _("Serve by %(serve_by)s. After that only in a game approved by the committee, up to %(last_day)s.") % {
        "serve_by": day(suspension.serve_by),
        "last_day": day(suspension.last_day),
    }


def clause(suspension: Suspension) -> str:
    """The passage of the rule it follows from."""
    return str(CLAUSES[Clause(suspension.clause)])


def readings(suspension: Suspension) -> list[tuple[str, str]]:
    """The readings it rests on, each with its words."""
    return [(code, str(READINGS[Reading(code)])) for code in suspension.readings]


# ------------------------------------------------------------ incidents and problems


def cards_shown(incident: Incident) -> str:
    """The cards of an incident in words: `Two yellow cards at once`. Needs ``incidents_shown``."""
    letters = incident.standing_letters
    return sentence(str(SHOWN[letters])) if letters in SHOWN else "–"


def problem(row: Problem) -> str:
    """What is wrong and what to do about it."""
    return str(PROBLEMS[ProblemCode(row.code)]) % {"player": row.player.name, "game": game_on(row.game)}


def yellows(count: int) -> str:
    """`4 yellow cards`."""
    return ngettext("%(count)d yellow card", "%(count)d yellow cards", count) % {"count": count}
