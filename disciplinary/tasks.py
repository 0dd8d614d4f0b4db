"""Background work: each task takes ids, calls a service, and may run twice.

What is due stands in rows and is swept, so a message that is lost loses nothing.
"""

from __future__ import annotations

import logging

from celery import shared_task

from disciplinary.services import complaint_notices, deadlines, request_notices, upkeep

log = logging.getLogger(__name__)


@shared_task
def complaint_notice(complaint_id: int) -> None:
    """Put the notice of one complaint into the outbox, unless it is there already."""
    complaint_notices.queue(complaint_id)


@shared_task
def sweep_complaint_notices() -> None:
    """Queue every notice that is missing: the broker was down, or a worker died."""
    complaint_notices.queue_missing()


@shared_task
def announce_requests(approvals: list[int]) -> None:
    """Tell the members of the committees that they are asked, unless they were told."""
    request_notices.announce_all(approvals)


@shared_task
def sweep_announcements() -> None:
    """Tell the members of every committee that nobody has told yet."""
    request_notices.announce_missing()


@shared_task
def sweep_deadlines() -> None:
    """Bring suspensions whose deadline has passed up to date, and remind of those still owed."""
    upkeep.pass_deadlines()
    deadlines.remind_due()


@shared_task
def reconcile() -> None:
    """Recalculate everyone; whatever differed is a fault, and said so in the log."""
    outcome = upkeep.reconcile()
    if not outcome.clean:
        log.error(
            "reconcile found rows that did not follow from the facts: players %s, %d complaints",
            sorted(outcome.faults),
            outcome.changes.complaints,
        )
