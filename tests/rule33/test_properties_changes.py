"""What a change of the facts may and may not change in the answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from disciplinary.rule33.answers import ProblemCode, Record, Suspension
from disciplinary.rule33.facts import (
    Approval,
    Attendance,
    Bar,
    CardKey,
    Facts,
    Id,
    Incident,
    MarkKey,
    Seat,
    Stage,
    Status,
)
from disciplinary.rule33.ledger import Season, assess, assess_player
from tests.rule33.strategies import PLAYERS, PROPERTY, Given, any_seasons, records

RANDOM = st.randoms(use_true_random=True)


def one(facts: Facts, player: Id, now: datetime) -> Record:
    """One player's record, computed alone."""
    return assess_player(Season(facts), player, now)


# ---------------------------------------------------------------- order and names


@PROPERTY
@given(any_seasons(), RANDOM)
def test_the_order_of_listing_does_not_matter(season: Given, random: Random) -> None:
    # It carries a meaning among games of one moment (there are none here) and among the incidents
    # of one player in one game (they keep theirs).
    facts = season.facts

    def shuffled(items: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(random.sample(items, len(items)))

    groups: dict[tuple[Id, Id], list[Incident]] = defaultdict(list)
    for incident in facts.incidents:
        groups[incident.game, incident.player].append(incident)
    slots = shuffled(tuple(key for key, group in groups.items() for _ in group))
    waiting = {key: iter(group) for key, group in groups.items()}
    mixed = Facts(
        events=shuffled(facts.events),
        entries=shuffled(facts.entries),
        games=shuffled(facts.games),
        incidents=tuple(next(waiting[key]) for key in slots),
        approvals=shuffled(facts.approvals),
        attendance=shuffled(facts.attendance),
        bars=shuffled(facts.bars),
        rulings=shuffled(facts.rulings),
    )
    assert assess(mixed, season.now) == assess(facts, season.now)


class Renaming:
    """Numbers for names, in an order of their own."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.numbers: dict[Id, int] = {}
        self.used = set(self.numbers.values())

    def __call__(self, name: Id) -> int:
        if name not in self.numbers:
            number = self.random.randint(1, 10**6)
            while number in self.used:
                number += 1
            self.used.add(number)
            self.numbers[name] = number
        return self.numbers[name]

    def key(self, key: CardKey | MarkKey) -> CardKey | MarkKey:
        if isinstance(key, CardKey):
            return key._replace(card=key.card._replace(incident=self(key.card.incident)))
        return key._replace(player=self(key.player))

    def facts(self, facts: Facts) -> Facts:
        def lists(by_team: Any) -> dict[Id, tuple[Id, ...]]:
            return {self(team): tuple(map(self, players)) for team, players in by_team.items()}

        return Facts(
            events=tuple(
                replace(e, id=self(e.id), series=None if e.series is None else self(e.series)) for e in facts.events
            ),
            entries=tuple(
                replace(e, event=self(e.event), team=self(e.team), roster=tuple(map(self, e.roster)))
                for e in facts.entries
            ),
            games=tuple(
                replace(
                    g,
                    id=self(g.id),
                    event=self(g.event),
                    teams=(self(g.teams[0]), self(g.teams[1])),
                    lineups=lists(g.lineups),
                    substitutes=lists(g.substitutes),
                )
                for g in facts.games
            ),
            incidents=tuple(
                replace(i, id=self(i.id), game=self(i.game), player=self(i.player), team=self(i.team))
                for i in facts.incidents
            ),
            approvals=tuple(replace(a, suspension=self.key(a.suspension), game=self(a.game)) for a in facts.approvals),
            attendance=tuple(
                replace(a, suspension=self.key(a.suspension), game=self(a.game)) for a in facts.attendance
            ),
            bars=tuple(replace(b, player=self(b.player)) for b in facts.bars),
            rulings=tuple(replace(r, suspension=self.key(r.suspension)) for r in facts.rulings),
        )


@PROPERTY
@given(any_seasons(), RANDOM)
def test_names_do_not_matter(season: Given, random: Random) -> None:
    renaming = Renaming(random)
    renamed = assess(renaming.facts(season.facts), season.now)
    for player, record in assess(season.facts, season.now).items():
        other = renamed[renaming(player)]
        assert [renaming.key(item.key) for item in record.suspensions] == [item.key for item in other.suspensions]
        for item, twin in zip(record.suspensions, other.suspensions, strict=True):
            assert (item.state, item.approved, item.readings) == (twin.state, twin.approved, twin.readings)
            assert twin.serve_in == (None if item.serve_in is None else renaming(item.serve_in))
        assert [sheet.play for sheet in record.appearances] == [sheet.play for sheet in other.appearances]
        assert [problem.code for problem in record.problems] == [problem.code for problem in other.problems]


# ---------------------------------------------------------------- players are independent


@PROPERTY
@given(any_seasons())
def test_alone_or_together_a_player_is_judged_alike(season: Given) -> None:
    together = assess(season.facts, season.now)
    for player, record in together.items():
        assert one(season.facts, player, season.now) == record


@PROPERTY
@given(any_seasons())
def test_facts_of_other_players_change_nothing(season: Given) -> None:
    facts = season.facts
    for player, record in assess(facts, season.now).items():

        def his(players: tuple[Id, ...], player: Id = player) -> tuple[Id, ...]:
            return tuple(other for other in players if other == player)

        alone = replace(
            facts,
            entries=tuple(replace(entry, roster=his(entry.roster)) for entry in facts.entries),
            # A line-up that was named stays one, even when it is empty.
            games=tuple(
                replace(
                    game,
                    lineups={team: his(players) for team, players in game.lineups.items()},
                    substitutes={team: his(players) for team, players in game.substitutes.items()},
                )
                for game in facts.games
            ),
            incidents=tuple(incident for incident in facts.incidents if incident.player == player),
            bars=tuple(bar for bar in facts.bars if bar.player == player),
        )
        assert one(alone, player, season.now) == record


# ---------------------------------------------------------------- what has no effect


def _rescinded(facts: Facts) -> Facts:
    return replace(facts, incidents=tuple(replace(i, rescinded=True) for i in facts.incidents))


@PROPERTY
@given(any_seasons())
def test_rescinding_everything_leaves_nothing(season: Given) -> None:
    for record in assess(_rescinded(season.facts), season.now).values():
        assert (record.suspensions, record.consequences, record.tallies) == ((), (), ())
        # What line-ups and rosters say remains.
        remaining = {ProblemCode.PLAYED_WHILE_BARRED, ProblemCode.ON_TWO_ROSTERS}
        assert {problem.code for problem in record.problems} <= remaining


@PROPERTY
@given(any_seasons())
def test_rescinded_is_as_never_entered(season: Given) -> None:
    facts = season.facts
    cleaned = replace(facts, incidents=tuple(i for i in facts.incidents if not i.rescinded))
    before, after = records(facts, season.now), records(cleaned, season.now)
    for player, record in after.items():
        assert before[player] == record
    for player in before.keys() - after.keys():
        assert before[player].suspensions == ()


def _twice(facts: Facts, now: datetime) -> Facts:
    return replace(
        facts,
        approvals=facts.approvals * 2,
        attendance=facts.attendance * 2,
        bars=facts.bars * 2,
        rulings=facts.rulings * 2,
    )


def _approved_too_late(facts: Facts, now: datetime) -> Facts:
    late = tuple(
        Approval(suspension=item.key, game=game.id, votes=dict.fromkeys(Seat, game.start))
        for record in assess(facts, now).values()
        for item in record.suspensions
        for game in facts.games
    )
    return replace(facts, approvals=facts.approvals + late)


def _approved_by_two(facts: Facts, now: datetime) -> Facts:
    pairs = ((Seat.UMPIRES_LLC, Seat.HOST_COMMITTEE), (Seat.EXECUTIVE_COMMITTEE,))
    partial = tuple(
        Approval(
            suspension=item.key,
            game=game.id,
            votes=dict.fromkeys(seats, game.start - timedelta(days=30)),
        )
        for record in assess(facts, now).values()
        for item in record.suspensions
        for game in facts.games
        for seats in pairs
    )
    return replace(facts, approvals=facts.approvals + partial)


def _cancelled_games(facts: Facts, now: datetime) -> Facts:
    more = tuple(
        replace(
            game,
            id=f"{game.id}x",
            start=game.start + timedelta(minutes=1),
            status=Status.CANCELLED,
            stage=Stage.FINAL,
        )
        for game in facts.games
    )
    return replace(facts, games=facts.games + more)


def _arena(facts: Facts, now: datetime) -> Facts:
    games = tuple(
        replace(game, id=f"a{game.id}", event=f"a{game.event}", start=game.start + timedelta(minutes=1))
        for game in facts.games
    )
    return replace(
        facts,
        events=facts.events + tuple(replace(e, id=f"a{e.id}", outdoor=False, goals=40) for e in facts.events),
        entries=facts.entries + tuple(replace(e, event=f"a{e.event}") for e in facts.entries),
        games=facts.games + games,
        incidents=facts.incidents + tuple(replace(i, id=f"a{i.id}", game=f"a{i.game}") for i in facts.incidents),
    )


def _decisions_on_nothing(facts: Facts, now: datetime) -> Facts:
    keys = [
        CardKey(item.key.card, "increase_9") for record in assess(facts, now).values() for item in record.suspensions
    ]
    game = facts.games[0]
    return replace(
        facts,
        approvals=facts.approvals
        + tuple(
            Approval(suspension=k, game=game.id, votes=dict.fromkeys(Seat, datetime(2020, 1, 1, tzinfo=now.tzinfo)))
            for k in keys
        ),
        attendance=facts.attendance
        + tuple(Attendance(suspension=k, game=game.id, before=True, after=True) for k in keys),
    )


NOTHING: dict[str, Callable[[Facts, datetime], Facts]] = {
    "every decision recorded twice": _twice,
    "approvals as the game starts": _approved_too_late,
    "approvals of less than three seats": _approved_by_two,
    "cancelled games": _cancelled_games,
    "arena events": _arena,
    "decisions on what does not arise": _decisions_on_nothing,
}


@PROPERTY
@given(any_seasons(), st.sampled_from(sorted(NOTHING)))
def test_what_has_no_effect(season: Given, name: str) -> None:
    facts = NOTHING[name](season.facts, season.now)
    assert records(facts, season.now) == records(season.facts, season.now)


# ---------------------------------------------------------------- decisions


def _all_of(season: Given) -> list[Suspension]:
    return [item for record in records(season.facts, season.now).values() for item in record.suspensions]


@PROPERTY
@given(any_seasons(), RANDOM)
def test_the_name_of_a_mark_is_as_good_as_that_of_its_card(season: Given, random: Random) -> None:
    names: dict[Any, Any] = {}
    for item in _all_of(season):
        for mark in item.marks:
            names[item.key] = names.get(item.key) or mark.key(item.player)
    facts = season.facts
    renamed = replace(
        facts,
        approvals=tuple(replace(a, suspension=names.get(a.suspension, a.suspension)) for a in facts.approvals),
        attendance=tuple(replace(a, suspension=names.get(a.suspension, a.suspension)) for a in facts.attendance),
        rulings=tuple(replace(r, suspension=names.get(r.suspension, r.suspension)) for r in facts.rulings),
    )
    assert records(renamed, season.now) == records(facts, season.now)


@PROPERTY
@given(any_seasons())
def test_a_bar_of_everyone_for_ever_serves_nothing(season: Given) -> None:
    bars = tuple(Bar(player=player, first=date(2020, 1, 1)) for player in PLAYERS)
    for record in records(replace(season.facts, bars=bars), season.now).values():
        assert all(item.serve_in is None for item in record.suspensions)
        assert {str(sheet.play) for sheet in record.appearances} <= {"barred"}
