"""Periodic work that belongs to no single app."""

from celery import shared_task

from config import outbox


@shared_task
def send_queued_mail() -> None:
    """Deliver what waits in the outbox; it does nothing while another delivery runs."""
    outbox.deliver()
