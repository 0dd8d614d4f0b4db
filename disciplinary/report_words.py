"""The report of a game in words: its state, its tasks, what must be known, and what is not entered yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from disciplinary.choices import Category, FieldPenaltyEffect, GameStatus, When
from disciplinary.lineup_words import reason, reason_of_bar
from disciplinary.models import GameReport, Incident
from disciplinary.rule33.answers import Play
from disciplinary.rule33.facts import SuspensionKind
from disciplinary.rule33.presence import GOING
from disciplinary.selectors.game_file import Entrance
from disciplinary.selectors.reports import LATE_AFTER, ReportFile, end_of
from disciplinary.selectors.sides import Side
from disciplinary.sentences import sentence
from disciplinary.wording import SHOWN, duration, listed, moment
from tournaments.models import Game, Team
from tournaments.moments import shown

OPEN, DONE, NOTHING, URGENT = "open", "done", "nothing", "urgent"
"""How far a task has come: to do, done, nothing to do, and overdue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game in a list: its time, and how far its report has come."""

    game: Game
    starts: str
    tone: str
    status: str
    more: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One thing to enter: where, and how far it has come."""

    title: str
    address: str
    tone: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the umpires must know of one player before the game."""

    name: str
    team: str
    out: bool
    status: str
    why: tuple[str, ...]


def game_line(game: Game, now: datetime, *, report: GameReport | None = None) -> GameLine:
    """The game with the state of its report; ``report`` where it is not joined."""
    report = report or getattr(game, "report", None)
    tone, status = _state(game, report, now)
    more = ""
    if report is not None and report.closed_at is not None and report.late:
        more = _("Entered late: closed %(moment)s, more than a day after the game.") % {
            "moment": moment(report.closed_at, game.event.time_zone)
        }
    return GameLine(game=game, starts=shown(game.starts_at, game.event.zone), tone=tone, status=status, more=more)


def _state(game: Game, report: GameReport | None, now: datetime) -> tuple[str, str]:
    going = game.status in {status.value for status in GOING}
    if report is not None and report.closed:
        return DONE, _("Closed, late") if report.late else _("Closed")
    if not going:
        return NOTHING, str(GameStatus(game.status).label)
    if now > end_of(game) + LATE_AFTER:
        return URGENT, _("Report missing")
    if report is not None:
        return OPEN, _("Report begun")
    if now < game.starts_at:
        return NOTHING, _("Not begun yet")
    return OPEN, _("Report to write")


# ------------------------------------------------------------ tasks


def tasks(file: ReportFile, now: datetime) -> list[Task]:
    """What there is to enter, in the order of a day at the field; closing comes last."""
    game = file.game
    return [
        *(_lineup(file, side) for side in file.sides),
        _incidents(file),
        _box(file),
        _attendance(file, now),
        _close(file, now, reverse("officials:report_close", args=[game.pk])),
    ]


def _lineup(file: ReportFile, side: Side) -> Task:
    named = side.team.pk in file.named
    if not named:
        status = _("Not named yet")
    else:
        starting = len(side.starting)
        parts = [ngettext("%(count)d starts", "%(count)d start", starting) % {"count": starting}]
        if on := len(side.substitutes):
            parts.append(ngettext("%(count)d came on", "%(count)d came on", on) % {"count": on})
        status = ", ".join(parts)
    return Task(
        title=_("Line-up of %(team)s") % {"team": side.team},
        address=reverse("officials:lineup", args=[file.game.pk, side.team.pk]),
        tone=DONE if named else OPEN,
        status=status,
    )


def _incidents(file: ReportFile) -> Task:
    count = sum(not incident.rescinded for incident in file.file.incidents)
    return Task(
        title=_("Incidents"),
        address=reverse("officials:incident_add", args=[file.game.pk]),
        tone=DONE if count else NOTHING,
        status=ngettext("%(count)d recorded", "%(count)d recorded", count) % {"count": count}
        if count
        else _("None recorded"),
    )


def _box(file: ReportFile) -> Task:
    missing = len(file.box_missing)
    if not file.box:
        tone, status = NOTHING, _("No time off in this game")
    elif missing:
        tone = OPEN
        status = ngettext("%(count)d to enter", "%(count)d to enter", missing) % {"count": missing}
    else:
        tone, status = DONE, _("All entered")
    address = reverse("officials:box_time", args=[file.game.pk])
    return Task(title=_("Penalty box"), address=address, tone=tone, status=status)


def _attendance(file: ReportFile, now: datetime) -> Task:
    missing = len(file.attendance_missing)
    if not file.attendance:
        tone, status = NOTHING, _("Nobody has to report")
    elif not missing:
        tone, status = DONE, _("All have reported before and after")
    elif now < file.game.starts_at and all(one.before for one in file.attendance):
        tone, status = OPEN, _("All have reported before; after the game again")
    else:
        tone = OPEN
        status = ngettext("%(count)d still to report", "%(count)d still to report", missing) % {"count": missing}
    address = reverse("officials:attendance", args=[file.game.pk])
    return Task(title=_("Suspended players report"), address=address, tone=tone, status=status)


def _close(file: ReportFile, now: datetime, address: str) -> Task:
    tone, status = _state(file.game, file.report, now)
    if not file.closed:
        tone, status = (NOTHING, _("After the game")) if now < file.game.starts_at else (OPEN, _("To do"))
    return Task(title=_("Close the report"), address=address, tone=tone, status=status)


def gaps(file: ReportFile) -> list[str]:
    """What is not entered, in sentences: the report can be closed all the same."""
    found = [
        _("%(team)s has no line-up: everybody on its roster is taken to have started.") % {"team": side.team}
        for side in file.sides
        if side.team.pk not in file.named
    ]
    found += [
        _("%(player)s: how much of his time in the penalty box was left is not entered.")
        % {"player": line.incident.player.name}
        for line in file.box_missing
    ]
    for one in file.attendance_missing:
        names = {"player": one.entrance.player.name}
        if one.before is None and one.after is None:
            text = _("%(player)s reported neither before nor after the game: he does not serve it.")
        elif one.before is None:
            text = _("%(player)s did not report before the game: he does not serve it.")
        else:
            text = _("%(player)s did not report after the game: he does not serve it.")
        found.append(text % names)
    return found


# ------------------------------------------------------------ what must be known


def known(file: ReportFile) -> list[Known]:
    """Those who may not play, then those who start differently."""
    return [_known(file, one) for one in (*file.file.out, *file.file.different)]


def _known(file: ReportFile, one: Entrance) -> Known:
    answer = one.answer
    bars = [bar for bar in file.bars if bar.player_id == one.player.pk and answer.play is Play.BARRED]
    if answer.play is Play.BARRED:
        status = _("Barred on this day: may not play.")
    elif answer.play is Play.SUSPENDED:
        status = (
            _("Suspended from this game; no substitute for the first %(time)s.")
            % {"time": duration(answer.no_substitute)}
            if answer.no_substitute
            else _("Suspended from this game; a substitute may play.")
        )
    else:
        parts = []
        if answer.sit_out:
            in_box = any(row.kind == SuspensionKind.PENALTY_BOX for row in one.suspensions)
            text = (
                _("starts in the penalty box for %(time)s, no substitute")
                if in_box
                else _("off for the first %(time)s, no substitute")
            )
            parts.append(text % {"time": duration(answer.sit_out)})
        if answer.carried_yellow:
            parts.append(_("starts with one yellow card"))
        status = sentence(listed(parts)) + "."
    return Known(
        name=one.player.name,
        team=str(one.team or ""),
        out=answer.play is not Play.CLEAR,
        status=status,
        why=(*(reason_of_bar(bar) for bar in bars), *(reason(row) for row in one.suspensions)),
    )


# ------------------------------------------------------------ what is about to be recorded


def entered(incident: Incident, cards: str) -> list[tuple[str, str]]:
    """What was entered of an incident, as label and value; what was left empty is left out."""
    return [(label, value) for label, value in _entered(incident, cards) if value]


def _entered(incident: Incident, cards: str) -> Iterable[tuple[str, str]]:
    game = incident.game
    local = incident.at.astimezone(game.event.zone)
    team: Team = game.team_a if incident.team_id == game.team_a_id else game.team_b
    yield _("Player"), incident.player.name
    yield _("Team"), str(team)
    yield _("Cards"), sentence(str(SHOWN[cards]))
    yield _("When"), str(When(incident.when).label)
    yield _("Chukker"), str(incident.chukker or "")
    if incident.clock is not None:
        yield _("Clock"), f"{incident.clock // 60}:{incident.clock % 60:02}"
    yield _("Time of day"), f"{date_format(local, 'TIME_FORMAT')} {local.tzname()}"
    yield _("Offense"), str(Category(incident.category).label)
    yield _("Umpire"), str(incident.umpire or "")
    if incident.field_penalty:
        yield _("Penalty"), str(incident.get_field_penalty_display())
        if incident.field_penalty_effect != FieldPenaltyEffect.NONE:
            yield _("Effect"), str(FieldPenaltyEffect(incident.field_penalty_effect).label)
    yield _("What happened"), incident.narrative
