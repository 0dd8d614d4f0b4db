"""Mail and tasks: nothing is lost, and a broker that is down stops nobody."""

import time

import pytest
from celery import shared_task
from django.core import mail
from django.db import connection, transaction
from post_office.models import STATUS, Email

from config import outbox
from config.celery_app import app
from config.tasks import send_queued_mail


def wait_for(condition, seconds: float = 15.0) -> bool:
    limit = time.monotonic() + seconds
    while time.monotonic() < limit and not condition():
        time.sleep(0.05)
    return condition()


@pytest.mark.django_db
def test_a_mail_is_a_row_until_it_is_delivered() -> None:
    mail.send_mail("Subject", "Text", None, ["coo@example.org"], using="default")

    assert Email.objects.get().status == STATUS.queued
    assert mail.outbox == []


def test_the_worker_delivers_what_waits(worker) -> None:
    mail.send_mail("Subject", "Text", None, ["coo@example.org"], using="default")

    send_queued_mail.delay()

    assert wait_for(lambda: Email.objects.get().status == STATUS.sent)


@pytest.mark.django_db
def test_a_mail_that_cannot_be_delivered_waits_for_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    mail.send_mail("Subject", "Text", None, ["coo@example.org"], using="default")

    def refuse(*args: object, **kwargs: object) -> None:
        raise ConnectionRefusedError("no mail server")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
    outbox.deliver()

    assert Email.objects.get().status == STATUS.requeued


@pytest.mark.django_db(transaction=True)
def test_one_delivery_at_a_time() -> None:
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [outbox._LOCK])
            assert outbox.deliver() is False
            cursor.execute("SELECT pg_advisory_unlock(%s)", [outbox._LOCK])
    finally:
        other.close()
    assert outbox.deliver() is True


@shared_task
def _nothing() -> None:
    """Only to be sent."""


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_breaks_no_save(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    app.pool.force_close_all()
    app._pool = None
    app.__dict__.pop("amqp", None)
    began = time.monotonic()
    try:
        with transaction.atomic():
            mail.send_mail("Kept", "Text", None, ["coo@example.org"], using="default")
            _nothing.delay_on_commit()
    finally:
        app._pool = None
        app.__dict__.pop("amqp", None)

    assert Email.objects.filter(subject="Kept").exists()
    assert time.monotonic() - began < 10
    assert "on_commit" in caplog.text
