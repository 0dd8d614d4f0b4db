"""The notice of a complaint: at least one attempt, exactly one notice, whatever breaks on the way."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
import time_machine
from django.conf import settings
from django.db import connection, transaction
from django.utils import translation
from django.utils.formats import date_format
from kombu import pools
from post_office.models import Email

from config.celery_app import app
from disciplinary import tasks
from disciplinary.models import Complaint
from disciplinary.services import complaint_notices
from players.choices import Role
from tests.disciplinary.season import BEFORE, Season, at_once
from tests.factories import UserFactory

CLOSED_PORT = "redis://127.0.0.1:1/0"


@pytest.fixture
def season(db):
    with time_machine.travel(BEFORE, tick=False):
        yield Season()


@pytest.fixture
def shared_season(transactional_db):
    """As it is seen by every connection."""
    return Season()


def _committee():
    """Whom a notice goes to: the COO, who reads Spanish, and one of the Executive Committee."""
    return [
        UserFactory(email="coo@example.org", language="es", roles=[Role.COO]),
        UserFactory(email="committee@example.org", roles=[Role.EXECUTIVE_COMMITTEE]),
    ]


def _told():
    return sorted(address for mail in Email.objects.all() for address in mail.to)


def _wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    assert condition()


# ------------------------------------------------------------ what it says, and to whom


def test_it_goes_to_the_coo_and_the_executive_committee_in_their_languages(season):
    _committee()
    UserFactory(roles=[Role.OFFICE])
    UserFactory(roles=[Role.COO], is_active=False)
    season.record("R")
    complaint = Complaint.objects.get()

    assert complaint_notices.queue(complaint.pk)
    assert _told() == ["committee@example.org", "coo@example.org"]
    english, spanish = (Email.objects.get(to=address) for address in _told())
    assert english.subject == f"Conduct Violation Complaint CVC-2026-0001: {season.player.name}"
    day = season.games[0].local_day
    assert date_format(day, "DATE_FORMAT") in english.message
    assert season.player.member_number in english.message
    assert f"{settings.SITE_URL}/" in english.message
    with translation.override("es"):
        assert date_format(day, "DATE_FORMAT") in spanish.message
    assert date_format(day, "DATE_FORMAT") not in spanish.message


def test_who_holds_both_offices_is_told_once(season):
    UserFactory(email="both@example.org", roles=[Role.COO, Role.EXECUTIVE_COMMITTEE])
    season.record("R")
    complaint_notices.queue_missing()
    assert _told() == ["both@example.org"]


def test_with_nobody_to_tell_it_waits(season):
    season.record("R")
    tasks.sweep_complaint_notices()
    assert Complaint.objects.get().notice_queued_at is None
    _committee()
    tasks.sweep_complaint_notices()
    assert len(_told()) == 2


def test_one_wrong_address_silences_nobody_else(season, caplog):
    UserFactory(email="nobody at all", roles=[Role.COO])
    _committee()
    season.record("R")
    assert complaint_notices.queue_missing() == 1
    assert len(_told()) == 2
    assert "cannot be addressed" in caplog.text


def test_what_a_person_files_says_nothing_of_a_red_card(season):
    _committee()
    incident = season.record("Y")
    Complaint.objects.create(
        number="CVC-2026-0009",
        respondent=season.player,
        incident=incident,
        filed_by=season.office,
        capacity="chairman",
    )
    assert complaint_notices.queue_missing() == 0


# ------------------------------------------------------------ exactly once


def test_tasks_may_run_twice(season):
    _committee()
    season.record("R")
    for _time in range(2):
        tasks.complaint_notice(Complaint.objects.get().pk)
        tasks.sweep_complaint_notices()
    assert len(_told()) == 2


def test_two_tasks_at_once_queue_one_notice(shared_season):
    _committee()
    shared_season.record("R")
    complaint = Complaint.objects.get()
    for _round in range(5):
        outcomes = at_once(
            lambda: complaint_notices.queue(complaint.pk),
            complaint_notices.queue_missing,
            lambda: complaint_notices.queue(complaint.pk),
        )
        assert sorted(map(bool, outcomes)) == [False, False, True]
        assert len(_told()) == 2
        Email.objects.all().delete()
        Complaint.objects.update(notice_queued_at=None)


def test_a_notice_is_queued_whole_or_not_at_all(season, monkeypatch):
    _committee()
    season.record("R")

    def fail(*args, **kwargs):
        raise RuntimeError

    monkeypatch.setattr(Complaint, "save", fail)
    with pytest.raises(RuntimeError):
        complaint_notices.queue(Complaint.objects.get().pk)
    assert not Email.objects.exists()


# ------------------------------------------------------------ once it is committed


@pytest.fixture
def sent(monkeypatch):
    """The complaints whose task was handed to the broker."""
    sent = []
    monkeypatch.setattr(tasks.complaint_notice, "delay", sent.append)
    return sent


def test_the_task_is_sent_after_the_commit(shared_season, sent):
    with transaction.atomic():
        shared_season.record("R")
        assert sent == []
    assert sent == [Complaint.objects.get().pk]


def test_what_is_rolled_back_sends_nothing(shared_season, sent):
    with transaction.atomic():
        shared_season.record("R")
        transaction.set_rollback(True)
    assert sent == []


def test_yellow_cards_and_corrections_send_nothing(shared_season, sent):
    shared_season.record("Y")
    incident = shared_season.record("R", 1)
    incident.narrative = "A word"
    incident.save()
    assert len(sent) == 1


# ------------------------------------------------------------ what breaks


def _connect_anew():
    pools.reset()
    app._pool = None
    app.__dict__.pop("amqp", None)


@pytest.fixture
def broker():
    """The real one, with nothing in it."""
    _connect_anew()
    app.control.purge()


@pytest.fixture
def broker_down(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(app.conf, "broker_url", CLOSED_PORT)
        patch.setattr(app.conf, "broker_write_url", CLOSED_PORT)
        _connect_anew()
        yield
    _connect_anew()


def test_a_broker_that_is_down_delays_the_notice_and_no_person(shared_season, broker_down, caplog):
    _committee()
    began = time.monotonic()
    shared_season.record("R")
    assert time.monotonic() - began < 5
    assert "on_commit" in caplog.text
    assert Complaint.objects.get().notice_queued_at is None

    tasks.sweep_complaint_notices()
    assert len(_told()) == 2


@contextmanager
def _worker():
    """A worker as in production, a process of its own, on the database of the tests."""
    place = urlsplit(os.environ["DATABASE_URL"])
    database = place._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    command = [sys.executable, "-m", "celery", "-A", "config.celery_app", "worker", "--pool=solo", "--without-mingle"]
    process = subprocess.Popen(
        [*command, "--without-gossip", "--without-heartbeat", "--loglevel=warning"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": database},
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _somebody_waits_for_a_lock():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0] > 0


def test_from_the_red_card_to_the_outbox(shared_season, broker):
    _committee()
    with _worker():
        shared_season.record("R")
        _wait_for(lambda: len(_told()) == 2)
        assert Complaint.objects.get().notice_queued_at
    tasks.sweep_complaint_notices()
    assert _told() == ["committee@example.org", "coo@example.org"]


def test_a_worker_that_dies_half_way_loses_nothing(shared_season, broker):
    _committee()
    shared_season.record("R")
    with _worker() as worker:
        with transaction.atomic():
            # The task has begun, and cannot go on.
            Complaint.objects.select_for_update().get()
            _wait_for(_somebody_waits_for_a_lock)
            worker.send_signal(signal.SIGKILL)
            worker.wait()
        assert _told() == []
        assert Complaint.objects.get().notice_queued_at is None
    tasks.sweep_complaint_notices()
    assert _told() == ["committee@example.org", "coo@example.org"]
