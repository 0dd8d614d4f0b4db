"""Players with a long record and with a short one, who wait for another card."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from itertools import batched

from django.db import transaction

from disciplinary.models import Incident
from players.models import Player, User
from scripts.bench.data import SIDE, Season, incident, insert, write
from tournaments.choices import EventKind, GameStatus
from tournaments.models import Entry, Event, Game, RosterPlace, Team

DAYS_BETWEEN_GAMES = 5
GAMES_OF_EVENT = 4


@transaction.atomic
def careers(name: str, *, players: int, cards: int, more: int, until: datetime, users: list[User]) -> Season:
    """So many players (a multiple of eight) who were shown one card in each of ``cards`` games, in two of three.

    Then they played ``more`` games without any. Eight of them form two teams that only play each other; the last
    game was shortly before ``until``.
    """
    chance = random.Random(name)
    people = insert(
        Player,
        (Player(member_number=f"{name}{number}", name=f"{name} {number}") for number in range(players)),
    )
    teams = insert(Team, (Team(name=f"{name} team {number}") for number in range(players // SIDE)))
    sides = dict(zip(teams, batched(people, SIDE), strict=True))
    result = Season(people, users)
    incidents: list[tuple[Incident, str]] = []
    for pair in batched(teams, 2):
        earlier = cards * 3 // 2
        games = _games(pair, sides, earlier + more, until)
        for position, (team, player) in enumerate(((t, p) for t in pair for p in sides[t]), start=1):
            result.games_of[player.pk] = [(game, team.pk) for game in games]
            for game in chance.sample(games[:earlier], cards):
                made = incident(player, game, team.pk, position, after=False, chance=chance)
                incidents.append((made, "R" if chance.random() < 0.025 else "Y"))
                result.named.add((game.pk, player.pk))
    write(incidents)
    return result


def _games(pair: tuple[Team, ...], sides: dict[Team, tuple[Player, ...]], number: int, until: datetime) -> list[Game]:
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
            for one, some in enumerate(batched(starts, GAMES_OF_EVENT))
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
