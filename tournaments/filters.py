"""List filters about events and games, also for the apps above."""

from typing import Any

from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import ValidationError
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import (
    AutocompleteSelectFilter,
    DropdownFilter,
    RangeDateFilter,
)
from unfold.utils import parse_date_str

from tournaments.moments import LocalDay


def local_day_filter(zone_path: str) -> type[RangeDateFilter]:
    """A filter of a moment by first and last day, each row by the clock of its own event.

    `zone_path` leads from the row to the event's zone, such as `event__time_zone`.
    """

    class LocalDayFilter(RangeDateFilter):
        def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet | None:
            name = self.parameter_name
            bounds = {
                f"local_day__{lookup}": parse_date_str(value)
                for end, lookup in (("from", "gte"), ("to", "lte"))
                if (value := self.used_parameters.get(f"{name}_{end}"))
            }
            if not bounds:
                return queryset
            if None in bounds.values():
                return None
            return queryset.alias(local_day=LocalDay(F(zone_path), F(self.field_path))).filter(**bounds)

    return LocalDayFilter


class EitherTeamFilter(AutocompleteSelectFilter):
    """Games of a team, whichever of the two it is. Used on `team_a`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = _("team")

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        team = self.value()
        if not team:
            return queryset
        prefix = self.field_path.removesuffix("team_a")
        try:
            return queryset.filter(Q(**{f"{prefix}team_a": team}) | Q(**{f"{prefix}team_b": team}))
        except (ValueError, ValidationError) as error:
            raise IncorrectLookupParameters(error) from error


class EventStateFilter(DropdownFilter):
    """Events by how far they have come, by the day where they take place."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("unpublished", _("Not published")),
            ("upcoming", _("To come")),
            ("under_way", _("Under way")),
            ("completed", _("Completed")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        queryset = queryset.alias(today=LocalDay(F("time_zone"), Now()))
        conditions = {
            "unpublished": Q(published_at__isnull=True),
            "upcoming": Q(first_day__gt=F("today")),
            "under_way": Q(first_day__lte=F("today"), last_day__gte=F("today"), completed_at__isnull=True),
            "completed": Q(completed_at__isnull=False),
        }
        return queryset.filter(conditions.get(self.value(), Q()))


class EntryStateFilter(DropdownFilter):
    """Entries that hold, those of teams that are out, and those withdrawn."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("in", _("Still in")), ("out", _("Out")), ("withdrawn", _("Withdrawn"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        conditions = {
            "in": Q(withdrawn_at__isnull=True, out_at__isnull=True),
            "out": Q(withdrawn_at__isnull=True, out_at__isnull=False),
            "withdrawn": Q(withdrawn_at__isnull=False),
        }
        return queryset.filter(conditions.get(self.value(), Q()))
