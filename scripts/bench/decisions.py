"""What people decided in an invented season: most suspensions were approved and reported, so that they are served."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from datetime import timedelta
from itertools import batched

from django.db import transaction

from disciplinary import facts
from disciplinary.choices import Seat, VoteChoice
from disciplinary.models import Approval, Attendance, Suspension, Vote
from disciplinary.rule33 import ledger
from disciplinary.rule33.answers import Record
from disciplinary.rule33.season import Season as Facts
from disciplinary.services import projection, recalculation
from disciplinary.services.upkeep import BATCH
from scripts.bench.data import NOW, Season, insert
from tournaments.choices import GameStatus
from tournaments.models import Game

DECIDED = 0.95
"""Of the suspensions from a whole game, so many were approved for the next one he sat out, and reported at it."""


def serve(of: Season, *, seed: int = 35) -> None:
    """Let the committee approve games and players report at them, as if the season had been looked after.

    Which suspensions there are does not depend on how they are served, so their rows are written first.
    """
    chance = random.Random(seed)
    for some in batched(of.players, BATCH):
        ids = [player.pk for player in some]
        known = Facts(facts.load(ids))
        with transaction.atomic():
            for player in ids:
                rows = _rows(ledger.assess_player(known, player, NOW))
                _decide(of, player, rows, chance)


def _rows(record: Record) -> list[Suspension]:
    cards = recalculation.card_ids({one.trigger.incident for one in record.suspensions})
    return insert(Suspension, projection.suspension_differences({}, [record], cards, NOW).new)


def _decide(of: Season, player: int, rows: Collection[Suspension], chance: random.Random) -> None:
    approvals: list[Approval] = []
    attended: list[Attendance] = []
    for row, game in _games(of, player, rows):
        if chance.random() < DECIDED:
            approvals.append(Approval(suspension=row, game=game, opened_at=row.since + timedelta(hours=1)))
            if game.status == GameStatus.PLAYED:
                attended.append(
                    Attendance(
                        suspension=row,
                        game=game,
                        before_at=game.starts_at - timedelta(hours=1),
                        before_by=of.users[0],
                        after_at=game.ends_at,
                        after_by=of.users[0],
                    )
                )
    insert(Approval, approvals)
    insert(Attendance, attended)
    insert(
        Vote,
        (
            Vote(
                approval=approval,
                seat=seat,
                voter=voter,
                choice=VoteChoice.APPROVE,
                cast_at=approval.opened_at + timedelta(hours=5),
            )
            for approval in approvals
            for seat, voter in zip(Seat.values, of.users, strict=True)
        ),
    )


def _games(of: Season, player: int, rows: Collection[Suspension]) -> Iterator[tuple[Suspension, Game]]:
    """For each suspension from a whole game the first of his games after it that he can sit out, and no other has."""
    free = [game for game, _ in of.games_of[player] if (game.pk, player) not in of.named]
    for row in sorted((row for row in rows if row.full_game), key=lambda row: row.since):
        game = next((game for game in free if game.starts_at > row.since + timedelta(hours=12)), None)
        if game is not None:
            free.remove(game)
            yield row, game
