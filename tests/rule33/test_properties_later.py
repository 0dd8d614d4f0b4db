"""What comes later – facts or merely time – and what it must leave alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from disciplinary.rule33.answers import State
from disciplinary.rule33.facts import (
    Approval,
    Attendance,
    Bar,
    Color,
    Entry,
    Event,
    Facts,
    Game,
    Incident,
    Seat,
    Status,
    Tier,
    When,
)
from disciplinary.rule33.ledger import assess
from tests.rule33.strategies import OVER, PLAYERS, PROPERTY, Given, any_seasons, records, seasons

RANDOM = st.randoms(use_true_random=True)


def _later(facts: Facts, random: Random) -> Facts:
    """The facts and later ones, all of them dated after every game, card and increase there is.

    Truly later is what bears on nothing that is judged at an earlier moment: the games are of a new
    event outside every series, since one more game of a known event would keep that from being
    complete (R-3); its entries are made, bars begin and approvals are complete only then (R-2,
    R-11).
    """
    moments = [game.start for game in facts.games] + [incident.at for incident in facts.incidents]
    moments += [increase.at for incident in facts.incidents for increase in incident.increases]
    moments += [entry.at for entry in facts.entries if entry.at is not None]
    then = max(moments) + timedelta(days=2)
    event = Event(
        id="later",
        kind=random.choice([event.kind for event in facts.events]),
        goals=random.choice((8, 12)),
        starts=then.date(),
        ends=then.date() + timedelta(days=400),
        tz="America/New_York",
        published=datetime(2025, 12, 1, tzinfo=then.tzinfo),
    )
    entries = tuple(
        Entry(event="later", team=team, at=then, roster=roster)
        for team, roster in (("red", ("ana", "ben")), ("blue", ("eva",)))
    )
    games = tuple(
        Game(
            id=f"later{number}",
            event="later",
            start=then + timedelta(days=number),
            end=then + timedelta(days=number, hours=2),
            teams=("red", "blue"),
            status=random.choice(list(Status)),
            lineups={},
            substitutes={},
        )
        for number in range(1, 4)
    )
    incidents = tuple(
        Incident(
            id=f"later{number}",
            game=game.id,
            player=random.choice(PLAYERS),
            team="red",
            cards=tuple(Color(letter) for letter in random.choice(("Y", "YY", "YYY", "R"))),
            at=game.start,
            recorded=game.start,
            goals=event.goals,
            tier=Tier.LOW if event.goals == 8 else Tier.MEDIUM,
            kind=event.kind,
            when=random.choice(list(When)),
        )
        for number, game in enumerate(games)
    )
    approvals = tuple(
        Approval(suspension=item.key, game=game.id, votes=dict.fromkeys(Seat, then))
        for record in assess(facts, then).values()
        for item in record.suspensions
        for game in games
        if random.random() < 0.5
    )
    bars = (Bar(player=random.choice(PLAYERS), first=then.date() + timedelta(days=1)),)
    return replace(
        facts,
        events=(*facts.events, event),
        entries=facts.entries + entries,
        games=facts.games + games,
        incidents=facts.incidents + incidents,
        approvals=facts.approvals + approvals,
        attendance=facts.attendance
        + tuple(
            Attendance(suspension=approval.suspension, game=approval.game, before=True, after=True)
            for approval in approvals
        ),
        bars=facts.bars + bars,
    )


@PROPERTY
@given(any_seasons(), RANDOM)
def test_later_facts_change_nothing_of_before(season: Given, random: Random) -> None:
    after = records(_later(season.facts, random), season.now)
    for player, record in records(season.facts, season.now).items():
        known = after[player]
        earlier = len(record.suspensions)
        for item, twin in zip(record.suspensions, known.suspensions[:earlier], strict=True):
            if item.serve_in is not None:
                assert twin == item
            else:
                # It may have found its game among the later ones.
                assert twin.serve_in is None or str(twin.serve_in).startswith("later")
                unsettled = {"state": item.state, "serve_in": None, "approved": False, "ask_for": None, "readings": ()}
                assert replace(twin, **unsettled) == replace(item, **unsettled)
        assert known.appearances[: len(record.appearances)] == record.appearances
        assert known.consequences[: len(record.consequences)] == record.consequences
        assert known.problems[: len(record.problems)] == record.problems


@PROPERTY
@given(seasons())
def test_the_passing_of_time_unsettles_nothing(season: Given) -> None:
    # Every game before the moment is over or fell away here. Were one of them still to be played,
    # a suspension due in it would leave it by its default, and might be found served in a game after
    # it; so the moments compared lie between the same two games.
    order = [State.WAITING, State.DUE, State.OVERDUE, State.IN_DEFAULT]
    before = records(season.facts, season.now)
    for days in (1, 200, 390, 900):
        after = records(season.facts, season.now + timedelta(days=days))
        for player, record in before.items():
            later = after[player]
            for item, twin in zip(record.suspensions, later.suspensions, strict=True):
                if item.state in (State.SERVED, State.LIFTED):
                    assert twin == item
                elif twin.state in order:
                    if State.OVERDUE in (item.state, twin.state) or State.IN_DEFAULT in (item.state, twin.state):
                        assert order.index(twin.state) >= order.index(item.state)
                    assert twin.state is not State.SERVED
            status = {game.id: game.status for game in season.facts.games}
            over = [sheet for sheet in record.appearances if status[sheet.game] in OVER]
            assert [sheet for sheet in later.appearances if status[sheet.game] in OVER] == over
            assert (later.consequences, later.tallies) == (record.consequences, record.tallies)
            assert later.problems == record.problems


@PROPERTY
@given(seasons())
def test_until_a_deadline_passes_the_moment_changes_nothing(season: Given) -> None:
    record_sets = records(season.facts, season.now)
    first = min(
        (item.serve_by for record in record_sets.values() for item in record.suspensions if item.serve_by),
        default=date.max,
    )
    earlier = datetime(2026, 1, 1, tzinfo=season.now.tzinfo)
    assume(season.now.date() < first - timedelta(days=1))
    for player, record in records(season.facts, earlier).items():
        assert replace(record, now=season.now) == record_sets[player]
