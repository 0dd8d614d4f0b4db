"""Who does what, and why: written into the history of every row that a service touches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pghistory
from django.db import transaction

from players.models import User


@contextmanager
def signed(action: str, by: User | None, reason: str = "") -> Iterator[None]:
    """One transaction, with the history saying what was done, by whom and why."""
    said: dict[str, str | int] = {"action": action}
    if reason:
        said["reason"] = reason
    if by is not None:
        said["user"] = by.pk
    with pghistory.context(**said), transaction.atomic():
        yield
