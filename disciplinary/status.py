"""A player's status in one sentence, and the counts of yellow cards in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from disciplinary.choices import Play, State
from disciplinary.models import Bar, Suspension
from disciplinary.rule33 import answers
from disciplinary.selectors.player_file import Outing, PlayerFile
from disciplinary.sentences import game_against, game_on, headline, sentence, yellows
from disciplinary.wording import day, duration, ordinal, period, tier
from tournaments.models import Team

WORST_FIRST = (State.IN_DEFAULT, State.OVERDUE, State.WAITING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A tag, one sentence, and what else must be known. ``tone`` is danger, warning or success."""

    tag: str
    tone: str
    text: str
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """One count of yellow cards up to its next mark, None where none is left."""

    title: str
    tier: str
    count: int
    mark: int | None
    text: str


def player_status(file: PlayerFile) -> Status:
    """May he play, and if not, why and until when: the nearest first."""
    barred = [bar for bar in file.bars if bar.first_day <= file.day]
    if barred:
        return Status(tag=str(Play.BARRED.label), tone="danger", text=_barred(barred[0]), more=_conditions(file))
    out = next((one for one in file.outings if one.answer.play is not answers.Play.CLEAR), None)
    if out is not None:
        return _out(file, out)
    waiting = [one for one in file.open_suspensions if one.full_game and one.serving_game_id is None]
    if waiting:
        return _waiting(file, min(waiting, key=lambda one: WORST_FIRST.index(State(one.state))))
    conditions = _conditions(file)
    if conditions:
        return Status(
            tag=str(Play.CLEAR.label), tone="warning", text=sentence(conditions[0]), more=tuple(conditions[1:])
        )
    text = _("No suspension is owed.") if not file.open_suspensions else headline(file.open_suspensions[0])
    return Status(tag=str(Play.CLEAR.label), tone="success", text=text)


def _waiting(file: PlayerFile, suspension: Suspension) -> Status:
    """A full game is owed and none is known: he may play until there is one."""
    waits = suspension.state == State.WAITING
    tag = Play.SUSPENDED.label if waits else State(suspension.state).label
    free = [_("May play in %(game)s.") % {"game": game_on(one.game)} for one in file.outings[:1]]
    return Status(tag=str(tag), tone="danger", text=headline(suspension), more=(*free, *_conditions(file)))


def _out(file: PlayerFile, out: Outing) -> Status:
    """Suspended or barred from a game to come; he may play in those before it."""
    names = {"game": game_against(out.game, _team(out))}
    suspended = out.answer.play is answers.Play.SUSPENDED
    text = _("Suspended from %(game)s.") if suspended else _("Barred from %(game)s.")
    play = Play.SUSPENDED if suspended else Play.BARRED
    before = file.outings[: file.outings.index(out)]
    free = tuple(
        _("May play before that in %(game)s.") % {"game": game_on(one.game)}
        for one in before[:1]
        if not one.answer.sit_out
    )
    return Status(tag=str(play.label), tone="danger", text=text % names, more=(*free, *_conditions(file)))


def _conditions(file: PlayerFile) -> tuple[str, ...]:
    """How he starts the games in which he may play."""
    lines = []
    for one in file.outings:
        names = {"game": game_against(one.game, _team(one)), "time": duration(one.answer.sit_out)}
        if one.answer.sit_out:
            lines.append(_("Starts %(time)s late, without a substitute, in %(game)s.") % names)
        if one.answer.carried_yellow:
            lines.append(_("Starts with one yellow card in %(game)s.") % names)
    lines += [
        _("Barred from playing from %(day)s on.") % {"day": day(bar.first_day)}
        for bar in file.bars
        if bar.first_day > file.day
    ]
    return tuple(lines)


def _team(outing: Outing) -> Team | None:
    teams = {team.pk: team for team in (outing.game.team_a, outing.game.team_b)}
    return teams.get(outing.team_id)  # type: ignore[call-overload]


def _barred(bar: Bar) -> str:
    if bar.last_day is None:
        return _("Barred from playing since %(day)s, until further notice.") % {"day": day(bar.first_day)}
    return _("Barred from playing from %(first)s to %(last)s, both days included.") % {
        "first": day(bar.first_day),
        "last": day(bar.last_day),
    }


def count_of(tally: answers.Tally) -> Count:
    """A count in words: `4 yellow cards; the fifth suspends`."""
    names = {"cards": yellows(tally.count)}
    if tally.next_mark is None:
        text = _("%(cards)s; no further count suspends") % names
    else:
        text = _("%(cards)s; the %(nth)s suspends") % {**names, "nth": ordinal(tally.next_mark)}
    return Count(
        title=sentence(period(tally.period)),
        tier=sentence(tier(tally.tier)),
        count=tally.count,
        mark=tally.next_mark,
        text=text,
    )


def count_table(file: PlayerFile) -> tuple[list[str], list[tuple[str, list[Count]]]]:
    """The names of the running windows, and for each tier its counts in them."""
    counts = [count_of(tally) for tally in file.counts]
    by_tier: dict[str, list[Count]] = {}
    for count in counts:
        by_tier.setdefault(count.tier, []).append(count)
    return list(dict.fromkeys(count.title for count in counts)), list(by_tier.items())
