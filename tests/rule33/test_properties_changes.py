"""What a change of the facts may and may not change in the answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from disciplinary.rule33.answers import ProblemCode, Record, State, Suspension
from disciplinary.rule33.facts import (
    Approval,
    Attendance,
    Bar,
    CardKey,
    Color,
    Entry,
    Event,
    Facts,
    Game,
    Id,
    Incident,
    MarkKey,
    Seat,
    Stage,
    Status,
    Tier,
    When,
)
from disciplinary.rule33.ledger import Season, assess, assess_player
from tests.rule33.strategies import OVER, PLAYERS, PROPERTY, Given, any_seasons, seasons

RANDOM = st.randoms(use_true_random=True)
Records = dict[Id, Record]


def records(facts: Facts, now: datetime) -> Records:
    """The records of the three players, those without any fact left out."""
    return {player: record for player, record in assess(facts, now).items() if player in PLAYERS}


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


# ---------------------------------------------------------------- later facts


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
