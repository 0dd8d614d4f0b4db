"""The Celery application: `celery -A config.celery_app worker`."""

import os
from functools import partial
from typing import Any

from celery import Celery
from celery.contrib.django.task import DjangoTask
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")


class OfficeTask(DjangoTask):
    """A task whose message can be lost without harm: what is due stands in rows, and a sweep finds it."""

    def delay_on_commit(self, *args: Any, **kwargs: Any) -> None:
        """Send the task once the transaction has committed; a broker that is down is logged, never raised."""
        transaction.on_commit(partial(self.delay, *args, **kwargs), robust=True)


app = Celery("config", task_cls=OfficeTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
