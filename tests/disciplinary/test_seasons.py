"""Whole seasons through the database: saved fact by fact in any order, and corrected afterwards, the
Suspension rows say what the pure rule says."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone

from disciplinary.models import Increase
from disciplinary.rule33.facts import Color, EventKind, MarkKey, Stage, Status
from disciplinary.rule33.ledger import assess
from disciplinary.rule33.presence import OVER
from disciplinary.rule33.scenario import read
from disciplinary.services import cards, decisions, upkeep
from players.models import Player
from tests.disciplinary.rows import Rows
from tournaments.models import Lineup

pytestmark = pytest.mark.django_db

SCENARIOS = sorted((Path(__file__).parents[1] / "rule33" / "scenarios").glob("*.yaml"))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_rows_say_what_the_rule_says(path, seed):
    scenario = read(path)
    with time_machine.travel(scenario.now, tick=False):
        rows = Rows(scenario.facts).save(seed)
        assert rows.stored() == rows.expected(scenario.facts, scenario.now)
        assert upkeep.reconcile().clean


def _by_mark(facts):
    """Decisions on accumulated yellows named by their mark, as the database keeps them: they stay
    with "the fifth of January–February", whichever card that turns out to be."""
    marks = {
        suspension.key: suspension.marks[0].key(player)
        for player, record in assess(facts, datetime(2026, 1, 1, tzinfo=UTC)).items()
        for suspension in record.suspensions
        if suspension.marks
    }

    def renamed(decisions):
        return tuple(replace(d, suspension=marks.get(d.suspension, d.suspension)) for d in decisions)

    return replace(
        facts,
        approvals=renamed(facts.approvals),
        attendance=renamed(facts.attendance),
        rulings=renamed(facts.rulings),
    )


def _change(values, number, **changes):
    """The tuple with one of its facts changed."""
    return (*values[:number], replace(values[number], **changes), *values[number + 1 :])


def _amend(rows, facts):
    """The first incident becomes a red card; or, where it is one, two yellows."""
    incident = facts.incidents[0]
    shown = "YY" if incident.cards == (Color.RED,) else "R"
    row = rows.incidents[incident.id]
    row.refresh_from_db()
    cards.incident_amend(row, cards=shown, by=rows.officials[0], reason="Misread", confirmed=True)
    return _change_incident(facts, 0, cards=tuple(Color(c) for c in shown), increases=())


def _withdraw_increase(rows, facts):
    """The first increase of the first red card, where there is one; the second stays the second."""
    for number, incident in enumerate(facts.incidents):
        if incident.increases:
            increase = Increase.objects.get(incident=rows.incidents[incident.id], number=1)
            decisions.withdraw(increase, by=rows.officials[0], reason="On appeal")
            kept = _change(incident.increases, 0, withdrawn=True)
            return _change_incident(facts, number, increases=kept)
    return facts


def _change_incident(facts, number, **changes):
    return replace(facts, incidents=_change(facts.incidents, number, **changes))


def _rescind(rows, facts):
    last = len(facts.incidents) - 1
    row = rows.incidents[facts.incidents[last].id]
    cards.incident_rescind(row, by=rows.officials[0], reason="Mistaken identity")
    return _change_incident(facts, last, rescinded=True)


def _move_card(rows, facts):
    """The last incident was somebody else's, who may never have been heard of."""
    last = len(facts.incidents) - 1
    incident = facts.incidents[last]
    others = [p for p in rows.players if p != incident.player]
    other = others[0] if others else "stranger"
    if not others:
        rows.players[other] = Player.objects.create(member_number="9999", name="Stranger")
    cards.incident_move(
        rows.incidents[incident.id],
        player=rows.players[other],
        team=rows.teams[incident.team],
        by=rows.officials[0],
        reason="Wrong player",
    )
    facts = _change_incident(facts, last, player=other)
    return replace(
        facts,
        approvals=_of_others(facts.approvals, incident),
        attendance=_of_others(facts.attendance, incident),
        rulings=_of_others(facts.rulings, incident),
    )


def _of_others(decisions, incident):
    """What was decided about a card's suspension stays with the player it was decided about."""
    return tuple(d for d in decisions if isinstance(d.suspension, MarkKey) or d.suspension.card.incident != incident.id)


def _asked_anew(facts, games):
    """What a committee had approved of these games, still to be played, is to be approved again."""
    again = {game.id for game in games if game.status not in OVER}
    return replace(
        facts,
        approvals=tuple(
            replace(a, lapsed=a.lapsed or timezone.now()) if a.game in again else a for a in facts.approvals
        ),
    )


def _redate(rows, facts):
    """The second game is put off by ten days."""
    number = min(1, len(facts.games) - 1)
    game = facts.games[number]
    later = timedelta(days=10)
    row = rows.games[game.id]
    row.refresh_from_db()
    row.starts_at, row.ends_at = game.start + later, game.end + later
    row.save()
    facts = _asked_anew(facts, [game])
    return replace(facts, games=_change(facts.games, number, start=game.start + later, end=game.end + later))


def _cancel(rows, facts):
    last = len(facts.games) - 1
    row = rows.games[facts.games[last].id]
    row.refresh_from_db()
    row.status = Status.CANCELLED
    row.save()
    return replace(facts, games=_change(facts.games, last, status=Status.CANCELLED))


def _restage(rows, facts):
    last = len(facts.games) - 1
    row = rows.games[facts.games[last].id]
    row.refresh_from_db()
    row.stage = Stage.CONSOLATION
    row.save()
    facts = _asked_anew(facts, [facts.games[last]])
    return replace(facts, games=_change(facts.games, last, stage=Stage.CONSOLATION))


def _name_lineup(rows, facts):
    """An empty line-up for the first team of the last game."""
    last = len(facts.games) - 1
    game = facts.games[last]
    team = game.teams[0]
    Lineup.objects.filter(game=rows.games[game.id], team=rows.teams[team]).exists() or (
        Lineup.objects.create(game=rows.games[game.id], team=rows.teams[team])
    )
    lineups = {team: ()} | dict(game.lineups)
    return replace(facts, games=_change(facts.games, last, lineups=lineups))


def _rerate(rows, facts):
    """The first event turns out to be a Club Event of 40 goals; its cards keep what they were."""
    row = rows.events[facts.events[0].id]
    row.refresh_from_db()
    row.goals, row.kind = 40, EventKind.CLUB
    row.save()
    facts = _asked_anew(facts, [game for game in facts.games if game.event == facts.events[0].id])
    return replace(facts, events=_change(facts.events, 0, goals=40, kind=EventKind.CLUB))


def _withdraw_entry(rows, facts):
    number = len(facts.entries) - 1
    moment = facts.games[-1].start - timedelta(hours=1)
    if facts.entries[number].at is not None and facts.entries[number].at > moment:
        moment = facts.entries[number].at
    row = rows.entries[number]
    row.refresh_from_db()
    row.withdrawn_at = moment
    row.save()
    return replace(facts, entries=_change(facts.entries, number, withdrawn=moment))


CHANGES = [
    _withdraw_increase,
    _amend,
    _redate,
    _cancel,
    _restage,
    _name_lineup,
    _rerate,
    _withdraw_entry,
    _move_card,
    _rescind,
]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_rows_follow_every_correction(path):
    scenario = read(path)
    facts = _by_mark(scenario.facts)
    with time_machine.travel(scenario.now, tick=False):
        rows = Rows(scenario.facts).save(3)
        for change in CHANGES:
            facts = change(rows, facts)
            assert rows.stored() == rows.expected(facts, scenario.now), change.__name__
        assert upkeep.reconcile().clean
