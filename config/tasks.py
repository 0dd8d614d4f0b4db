"""Periodic work that belongs to no single app."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def send_queued_mail() -> None:
    """Deliver what waits in the outbox. Rows are locked while they are sent, so it may run twice."""
    call_command("send_queued_mail", processes=1)
