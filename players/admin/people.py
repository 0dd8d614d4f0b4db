"""Clubs and players."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.decorators import display

from players.admin.base import OfficeModelAdmin, OfficeTabularInline
from players.models import Club, Handicap, Player


@admin.register(Club)
class ClubAdmin(OfficeModelAdmin):
    """Clubs, found by name and place."""

    list_display = ("name", "city", "state")
    list_filter: tuple[Any, ...] = ("state",)
    search_fields = ("search_name", "city", "state")


class HandicapInline(OfficeTabularInline):
    """The dated handicaps of a player, the latest first."""

    model = Handicap
    ordering = ("-from_day",)


@admin.register(Player)
class PlayerAdmin(OfficeModelAdmin):
    """Players, found by any part of the name, without accents, or by member number."""

    fieldsets = (
        (None, {"fields": ("member_number", "name", "family_name", "birth_date", "club")}),
        (_("How to reach this player"), {"fields": ("email", "language", "user")}),
    )
    inlines = (HandicapInline,)
    list_display = ("name", "member_number", "club", "current_handicap", "language")
    list_filter: tuple[Any, ...] = (("club", AutocompleteSelectFilter), "language")
    list_select_related = ("club",)
    search_fields = ("search_name", "^member_number")
    autocomplete_fields = ("club", "user")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        latest = (
            Handicap.objects.filter(player=OuterRef("pk"), from_day__lte=timezone.localdate())
            .order_by("-from_day")
            .values("goals")[:1]
        )
        return super().get_queryset(request).annotate(current_goals=Subquery(latest))

    @display(description=_("handicap"), ordering="current_goals")
    def current_handicap(self, player: Player) -> str:
        return "–" if player.current_goals is None else str(player.current_goals)
