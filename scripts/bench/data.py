"""An invented season, written straight into the tables: as large as asked, and the same every time.

Four teams of four meet in an event. Half the sides named a line-up, for one in ten of them a substitute came on.
Most cards are yellow; some are shown at once, some after the game, one in twenty is red.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import batched, count

from django.db import connection, transaction
from django.db.models import Model
from psycopg import sql

from disciplinary.choices import Category, IncreaseAuthority
from disciplinary.models import Card, Incident, Increase, PenaltyBoxStay
from disciplinary.rule33.editions import RULE_2026
from disciplinary.rule33.tiers import tier_of
from players.models import Player, User
from tournaments.choices import EventKind, GameStage, GameStatus
from tournaments.models import (
    Entry,
    Event,
    EventSeries,
    Game,
    Lineup,
    LineupPlace,
    RosterPlace,
    Substitution,
    Team,
)

NOW = datetime(2026, 12, 1, 17, tzinfo=UTC)
"""The moment at which everything is judged: the last events are still to come."""

SIDE = 4
"""Players of a team, and teams of an event."""

ROUND_ROBIN = ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2), (0, 1), (2, 3))
"""Everyone against everyone, then a final and a consolation: four games for each team."""

KNOCKOUT = ((0, 1), (2, 3), (0, 2), (1, 3))
"""Two semifinals, then a final and a consolation: two games for each team."""

ZONES = ("America/New_York", "America/Chicago", "America/Los_Angeles")
GOALS = (4, 6, 8, 8, 10, 12, 14, 16, 20, 22)
DURING = ("Y",) * 82 + ("YY",) * 8 + ("YYY",) * 3 + ("R",) * 4
AFTER = ("YY",) * 2 + ("YYY",) + ("R",)
SHOWN = (*((False, cards) for cards in DURING), *((True, cards) for cards in AFTER))


@dataclass(slots=True)
class Season:
    """What was written: who plays, and per player the games of his teams in order of time, each with his team."""

    players: list[Player]
    users: list[User]
    games_of: dict[int, list[tuple[Game, int]]] = field(default_factory=lambda: defaultdict(list))
    named: set[tuple[int, int]] = field(default_factory=set)
    """Game and player, where a line-up, a substitution or a card says that he took part."""


def insert[M: Model](model: type[M], rows: Iterable[M]) -> list[M]:
    """Write rows of one kind the fastest way there is, without triggers, and set their keys."""
    written = list(rows)
    fields = [field for field in model._meta.concrete_fields if not field.generated]
    columns: list[sql.Composable] = [sql.Identifier(str(field.column)) for field in fields]
    table = sql.Identifier(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [model._meta.db_table, len(written)],
        )
        for row, (key,) in zip(written, cursor.fetchall(), strict=True):
            row.pk = key
        with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(table, sql.SQL(", ").join(columns))) as copy:
            for row in written:
                copy.write_row([field.pre_save(row, add=True) for field in fields])
    return written


@transaction.atomic
def seats() -> list[User]:
    """Three people for the seats of the committee."""
    return insert(User, (User(email=f"seat{number}@example.org", name=f"Seat {number}") for number in range(3)))


@transaction.atomic
def season(*, teams: int, events: int, draw: tuple[tuple[int, int], ...], seed: int = 33) -> Season:
    """A season of so many teams (a multiple of four), each in as many events as the other, or in one more."""
    chance = random.Random(seed)
    players = insert(
        Player,
        (
            Player(member_number=f"{100_000 + number}", name=f"Player {number}", family_name=f"Name {number}")
            for number in range(teams * SIDE)
        ),
    )
    result = Season(players, seats())
    # Team mates have joined the Association in different years: their keys are anywhere.
    shuffled = chance.sample(players, len(players))
    sides = dict(
        zip(
            insert(Team, (Team(name=f"Team {number}") for number in range(teams))),
            batched(shuffled, SIDE),
            strict=True,
        )
    )
    held = insert(Event, _events(events, chance))
    entries = insert(Entry, _entries(held, list(sides), chance))
    insert(RosterPlace, (RosterPlace(entry=entry, player=player) for entry in entries for player in sides[entry.team]))
    games = insert(Game, _games(entries, draw))
    for game in sorted(games, key=lambda one: one.starts_at):
        for team in (game.team_a, game.team_b):
            for player in sides[team]:
                result.games_of[player.pk].append((game, team.pk))
    _line_up(games, sides, shuffled, result.named, chance)
    return result


def _events(number: int, chance: random.Random) -> Iterator[Event]:
    """Spread over the year; every tenth belongs to a Gauntlet, a series of three."""
    series = insert(EventSeries, (EventSeries(name=f"Gauntlet {one}") for one in range(number // 30 + 1)))
    for one in range(number):
        first = date(2026, 1, 3) + timedelta(days=int(one / number * 355))
        gauntlet = one % 10 == 0
        yield Event(
            name=f"Event {one}",
            kind=chance.choice(EventKind.values),
            goals=chance.choice(GOALS),
            gauntlet=gauntlet,
            series=series[one // 30] if gauntlet else None,
            time_zone=chance.choice(ZONES),
            first_day=first,
            last_day=first + timedelta(days=20),
            published_at=_noon(first - timedelta(days=chance.choice((10, 40)))),
            completed_at=_noon(first + timedelta(days=22)) if first.month < NOW.month - 1 else None,
        )


def _entries(events: list[Event], teams: list[Team], chance: random.Random) -> Iterator[Entry]:
    """Four teams for each event. Everyone plays once before anyone plays again."""
    waiting: list[Team] = []
    for event in events:
        if not waiting:
            waiting = chance.sample(teams, len(teams))
        for team in [waiting.pop() for _ in range(SIDE)]:
            yield Entry(event=event, team=team)


def _games(entries: list[Entry], draw: tuple[tuple[int, int], ...]) -> Iterator[Game]:
    for four in batched(entries, SIDE):
        event = four[0].event
        for number, (first, second) in enumerate(draw):
            starts = _noon(event.first_day + timedelta(days=number // 2 * 6)) + timedelta(hours=3 * (number % 2))
            stage = GameStage.REGULAR
            if number >= len(draw) - 2:
                stage = GameStage.CONSOLATION if number % 2 else GameStage.FINAL
            yield Game(
                event=event,
                starts_at=starts,
                ends_at=starts + timedelta(hours=2),
                stage=stage,
                status=GameStatus.PLAYED if starts < NOW else GameStatus.SCHEDULED,
                team_a=four[first].team,
                team_b=four[second].team,
            )


def _line_up(
    games: list[Game],
    sides: dict[Team, tuple[Player, ...]],
    everyone: list[Player],
    named: set[tuple[int, int]],
    chance: random.Random,
) -> None:
    lineups = insert(
        Lineup,
        (
            Lineup(game=game, team=team)
            for game in games
            if game.status == GameStatus.PLAYED
            for team in (game.team_a, game.team_b)
            if chance.random() < 0.5
        ),
    )
    places = insert(
        LineupPlace,
        (
            LineupPlace(lineup=lineup, player=player, position=position)
            for lineup in lineups
            for position, player in enumerate(sides[lineup.team], start=1)
        ),
    )
    substitutes = insert(
        Substitution,
        (
            Substitution(game=lineup.game, team=lineup.team, player=chance.choice(everyone))
            for lineup in lineups
            if chance.random() < 0.1
        ),
    )
    named.update((place.lineup.game_id, place.player_id) for place in places)
    named.update((one.game_id, one.player_id) for one in substitutes)


# ------------------------------------------------------------------ cards


@transaction.atomic
def cards_for_each(of: Season, number: int, *, seed: int = 34) -> None:
    """As many incidents for every player, in different games that were played."""
    chance = random.Random(seed)
    _show(
        (
            (player, game, team)
            for player in of.players
            for game, team in chance.sample([one for one in of.games_of[player.pk] if _played(one[0])], number)
        ),
        of,
        chance,
    )


@transaction.atomic
def cards_by_temper(of: Season, number: int, *, seed: int = 34) -> None:
    """About so many cards in all: most players are shown none or one, a few are shown many."""
    chance = random.Random(seed)
    playing = [player for player in of.players if any(_played(game) for game, _ in of.games_of[player.pk])]
    weights = [chance.paretovariate(1.2) * len(of.games_of[player.pk]) for player in playing]
    per_incident = sum(len(cards) for _, cards in SHOWN) / len(SHOWN)
    drawn = chance.choices(playing, weights, k=int(number / per_incident))
    _show(
        ((player, *chance.choice([one for one in of.games_of[player.pk] if _played(one[0])])) for player in drawn),
        of,
        chance,
    )


def _played(game: Game) -> bool:
    return game.status == GameStatus.PLAYED


def _show(offenses: Iterable[tuple[Player, Game, int]], of: Season, chance: random.Random) -> None:
    """An incident, with its cards, for each player, game and team."""
    positions: dict[int, count[int]] = defaultdict(lambda: count(1))
    drawn: list[tuple[Incident, str]] = []
    for player, game, team in offenses:
        after, cards = chance.choice(SHOWN)
        drawn.append((incident(player, game, team, next(positions[game.pk]), after=after, chance=chance), cards))
    write(drawn)
    of.named.update((one.game_id, one.player_id) for one, _ in drawn)
    during = [one for one, cards in drawn if cards == "YY" and one.when == "during" and chance.random() < 0.25]
    insert(PenaltyBoxStay, (PenaltyBoxStay(incident=one, seconds_imposed=120, unserved_seconds=75) for one in during))
    increased = [one for one, cards in drawn if cards == "R" and chance.random() < 0.2]
    insert(
        Increase,
        (
            Increase(
                incident=one,
                number=1,
                by=IncreaseAuthority.HOST_COMMITTEE,
                games=chance.choice((1, 1, 2)),
                decided_at=one.at + timedelta(hours=20),
            )
            for one in increased
        ),
    )


def incident(player: Player, game: Game, team: int, position: int, *, after: bool, chance: random.Random) -> Incident:
    """An incident that is not saved yet."""
    event = game.event
    minutes = chance.randrange(125, 150) if after else chance.randrange(5, 110)
    at = game.starts_at + timedelta(minutes=minutes)
    return Incident(
        game=game,
        player=player,
        team_id=team,
        position=position,
        when="after" if after else "during",
        category=chance.choice(Category.values),
        at=at,
        recorded_at=at + timedelta(hours=chance.choice((1, 4, 30))),
        goals=event.goals,
        tier=tier_of(event.goals, gauntlet=event.gauntlet, edition=RULE_2026),
        kind=event.kind,
    )


def write(incidents: list[tuple[Incident, str]]) -> None:
    """Incidents and their cards."""
    insert(Incident, (one for one, _ in incidents))
    insert(
        Card,
        (
            Card(incident=one, number=number, color=color)
            for one, cards in incidents
            for number, color in enumerate(cards, start=1)
        ),
    )


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(17), UTC)
