"""Who may sit for the Executive Committee, and what people were reminded of."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.choices import Milestone
from disciplinary.models.suspensions import Suspension
from disciplinary.models.withdrawals import Withdrawable, decider
from disciplinary.triggers import fixed, kept
from players.history import tracked


@tracked()
class Designee(Withdrawable):
    """Somebody whom a member of the Executive Committee names to fill its seat, until a last day."""

    member = decider("designations", _("member of the Executive Committee"))
    designee = decider("designated", _("designee"))
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    recorded_at = models.DateTimeField(_("recorded"), default=timezone.now, editable=False)

    class Meta(Withdrawable.Meta):
        verbose_name = _("designee of the Executive Committee")
        verbose_name_plural = _("designees of the Executive Committee")
        ordering = ["-last_day", "id"]
        constraints = [
            *Withdrawable.Meta.constraints,
            models.CheckConstraint(
                condition=Q(last_day__gte=models.F("first_day")),
                name="designee_days_in_order",
                violation_error_message=_("The last day is before the first day."),
            ),
            models.CheckConstraint(
                condition=~Q(member=models.F("designee")),
                name="designee_is_another",
                violation_error_message=_("Nobody is his or her own designee."),
            ),
        ]
        triggers = [kept(), fixed("member", "designee", name="designee_as_named")]

    def __str__(self) -> str:
        return f"{self.designee}"


@tracked()
class Reminder(models.Model):
    """One reminder of a suspension that is still owed, written once when it is handed to the outbox."""

    suspension = models.ForeignKey(Suspension, models.PROTECT, related_name="reminders", verbose_name=_("suspension"))
    milestone = models.CharField(_("when"), max_length=16, choices=Milestone)
    queued_at = models.DateTimeField(_("queued"), default=timezone.now)
    recipients = models.PositiveSmallIntegerField(_("recipients"), default=0)

    class Meta:
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")
        ordering = ["-queued_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["suspension", "milestone"], name="reminder_once"),
            models.CheckConstraint(condition=Q(milestone__in=Milestone.values), name="reminder_milestone_known"),
        ]
        triggers = [kept()]

    def __str__(self) -> str:
        return f"{self.suspension}: {self.get_milestone_display()}"
