"""Conduct Violation Complaints (33(b)(2), Conduct complaints; Additional potential penalty)."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.choices import Capacity
from disciplinary.models.incidents import Card, Incident
from disciplinary.models.withdrawals import decider
from disciplinary.triggers import fixed, kept
from players.history import tracked
from players.models import Player


class ComplaintCounter(models.Model):
    """The last number given to a complaint of a year: locked to give the next without a gap."""

    year = models.PositiveSmallIntegerField(_("year"), primary_key=True)
    last = models.PositiveIntegerField(_("last number"), default=0)

    class Meta:
        verbose_name = _("complaint counter")
        verbose_name_plural = _("complaint counters")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.year}: {self.last}"


@tracked()
class Complaint(models.Model):
    """A complaint about a player's conduct. Every red card has one, filed in the COO's name.

    Correcting or rescinding the card leaves it standing and marks it for the Executive Committee.
    """

    number = models.CharField(_("number"), max_length=16, unique=True)
    respondent = models.ForeignKey(Player, models.PROTECT, related_name="complaints", verbose_name=_("respondent"))
    incident = models.ForeignKey(Incident, models.PROTECT, related_name="complaints", verbose_name=_("incident"))
    card = models.ForeignKey(
        Card,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="complaints",
        verbose_name=_("red card"),
    )
    filed_at = models.DateTimeField(_("filed"), default=timezone.now)
    filed_by = decider("filed_complaints", _("filed by"), null=True, blank=True)
    capacity = models.CharField(_("filed as"), max_length=32, choices=Capacity)
    automatic = models.BooleanField(
        _("automatic"), default=False, help_text=_("Filed by the rule in the name of the COO.")
    )
    statement = models.TextField(_("statement"), blank=True)
    attention = models.BooleanField(
        _("for the Executive Committee's attention"),
        default=False,
        help_text=_("The card was corrected or rescinded after the complaint was filed."),
    )
    attention_reason = models.TextField(_("what changed"), blank=True)
    notice_queued_at = models.DateTimeField(
        _("notice queued"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When the notice to the COO and the Executive Committee was handed over."),
    )

    class Meta:
        verbose_name = _("Conduct Violation Complaint")
        verbose_name_plural = _("Conduct Violation Complaints")
        ordering = ["-filed_at", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["card", "respondent"],
                condition=Q(card__isnull=False),
                name="complaint_once_per_red_card",
                violation_error_message=_("A complaint about this red card is already filed."),
            ),
            models.CheckConstraint(condition=Q(number__regex=r"^CVC-\d{4}-\d{4,}$"), name="complaint_number_form"),
            models.CheckConstraint(condition=Q(capacity__in=Capacity.values), name="complaint_capacity_known"),
            models.CheckConstraint(
                condition=Q(automatic=True, capacity=Capacity.COO, card__isnull=False)
                | Q(automatic=False, filed_by__isnull=False),
                name="complaint_filed_by_rule_or_person",
            ),
            models.CheckConstraint(
                condition=Q(attention=False) | ~Q(attention_reason=""),
                name="complaint_attention_for_a_reason",
            ),
        ]
        indexes = [
            models.Index(
                fields=["filed_at"],
                condition=Q(notice_queued_at__isnull=True),
                name="complaint_notice_waiting",
            ),
            models.Index(fields=["-filed_at", "-number"], name="complaint_latest"),
        ]
        triggers = [
            kept(),
            fixed("number", "respondent", "incident", "card", "automatic", name="complaint_as_filed"),
        ]

    def __str__(self) -> str:
        return self.number
