"""Requests to the ad-hoc committee that open and close by themselves (33, Full game suspensions;
Unserved full or partial game suspensions).

The rule's answer says about which game a committee is to be asked. A request for it opens with the
recalculation; one about a game that is off, or has become another, or that nothing needs any more,
closes with it. What a person opened stays until a person closes it, or its game is over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import Count
from django.dispatch import Signal

from disciplinary import facts
from disciplinary.choices import ClosedReason, State
from disciplinary.models import Approval, Suspension
from tournaments.choices import GameStatus
from tournaments.models import Game

approvals_opened = Signal()
"""Sent in the transaction that opens requests, with ``approvals``: their ids."""

OFF = (GameStatus.CANCELLED, GameStatus.FORFEITED, GameStatus.POSTPONED)
OVER = (GameStatus.PLAYED, GameStatus.ABANDONED)
SETTLED = (State.SERVED, State.LIFTED, State.VOID, State.IN_DEFAULT)


def keep_up(rows: Iterable[Suspension], wanted: Mapping[int, int], now: datetime) -> list[Approval]:
    """Close what need not be asked any more, and ask what is to be asked; the requests opened.

    ``rows`` are all suspensions of some players as they stand now, and ``wanted`` says, by their
    ids, about which game the committee is to be asked. Runs while the facts are held.
    """
    known = {row.pk: row for row in rows}
    if not known:
        return []
    standing = list(
        Approval.objects.filter(suspension_id__in=known, closed_at__isnull=True)
        .select_related("game__event")
        .annotate(cast=Count("votes"))
    )
    again: list[Approval] = []
    for approval in standing:
        voted = bool(getattr(approval, "cast", 0))
        reason = _reason_to_close(approval, known[approval.suspension_id], wanted, voted=voted)
        if reason is None:
            continue
        approval.closed_at, approval.closed_reason = now, reason
        if reason == ClosedReason.GAME_CHANGED:
            again.append(_request(approval.suspension_id, approval.game, now, approval.opened_by_id))
    closed = [approval for approval in standing if approval.closed_at is not None]
    Approval.objects.bulk_update(closed, ["closed_at", "closed_reason"])
    asked = {(a.suspension_id, a.game_id) for a in (*standing, *again) if a.closed_at is None}
    missing = {pair for pair in wanted.items() if pair not in asked}
    opened = [*again, *_first(missing, now)]
    Approval.objects.bulk_create(opened)
    if opened:
        approvals_opened.send(sender=Approval, approvals=[approval.pk for approval in opened])
    return opened


def _reason_to_close(
    approval: Approval, row: Suspension, wanted: Mapping[int, int], *, voted: bool
) -> ClosedReason | None:
    game = approval.game
    if game.status in OFF:
        return ClosedReason.GAME_OFF
    if row.state in SETTLED or game.status in OVER:
        return ClosedReason.SETTLED
    if approval.terms and approval.terms != facts.terms_of(game):
        return ClosedReason.GAME_CHANGED
    by_itself = approval.opened_by_id is None
    if by_itself and not voted and wanted.get(row.pk) != game.pk:
        return ClosedReason.SETTLED
    return None


def _first(pairs: Collection[tuple[int, int]], now: datetime) -> list[Approval]:
    """New requests, but for those that a person has withdrawn and that would ask the same again."""
    if not pairs:
        return []
    games = Game.objects.select_related("event").in_bulk({game for _, game in pairs})
    withdrawn = set(
        Approval.objects.filter(
            suspension_id__in={suspension for suspension, _ in pairs}, closed_reason=ClosedReason.WITHDRAWN
        ).values_list("suspension_id", "game_id", "terms")
    )
    requests = [_request(suspension, games[game], now, None) for suspension, game in sorted(pairs)]
    return [one for one in requests if (one.suspension_id, one.game_id, one.terms) not in withdrawn]


def _request(suspension: int, game: Game, now: datetime, opened_by: int | None) -> Approval:
    return Approval(
        suspension_id=suspension,
        game=game,
        terms=facts.terms_of(game),
        opened_at=now,
        opened_by_id=opened_by,
    )
