"""Teams and umpires."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from unfold.contrib.filters.admin import AutocompleteSelectFilter

from players.admin.base import OfficeModelAdmin
from players.admin.people import PlayerAdmin
from tournaments.models import Team, Umpire

# What this app knows about players: whose roster they are on. A line-up suggests those of its team first.
PlayerAdmin.suggested_first = {
    **PlayerAdmin.suggested_first,
    "entry": lambda entry: Q(roster_places__entry=entry),
}

PlayerAdmin.list_filter = (
    *PlayerAdmin.list_filter,
    ("roster_places__entry__team", AutocompleteSelectFilter),
    ("roster_places__entry__event", AutocompleteSelectFilter),
)


@admin.register(Team)
class TeamAdmin(OfficeModelAdmin):
    """Teams: the lasting identities, whatever they are called in an event."""

    list_display = ("name", "club")
    list_filter: tuple[Any, ...] = (("club", AutocompleteSelectFilter), ("entries__event", AutocompleteSelectFilter))
    list_select_related = ("club",)
    search_fields = ("search_name", "club__search_name")
    autocomplete_fields = ("club",)
    suggested_first = {"event": lambda event: Q(entries__event=event, entries__withdrawn_at__isnull=True)}


@admin.register(Umpire)
class UmpireAdmin(OfficeModelAdmin):
    """Umpires, with or without an account."""

    list_display = ("name", "user")
    list_select_related = ("user",)
    search_fields = ("search_name",)
    autocomplete_fields = ("user",)
