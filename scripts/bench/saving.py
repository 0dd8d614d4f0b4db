"""Saving one incident, with and without all that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from statistics import median
from time import perf_counter
from unittest.mock import patch

from django.db import connection
from django.utils import timezone

from disciplinary.choices import Category
from disciplinary.models import Incident
from disciplinary.services import cards, recalculation
from players.models import Player, User
from scripts.bench import data, decisions
from scripts.bench.careers import careers
from scripts.bench.data import Season
from scripts.bench.queries import counted

ROUNDS = 200
"""Savings of each sort, so that a median means something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Saving:
    """Median seconds of a saving for players who had so many cards, and the numbers of its queries that occurred."""

    cards: int
    without: float
    complete: float
    queries: frozenset[int]

    @property
    def ratio(self) -> float:
        """How many times longer it takes because of what follows."""
        return self.complete / self.without


def measure() -> tuple[Saving, Saving]:
    """For players with one card and with two hundred, saving a yellow that was shown in their next game."""
    now = timezone.now()
    users = data.seats()
    short = careers("Rookie", players=2 * ROUNDS, cards=1, more=3, until=now, users=users)
    long = careers("Veteran", players=32, cards=200, more=20, until=now, users=users)
    for some in (short, long):
        decisions.serve(some)
        recalculation.recalculate(player.pk for player in some.players)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
    return _measure(1, short), _measure(200, long)


def _measure(number: int, of: Season) -> Saving:
    """Half of the players get theirs with what follows, half without it; one and the other in turn."""
    half = len(of.players) // 2
    earlier = number * 3 // 2
    complete, without = (
        list(islice(_next_cards(of, some, earlier), ROUNDS)) for some in (of.players[:half], of.players[half:])
    )
    clerk = of.users[0]
    times_complete: list[float] = []
    times_without: list[float] = []
    queries: set[int] = set()
    for one, other in zip(complete, without, strict=True):
        with counted() as count:
            times_complete.append(_save(one, clerk))
        queries.add(count.queries)
        with _nothing_follows():
            times_without.append(_save(other, clerk))
    return Saving(
        cards=number,
        without=median(times_without),
        complete=median(times_complete),
        queries=frozenset(queries),
    )


def _next_cards(of: Season, players: list[Player], earlier: int) -> Iterator[Incident]:
    """An incident for each player in turn, in the first game after the earlier ones, then in the second, and so on."""
    for games in zip(*(of.games_of[player.pk][earlier:] for player in players), strict=True):
        for player, (game, team) in zip(players, games, strict=True):
            yield Incident(
                game=game,
                player=player,
                team_id=team,
                category=Category.ARGUING,
                at=game.starts_at + timedelta(minutes=40),
            )


def _save(incident: Incident, clerk: User) -> float:
    began = perf_counter()
    cards.incident_record(incident, cards="Y", by=clerk)
    return perf_counter() - began


@contextmanager
def _nothing_follows() -> Iterator[None]:
    """The same statements in the same transaction, but nobody waits for anybody and nothing is recalculated."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(recalculation, "hold"))
        stack.enter_context(patch.object(recalculation, "_recalculate", return_value=recalculation.Changes()))
        stack.enter_context(patch.object(cards, "_refuse_misfit"))
        yield
