"""A small season to work in: two teams that meet every other day, with their rosters."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection

from disciplinary.choices import Category, Conflict, Seat, VoteChoice
from disciplinary.models import Approval, Incident, Suspension, Vote
from disciplinary.services import approvals, cards
from players import hooks
from players.choices import Role
from players.models import Player, User
from tests.factories import (
    EntryFactory,
    EventFactory,
    GameFactory,
    HostCommitteeMemberFactory,
    OfficeUserFactory,
    PlayerFactory,
    UserFactory,
)
from tournaments.models import Event, Game

FIRST = datetime(2026, 1, 3, 19, tzinfo=UTC)
BEFORE = datetime(2026, 1, 2, 15, tzinfo=UTC)
"""A moment before the first game."""


class Season:
    """Games number 0, 1, … of a USPA Event of 8 goals, all played but the last two."""

    def __init__(self, games: int = 6, players: int = 2, **event: Any) -> None:
        self.office = OfficeUserFactory(name="Olga Office")
        self.players = PlayerFactory.create_batch(players)
        self.player: Player = self.players[0]
        self.rival = PlayerFactory()
        with hooks.batch():
            self.event = EventFactory(**{"kind": "uspa", "goals": 8, "last_day": "2026-12-31", **event})
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
        """All three seats approve; the request may have opened by itself."""
        approval = suspension.approvals.filter(game=self.games[game], closed_at__isnull=True).first()
        approval = approval or approvals.approval_open(suspension, self.games[game], by=self.office)
        for seat in Seat:
            vote(approval, seat)
        return approval


ROLE_OF_SEAT = {Seat.UMPIRES_LLC: Role.UMPIRES_LLC, Seat.EXECUTIVE_COMMITTEE: Role.EXECUTIVE_COMMITTEE}


def member(seat: Seat, event: Event, **fields: Any) -> User:
    """A new account that may fill a seat in the games of an event."""
    if seat == Seat.HOST_COMMITTEE:
        return HostCommitteeMemberFactory(event=event, user=UserFactory(**fields)).user
    return UserFactory(roles=[ROLE_OF_SEAT[Seat(seat)]], **fields)


def vote(approval: Approval, seat: Seat, voter: User | None = None, **entered: Any) -> Vote:
    """A vote of somebody who may fill the seat; it approves if nothing else is said."""
    entered = {"choice": VoteChoice.APPROVE, "conflict": Conflict.NONE, **entered}
    return approvals.vote_cast(approval, seat=seat, voter=voter or member(seat, approval.game.event), **entered)


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
