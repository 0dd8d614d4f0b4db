"""What follows from the facts: written by the recalculation alone, never by hand."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.choices import EventKind, ProblemCode, State, SuspensionKind, Tier
from disciplinary.models.incidents import Card, Incident
from disciplinary.models.withdrawals import all_or_none, decider
from players.history import tracked
from players.models import Player
from tournaments.models import Event, Game, Team

ACCUMULATED = [SuspensionKind.ACCUMULATED_TIER, SuspensionKind.ACCUMULATED_ALL_TIERS]


def _codes(label: Any) -> ArrayField:
    return ArrayField(models.CharField(max_length=64), verbose_name=label, default=list, blank=True)


@tracked()
class Suspension(models.Model):
    """A suspension of a player, or the status of a carried yellow, as the rule makes it.

    `identity` names it by its triggering card (`12.1:red_card`, `12.1:increase_2`) or by its first
    mark (`accumulated_tier:two_month/2026/1/low/5`): recalculation keeps the row, and with it the
    approvals, attendance and rulings that point to it. One that no longer follows is void.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="suspensions", verbose_name=_("player"))
    identity = models.CharField(_("identity"), max_length=120)
    kind = models.CharField(_("kind"), max_length=32, choices=SuspensionKind)
    number = models.PositiveSmallIntegerField(
        _("number"), default=0, help_text=_("Counts the further games added to one red card.")
    )
    state = models.CharField(_("state"), max_length=16, choices=State)

    trigger = models.ForeignKey(
        Card,
        models.PROTECT,
        null=True,
        related_name="suspensions",
        verbose_name=_("triggering card"),
    )
    incident = models.ForeignKey(
        Incident,
        models.PROTECT,
        null=True,
        related_name="suspensions",
        verbose_name=_("incident"),
    )
    game = models.ForeignKey(Game, models.PROTECT, related_name="suspensions", verbose_name=_("game of the card"))
    event = models.ForeignKey(Event, models.PROTECT, related_name="suspensions", verbose_name=_("event of the card"))
    goals = models.PositiveSmallIntegerField(_("handicap of the event"))
    tier = models.CharField(_("tier"), max_length=8, choices=Tier)
    event_kind = models.CharField(_("kind of event"), max_length=8, choices=EventKind)
    thresholds = _codes(_("marks"))
    period = models.CharField(
        _("period"),
        max_length=8,
        blank=True,
        help_text=_("Of the first mark: 2026/1 for January–February 2026, 2026 for the year."),
    )
    cards = ArrayField(
        models.CharField(max_length=32),
        verbose_name=_("cards"),
        default=list,
        blank=True,
        help_text=_("The cards it rests on, each as incident and number (12.1)."),
    )
    arose = models.PositiveIntegerField(
        _("order"), default=0, help_text=_("Its place among the suspensions of the player.")
    )

    full_game = models.BooleanField(_("full game"))
    seconds = models.PositiveSmallIntegerField(
        _("time off"), default=0, help_text=_("Seconds of play at the start of the game.")
    )
    no_substitute = models.PositiveSmallIntegerField(
        _("no substitute"), default=0, help_text=_("Seconds of play without a substitute.")
    )

    team = models.ForeignKey(
        Team,
        models.PROTECT,
        null=True,
        related_name="suspensions",
        verbose_name=_("to be served with"),
        help_text=_("Empty: with any team."),
    )
    kept_by = models.ForeignKey(
        Event,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("kept with the team by"),
        help_text=_("The uncompleted event that keeps it with the team."),
    )
    through_series = models.BooleanField(_("through the series"), default=False)
    by_ruling = models.BooleanField(_("any team by a ruling"), default=False)

    serving_game = models.ForeignKey(
        Game,
        models.PROTECT,
        null=True,
        related_name="served_suspensions",
        verbose_name=_("serving game"),
    )
    approved = models.BooleanField(_("serving game approved"), default=False)
    issued_at = models.DateTimeField(_("issued"))
    since = models.DateTimeField(_("since"), help_text=_("Games that start later may serve."))
    serve_by = models.DateField(_("serve by"), null=True)
    last_day = models.DateField(_("last day"), null=True)
    clause = models.CharField(_("clause"), max_length=64)
    readings = _codes(_("readings"))

    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    changed_at = models.DateTimeField(_("changed"), default=timezone.now, editable=False)
    voided_at = models.DateTimeField(_("void since"), null=True)

    class Meta:
        verbose_name = _("suspension")
        verbose_name_plural = _("suspensions")
        ordering = ["-issued_at", "player", "arose", "id"]
        constraints = [
            models.UniqueConstraint(fields=["player", "identity"], name="suspension_identity_once"),
            models.CheckConstraint(
                condition=Q(kind__in=SuspensionKind.values)
                & Q(tier__in=Tier.values)
                & Q(event_kind__in=EventKind.values),
                name="suspension_codes_known",
            ),
            models.CheckConstraint(condition=Q(state__in=State.values), name="suspension_state_known"),
            models.CheckConstraint(
                condition=(Q(state=State.VOID) & Q(voided_at__isnull=False))
                | (~Q(state=State.VOID) & Q(voided_at__isnull=True)),
                name="suspension_void_since",
            ),
            models.CheckConstraint(
                condition=(Q(kind=SuspensionKind.INCREASE) & Q(number__gte=1))
                | (~Q(kind=SuspensionKind.INCREASE) & Q(number=0)),
                name="suspension_number_counts_increases",
            ),
            models.CheckConstraint(
                condition=Q(full_game=True, seconds=0)
                | Q(
                    full_game=False,
                    kind=SuspensionKind.CARRIED_YELLOW,
                    seconds=0,
                    no_substitute=0,
                )
                | (
                    Q(full_game=False, seconds__gte=1, no_substitute=models.F("seconds"))
                    & ~Q(kind=SuspensionKind.CARRIED_YELLOW)
                ),
                name="suspension_extent",
            ),
            models.CheckConstraint(
                condition=(Q(kind__in=ACCUMULATED) & ~Q(thresholds=[]) & ~Q(period=""))
                | (~Q(kind__in=ACCUMULATED) & Q(thresholds=[]) & Q(period="")),
                name="suspension_marks_of_accumulated",
            ),
            models.CheckConstraint(
                condition=(Q(kind=SuspensionKind.CARRIED_YELLOW) & Q(serve_by__isnull=True, last_day__isnull=True))
                | (
                    ~Q(kind=SuspensionKind.CARRIED_YELLOW)
                    & Q(serve_by__isnull=False, last_day__gte=models.F("serve_by"))
                ),
                name="suspension_deadlines",
            ),
            models.CheckConstraint(
                condition=Q(state=State.VOID)
                | (Q(serving_game__isnull=False) & ~Q(state__in=[State.WAITING, State.IN_DEFAULT]))
                | (Q(serving_game__isnull=True) & ~Q(state__in=[State.DUE, State.SERVED])),
                name="suspension_serving_game_of_state",
            ),
            models.CheckConstraint(
                condition=Q(state=State.VOID) | Q(trigger__isnull=False, incident__isnull=False),
                name="suspension_triggered",
            ),
            models.CheckConstraint(
                condition=Q(since__gte=models.F("issued_at")) | Q(kind=SuspensionKind.INCREASE),
                name="suspension_since_issued",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "serve_by"], name="suspension_by_state"),
            models.Index(fields=["player", "arose"], name="suspension_of_player"),
            models.Index(fields=["-issued_at", "player", "arose", "id"], name="suspension_latest"),
            models.Index(
                fields=["serving_game"],
                condition=Q(serving_game__isnull=False),
                name="suspension_served_in",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"

    @property
    def code(self) -> str:
        """The kind as the rule's keys write it: `increase_2` rather than `increase`."""
        return f"{self.kind}_{self.number}" if self.number else self.kind

    @property
    def open(self) -> bool:
        """Whether it is still owed."""
        return self.state not in (State.SERVED, State.LIFTED, State.VOID)


@tracked()
class Problem(models.Model):
    """Facts that do not fit the rule, or each other, for staff to resolve.

    One that no longer arises is kept as resolved. Staff may acknowledge one that stands.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="problems", verbose_name=_("player"))
    code = models.CharField(_("problem"), max_length=32, choices=ProblemCode)
    game = models.ForeignKey(Game, models.PROTECT, related_name="problems", verbose_name=_("game"))
    incident = models.ForeignKey(
        Incident,
        models.PROTECT,
        null=True,
        related_name="problems",
        verbose_name=_("incident"),
    )
    card = models.ForeignKey(Card, models.PROTECT, null=True, related_name="problems", verbose_name=_("card"))
    at = models.CharField(_("place"), max_length=64, help_text=_("A card, an incident, or a game and a player."))
    first_seen = models.DateTimeField(_("first seen"), default=timezone.now, editable=False)
    resolved_at = models.DateTimeField(_("resolved"), null=True, blank=True)
    acknowledged_at = models.DateTimeField(_("acknowledged"), null=True, blank=True)
    acknowledged_by = decider("+", _("acknowledged by"), null=True, blank=True)
    note = models.TextField(_("note"), blank=True, help_text=_("What was found out, or why it stands."))

    class Meta:
        verbose_name = _("problem")
        verbose_name_plural = _("problems")
        ordering = ["-first_seen", "id"]
        constraints = [
            models.UniqueConstraint(fields=["player", "code", "at"], name="problem_once"),
            models.CheckConstraint(condition=Q(code__in=ProblemCode.values), name="problem_code_known"),
            all_or_none(["acknowledged_at", "acknowledged_by"], name="problem_acknowledged_by_someone"),
        ]
        indexes = [models.Index(fields=["resolved_at", "-first_seen"], name="problem_open")]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_code_display()}"

    @property
    def open(self) -> bool:
        """Whether it arises from the facts as they are now."""
        return self.resolved_at is None
