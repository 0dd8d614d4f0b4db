"""List filters about discipline: tiers, periods, and how far things have come."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import ValidationError
from django.db.models import Exists, F, Max, Min, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import Combinable
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, DropdownFilter

from disciplinary.choices import Color, Seat, State, Tier
from disciplinary.models import Card, Vote
from disciplinary.office import OFFICE_ZONE, office_day
from disciplinary.rule33 import facts
from disciplinary.rule33.editions import edition_for
from disciplinary.rule33.periods import Period, period_named, period_of
from disciplinary.selectors.reports import reports_missing
from disciplinary.selectors.tiers import events_of
from disciplinary.wording import period as period_name
from tournaments.models import Game
from tournaments.moments import LocalDay

#: More than the days of any two places can differ.
ANY_ZONE = timedelta(days=2)
#: Of so many years back the two-month periods are offered too.
YEARS_OF_PERIODS = 2
OPEN_STATES = (State.WAITING, State.DUE, State.OVERDUE, State.IN_DEFAULT)


def tier_filter(path: str = "") -> type[DropdownFilter]:
    """A filter of rows by the tier of the event to which `path` leads (``event__``)."""

    class TierFilter(DropdownFilter):
        title = _("tier")
        parameter_name = "tier"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
            return list(Tier.choices)

        def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
            value = self.value()
            return queryset.filter(events_of(facts.Tier(value), path)) if value in Tier.values else queryset

    return TierFilter


class _PeriodFilter(DropdownFilter):
    """By the two-month periods and the calendar years in which yellow cards are counted."""

    title = _("period")
    parameter_name = "period"
    windows: tuple[facts.Window, ...] = tuple(facts.Window)
    first_path = last_path = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        known = model_admin.model._base_manager.aggregate(first=Min(self.first_path), last=Max(self.last_path))
        this = office_day(timezone.now()).year
        first, last = (getattr(known[end], "year", this) for end in ("first", "last"))
        return [
            (period.code, period_name(period))
            for year in range(max(last, this), min(first, this) - 1, -1)
            for period in self._periods(year, whole=year <= this - YEARS_OF_PERIODS)
        ]

    def _periods(self, year: int, *, whole: bool) -> list[Period]:
        day = datetime(year, 1, 1, tzinfo=UTC).date()
        edition = edition_for(day)
        periods = [period_of(day, facts.Window.YEAR, edition)]
        if facts.Window.TWO_MONTH in self.windows and not whole:
            parts = 12 // edition.months_per_period
            periods += [Period(facts.Window.TWO_MONTH, year, part) for part in range(1, parts + 1)]
        return periods

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        code = self.value()
        if not code:
            return queryset
        try:
            window = facts.Window.TWO_MONTH if "/" in code else facts.Window.YEAR
            period = period_named(window, code)
            first, last = period.days(edition_for(datetime(period.year, 1, 1, tzinfo=UTC).date()))
        except ValueError as error:
            raise IncorrectLookupParameters(error) from error
        return self.within(queryset, first, last)

    def within(self, queryset: QuerySet, first: Any, last: Any) -> QuerySet:
        raise NotImplementedError


def period_filter(
    moment: str, zone: str | None, *, windows: tuple[facts.Window, ...] = tuple(facts.Window)
) -> type[_PeriodFilter]:
    """A filter of rows by the local day of a moment; `zone` leads to the event's zone, None is the office's."""

    class PeriodFilter(_PeriodFilter):
        first_path = last_path = moment

        def within(self, queryset: QuerySet, first: Any, last: Any) -> QuerySet:
            place: Combinable = F(zone) if zone else Value(OFFICE_ZONE.key)
            bounds = {
                # The days decide; the moments let the database use an index.
                f"{moment}__gte": datetime.combine(first, time(), UTC) - ANY_ZONE,
                f"{moment}__lte": datetime.combine(last, time(), UTC) + ANY_ZONE,
            }
            return queryset.alias(day_there=LocalDay(place, F(moment))).filter(
                **bounds, day_there__gte=first, day_there__lte=last
            )

    PeriodFilter.windows = windows
    if windows == (facts.Window.YEAR,):
        PeriodFilter.title = _("year")
    return PeriodFilter


class EventPeriodFilter(_PeriodFilter):
    """Events that have a day in the period."""

    first_path, last_path = "first_day", "last_day"

    def within(self, queryset: QuerySet, first: Any, last: Any) -> QuerySet:
        return queryset.filter(first_day__lte=last, last_day__gte=first)


class EitherEventFilter(AutocompleteSelectFilter):
    """Suspensions of an event: from a card in it, or to be served in it. Used on `event`."""

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        event = self.value()
        if not event:
            return queryset
        try:
            return queryset.filter(Q(event=event) | Q(serving_game__event=event))
        except (ValueError, ValidationError) as error:
            raise IncorrectLookupParameters(error) from error


class _DefaultFilter(DropdownFilter):
    """A filter that shows some rows only, until one asks for others.

    Whoever searches by name wants to find what there is of that person: `searched` is the condition
    then.
    """

    parameter_name = "state"
    conditions: dict[str, Q] = {}
    default = searched = Q()

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if value in self.conditions:
            return queryset.filter(self.conditions[value])
        return queryset.filter(self.searched if request.GET.get("q") else self.default)


class SuspensionStateFilter(_DefaultFilter):
    """Suspensions by state; those still owed unless asked otherwise."""

    title = _("state")
    all_option = ["", _("Still owed")]
    conditions = {
        **{state.value: Q(state=state) for state in State},
        "unapproved": Q(state__in=[State.DUE, State.OVERDUE], full_game=True, approved=False)
        & Q(serving_game__isnull=False),
        "all": Q(),
    }
    default = Q(state__in=OPEN_STATES)
    searched = ~Q(state=State.VOID)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
        labels = {state.value: state.label for state in State}
        return [
            *((state.value, labels[state.value]) for state in State),
            ("unapproved", _("Serving game not approved")),
            ("all", _("All, void ones too")),
        ]


class ProblemStateFilter(_DefaultFilter):
    """Problems that stand; those nobody has looked at unless asked otherwise."""

    title = _("state")
    all_option = ["", _("To resolve")]
    conditions = {
        "acknowledged": Q(resolved_at__isnull=True, acknowledged_at__isnull=False),
        "resolved": Q(resolved_at__isnull=False),
        "all": Q(),
    }
    default = Q(resolved_at__isnull=True, acknowledged_at__isnull=True)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("acknowledged", _("Acknowledged")),
            ("resolved", _("No longer arises")),
            ("all", _("All")),
        ]


class StandingFilter(DropdownFilter):
    """Decisions that stand, and those withdrawn."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("stands", _("Stands")), ("withdrawn", _("Withdrawn"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        conditions = {"stands": Q(withdrawn_at__isnull=True), "withdrawn": Q(withdrawn_at__isnull=False)}
        return queryset.filter(conditions.get(self.value() or "", Q()))


class ApprovalStateFilter(_DefaultFilter):
    """Requests for approval; those that are open unless asked otherwise."""

    title = _("state")
    all_option = ["", _("Open")]
    conditions = {"closed": Q(closed_at__isnull=False), "all": Q()}
    default = Q(closed_at__isnull=True)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("closed", _("Closed")), ("all", _("All"))]


class UrgencyFilter(DropdownFilter):
    """Open requests whose game starts within so many days."""

    title = _("urgency")
    parameter_name = "within"
    days = {"2": _("Game within 2 days"), "7": _("Game within 7 days")}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(self.days.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if value not in self.days:
            return queryset
        now = timezone.now()
        return queryset.filter(
            closed_at__isnull=True, game__starts_at__gt=now, game__starts_at__lte=now + timedelta(days=int(value))
        )


class SeatOutstandingFilter(DropdownFilter):
    """Open requests in which a seat has not voted."""

    title = _("no vote yet from")
    parameter_name = "seat"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
        return list(Seat.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if value not in Seat.values:
            return queryset
        voted = Vote.objects.filter(approval=OuterRef("pk"), seat=value, withdrawn_at__isnull=True)
        return queryset.filter(~Exists(voted), closed_at__isnull=True)


class AttendanceStateFilter(DropdownFilter):
    """Presence at the serving game: whole, or with a report missing."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("whole", _("Reported before and after")), ("missing", _("A report is missing"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        whole = Q(before_at__isnull=False, after_at__isnull=False)
        return queryset.filter({"whole": whole, "missing": ~whole}.get(self.value() or "", Q()))


class ComplaintStateFilter(DropdownFilter):
    """Complaints by what they wait for."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("attention", _("For the Executive Committee’s attention")),
            ("no_notice", _("Notice not sent yet")),
            ("noticed", _("Notice sent")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        conditions = {
            "attention": Q(attention=True),
            "no_notice": Q(notice_queued_at__isnull=True),
            "noticed": Q(notice_queued_at__isnull=False),
        }
        return queryset.filter(conditions.get(self.value() or "", Q()))


class IncidentStateFilter(DropdownFilter):
    """Incidents that count, and those rescinded."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("counts", _("Counts")), ("rescinded", _("Rescinded")), ("misfit", _("Does not fit the rule"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        conditions = {
            "counts": Q(rescinded_at__isnull=True),
            "rescinded": Q(rescinded_at__isnull=False),
            "misfit": Q(rescinded_at__isnull=True, confirmed_misfit=True),
        }
        return queryset.filter(conditions.get(self.value() or "", Q()))


class CardsShownFilter(DropdownFilter):
    """Incidents by the cards that stand: superseded ones say nothing."""

    title = _("cards")
    parameter_name = "shown"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(Color.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if value not in Color.values:
            return queryset
        standing = Card.objects.standing().filter(incident=OuterRef("pk"), color=value)
        return queryset.filter(Exists(standing))


class ReportFilter(DropdownFilter):
    """Games by how far their umpires' report has come."""

    title = _("report")
    parameter_name = "report"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
        return [
            ("missing", _("Missing, long past")),
            ("open", _("Begun, not closed")),
            ("late", _("Closed late")),
            ("closed", _("Closed")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if value == "missing":
            return queryset.filter(pk__in=reports_missing(Game.objects.all(), timezone.now()).order_by().values("pk"))
        if value == "open":
            return queryset.filter(report__isnull=False, report__closed_at__isnull=True)
        if value == "late":
            return queryset.filter(report__closed_at__isnull=False, report__late=True)
        return queryset.filter(report__closed_at__isnull=False) if value == "closed" else queryset
