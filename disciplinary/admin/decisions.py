"""What authorities decide: rulings on suspensions, bars from playing, increases of red cards."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesDropdownFilter
from unfold.decorators import display

from disciplinary.admin.base import DecisionAdmin
from disciplinary.admin.columns import person_cell, short_day, two_lines
from disciplinary.filters import StandingFilter
from disciplinary.forms.decisions import BarForm, IncreaseForm, RulingForm
from disciplinary.models import Bar, Increase, Ruling
from disciplinary.rule33.facts import Authority
from disciplinary.sentences import cause, game_on
from disciplinary.services.decisions import bar_record, increase_add, ruling_record
from disciplinary.templatetags.discipline import office_link
from disciplinary.wording import AUTHORITIES, day
from tournaments.admin.zones import EventZone
from tournaments.moments import shown


@admin.register(Ruling)
class RulingAdmin(DecisionAdmin):
    """Rulings on single suspensions."""

    form = RulingForm
    fields = ("suspension", "effect", "authority", "decided_on", "reason", "document")
    autocomplete_fields = ("suspension",)
    list_display = ("person", "about", "effect", "authority", "decided_on", "standing")
    list_display_links = ("person",)
    list_filter = (
        StandingFilter,
        ("effect", ChoicesDropdownFilter),
        ("authority", ChoicesDropdownFilter),
        ("suspension__tier", ChoicesDropdownFilter),
        ("suspension__event", AutocompleteSelectFilter),
        ("suspension__player", AutocompleteSelectFilter),
    )
    list_select_related = ("suspension__player", "recorded_by", "withdrawn_by")
    search_fields = ("suspension__player__search_name", "^suspension__player__member_number", "reason")
    ordering = ("-decided_on", "-pk")

    def record(self, request: HttpRequest, obj: Ruling, form: Any) -> Ruling:
        return ruling_record(**form.cleaned_data, by=request.user)

    def headline(self, row: Ruling) -> str:
        return f"{row.suspension.player.name}, {cause(row.suspension)}: {row.get_effect_display()}"

    def lines(self, row: Ruling) -> list[tuple[Any, Any]]:
        return [
            (_("Player"), office_link(row.suspension.player, row.suspension.player.name)),
            (_("Suspension"), office_link(row.suspension, cause(row.suspension))),
            (_("Effect"), row.get_effect_display()),
            (_("Decided by"), row.get_authority_display()),
            (_("Decided on"), day(row.decided_on)),
            (_("Reason"), row.reason),
            (_("Document"), row.document),
        ]

    @display(description=_("player"), ordering="suspension__player__sort_name")
    def person(self, row: Ruling) -> SafeString:
        return person_cell(row.suspension.player)

    @display(description=_("suspension"))
    def about(self, row: Ruling) -> str:
        return cause(row.suspension)


@admin.register(Bar)
class BarAdmin(DecisionAdmin):
    """Spans of days in which a player may not play."""

    form = BarForm
    fields = ("player", "reason", "authority", "first_day", "last_day", "complaint", "note")
    autocomplete_fields = ("player", "complaint")
    list_display = ("person", "reason", "first_day", "until", "authority", "standing")
    list_display_links = ("person",)
    list_filter = (
        StandingFilter,
        ("reason", ChoicesDropdownFilter),
        ("authority", ChoicesDropdownFilter),
        ("player", AutocompleteSelectFilter),
    )
    list_select_related = ("player", "complaint", "recorded_by", "withdrawn_by")
    search_fields = ("player__search_name", "^player__member_number", "complaint__number")
    ordering = ("-first_day", "-pk")

    def record(self, request: HttpRequest, obj: Bar, form: Any) -> Bar:
        return bar_record(**form.cleaned_data, by=request.user)

    def headline(self, row: Bar) -> str:
        names = {"player": row.player.name, "first": day(row.first_day)}
        if row.last_day is None:
            return gettext("%(player)s may not play from %(first)s on, until further notice.") % names
        return gettext("%(player)s may not play from %(first)s to %(last)s, both days included.") % {
            **names,
            "last": day(row.last_day),
        }

    def lines(self, row: Bar) -> list[tuple[Any, Any]]:
        return [
            (_("Player"), office_link(row.player, row.player.name)),
            (_("Reason"), row.get_reason_display()),
            (_("Decided by"), row.get_authority_display()),
            (_("Complaint"), office_link(row.complaint) if row.complaint else None),
            (_("Note"), row.note),
        ]

    @display(description=_("player"), ordering="player__sort_name")
    def person(self, row: Bar) -> SafeString:
        return person_cell(row.player)

    @display(description=_("last day"), ordering="last_day", empty_value=_("until further notice"))
    def until(self, row: Bar) -> Any:
        return row.last_day


@admin.register(Increase)
class IncreaseAdmin(EventZone, DecisionAdmin):
    """Further games, or a note, added to red cards."""

    zone_field = "incident"
    zone_lookup = "game__event__time_zone"
    form = IncreaseForm
    fields = ("incident", "by", "games", "decided_at", "note", "document")
    autocomplete_fields = ("incident",)
    list_display = ("person", "added", "by", "decided", "card_shown", "standing")
    list_display_links = ("person",)
    list_filter = (
        StandingFilter,
        ("by", ChoicesDropdownFilter),
        ("incident__tier", ChoicesDropdownFilter),
        ("incident__game__event", AutocompleteSelectFilter),
        ("incident__team", AutocompleteSelectFilter),
        ("incident__player", AutocompleteSelectFilter),
    )
    list_select_related = (
        "incident__player",
        "incident__game__event",
        "incident__game__team_a",
        "incident__game__team_b",
        "recorded_by",
        "withdrawn_by",
    )
    search_fields = (
        "incident__player__search_name",
        "^incident__player__member_number",
        "incident__team__search_name",
    )
    ordering = ("-decided_at", "-pk")

    def record(self, request: HttpRequest, obj: Increase, form: Any) -> Increase:
        entered = {"authority" if name == "by" else name: value for name, value in form.cleaned_data.items()}
        return increase_add(**entered, by=request.user)

    def headline(self, row: Increase) -> str:
        names = {
            "player": row.incident.player.name,
            "by": AUTHORITIES[Authority(row.by)],
            "game": game_on(row.incident.game),
            "games": self.added(row),
        }
        return gettext("%(player)s, red card of %(game)s: %(games)s added by %(by)s.") % names

    def lines(self, row: Increase) -> list[tuple[Any, Any]]:
        incident = row.incident
        return [
            (_("Player"), office_link(incident.player, incident.player.name)),
            (_("Incident"), office_link(incident, shown(incident.at, incident.game.event.zone))),
            (_("Increased by"), row.get_by_display()),
            (_("Decided"), shown(row.decided_at, incident.game.event.zone)),
            (_("Note"), row.note),
            (_("Document"), row.document),
        ]

    @display(description=_("player"), ordering="incident__player__sort_name")
    def person(self, row: Increase) -> SafeString:
        return person_cell(row.incident.player)

    @display(description=_("further games"), ordering="games")
    def added(self, row: Increase) -> str:
        if not row.games:
            return gettext("a note")
        return ngettext("%(count)d further game", "%(count)d further games", row.games) % {"count": row.games}

    @display(description=_("decided"), ordering="decided_at")
    def decided(self, row: Increase) -> str:
        return shown(row.decided_at, row.incident.game.event.zone)

    @display(description=_("red card"), ordering="incident__at")
    def card_shown(self, row: Increase) -> SafeString:
        incident = row.incident
        return two_lines(short_day(incident.at, incident.game.event.zone), incident.game.event)
