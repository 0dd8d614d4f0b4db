"""Decisions that can be taken back, but never deleted."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from players.saving import SavedWhole

not_blank = RegexValidator(r"\S", _("Say why."))


def all_or_none(fields: Collection[str], *, name: str) -> models.CheckConstraint:
    """Either every one of the nullable fields has a value, or none has."""
    none = Q(**{f"{field}__isnull": True for field in fields})
    every = Q(**{f"{field}__isnull": False for field in fields})
    return models.CheckConstraint(condition=none | every, name=name)


def reason_iff(moment: str, reason: str, *, name: str) -> models.CheckConstraint:
    """A reason stands exactly where the moment does."""
    return models.CheckConstraint(
        condition=Q(**{f"{moment}__isnull": True, reason: ""})
        | (Q(**{f"{moment}__isnull": False}) & ~Q(**{reason: ""})),
        name=name,
        violation_error_message=_("Say why."),
    )


def decider(related_name: str, label: Any, **kwargs: Any) -> models.ForeignKey:
    """Who decided: an account, which is never deleted."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name=related_name,
        verbose_name=label,
        **kwargs,
    )


class Withdrawable(SavedWhole):
    """A decision that may be withdrawn: by whom, when and why."""

    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    withdrawn_by = decider("+", _("withdrawn by"), null=True, blank=True)
    withdrawn_reason = models.TextField(_("reason for the withdrawal"), blank=True)

    class Meta:
        abstract = True
        constraints = [
            all_or_none(["withdrawn_at", "withdrawn_by"], name="%(class)s_withdrawn_by_someone"),
            reason_iff("withdrawn_at", "withdrawn_reason", name="%(class)s_withdrawn_for_a_reason"),
        ]

    @property
    def stands(self) -> bool:
        """Whether the decision has not been withdrawn."""
        return self.withdrawn_at is None
