"""Increases of red cards, rulings and bars; and taking back whatever was decided.

What an authority decided is never edited or deleted: it is withdrawn, with who, when and why, and
what follows from it is recalculated at once.
"""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from disciplinary.choices import BarReason, Color, Effect, IncreaseAuthority, RulingAuthority, State
from disciplinary.models import Bar, Complaint, Incident, Increase, Ruling, Suspension
from disciplinary.models.withdrawals import Withdrawable
from disciplinary.services import recalculation
from disciplinary.services.errors import RefusedError, require_reason
from disciplinary.services.signing import signed
from players.models import Player, User


def withdraw[D: Withdrawable](decision: D, *, by: User, reason: str) -> D:
    """Take back an increase, a bar, a ruling or a designation.

    Raises ``RefusedError`` without a reason, and for one that is withdrawn already.
    """
    reason = require_reason(reason)
    with signed("withdraw", by, reason), recalculation.batch(savepoint=False):
        standing = type(decision)._default_manager.select_for_update(no_key=True).get(pk=decision.pk)
        if not standing.stands:
            raise RefusedError(_("This was already withdrawn."))
        standing.withdrawn_at = timezone.now()
        standing.withdrawn_by = by
        standing.withdrawn_reason = reason
        standing.save()
    return standing


def increase_add(
    incident: Incident,
    *,
    authority: IncreaseAuthority,
    games: int,
    decided_at: datetime,
    by: User,
    note: str = "",
    document: str = "",
) -> Increase:
    """Record what an authority adds to a red card: further games, or with none only a note (33(b)(2)(i)).

    Raises ``RefusedError`` where the incident is no red card that counts, or nothing is said.
    """
    if not games and not note.strip():
        raise RefusedError(_("Add at least one game, or write a note."))
    with signed("increase_add", by), recalculation.batch(savepoint=False):
        incident = Incident.objects.select_for_update(no_key=True).get(pk=incident.pk)
        red = incident.cards.filter(superseded_at__isnull=True, color=Color.RED)
        if incident.rescinded or not red.exists():
            raise RefusedError(_("Only a red card can be increased, and this incident is none."))
        last = incident.increases.aggregate(Max("number"))["number__max"] or 0
        return Increase.objects.create(
            incident=incident,
            number=last + 1,
            by=authority,
            games=games,
            decided_at=decided_at,
            note=note.strip(),
            document=document,
            recorded_by=by,
        )


def ruling_record(
    suspension: Suspension,
    *,
    effect: Effect,
    authority: RulingAuthority,
    decided_on: date,
    reason: str,
    by: User,
    document: str = "",
) -> Ruling:
    """Record a decision on one suspension: lifted, or to be served with any team.

    Raises ``RefusedError`` without a reason, for a void suspension, and where the same stands already.
    """
    reason = require_reason(reason)
    with signed("ruling_record", by), recalculation.batch(savepoint=False):
        suspension = Suspension.objects.select_for_update(no_key=True).get(pk=suspension.pk)
        if suspension.state == State.VOID:
            raise RefusedError(_("This suspension is void: there is nothing to rule on."))
        if suspension.rulings.filter(effect=effect, withdrawn_at__isnull=True).exists():
            raise RefusedError(_("This ruling already stands."))
        return Ruling.objects.create(
            suspension=suspension,
            effect=effect,
            authority=authority,
            decided_on=decided_on,
            reason=reason,
            document=document,
            recorded_by=by,
        )


def bar_record(
    player: Player,
    *,
    first_day: date,
    last_day: date | None,
    reason: BarReason,
    authority: RulingAuthority,
    by: User,
    complaint: Complaint | None = None,
    note: str = "",
) -> Bar:
    """Bar a player from playing between two local days, both included; without a last one until it is
    withdrawn.

    Raises ``RefusedError`` for days in the wrong order.
    """
    if last_day is not None and last_day < first_day:
        raise RefusedError(_("The last day is before the first day."))
    with signed("bar_record", by), recalculation.batch(savepoint=False):
        return Bar.objects.create(
            player=player,
            first_day=first_day,
            last_day=last_day,
            reason=reason,
            authority=authority,
            complaint=complaint,
            note=note,
            recorded_by=by,
        )
