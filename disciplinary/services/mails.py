"""Writing to people through the outbox, each in his or her own language."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils import translation
from post_office import mail

from players.models import User

log = logging.getLogger(__name__)


class Addressee(NamedTuple):
    """Where to write to, and in which language."""

    email: str
    language: str


def addressees(users: Iterable[User]) -> list[Addressee]:
    """The accounts that can be written to, each address once."""
    return list({user.email: Addressee(user.email, user.language) for user in users if user.email}.values())


def write(to: Iterable[Addressee], subject: Callable[[], str], message: Callable[[], str]) -> int:
    """Put a mail to each into the outbox; how many. A wrong address must not silence the others.

    ``subject`` and ``message`` are asked for in the language of each.
    """
    written = 0
    for one in to:
        with translation.override(one.language):
            try:
                mail.send(one.email, subject=subject(), message=message())
            except ValidationError:
                log.exception("a mail cannot be addressed to %s", one.email)
            else:
                written += 1
    return written
