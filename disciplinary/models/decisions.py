"""What authorities decide: rulings on single suspensions, and bars from playing."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.choices import BarReason, Effect, RulingAuthority
from disciplinary.models.complaints import Complaint
from disciplinary.models.suspensions import Suspension
from disciplinary.models.withdrawals import Withdrawable, decider
from disciplinary.triggers import kept
from players.history import tracked
from players.models import Player


@tracked()
class Ruling(Withdrawable):
    """A recorded decision on one suspension, with its document."""

    suspension = models.ForeignKey(Suspension, models.PROTECT, related_name="rulings", verbose_name=_("suspension"))
    effect = models.CharField(_("effect"), max_length=16, choices=Effect)
    authority = models.CharField(_("decided by"), max_length=32, choices=RulingAuthority)
    decided_on = models.DateField(_("decided on"))
    reason = models.TextField(_("reason"))
    document = models.CharField(_("document"), max_length=255, blank=True, help_text=_("Where the decision is filed."))
    recorded_at = models.DateTimeField(_("recorded"), default=timezone.now, editable=False)
    recorded_by = decider("recorded_rulings", _("recorded by"), null=True, blank=True)

    class Meta(Withdrawable.Meta):
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["-decided_on", "id"]
        constraints = [
            *Withdrawable.Meta.constraints,
            models.UniqueConstraint(
                fields=["suspension", "effect"],
                condition=Q(withdrawn_at__isnull=True),
                name="ruling_one_standing_per_effect",
                violation_error_message=_("This ruling already stands."),
            ),
            models.CheckConstraint(
                condition=Q(effect__in=Effect.values) & Q(authority__in=RulingAuthority.values),
                name="ruling_codes_known",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
        ]
        triggers = [kept()]

    def __str__(self) -> str:
        return f"{self.suspension}: {self.get_effect_display()}"


@tracked()
class Bar(Withdrawable):
    """A span of local days, both included, in which a player may not play."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="bars", verbose_name=_("player"))
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"), null=True, blank=True, help_text=_("Empty: until further notice."))
    reason = models.CharField(_("reason"), max_length=32, choices=BarReason)
    authority = models.CharField(_("decided by"), max_length=32, choices=RulingAuthority)
    complaint = models.ForeignKey(
        Complaint,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="bars",
        verbose_name=_("complaint"),
    )
    note = models.TextField(_("note"), blank=True)
    recorded_at = models.DateTimeField(_("recorded"), default=timezone.now, editable=False)
    recorded_by = decider("recorded_bars", _("recorded by"), null=True, blank=True)

    class Meta(Withdrawable.Meta):
        verbose_name = _("bar from playing")
        verbose_name_plural = _("bars from playing")
        ordering = ["-first_day", "id"]
        constraints = [
            *Withdrawable.Meta.constraints,
            models.CheckConstraint(
                condition=Q(last_day__isnull=True) | Q(last_day__gte=models.F("first_day")),
                name="bar_days_in_order",
                violation_error_message=_("The last day is before the first day."),
            ),
            models.CheckConstraint(
                condition=Q(reason__in=BarReason.values) & Q(authority__in=RulingAuthority.values),
                name="bar_codes_known",
            ),
        ]
        indexes = [models.Index(fields=["player", "first_day"], name="bar_of_player")]
        triggers = [kept()]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_reason_display()}"
