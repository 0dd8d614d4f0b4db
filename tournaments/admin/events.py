"""Series, events with their entries, and rosters."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.contrib.filters.admin import (
    AutocompleteSelectFilter,
    ChoicesDropdownFilter,
    RangeDateFilter,
)
from unfold.decorators import action, display

from players.admin.base import OfficeModelAdmin, OfficeTabularInline, signed_in
from tournaments import services
from tournaments.admin.zones import EventZone, OwnZone, ZonedFields
from tournaments.filters import EntryStateFilter, EventStateFilter
from tournaments.forms import EventForm
from tournaments.models import Entry, Event, EventSeries, HostCommitteeMember, RosterPlace
from tournaments.moments import shown


@admin.register(EventSeries)
class EventSeriesAdmin(OfficeModelAdmin):
    """Series of events."""

    list_display = ("name", "event_count")
    search_fields = ("search_name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[EventSeries]:
        return super().get_queryset(request).annotate(event_count=Count("events"))

    @display(description=_("events"), ordering="event_count")
    def event_count(self, series: EventSeries) -> int:
        return series.event_count


class EntryInline(ZonedFields, OfficeTabularInline):
    """The entries of an event: made here, and each with its roster one step further."""

    model = Entry
    fields = ("team", "team_name", "entered_at", "withdrawn_at", "out_at", "roster_link")
    readonly_fields = ("roster_link",)
    autocomplete_fields = ("team",)
    list_select_related = ("event", "team")
    ordering = ("team__search_name", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).annotate(roster_size=Count("roster"))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # What was entered is corrected on the entry's own page, together with its roster.
        return False

    @display(description=_("roster"))
    def roster_link(self, entry: Entry) -> str:
        if entry.pk is None:
            return "–"
        size = getattr(entry, "roster_size", 0)
        return format_html(
            '<a href="{}" class="text-link">{}</a>',
            reverse("admin:tournaments_entry_change", args=[entry.pk]),
            ngettext("Roster: %(count)s player", "Roster: %(count)s players", size) % {"count": size},
        )


class HostCommitteeInline(OfficeTabularInline):
    """Who is on the Host Tournament Committee."""

    model = HostCommitteeMember
    fields = ("user", "from_day", "until")
    autocomplete_fields = ("user",)
    list_select_related = ("user",)
    ordering = ("pk",)


@admin.register(Event)
class EventAdmin(OwnZone, OfficeModelAdmin):
    """Events. Their times are read and shown in their own time zone."""

    form = EventForm
    fieldsets = (
        (
            None,
            {"fields": ("name", "kind", "discipline", "goals", "gauntlet", "series", "parent")},
        ),
        (_("Where and when"), {"fields": ("host_club", "time_zone", "first_day", "last_day")}),
        (_("Schedule"), {"fields": ("published_at", "completed_at", "games")}),
    )
    inlines = (EntryInline, HostCommitteeInline)
    readonly_fields = ("games",)
    autocomplete_fields = ("series", "parent", "host_club")
    actions_submit_line = ("publish_now",)
    list_display = ("name", "first_day", "last_day", "kind", "goals", "gauntlet", "published", "series")
    list_filter: tuple[Any, ...] = (
        ("kind", ChoicesDropdownFilter),
        EventStateFilter,
        ("discipline", ChoicesDropdownFilter),
        "gauntlet",
        ("series", AutocompleteSelectFilter),
        ("host_club", AutocompleteSelectFilter),
        ("first_day", RangeDateFilter),
    )
    list_select_related = ("series",)
    search_fields = ("search_name", "series__search_name", "host_club__search_name")

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        fields = super().get_readonly_fields(request, obj)
        return (*fields, "published") if _is_published(obj) else fields

    def get_fieldsets(self, request: HttpRequest, obj: Event | None = None) -> list[Any]:
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None:
            return _replaced(fieldsets, {"games": None})
        return _replaced(fieldsets, {"published_at": "published"}) if _is_published(obj) else fieldsets

    def get_actions_submit_line(self, request: HttpRequest, object_id: int | str) -> list[Any]:
        actions = super().get_actions_submit_line(request, object_id)
        open_event = Event.objects.filter(pk=object_id, published_at__isnull=True)
        return actions if open_event.exists() else []

    @action(description=_("Save, published now"), permissions=["change"])
    def publish_now(self, request: HttpRequest, obj: Event) -> None:
        """Stamp the first publication; a second press changes nothing."""
        event = services.event_publish(obj, by=signed_in(request))
        messages.success(
            request,
            _("“%(event)s” is published since %(moment)s.")
            % {"event": event, "moment": shown(event.published_at, event.zone)},
        )

    def save_model(self, request: HttpRequest, obj: Event, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "time_zone" in form.changed_data and obj.games.exists():
            messages.warning(
                request,
                _(
                    "The time zone has changed. The games of this event keep their moments, so their "
                    "times by the clock are others now: check them."
                ),
            )

    @display(description=_("first published"), ordering="published_at")
    def published(self, event: Event) -> str:
        return shown(event.published_at, event.zone)

    @display(description=_("games"))
    def games(self, event: Event) -> str:
        listed = f"{reverse('admin:tournaments_game_changelist')}?event__id__exact={event.pk}"
        added = f"{reverse('admin:tournaments_game_add')}?event={event.pk}"
        return format_html(
            '<a href="{}" class="text-link">{}</a> · <a href="{}" class="text-link">{}</a>',
            listed,
            _("Games of this event"),
            added,
            _("Add a game"),
        )


def _is_published(event: Event | None) -> bool:
    return event is not None and event.published_at is not None


def _replaced(fieldsets: Any, names: dict[str, str | None]) -> list:
    """The fieldsets with fields renamed, or left out where the new name is None."""
    return [
        (
            title,
            {
                **options,
                "fields": [new for old in options["fields"] if (new := names.get(old, old)) is not None],
            },
        )
        for title, options in fieldsets
    ]


class RosterInline(OfficeTabularInline):
    """The roster: players are added and taken off; history keeps both."""

    model = RosterPlace
    fields = ("player",)
    autocomplete_fields = ("player",)
    list_select_related = ("player",)
    ordering = ("player__sort_name",)
    extra = 4

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Entry)
class EntryAdmin(EventZone, OfficeModelAdmin):
    """Entries with their rosters. An entry is withdrawn, never deleted."""

    fields = ("event", "team", "team_name", "entered_at", "withdrawn_at", "out_at")
    inlines = (RosterInline,)
    autocomplete_fields = ("event", "team")
    list_display = ("shown_name", "event", "roster_size", "entered", "withdrawn", "out")
    list_filter: tuple[Any, ...] = (
        ("event", AutocompleteSelectFilter),
        ("team", AutocompleteSelectFilter),
        EntryStateFilter,
        ("event__kind", ChoicesDropdownFilter),
        "event__gauntlet",
        ("event__series", AutocompleteSelectFilter),
        ("event__first_day", RangeDateFilter),
    )
    list_select_related = ("event", "team")
    ordering = ("-event__first_day", "event__search_name", "team__search_name", "pk")
    search_fields = ("team__search_name", "search_name", "event__search_name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        entries = super().get_queryset(request).select_related("event", "team")
        return entries.annotate(roster_size=Count("roster"))

    @display(description=_("team"), ordering="team__search_name")
    def shown_name(self, entry: Entry) -> str:
        if entry.team_name:
            return f"{entry.team_name} ({entry.team})"
        return str(entry.team)

    @display(description=_("players"), ordering="roster_size")
    def roster_size(self, entry: Entry) -> int:
        return entry.roster_size

    @display(description=_("entered"), ordering="entered_at")
    def entered(self, entry: Entry) -> str:
        return shown(entry.entered_at, entry.event.zone)

    @display(description=_("withdrawn"), ordering="withdrawn_at")
    def withdrawn(self, entry: Entry) -> str:
        return shown(entry.withdrawn_at, entry.event.zone)

    @display(description=_("out"), ordering="out_at")
    def out(self, entry: Entry) -> str:
        return shown(entry.out_at, entry.event.zone)
