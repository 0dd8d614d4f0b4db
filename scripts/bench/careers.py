"""Players with a long record and with a short one, who wait for another card."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import batched

from django.db import transaction

from disciplinary.models import Incident
from players.models import Player, User
from scripts.bench.data import SIDE, incident, insert, write
from tournaments.choices import EventKind, GameStatus
from tournaments.models import Entry, Event, Game, RosterPlace, Team

DAYS_BETWEEN_GAMES = 8
GAMES_OF_EVENT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """A player with as many cards as asked, and his later games, in which none was shown yet."""

    player: Player
    team: Team
    later: list[Game]


@transaction.atomic
def careers(name: str, *, players: int, cards: int, more: int, until: datetime, by: User) -> list[Career]:
    """So many players (a multiple of eight) who were shown one card in each of so many games, and played ``more``.

    Eight of them form two teams that only play each other; the last game was shortly before ``until``.
    """
    chance = random.Random(name)
    people = insert(
        Player,
        (Player(member_number=f"{name}{number}", name=f"{name} {number}") for number in range(players)),
    )
    teams = insert(Team, (Team(name=f"{name} team {number}") for number in range(players // SIDE)))
    sides = dict(zip(teams, batched(people, SIDE, strict=True), strict=True))
    result: list[Career] = []
    incidents: list[tuple[Incident, str]] = []
    for pair in batched(teams, 2, strict=True):
        games = _games(pair, sides, cards + more, until)
        for game in games[:cards]:
            for position, (team, player) in enumerate(((t, p) for t in pair for p in sides[t]), start=1):
                shown = "R" if chance.random() < 0.025 else "Y"
                made = incident(player, game, team.pk, position, after=False, chance=chance)
                made.recorded_by = by
                incidents.append((made, shown))
        result += [Career(player=player, team=team, later=games[cards:]) for team in pair for player in sides[team]]
    write(incidents)
    return result


def _games(
    pair: tuple[Team, ...], sides: dict[Team, tuple[Player, ...]], number: int, until: datetime
) -> list[Game]:
    """The games of two teams, four to an event, in order of time."""
    starts = [until - timedelta(days=DAYS_BETWEEN_GAMES * (number - one)) for one in range(number)]
    events = insert(
        Event,
        (
            Event(
                name=f"{pair[0].name}, event {one}",
                kind=EventKind.USPA,
                goals=8,
                first_day=some[0].date(),
                last_day=some[-1].date(),
                published_at=some[0] - timedelta(days=60),
            )
            for one, some in enumerate(batched(starts, GAMES_OF_EVENT, strict=False))
        ),
    )
    entries = insert(Entry, (Entry(event=event, team=team) for event in events for team in pair))
    insert(RosterPlace, (RosterPlace(entry=entry, player=player) for entry in entries for player in sides[entry.team]))
    return insert(
        Game,
        (
            Game(
                event=events[one // GAMES_OF_EVENT],
                starts_at=start,
                ends_at=start + timedelta(hours=2),
                status=GameStatus.PLAYED,
                team_a=pair[0],
                team_b=pair[1],
            )
            for one, start in enumerate(starts)
        ),
    )
