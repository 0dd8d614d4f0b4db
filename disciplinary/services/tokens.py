"""A form that is sent twice, by a double tap, a flaky network or the back button, is one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from disciplinary.models import FormToken
from disciplinary.services.errors import RefusedError
from players.models import User


class Sent(NamedTuple):
    """Where the first sending of a form led, and whether this one was the first."""

    outcome: str
    first: bool


def once(token: UUID, user: User, do: Callable[[], str]) -> Sent:
    """Run ``do``, unless the form with this token was sent before; what it returns is where it led.

    All in one transaction: if ``do`` fails, the form counts as not sent. Two at the same moment wait for
    each other at the unique index, before either writes anything else. Raises ``RefusedError`` for a
    token that somebody else used.
    """
    with transaction.atomic():
        try:
            with transaction.atomic():
                row = FormToken.objects.create(token=token, user=user)
        except IntegrityError:
            earlier = FormToken.objects.get(token=token)
            if earlier.user_id != user.pk:
                raise RefusedError(_("This page is no longer good. Open it anew.")) from None
            return Sent(earlier.outcome, first=False)
        row.outcome = do()
        row.save(update_fields=["outcome"])
    return Sent(row.outcome, first=True)


def outcome_of(token: UUID, user: User) -> str | None:
    """Where the form with this token led, None if it was not sent yet."""
    return FormToken.objects.filter(token=token, user=user).values_list("outcome", flat=True).first()


def tokens_forget(before: datetime) -> int:
    """Delete tokens of forms sent before a moment: nobody goes back to those. How many there were."""
    return FormToken.objects.filter(used_at__lt=before).delete()[0]
