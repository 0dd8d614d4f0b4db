"""Events, entries and games of the demo season, by days from the one on which it is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from disciplinary.demo import names
from disciplinary.demo.people import People
from disciplinary.rule33.editions import edition_for
from disciplinary.rule33.facts import Window
from disciplinary.rule33.periods import period_of
from tournaments.choices import Discipline, EventKind, GameStage, GameStatus
from tournaments.models import (
    Entry,
    Event,
    EventSeries,
    Game,
    GameUmpire,
    HostCommitteeMember,
    RosterPlace,
    Team,
)

LOW, MEDIUM, HIGH = names.LOW_TEAMS, names.MEDIUM_TEAMS, names.HIGH_TEAMS


class Fixture(NamedTuple):
    """A game to be: days from today, local hour, and both teams."""

    day: int
    hour: int
    first: str
    second: str
    stage: str = GameStage.REGULAR


@dataclass(kw_only=True)
class Plan:
    """An event to be. ``published`` is in days before its first day; None: never public."""

    key: str
    name: str
    kind: str
    goals: int
    teams: Sequence[str]
    fixtures: list[Fixture]
    gauntlet: bool = False
    series: bool = False
    parent: str = ""
    arena: bool = False
    club: int = 0
    zone: str = "America/New_York"
    published: int | None = 60
    completed: bool = False
    margin: tuple[int, int] = (1, 1)


@dataclass
class Schedule:
    """The season's rows, by the keys of their plans."""

    events: dict[str, Event] = field(default_factory=dict)
    entries: dict[tuple[str, str], Entry] = field(default_factory=dict)
    games: dict[str, list[Game]] = field(default_factory=dict)
    """In order of time."""
    rosters: list[RosterPlace] = field(default_factory=list)


def rounds(teams: Sequence[str], days: Sequence[int], hours: Sequence[int]) -> Iterator[Fixture]:
    """Each day one round in which everybody plays, the opponents changing from day to day."""
    circle = list(teams)
    for day in days:
        half = len(circle) // 2
        for hour, first, second in zip(hours, circle[:half], reversed(circle[half:]), strict=False):
            yield Fixture(day, hour, first, second)
        circle = [circle[0], circle[-1], *circle[1:-1]]


def days_before_yesterday(today: date, count: int) -> list[int]:
    """Days for games that lie in the two-month period of yesterday, as far apart as it allows."""
    yesterday = today - timedelta(days=1)
    edition = edition_for(yesterday)
    first, _last = period_of(yesterday, Window.TWO_MONTH, edition).days(edition)
    room = (yesterday - first).days
    step = min(5, room // count)
    return [-1 - step * (count - number) for number in range(count)]


def plans(today: date) -> list[Plan]:
    """All events."""
    club, uspa = EventKind.CLUB.value, EventKind.USPA.value
    semifinal, final = GameStage.SEMIFINAL.value, GameStage.FINAL.value
    return [
        Plan(
            key="old_medium",
            name="Halfmoon Cup",
            kind=uspa,
            goals=12,
            teams=MEDIUM[:4],
            fixtures=[
                *rounds(MEDIUM[:4], [-440, -436, -432], [13, 15]),
                Fixture(-428, 15, MEDIUM[0], MEDIUM[1], final),
            ],
            completed=True,
        ),
        Plan(
            key="old_high",
            name="Ironwood Trophy",
            kind=uspa,
            goals=16,
            teams=HIGH,
            fixtures=[*rounds(HIGH, [-388, -384, -380], [13, 15]), Fixture(-376, 15, HIGH[0], HIGH[1], final)],
            club=1,
            completed=True,
        ),
        Plan(
            key="old_low",
            name="Founders’ Eight Goal",
            kind=uspa,
            goals=8,
            teams=LOW[:4],
            fixtures=[*rounds(LOW[:4], [-352, -350, -347], [13, 15]), Fixture(-343, 15, LOW[0], LOW[1], final)],
            completed=True,
        ),
        Plan(
            key="league",
            name="Palmetto Six Goal League",
            kind=club,
            goals=6,
            teams=LOW,
            fixtures=list(rounds(LOW, [*range(-2 - 7 * 17, 0, 7), 5, 12, 19, 26], [11, 13, 15])),
            margin=(3, 7),
        ),
        Plan(
            key="blossom",
            name="Orange Blossom Cup",
            kind=uspa,
            goals=8,
            teams=LOW[:4],
            fixtures=_blossom(today),
            margin=(5, 2),
        ),
        Plan(
            key="twelve",
            name="Twelve Goal Circuit",
            kind=uspa,
            goals=12,
            teams=MEDIUM,
            fixtures=list(rounds(MEDIUM, [*range(-4 - 14 * 8, 0, 14), 4, 18], [11, 13, 15])),
            club=3,
            zone="America/Chicago",
            margin=(2, 10),
        ),
        Plan(
            key="live_oak",
            name="Live Oak Fourteen",
            kind=uspa,
            goals=14,
            teams=MEDIUM[:4],
            fixtures=[
                *rounds(MEDIUM[:4], [-41, -36, -29], [13, 15]),
                Fixture(-25, 13, MEDIUM[0], MEDIUM[3], semifinal),
                Fixture(-25, 15, MEDIUM[1], MEDIUM[2], semifinal),
                Fixture(-12, 15, MEDIUM[0], MEDIUM[1], final),
            ],
            club=1,
            completed=True,
        ),
        Plan(
            key="live_oak_bowl",
            name="Live Oak Bowl",
            kind=uspa,
            goals=14,
            teams=MEDIUM[:4],
            fixtures=[
                Fixture(-15, 13, MEDIUM[2], MEDIUM[3], GameStage.SUBSIDIARY_FIRST_ROUND),
                Fixture(-8, 13, MEDIUM[2], MEDIUM[3], GameStage.CONSOLATION),
                Fixture(7, 13, MEDIUM[2], MEDIUM[3], GameStage.CONSOLATION),
            ],
            parent="live_oak",
            club=1,
        ),
        Plan(
            key="gauntlet_1",
            name="Evergreen Gold Vase",
            kind=uspa,
            goals=22,
            teams=HIGH,
            fixtures=[
                *rounds(HIGH, [-75, -71, -66], [13, 15]),
                Fixture(-58, 13, HIGH[1], HIGH[3], GameStage.CONSOLATION),
                Fixture(-58, 15, HIGH[0], HIGH[2], final),
            ],
            gauntlet=True,
            series=True,
            completed=True,
        ),
        Plan(
            key="coastal",
            name="Coastal Twenty Goal",
            kind=uspa,
            goals=20,
            teams=HIGH,
            fixtures=[*rounds(HIGH, [-50, -46, -42], [13, 15]), Fixture(-34, 15, HIGH[3], HIGH[1], final)],
            club=1,
            completed=True,
        ),
        Plan(
            key="gauntlet_2",
            name="Heron Lake Gold Cup",
            kind=uspa,
            goals=22,
            teams=HIGH,
            fixtures=[
                *rounds(HIGH, [-24, -17, -10], [13, 15]),
                Fixture(2, 13, HIGH[0], HIGH[3], semifinal),
                Fixture(2, 15, HIGH[1], HIGH[2], semifinal),
                Fixture(9, 15, HIGH[0], HIGH[2], final),
            ],
            gauntlet=True,
            series=True,
        ),
        Plan(
            key="gauntlet_3",
            name="Continental Gold Shield",
            kind=uspa,
            goals=22,
            teams=HIGH,
            fixtures=list(rounds(HIGH, [20, 25, 30], [13, 15])),
            gauntlet=True,
            series=True,
            published=120,
        ),
        Plan(
            key="redwood",
            name="Redwood Meadows Classic",
            kind=club,
            goals=10,
            teams=MEDIUM[:4],
            fixtures=list(rounds(MEDIUM[:4], [-62, -54, 10], [12, 14])),
            club=2,
            zone="America/Los_Angeles",
            published=None,
        ),
        Plan(
            key="arena",
            name="Winter Arena Series",
            kind=club,
            goals=6,
            teams=LOW[:4],
            fixtures=list(rounds(LOW[:4], [-20, 11], [19, 20])),
            arena=True,
        ),
    ]


def _blossom(today: date) -> list[Fixture]:
    """Where one player has come to four yellow cards, and tomorrow's news is waiting to be entered."""
    first, second, third, fourth = LOW[:4]
    days = days_before_yesterday(today, 3)
    opening = [Fixture(day, hour, first, second) for day, hour in zip(days, (9, 11, 13), strict=True)]
    return [
        *opening,
        Fixture(-1, 16, first, second),
        Fixture(3, 13, first, third),
        Fixture(3, 15, second, fourth),
        Fixture(8, 15, first, second, GameStage.FINAL.value),
    ]


def schedule_make(people: People, rng: Random, today: date) -> Schedule:
    """Write the events with their entries, rosters, games, umpires and committees."""
    schedule = Schedule()
    series = EventSeries.objects.create(name="Gauntlet of Polo")
    for plan in plans(today):
        event = _event(plan, people, schedule, series, today)
        schedule.events[plan.key] = event
        for name in plan.teams:
            schedule.entries[plan.key, name] = Entry(
                event=event, team=people.teams[name], team_name=names.SPONSORED.get(name, "") if plan.gauntlet else ""
            )
        schedule.games[plan.key] = [_game(one, event, people.teams, rng, today) for one in sorted(plan.fixtures)]
    Entry.objects.bulk_create(schedule.entries.values())
    for (_key, name), entry in schedule.entries.items():
        schedule.rosters += [RosterPlace(entry=entry, player=player) for player in people.squads[name]]
    games = [game for of_event in schedule.games.values() for game in of_event]
    Game.objects.bulk_create(games)
    GameUmpire.objects.bulk_create(
        GameUmpire(game=game, umpire=umpire) for game in games for umpire in rng.sample(people.umpires, 2)
    )
    HostCommitteeMember.objects.bulk_create(
        HostCommitteeMember(event=event, user=people.accounts["host_committee"]) for event in schedule.events.values()
    )
    return schedule


def _event(plan: Plan, people: People, schedule: Schedule, series: EventSeries, today: date) -> Event:
    days = sorted(fixture.day for fixture in plan.fixtures)
    first = today + timedelta(days=days[0] - plan.margin[0])
    last = today + timedelta(days=days[-1] + plan.margin[1])
    zone = ZoneInfo(plan.zone)

    def noon(day: date) -> datetime:
        return datetime.combine(day, time(12), zone)

    return Event.objects.create(
        name=plan.name,
        kind=plan.kind,
        discipline=Discipline.ARENA if plan.arena else Discipline.OUTDOOR,
        goals=plan.goals,
        gauntlet=plan.gauntlet,
        series=series if plan.series else None,
        parent=schedule.events[plan.parent] if plan.parent else None,
        host_club=people.clubs[plan.club],
        time_zone=plan.zone,
        first_day=first,
        last_day=last,
        published_at=noon(first - timedelta(days=plan.published)) if plan.published is not None else None,
        completed_at=noon(last) if plan.completed else None,
    )


def _game(one: Fixture, event: Event, teams: dict[str, Team], rng: Random, today: date) -> Game:
    starts_at = datetime.combine(today + timedelta(days=one.day), time(one.hour), event.zone)
    played = one.day < 0
    goals_a, goals_b = Decimal(rng.randint(4, 13)), Decimal(rng.randint(4, 13))
    game = Game(
        event=event,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(minutes=rng.randint(85, 115)) if played else None,
        stage=one.stage,
        status=GameStatus.PLAYED if played else GameStatus.SCHEDULED,
        team_a=teams[one.first],
        team_b=teams[one.second],
        schedule_order=one.hour,
        field=rng.choice(("Field 1", "Field 2", "Stadium Field")),
    )
    if played:
        game.goals_a, game.goals_b = goals_a, goals_b + (goals_a == goals_b)
    return game
