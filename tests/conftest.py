"""What every test may use."""

import os
from collections.abc import Iterator

import pytest
from celery.contrib.testing.worker import TestWorkController, start_worker
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis
from pytest_django import Settings

from config.celery_app import app

# The same examples on every run, and no complaint about a machine that is busy with other things.
hypothesis.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis.register_profile("searching", deadline=None, max_examples=500)
hypothesis.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.fixture(autouse=True)
def _outbox_first(settings: Settings) -> None:
    """Mails become rows first, as in the product: Django's test runner would deliver them at once."""
    locmem = "django.core.mail.backends.locmem.EmailBackend"
    settings.MAILERS = {"default": {"BACKEND": "post_office.EmailBackend"}, "transport": {"BACKEND": locmem}}


@pytest.fixture
def worker(transactional_db: None) -> Iterator[TestWorkController]:
    """A Celery worker on the real broker, for the length of one test; it starts with an empty queue."""
    app.control.purge()
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=30) as running:
        yield running
