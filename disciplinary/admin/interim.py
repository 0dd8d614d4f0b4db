"""Keeps decisions until their services are there."""

from __future__ import annotations

from typing import Any

from django.db.models import Max
from django.utils import timezone

from disciplinary.models import Increase
from players.models import User


def withdraw(row: Any, *, by: User, reason: str) -> Any:
    """Withdraw a decision."""
    row.withdrawn_at, row.withdrawn_by, row.withdrawn_reason = timezone.now(), by, reason
    row.save()
    return row


def recorded(row: Any, *, by: User) -> Any:
    """Keep a decision."""
    row.recorded_by = by
    row.save()
    return row


def increase_add(row: Increase, *, by: User) -> Increase:
    """Keep an increase, numbered after the others of its red card."""
    last = Increase.objects.filter(incident=row.incident_id).aggregate(Max("number"))
    row.number = (last["number__max"] or 0) + 1
    return recorded(row, by=by)
