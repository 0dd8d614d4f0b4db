"""What a service refuses, in words for the person who asked."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class RefusedError(Exception):
    """Nothing was saved; ``message`` says what is wrong and what to do, in the reader's language."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


def require_reason(reason: str) -> str:
    """The reason without blanks around it. Raises ``RefusedError`` if nothing is left."""
    reason = reason.strip()
    if not reason:
        raise RefusedError(_("Say why."))
    return reason
