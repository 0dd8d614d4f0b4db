"""Games, with the line-ups of both teams on one page."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesDropdownFilter
from unfold.decorators import display

from players.admin.base import OfficeModelAdmin, OfficeTabularInline, signed_in
from players.admin.widgets import autocomplete_of
from tournaments import selectors
from tournaments.admin.zones import EventZone
from tournaments.filters import EitherTeamFilter, local_day_filter
from tournaments.forms import REASON, GameForm, both_teams, game_form_with_lineups
from tournaments.models import Game, GameUmpire, Lineup, LineupPlace, Substitution
from tournaments.moments import shown


class UmpireInline(OfficeTabularInline):
    """The umpires of a game."""

    model = GameUmpire
    fields = ("umpire",)
    autocomplete_fields = ("umpire",)
    list_select_related = ("umpire",)
    ordering = ("pk",)
    extra = 2


@admin.register(Game)
class GameAdmin(EventZone, OfficeModelAdmin):
    """Games. What did not take place is cancelled, postponed or forfeited, never deleted."""

    form = GameForm
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "event",
                    "starts_at",
                    "ends_at",
                    "stage",
                    "status",
                    "field",
                    "schedule_order",
                )
            },
        ),
        (_("Teams"), {"fields": (("team_a", "goals_a"), ("team_b", "goals_b"))}),
    )
    inlines = (UmpireInline,)
    autocomplete_fields = ("event", "team_a", "team_b")
    version_related = (
        (Lineup, "game"),
        (LineupPlace, "lineup__game"),
        (Substitution, "game"),
    )
    list_display = ("starts", "teams", "score", "event", "stage", "status")
    list_display_links = ("starts", "teams")
    list_filter: tuple[Any, ...] = (
        ("event", AutocompleteSelectFilter),
        ("team_a", EitherTeamFilter),
        ("status", ChoicesDropdownFilter),
        ("stage", ChoicesDropdownFilter),
        ("event__kind", ChoicesDropdownFilter),
        "event__gauntlet",
        ("event__discipline", ChoicesDropdownFilter),
        ("event__series", AutocompleteSelectFilter),
        ("starts_at", local_day_filter("event__time_zone")),
    )
    list_select_related = ("event", "team_a", "team_b")
    ordering = ("-starts_at", "schedule_order", "pk")
    search_fields = ("team_a__search_name", "team_b__search_name", "event__search_name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).select_related(*self.list_select_related)

    def get_fieldsets(self, request: HttpRequest, obj: Game | None = None) -> list[Any]:
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or not self.has_change_permission(request, obj):
            return fieldsets
        lineups = [
            (format_lazy(_("Line-up of {team}"), team=side.team), {"fields": side.all}) for side in both_teams(obj)
        ]
        return [*fieldsets, *lineups, (_("Named although he may not play"), {"fields": (REASON,)})]

    def get_form(self, request: HttpRequest, obj: Game | None = None, change: bool = False, **kwargs: Any) -> Any:
        if change and obj is not None and self.has_change_permission(request, obj):
            kwargs["form"] = game_form_with_lineups(obj, self.admin_site)
        form = super().get_form(request, obj, change=change, **kwargs)
        if obj is not None:
            for name in self.autocomplete_fields:
                field = form.base_fields.get(name)
                widget = autocomplete_of(field) if field else None
                if widget is not None:
                    widget.know(getattr(obj, name))
        return form

    def autocomplete_context(self, request: HttpRequest, db_field: Any) -> dict[str, Any]:
        """Suggest the teams of the event before all others."""
        if db_field.name not in ("team_a", "team_b"):
            return {}
        event = request.GET.get("event", "")
        match = request.resolver_match
        if match is not None and "object_id" in match.kwargs:
            event = str(Game.objects.filter(pk=match.kwargs["object_id"]).values_list("event", flat=True).first())
        return {"event": event} if event.isdecimal() else {}

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        form.save_lineups(by=signed_in(request))
        for warning in _warnings(form):
            messages.warning(request, warning)

    @display(description=_("start"), ordering="starts_at")
    def starts(self, game: Game) -> str:
        return shown(game.starts_at, game.event.zone)

    @display(description=_("teams"), ordering="team_a__search_name")
    def teams(self, game: Game) -> str:
        return _("%(first)s v. %(second)s") % {"first": game.team_a, "second": game.team_b}

    @display(description=_("score"))
    def score(self, game: Game) -> str:
        if game.goals_a is None or game.goals_b is None:
            return "–"
        return f"{game.goals_a.normalize():f} – {game.goals_b.normalize():f}"


def _warnings(form: GameForm) -> Iterator[str]:
    """What is unusual about a game that has just been saved. It is saved all the same."""
    yield from (warning.text for warning in form.lineup_warnings)
    game, event = form.instance, form.instance.event
    if not event.first_day <= game.local_day <= event.last_day:
        yield _("The day of this game is outside the days of its event.")
    for team in (game.team_a, game.team_b):
        if selectors.open_entry(event, team.pk) is None:
            yield _("%(team)s is not entered in %(event)s.") % {"team": team, "event": event}
    for side in form.sides:
        named = form.named_players(side)
        on_roster = set(selectors.players_of_teams(event, [side.team.pk])) if named else set()
        for player in sorted(named - on_roster, key=lambda one: one.sort_name):
            yield _("%(player)s is not on the roster of %(team)s for this event.") % {
                "player": player,
                "team": side.team,
            }
