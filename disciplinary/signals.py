"""Facts that change are followed, in the same transaction, by what follows from them.

What signals cannot see (``update()``, ``bulk_create``) goes through services that call the same
recalculation once.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.signals import post_delete, post_save, pre_delete, pre_save

from disciplinary import tasks
from disciplinary.models import Approval, Complaint
from disciplinary.selectors.affected import FACTS, affected_players
from disciplinary.services import recalculation
from disciplinary.services.complaints import complaint_filed
from disciplinary.services.requests import approvals_opened

BORE_ON = "rule33_bore_on"
"""The attribute that keeps, between the two signals of one save, whom the fact bore on before."""


def _remember(sender: type[models.Model], instance: models.Model, **kwargs: Any) -> None:
    """Before a fact changes: whom it bore on."""
    recalculation.prepare()
    setattr(instance, BORE_ON, affected_players(instance) if instance.pk is not None else set())


def _recalculate(sender: type[models.Model], instance: models.Model, **kwargs: Any) -> None:
    """After it has changed: recalculate them, and whom it bears on now."""
    recalculation.request(getattr(instance, BORE_ON, set()) | affected_players(instance))


def _announce(sender: type[Complaint], complaint: Complaint, **kwargs: Any) -> None:
    """After a complaint is filed by the rule: send its notice, once it is committed."""
    tasks.complaint_notice.delay_on_commit(complaint.pk)


def _ask(sender: type[Approval], approvals: list[int], **kwargs: Any) -> None:
    """After requests were opened: tell the members of their committees, once it is committed."""
    tasks.announce_requests.delay_on_commit(approvals)


def connect() -> None:
    """Connect the receivers; called once, when the app is ready."""
    for model in FACTS:
        name = model._meta.label_lower
        for signal, receiver in (
            (pre_save, _remember),
            (pre_delete, _remember),
            (post_save, _recalculate),
            (post_delete, _recalculate),
        ):
            moment = receiver.__name__ + str(id(signal))
            signal.connect(receiver, sender=model, dispatch_uid=f"rule33.{name}.{moment}")
    complaint_filed.connect(_announce, dispatch_uid="rule33.complaint_notice")
    approvals_opened.connect(_ask, dispatch_uid="rule33.approval_announcement")
