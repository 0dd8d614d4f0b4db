"""Pre-approval of serving games, and the suspended player's presence at them."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.choices import ClosedReason, Conflict, Seat, VoteChoice
from disciplinary.models.suspensions import Suspension
from disciplinary.models.withdrawals import Withdrawable, all_or_none, decider, reason_iff
from disciplinary.triggers import fixed, kept
from players.history import tracked
from players.saving import SavedWhole
from tournaments.models import Game, Umpire


@tracked()
class Approval(SavedWhole):
    """A request that the ad-hoc committee approve one game for one suspension.

    Several requests for the same game are alternatives: their votes are not pooled.
    """

    suspension = models.ForeignKey(Suspension, models.PROTECT, related_name="approvals", verbose_name=_("suspension"))
    game = models.ForeignKey(Game, models.PROTECT, related_name="approvals", verbose_name=_("game"))
    terms = models.CharField(
        _("what was asked about"),
        max_length=200,
        blank=True,
        editable=False,
        help_text=_("Start, stage, event and rating of the game, as the committee was asked about it."),
    )
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)
    opened_by = decider("+", _("opened by"), null=True, blank=True)
    announced_at = models.DateTimeField(
        _("members told"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When the members of the committee were written to."),
    )
    reminded_at = models.DateTimeField(
        _("members reminded"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When those whose votes are missing were last written to."),
    )
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    closed_by = decider("+", _("closed by"), null=True, blank=True)
    closed_reason = models.CharField(_("closed because"), max_length=16, choices=ClosedReason, blank=True)
    closed_note = models.TextField(_("why it was closed"), blank=True)

    class Meta:
        verbose_name = _("request for approval")
        verbose_name_plural = _("requests for approval")
        ordering = ["-opened_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["suspension", "game"],
                condition=Q(closed_at__isnull=True),
                name="approval_one_open",
                violation_error_message=_("The committee is already asked about this game for this suspension."),
            ),
            reason_iff("closed_at", "closed_reason", name="approval_closed_for_a_reason"),
            models.CheckConstraint(
                condition=Q(closed_reason="") | Q(closed_reason__in=ClosedReason.values),
                name="approval_closed_reason_known",
            ),
        ]
        indexes = [
            models.Index(fields=["closed_at", "game"], name="approval_open_by_game"),
            models.Index(
                fields=["opened_at"],
                condition=Q(announced_at__isnull=True, closed_at__isnull=True),
                name="approval_to_announce",
            ),
        ]
        triggers = [kept(), fixed("suspension", "game", name="approval_of_one_game")]

    def __str__(self) -> str:
        return _("%(game)s for %(suspension)s") % {
            "game": self.game,
            "suspension": self.suspension,
        }


@tracked()
class Vote(Withdrawable):
    """One seat's answer to a request. Another answer withdraws it and makes a new one."""

    approval = models.ForeignKey(Approval, models.PROTECT, related_name="votes", verbose_name=_("request"))
    seat = models.CharField(_("seat"), max_length=32, choices=Seat)
    voter = decider("votes", _("voter"))
    choice = models.CharField(_("vote"), max_length=8, choices=VoteChoice)
    reason = models.TextField(_("reason"), blank=True)
    conflict = models.CharField(_("conflict of interest"), max_length=16, choices=Conflict, default=Conflict.NONE)
    cast_at = models.DateTimeField(_("cast"), default=timezone.now)

    class Meta(Withdrawable.Meta):
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        ordering = ["approval", "cast_at", "id"]
        constraints = [
            *Withdrawable.Meta.constraints,
            models.UniqueConstraint(
                fields=["approval", "seat"],
                condition=Q(withdrawn_at__isnull=True),
                name="vote_one_per_seat",
                violation_error_message=_("This seat has already voted."),
            ),
            models.UniqueConstraint(
                fields=["approval", "voter"],
                condition=Q(withdrawn_at__isnull=True),
                name="vote_one_seat_per_person",
                violation_error_message=_("Nobody fills two seats of one committee."),
            ),
            models.CheckConstraint(
                condition=Q(seat__in=Seat.values) & Q(choice__in=VoteChoice.values) & Q(conflict__in=Conflict.values),
                name="vote_codes_known",
            ),
        ]
        triggers = [
            kept(),
            fixed("approval", "seat", "voter", "choice", "cast_at", name="vote_as_cast"),
        ]

    def __str__(self) -> str:
        return f"{self.get_seat_display()}: {self.get_choice_display()}"


@tracked()
class Attendance(SavedWhole):
    """The suspended player's reports to the umpires before and after the serving game."""

    suspension = models.ForeignKey(Suspension, models.PROTECT, related_name="attendances", verbose_name=_("suspension"))
    game = models.ForeignKey(Game, models.PROTECT, related_name="attendances", verbose_name=_("game"))
    before_at = models.DateTimeField(_("reported before the game"), null=True, blank=True)
    before_by = decider("+", _("confirmed by"), null=True, blank=True)
    before_umpire = models.ForeignKey(
        Umpire,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("umpire before the game"),
    )
    after_at = models.DateTimeField(_("reported after the game"), null=True, blank=True)
    after_by = decider("+", _("confirmed by"), null=True, blank=True)
    after_umpire = models.ForeignKey(
        Umpire,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("umpire after the game"),
    )

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendance")
        ordering = ["-game__starts_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["suspension", "game"],
                name="attendance_once",
                violation_error_message=_("The presence at this game is already recorded."),
            ),
            all_or_none(["before_at", "before_by"], name="attendance_before_by_someone"),
            all_or_none(["after_at", "after_by"], name="attendance_after_by_someone"),
            models.CheckConstraint(
                condition=Q(before_at__isnull=False) | Q(before_umpire__isnull=True),
                name="attendance_before_umpire",
            ),
            models.CheckConstraint(
                condition=Q(after_at__isnull=False) | Q(after_umpire__isnull=True),
                name="attendance_after_umpire",
            ),
            models.CheckConstraint(
                condition=Q(before_at__isnull=True) | Q(after_at__isnull=True) | Q(after_at__gte=models.F("before_at")),
                name="attendance_in_order",
                violation_error_message=_("The report after the game is before the one before it."),
            ),
        ]
        triggers = [kept(), fixed("suspension", "game", name="attendance_of_one_game")]

    def __str__(self) -> str:
        return f"{self.suspension}, {self.game}"
