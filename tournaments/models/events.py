"""Events, series of events, and the committees that hold them."""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.fields import NameField, folded, name_constraint
from players.functions import Fold
from players.history import tracked
from players.models import Club
from players.saving import SavedWhole
from tournaments.choices import (
    DEFAULT_TIME_ZONE,
    HIGHEST_EVENT_GOALS,
    LOWEST_EVENT_GOALS,
    Discipline,
    EventKind,
    time_zones,
    validate_time_zone,
)
from tournaments.triggers import never_changes_once_set


@tracked(exclude=["search_name"])
class EventSeries(models.Model):
    """Events that belong together, such as the three of the Gauntlet of Polo."""

    name = NameField(_("name"))
    search_name = folded("name")

    class Meta:
        verbose_name = _("series of events")
        verbose_name_plural = pgettext_lazy("plural", "series of events")
        ordering = ["search_name", "id"]
        constraints = [
            models.UniqueConstraint(
                Fold("name"),
                name="event_series_once",
                violation_error_message=_("A series of this name is already here."),
            ),
            name_constraint("name", name="event_series_name_is_clean"),
        ]
        indexes = [GinIndex(fields=["search_name"], opclasses=["gin_trgm_ops"], name="event_series_search")]

    def __str__(self) -> str:
        return self.name


@tracked(exclude=["search_name"])
class Event(SavedWhole):
    """A tournament. Its tier follows from its goals and the Gauntlet mark, by the rule."""

    name = NameField(_("name"))
    kind = models.CharField(_("kind"), max_length=8, choices=EventKind)
    discipline = models.CharField(_("discipline"), max_length=8, choices=Discipline, default=Discipline.OUTDOOR)
    goals = models.PositiveSmallIntegerField(
        _("handicap"),
        validators=[MinValueValidator(LOWEST_EVENT_GOALS), MaxValueValidator(HIGHEST_EVENT_GOALS)],
        help_text=_("In goals; of a range such as 6–8 the upper limit. Zero is a handicap."),
    )
    gauntlet = models.BooleanField(
        _("Gauntlet of Polo"),
        default=False,
        help_text=_("Whether the event is part of the Gauntlet of Polo, a tier of its own."),
    )
    series = models.ForeignKey(
        EventSeries,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="events",
        verbose_name=_("series of events"),
        help_text=_("If the event belongs to one."),
    )
    parent = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="subsidiaries",
        verbose_name=_("subsidiary event of"),
        help_text=_("For a subsidiary event: the event it hangs on."),
    )
    host_club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="events",
        verbose_name=_("host club"),
    )
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        choices=time_zones,
        validators=[validate_time_zone],
        default=DEFAULT_TIME_ZONE,
        help_text=_("Times of the event and its games are entered and shown in this zone."),
    )
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    published_at = models.DateTimeField(
        _("first published"),
        null=True,
        blank=True,
        help_text=_("When the event was first on a publicly available schedule. Never changed once it is set."),
    )
    completed_at = models.DateTimeField(_("completed"), null=True, blank=True, help_text=_("When the event was over."))
    search_name = folded("name")

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-first_day", "search_name", "id"]
        constraints = [
            name_constraint("name", name="event_name_is_clean"),
            models.UniqueConstraint(
                Fold("name"),
                "first_day",
                name="event_once",
                violation_error_message=_("An event of this name already begins on this day."),
            ),
            models.CheckConstraint(condition=Q(kind__in=EventKind.values), name="event_kind_known"),
            models.CheckConstraint(condition=Q(discipline__in=Discipline.values), name="event_discipline_known"),
            models.CheckConstraint(
                condition=Q(goals__range=(LOWEST_EVENT_GOALS, HIGHEST_EVENT_GOALS)),
                name="event_goals_in_range",
            ),
            models.CheckConstraint(
                condition=Q(first_day__lte=F("last_day")),
                name="event_days_in_order",
                violation_error_message=_("The last day is before the first day."),
            ),
            models.CheckConstraint(
                condition=Q(parent__isnull=True) | ~Q(parent=F("id")),
                name="event_not_its_own_parent",
                violation_error_message=_("An event cannot be a subsidiary event of itself."),
            ),
        ]
        indexes = [
            GinIndex(fields=["search_name"], opclasses=["gin_trgm_ops"], name="event_search"),
            models.Index(fields=["-first_day", "search_name"], name="event_by_day"),
        ]
        triggers = [never_changes_once_set("published_at", name="event_published_once")]

    def __str__(self) -> str:
        """The name, with the year unless the name says it: many events come back every year."""
        year = str(self.first_day.year)
        return self.name if year in self.name else f"{self.name} {year}"

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which the event's days are counted and its times are shown."""
        return ZoneInfo(self.time_zone)


@tracked()
class HostCommitteeMember(models.Model):
    """Someone on the Host Tournament Committee of an event, for some of its days or all."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="host_committee", verbose_name=_("event"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="host_committees",
        verbose_name=_("account"),
    )
    from_day = models.DateField(_("from"), null=True, blank=True, help_text=_("Empty: from the beginning."))
    until = models.DateField(_("until"), null=True, blank=True, help_text=_("The last day. Empty: to the end."))

    class Meta:
        verbose_name = _("member of the Host Tournament Committee")
        verbose_name_plural = _("Host Tournament Committee")
        ordering = ["event", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "user", "from_day"],
                name="host_committee_member_once",
                nulls_distinct=False,
                violation_error_message=_("This person is already on the committee."),
            ),
            models.CheckConstraint(
                condition=Q(from_day__isnull=True) | Q(until__isnull=True) | Q(from_day__lte=F("until")),
                name="host_committee_days_in_order",
                violation_error_message=_("The last day is before the first day."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}"
