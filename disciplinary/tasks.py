"""Background work: each task takes ids, calls a service, and may run twice.

What is due stands in rows and is swept, so a message that is lost loses nothing.
"""

from __future__ import annotations

import logging

from celery import shared_task

from disciplinary.services import complaint_notices, upkeep

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
def sweep_deadlines() -> None:
    """Bring suspensions whose deadline has passed up to date."""
    upkeep.pass_deadlines()


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
