"""What people decided in an invented season: most suspensions were approved and reported, so that they are served."""

from __future__ import annotations

import random
from datetime import timedelta

from django.db import transaction

from disciplinary import facts
from disciplinary.choices import Seat, VoteChoice
from disciplinary.models import Approval, Attendance, Suspension, Vote
from disciplinary.rule33.answers import Appearance, Play, Record
from disciplinary.rule33.facts import CardKey, Game, Status
from disciplinary.rule33.ledger import Season as RuledSeason
from disciplinary.rule33.ledger import assess_player
from disciplinary.services import projection, recalculation
from scripts.bench.data import NOW, Season, insert

BATCH = 500

DECIDED = 0.7
"""Of the suspensions that could be served in a game, so many were approved for it and reported at it."""


def serve(of: Season, *, seed: int = 35) -> None:
    """Let the committee approve games and players report at them, as if the season had been looked after."""
    chance = random.Random(seed)
    rows: dict[tuple[int, str], Suspension] = {}
    asked: set[tuple[int, int]] = set()
    # Once for the first ones; again for those that had to wait for them.
    for _ in range(2):
        for ids, known in facts.load_in_batches(BATCH):
            ruled = RuledSeason(known)
            records = [assess_player(ruled, player, NOW) for player in ids]
            with transaction.atomic():
                rows |= _rows(records, rows)
                _decide(of, ruled, records, rows, asked, chance)


def _rows(
    records: list[Record], known: dict[tuple[int, str], Suspension]
) -> dict[tuple[int, str], Suspension]:
    """The rows of suspensions that have none yet, by player and identity."""
    differences = projection.suspension_differences({}, records, recalculation.card_ids({one.trigger.incident for record in records for one in record.suspensions}), NOW)
    new = [row for row in differences.new if (row.player_id, row.identity) not in known]
    return {(row.player_id, row.identity): row for row in insert(Suspension, new)}


def _decide(
    of: Season,
    ruled: RuledSeason,
    records: list[Record],
    rows: dict[tuple[int, str], Suspension],
    asked: set[tuple[int, int]],
    chance: random.Random,
) -> None:
    approvals: list[Approval] = []
    attended: list[Attendance] = []
    for record in records:
        identities = {one.key: facts.identity_of(one) for one in record.suspensions}
        for key, game in _first_games(of, ruled, record).items():
            row = rows[record.player, identities[key]]
            if (row.pk, game.id) in asked or chance.random() > DECIDED:
                continue
            asked.add((row.pk, game.id))
            approvals.append(Approval(suspension=row, game_id=game.id, opened_at=game.start - timedelta(days=3)))
            if game.status is Status.PLAYED:
                attended.append(
                    Attendance(
                        suspension=row,
                        game_id=game.id,
                        before_at=game.start - timedelta(hours=1),
                        before_by=of.users[0],
                        after_at=game.end,
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


def _first_games(of: Season, ruled: RuledSeason, record: Record) -> dict[CardKey, Game]:
    """For each suspension from a whole game that was not approved: the first that could have served it."""
    found: dict[CardKey, Game] = {}
    for appearance in record.appearances:
        if _unapproved(appearance) and (appearance.game, record.player) not in of.named:
            for key in appearance.serves:
                found.setdefault(key, ruled.games[appearance.game])
    return found


def _unapproved(appearance: Appearance) -> bool:
    return appearance.play is Play.SUSPENDED and not appearance.approved
