"""Whole seasons at random, for what must hold of all of them.

``seasons()`` are consistent with their moment: what started before it is over or fell away, what
starts later is to come. ``odd_seasons()`` have any status anywhere, as records that lag behind do.
Both have several events, teams, series, zones and tiers, rosters and line-ups, cards in and after
games, and decisions.

How many of everything there is, Hypothesis draws (and makes smaller where something fails); what it
looks like comes from a generator it seeds, so that most seasons are everyday ones and the rare ones
stay rare. ``RULE33_EXAMPLES=2000`` looks at more of them, and at others each time.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from disciplinary.rule33.answers import Record
from disciplinary.rule33.editions import RULE_2026
from disciplinary.rule33.facts import (
    Approval,
    Attendance,
    Authority,
    Bar,
    Color,
    Effect,
    Entry,
    Event,
    EventKind,
    Facts,
    Game,
    Id,
    Incident,
    Increase,
    Ruling,
    Seat,
    Stage,
    Status,
    SuspensionKey,
    SuspensionKind,
    When,
)
from disciplinary.rule33.ledger import assess
from disciplinary.rule33.tiers import tier_of

T = TypeVar("T")

_EXAMPLES = os.environ.get("RULE33_EXAMPLES")

PROPERTY = settings(
    max_examples=int(_EXAMPLES or 100),
    derandomize=_EXAMPLES is None,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""How every property here is tried."""

PLAYERS = ("ana", "ben", "eva")
TEAMS = ("red", "blue", "pink")
HOMES = {"ana": "red", "ben": "red", "eva": "blue"}
"""The team on whose rosters a player usually is."""

FIRST = datetime(2026, 1, 5, 15, tzinfo=UTC)
"""No game starts earlier."""

GOING = (Status.SCHEDULED, Status.IN_PROGRESS)
OVER = (Status.PLAYED, Status.ABANDONED)
OFF = (Status.CANCELLED, Status.FORFEITED, Status.POSTPONED)


@dataclass(frozen=True, slots=True)
class Given:
    """Facts, and the moment at which they are judged."""

    facts: Facts
    now: datetime


class Chance:
    """Choices of which one is usual and the others are not."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def one_of(self, *choices: T) -> T:
        """Each as likely."""
        return self.random.choice(choices)

    def mostly(self, usual: T, *others: T, rarely: float = 0.15) -> T:
        """The usual one, or rarely one of the others."""
        return self.random.choice(others) if self.random.random() < rarely else usual

    def days(self, first: int, last: int) -> timedelta:
        """So many days."""
        return timedelta(days=self.random.randint(first, last))


# ---------------------------------------------------------------- tournaments


def _event(chance: Chance, name: str) -> Event:
    return Event(
        id=name,
        kind=chance.mostly(EventKind.USPA, EventKind.CLUB, rarely=0.25),
        goals=chance.mostly(8, 6, 9, 12, 16, rarely=0.4),
        starts=date(2026, 1, 1),
        ends=chance.mostly(date(2027, 12, 31), date(2026, 12, 31), date(2026, 1, 31), rarely=0.3),
        tz=chance.mostly("America/New_York", "Pacific/Honolulu", "Europe/Madrid"),
        gauntlet=chance.mostly(False, True, rarely=0.05),
        series=chance.mostly(None, "series", rarely=0.4),
        published=chance.mostly(FIRST - timedelta(days=90), FIRST + timedelta(days=9), None),
        completed=chance.mostly(None, FIRST + timedelta(days=20), rarely=0.1),
    )


def _entry(chance: Chance, event: Id, team: str) -> Entry:
    home = tuple(player for player in PLAYERS if HOMES[player] == team)
    return Entry(
        event=event,
        team=team,
        at=chance.mostly(None, FIRST + chance.days(-5, 20)),
        withdrawn=chance.mostly(None, FIRST + chance.days(5, 50), rarely=0.1),
        out=chance.mostly(None, FIRST + chance.days(5, 50), rarely=0.2),
        roster=chance.mostly(home, PLAYERS, (), ("eva",), rarely=0.1),
    )


def _game(chance: Chance, name: str, event: Id, start: datetime, status: Status) -> Game:
    teams = chance.mostly(("red", "blue"), ("red", "pink"), ("blue", "pink"), rarely=0.3)

    def some(team: str) -> tuple[Id, ...]:
        home = [player for player in PLAYERS if HOMES[player] == team]
        chosen = chance.random.sample(home, chance.random.randint(0, len(home)))
        return (*chosen, *chance.mostly((), ("eva",), ("ben",), rarely=0.05))

    return Game(
        id=name,
        event=event,
        start=start,
        end=start + timedelta(hours=2),
        teams=teams,
        stage=chance.mostly(Stage.REGULAR, *Stage),
        status=status,
        lineups={team: some(team) for team in teams if chance.mostly(False, True, rarely=0.4)},
        substitutes={team: some(team) for team in teams if chance.mostly(False, True)},
    )


# ---------------------------------------------------------------- cards


def _incident(chance: Chance, name: str, game: Game, event: Event) -> Incident:
    player = chance.mostly("ana", "ben", "eva", rarely=0.5)
    after = chance.mostly(False, True, rarely=0.3)
    cards = chance.one_of("Y", "Y", "Y", "YY", "YY", "YYY", "R", "R")
    if after:
        at = game.start + timedelta(hours=2, minutes=5) + chance.mostly(timedelta(0), chance.days(1, 5))
    else:
        at = game.start + timedelta(minutes=chance.random.randint(0, 100))
    increases: tuple[Increase, ...] = ()
    if cards == "R" and chance.mostly(False, True, rarely=0.3):
        games = chance.one_of(1, 1, 2)
        increases = (Increase(by=Authority.ASSOCIATION, games=games, at=at + chance.days(0, 12)),)
    home = HOMES[player]
    return Incident(
        id=name,
        game=game.id,
        player=player,
        team=home if home in game.teams else chance.one_of(*game.teams),
        cards=tuple(Color(letter) for letter in cards),
        at=at,
        recorded=at + chance.mostly(timedelta(0), chance.days(3, 15)),
        goals=event.goals,
        tier=tier_of(event.goals, gauntlet=event.gauntlet, edition=RULE_2026),
        kind=event.kind,
        when=When.AFTER if after else When.DURING,
        box_unserved=0 if after or cards == "R" else chance.mostly(0, 60, 110, rarely=0.4),
        rescinded=chance.mostly(False, True, rarely=0.08),
        increases=increases,
    )


# ---------------------------------------------------------------- decisions


def _decided(chance: Chance, facts: Facts, now: datetime, decisions: int) -> Facts:
    """The facts with approvals, reports, bars and rulings on what arises from them."""
    keys: list[tuple[SuspensionKey, datetime]] = []
    for record in assess(facts, now).values():
        for item in record.suspensions:
            if item.kind is SuspensionKind.CARRIED_YELLOW:
                continue  # a status is no committee's business
            keys.append((item.key, item.since))
            keys += [(mark.key(item.player), item.since) for mark in item.marks]
    approvals: list[Approval] = []
    attendance: list[Attendance] = []
    rulings: list[Ruling] = []
    bars: list[Bar] = []
    for _ in range(decisions):
        if keys:
            suspension, since = chance.one_of(*keys)
            later = [game for game in facts.games if game.start > since]
            game = chance.one_of(*(later[:3] or facts.games))
            seats = chance.mostly(tuple(Seat), tuple(Seat)[:2], rarely=0.1)
            complete = game.start - chance.days(-1, 14)
            lapsed = chance.mostly(None, complete + chance.days(1, 20), rarely=0.1)
            approvals.append(
                Approval(suspension=suspension, game=game.id, votes=dict.fromkeys(seats, complete), lapsed=lapsed)
            )
            after = chance.mostly(True, False, rarely=0.1)
            if chance.mostly(True, False):
                attendance.append(Attendance(suspension=suspension, game=game.id, before=True, after=after))
            if chance.mostly(False, True, rarely=0.05):
                rulings.append(Ruling(suspension=suspension, effect=chance.one_of(*Effect)))
        if chance.mostly(False, True, rarely=0.1):
            first = date(2026, 1, 1) + chance.days(0, 50)
            last = chance.one_of(None, first, first + timedelta(days=9))
            bars.append(Bar(player=chance.one_of(*PLAYERS), first=first, last=last))
    return replace(
        facts,
        approvals=tuple(approvals),
        attendance=tuple(attendance),
        rulings=tuple(rulings),
        bars=tuple(bars),
    )


# ---------------------------------------------------------------- seasons


def _status(chance: Chance, start: datetime, now: datetime, *, odd: bool) -> Status:
    if odd:
        return chance.one_of(*Status, Status.PLAYED, Status.PLAYED)
    if start < now:
        return chance.mostly(Status.PLAYED, Status.ABANDONED, *OFF)
    return chance.mostly(Status.SCHEDULED, Status.CANCELLED, Status.POSTPONED)


@st.composite
def _seasons(draw: st.DrawFn, *, odd: bool) -> Given:
    events, games, far = draw(st.integers(1, 3)), draw(st.integers(2, 14)), draw(st.integers(0, 2))
    incidents, decisions = draw(st.integers(1, 16)), draw(st.integers(0, 8))
    chance = Chance(draw(st.randoms(use_true_random=True)))
    known = {name: _event(chance, name) for name in ("cup", "open", "club")[:events]}
    entries = [
        _entry(chance, event, team) for event in known for team in TEAMS if chance.mostly(True, False, rarely=0.1)
    ]
    # Every start is another; some games are about a year later.
    days = sorted(chance.random.sample(range(56), games)) + sorted(chance.random.sample(range(360, 400), far))
    now = FIRST + timedelta(days=chance.mostly(30, 10, 60, 370, 392, 410, 800, rarely=0.6), hours=12)
    scheduled = []
    for number, day in enumerate(days, start=1):
        start = FIRST + timedelta(days=day, hours=day % 5)
        status = _status(chance, start, now, odd=odd)
        scheduled.append(_game(chance, f"g{number}", chance.one_of(*known), start, status))
    begun = [game for game in scheduled if odd or game.status not in GOING]
    shown = []
    for number in range(1, incidents + 1 if begun else 1):
        game = chance.one_of(*begun[: max(3, len(begun) // 2)])
        shown.append(_incident(chance, f"i{number}", game, known[str(game.event)]))
    facts = Facts(
        events=tuple(known.values()),
        entries=tuple(entries),
        games=tuple(scheduled),
        incidents=tuple(shown),
    )
    return Given(_decided(chance, facts, now, decisions), now)


def seasons() -> st.SearchStrategy[Given]:
    """Seasons whose statuses agree with their moment."""
    return _seasons(odd=False)


def odd_seasons() -> st.SearchStrategy[Given]:
    """Seasons with any status anywhere."""
    return _seasons(odd=True)


def any_seasons() -> st.SearchStrategy[Given]:
    """Both."""
    return st.one_of(seasons(), odd_seasons())


def records(facts: Facts, now: datetime) -> dict[Id, Record]:
    """The records of the three players, those without any fact left out."""
    return {player: record for player, record in assess(facts, now).items() if player in PLAYERS}
