"""Delivery of what waits in the outbox."""

from django.db import connection
from post_office.mail import get_queued, send_queued

# Any number of our own: it names the lock that one delivery at a time holds, whichever machine it runs on.
_LOCK = 33_2026
_MOST_BATCHES = 50


def deliver() -> bool:
    """Deliver the mails that are due; False if another delivery is at it already."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_LOCK])
        (ours,) = cursor.fetchone()
    if not ours:
        return False
    try:
        for _ in range(_MOST_BATCHES):
            if not get_queued().exists():
                break
            send_queued(processes=1)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
    return True
