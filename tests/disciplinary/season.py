"""A small season to work in: two teams that meet every other day, with their rosters."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection

from disciplinary.choices import Category, Seat, VoteChoice
from disciplinary.models import Approval, Incident, Suspension
from disciplinary.services import approvals, cards
from players.models import Player
from tests.factories import EntryFactory, EventFactory, GameFactory, OfficeUserFactory, PlayerFactory, UserFactory
from tournaments.models import Game

FIRST = datetime(2026, 1, 3, 19, tzinfo=UTC)
BEFORE = datetime(2026, 1, 2, 15, tzinfo=UTC)
"""A moment before the first game."""


class Season:
    """Games number 0, 1, … of a USPA Event of 8 goals, all played but the last two."""

    def __init__(self, games: int = 6, players: int = 2, **event: Any) -> None:
        self.office = OfficeUserFactory(name="Olga Office")
        self.event = EventFactory(**{"kind": "uspa", "goals": 8, "last_day": "2026-12-31", **event})
        self.players = PlayerFactory.create_batch(players)
        self.player: Player = self.players[0]
        self.rival = PlayerFactory()
        self.home = EntryFactory(event=self.event, roster=self.players).team
        self.away = EntryFactory(event=self.event, roster=[self.rival]).team
        self.games: list[Game] = [self.add_game(number, games) for number in range(games)]

    def add_game(self, number: int, games: int = 0) -> Game:
        return GameFactory(
            event=self.event,
            team_a=self.home,
            team_b=self.away,
            starts_at=FIRST + timedelta(days=2 * number),
            status="played" if number < games - 2 else "scheduled",
        )

    def incident(self, game: int = 0, player: Player | None = None, **fields: Any) -> Incident:
        """An incident that is not saved."""
        of = self.games[game]
        team = self.away if player == self.rival else self.home
        defaults = {
            "category": Category.ARGUING,
            "at": of.starts_at + timedelta(minutes=20),
            "recorded_at": of.starts_at,
        }
        return Incident(**{"game": of, "player": player or self.player, "team": team, **defaults, **fields})

    def record(
        self, shown: str, game: int = 0, player: Player | None = None, *, confirmed: bool = False, **fields: Any
    ) -> Incident:
        incident = self.incident(game, player, **fields)
        return cards.incident_record(incident, cards=shown, by=self.office, confirmed=confirmed)

    def approve(self, suspension: Suspension, game: int) -> Approval:
        """All three seats approve."""
        approval = approvals.approval_open(suspension, self.games[game], by=self.office)
        for seat in Seat:
            approvals.vote_cast(approval, seat=seat, voter=UserFactory(), choice=VoteChoice.APPROVE)
        return approval


def context_of(row: Any) -> dict[str, Any]:
    """What the latest history of a row says of why it was written."""
    return row.history.latest("pgh_id").pgh_context.metadata


def at_once(*work: Callable[[], Any]) -> list[Any]:
    """Run the functions at the same moment, each on a connection of its own; their results, or what they raised."""
    together = threading.Barrier(len(work))

    def run(function: Callable[[], Any]) -> Any:
        try:
            together.wait(10)
            return function()
        except Exception as error:  # noqa: BLE001 - for the test to judge
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(run, work))
