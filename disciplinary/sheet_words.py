"""A game-day sheet in words: the same for its page and its PDF, in the language that is active.

Each player on it has a status, what it means in time, and what is to be done. Nothing is reckoned
here: `selectors.sheets` holds the rule's answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from disciplinary.choices import GameStage, GameStatus
from disciplinary.rule33.answers import Play
from disciplinary.rule33.clauses import Clause
from disciplinary.rule33.facts import Seat, SuspensionKind
from disciplinary.selectors.sheets import CAME_ON, STARTS, UNLISTED, Line, Owed, Sheet
from disciplinary.sentences import cause, sentence, what
from disciplinary.wording import CLAUSES, SEATS, day, duration, listed, moment

OUT, LATE, YELLOW, ASKED, BOTH, DEFAULT, CLEAR = "out", "late", "yellow", "asked", "both", "default", "clear"
"""The statuses, gravest first; each has a shape of its own."""

ORDER = (OUT, LATE, YELLOW, ASKED, BOTH, DEFAULT, CLEAR)

STATUSES = {
    OUT: gettext_lazy("May not play"),
    LATE: gettext_lazy("Starts late"),
    YELLOW: gettext_lazy("Starts with one yellow card"),
    ASKED: gettext_lazy("The committee is asked"),
    BOTH: gettext_lazy("On both lists"),
    DEFAULT: gettext_lazy("In default"),
    CLEAR: gettext_lazy("May play"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A status: its code, which decides its shape, and its words."""

    code: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report to the umpires: when it is due, and the time at which it was made, if it was."""

    text: str
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A player of whom something must be known: the first line is the consequence, the others say
    what is to be done; ``why`` is the reason with its clause.
    """

    name: str
    team: str
    tags: tuple[Tag, ...]
    lines: tuple[str, ...]
    reports: tuple[Report, ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A line of a team's list."""

    position: str
    name: str
    tag: Tag


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamList:
    """Everybody on a team's lists."""

    name: str
    note: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The whole sheet."""

    title: str
    heading: str
    details: tuple[tuple[str, str], ...]
    tag: Tag
    status: str
    entries: tuple[Entry, ...]
    teams: tuple[TeamList, ...]
    notes: tuple[str, ...]


def words(sheet: Sheet) -> Words:
    """The sheet as it is read."""
    once = list({line.player: line for line in reversed(sheet.players)}.values())[::-1]
    entries = sorted(
        ((_tags(line), line) for line in once if _tags(line)),
        key=lambda one: (ORDER.index(one[0][0].code), one[1].team is None, one[1].team or 0),
    )
    return Words(
        title=_("Game-day sheet"),
        heading=_("%(first)s v. %(second)s") % {"first": sheet.teams[0], "second": sheet.teams[1]},
        details=tuple(_details(sheet)),
        tag=Tag(code=entries[0][0][0].code if entries else CLEAR, text=""),
        status=_status(sheet, once),
        entries=tuple(_entry(sheet, line, tags) for tags, line in entries),
        teams=tuple(_team_list(sheet, team) for team in (0, 1)),
        notes=tuple(_notes(sheet)),
    )


def made(number: int, at: datetime, by: str, sheet: Sheet) -> str:
    """`Sheet 3, made Saturday, …, by Olga Office`."""
    names = {"number": number, "moment": moment(at, sheet.time_zone), "name": by}
    if by:
        return _("Sheet %(number)d, made %(moment)s, by %(name)s") % names
    return _("Sheet %(number)d, made %(moment)s") % names


def unchanged(now: datetime, sheet: Sheet) -> str:
    """That the sheet still holds."""
    return _("Still so %(moment)s.") % {"moment": moment(now, sheet.time_zone)}


def superseded(by: int | None) -> str:
    """The mark of a sheet that no longer holds."""
    if by is not None:
        return _("Superseded by sheet %(number)d: do not use this one.") % {"number": by}
    return _("Superseded: things have changed since it was made. Do not use it, make the sheet anew.")


# ------------------------------------------------------------ the head


def _details(sheet: Sheet) -> Iterable[tuple[str, str]]:
    yield _("When"), moment(sheet.starts_at, sheet.time_zone)
    yield _("Event"), _event(sheet)
    if sheet.field:
        yield _("Field"), sheet.field
    yield _("Umpires"), listed(list(sheet.umpires)) or _("not named yet")


def _event(sheet: Sheet) -> str:
    if sheet.stage == GameStage.REGULAR:
        return sheet.event
    return f"{sheet.event} – {GameStage(sheet.stage).label}"


def _status(sheet: Sheet, lines: list[Line]) -> str:
    """What holds for this game, in one sentence."""
    if not sheet.outdoor:
        return _("Rule 33 is a rule of the outdoor game: nothing of it applies here.")
    if sheet.off:
        return _("%(status)s: nobody serves anything in this game.") % {"status": GameStatus(sheet.off).label}
    parts = list(_counts(lines))
    if not parts:
        return _("Everybody on the lists may play from the start.")
    return f"{sentence(listed(parts))}."


def _counts(lines: list[Line]) -> Iterable[str]:
    def count(test: Iterable[bool]) -> int:
        return sum(test)

    if out := count(one.play != Play.CLEAR for one in lines):
        yield ngettext("%(count)d player may not play", "%(count)d players may not play", out) % {"count": out}
    if late := count(bool(one.sit_out) for one in lines):
        yield ngettext("%(count)d starts late", "%(count)d start late", late) % {"count": late}
    if yellow := count(one.carried_yellow for one in lines):
        yield ngettext("%(count)d starts with one yellow card", "%(count)d start with one yellow card", yellow) % {
            "count": yellow
        }
    if unapproved := count(any(owed.missing for owed in one.serves) for one in lines):
        yield ngettext("approval is missing for %(count)d", "approvals are missing for %(count)d", unapproved) % {
            "count": unapproved
        }
    if reporting := count(_must_report(one) for one in lines):
        yield ngettext(
            "%(count)d must report before and after", "%(count)d must report before and after", reporting
        ) % {"count": reporting}
    if defaulted := count(bool(one.in_default) for one in lines):
        yield ngettext("%(count)d is in default", "%(count)d are in default", defaulted) % {"count": defaulted}


def _must_report(line: Line) -> bool:
    return line.play == Play.SUSPENDED and any(owed.full_game for owed in line.serves)


def _notes(sheet: Sheet) -> Iterable[str]:
    if sheet.outdoor and not sheet.off:
        yield _("Minutes are minutes of play, never of the clock on the wall.")
        yield _("A substitute takes over neither a yellow card nor a suspension, and no substitution avoids one.")


# ------------------------------------------------------------ a player


def _tags(line: Line) -> tuple[Tag, ...]:
    """What must be known of a player, gravest first; empty for one who simply may play."""
    found = {}
    if line.play != Play.CLEAR:
        found[OUT] = str(STATUSES[OUT])
    if line.sit_out:
        in_box = any(one.kind == SuspensionKind.PENALTY_BOX for one in line.serves)
        found[LATE] = _("Starts in the penalty box") if in_box else str(STATUSES[LATE])
    if line.carried_yellow:
        found[YELLOW] = str(STATUSES[YELLOW])
    elif line.yellow_if_on:
        found[YELLOW] = _("One yellow card on coming on")
    if line.asked:
        found[ASKED] = str(STATUSES[ASKED])
    if line.on_both:
        found[BOTH] = str(STATUSES[BOTH])
    if line.in_default:
        found[DEFAULT] = str(STATUSES[DEFAULT])
    return tuple(Tag(code=code, text=text) for code, text in found.items())


def _entry(sheet: Sheet, line: Line, tags: tuple[Tag, ...]) -> Entry:
    lines = [
        *_out(line),
        *_late(line),
        *_yellow(line),
        *_asked(line),
        *_on_both(line),
        *_in_default(line),
    ]
    return Entry(
        name=line.name,
        team=_for(sheet, line),
        tags=tags,
        lines=tuple(lines),
        reports=tuple(_reports(sheet, line)),
        why=tuple(_why(one) for one in (*line.serves, *line.asked, *line.in_default)),
    )


def _for(sheet: Sheet, line: Line) -> str:
    if line.team is None:
        return _("on no list of this game")
    return _("both teams") if line.on_both else sheet.teams[line.team]


def _out(line: Line) -> Iterable[str]:
    if line.play == Play.BARRED:
        yield _("Barred from playing on this day, whatever else is said here.")
    if line.play != Play.SUSPENDED:
        return
    if line.no_substitute:
        yield _("Suspended from the whole game; no substitute for the first %(time)s of play, then a substitute.") % {
            "time": duration(line.no_substitute)
        }
    else:
        yield _("Suspended from the whole game; a substitute may play from the start.")
    full = [one for one in line.serves if one.full_game]
    missing = [seat for seat in Seat if any(seat in one.missing for one in full)]
    if missing:
        yield _(
            "Approval is missing from %(seats)s. Without all three before the start the game serves nothing, "
            "and the player still may not play."
        ) % {"seats": _seats(missing)}
    else:
        yield _("The ad-hoc committee has approved this game.")


def _late(line: Line) -> Iterable[str]:
    if not line.sit_out:
        return
    names = {"time": duration(line.sit_out)}
    if any(one.kind == SuspensionKind.PENALTY_BOX for one in line.serves):
        yield _("In the penalty box for the first %(time)s of play; no substitute for that time.") % names
    else:
        yield _("Off for the first %(time)s of play; no substitute for that time.") % names
    yield _("May come on when %(time)s of play are over.") % names


def _yellow(line: Line) -> Iterable[str]:
    if line.carried_yellow:
        yield _("Has one yellow card from the start: the next offense is the second, two minutes off.")
    elif line.yellow_if_on:
        yield _("On coming on, has one yellow card: the next offense is the second, two minutes off.")


def _asked(line: Line) -> Iterable[str]:
    for one in line.asked:
        names = {"seats": _seats([Seat(code) for code in one.missing])}
        yield (
            _(
                "The committee is asked whether this game may serve a suspension. Missing: %(seats)s. Once all three "
                "approve before the start, ask for this sheet again; until then the player may play."
            )
            % names
            if one.missing
            else _("The committee has approved this game for a suspension that is due elsewhere.")
        )


def _on_both(line: Line) -> Iterable[str]:
    if line.on_both:
        yield _("Listed for both teams, and so for neither: ask for which, and tell the office.")


def _in_default(line: Line) -> Iterable[str]:
    for one in line.in_default:
        names = {"what": what(one), "day": day(one.last_day) if one.last_day else "–"}
        yield _("Still owes %(what)s; the last day was %(day)s. It is before the Executive Committee.") % names
    if line.in_default and line.play == Play.CLEAR:
        yield _("This alone does not keep the player out of the game.")


def _seats(seats: Iterable[Seat]) -> str:
    return listed([str(SEATS[seat]) for seat in seats])


def _reports(sheet: Sheet, line: Line) -> Iterable[Report]:
    """Before and after: one suspension or two, the player comes once."""
    if not _must_report(line):
        return
    full = [one for one in line.serves if one.full_game]
    zone = ZoneInfo(sheet.time_zone)
    for moments, due, done in (
        ([one.before for one in full], _("Reports to the Umpires before the game"), _("Reported before, %(time)s")),
        ([one.after for one in full], _("Reports to the Umpires after the game"), _("Reported after, %(time)s")),
    ):
        known = [at for at in moments if at is not None]
        if len(known) == len(full):
            time = date_format(max(known).astimezone(zone), "TIME_FORMAT")
            yield Report(text=done % {"time": time}, done=True)
        else:
            yield Report(text=due, done=False)


def _why(one: Owed) -> str:
    return _("%(cause)s, %(first)s v. %(second)s, %(day)s. %(clause)s.") % {
        "cause": cause(one),
        "first": one.of[0],
        "second": one.of[1],
        "day": date_format(one.on, "DATE_FORMAT"),
        "clause": CLAUSES[Clause(one.clause)],
    }


# ------------------------------------------------------------ the lists


def _team_list(sheet: Sheet, team: int) -> TeamList:
    lines = [line for line in sheet.players if line.team == team and line.listed != UNLISTED]
    if sheet.off or not sheet.outdoor:
        note = ""
    elif not lines:
        note = _("Nobody is listed yet.")
    elif sheet.lineups[team]:
        note = _("Line-up named; the others are on the roster.")
    else:
        note = _("No line-up yet: the whole roster is taken to start.")
    return TeamList(name=sheet.teams[team], note=note, places=tuple(_place(sheet, line) for line in lines))


def _place(sheet: Sheet, line: Line) -> Place:
    if line.position is not None:
        position = str(line.position)
    elif line.listed == STARTS:
        position = "•"
    else:
        position = pgettext("substitute, in a list of players", "S") if line.listed == CAME_ON else "–"
    # Of a game that nobody plays, or that the rule leaves alone, it is not said who may play.
    clear = "" if sheet.off or not sheet.outdoor else str(STATUSES[CLEAR])
    tags = (*_tags(line), Tag(code=CLEAR, text=clear))
    return Place(position=position, name=line.name, tag=tags[0])
