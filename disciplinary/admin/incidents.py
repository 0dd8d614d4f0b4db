"""Incidents: entered with a view of what will follow, corrected, rescinded – never deleted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesDropdownFilter
from unfold.decorators import action, display

from disciplinary.admin.base import Deciding, Refusing
from disciplinary.filters import CardsShownFilter, IncidentStateFilter, period_filter
from disciplinary.forms.incidents import GameForm, IncidentForm
from disciplinary.forms.reasons import PlaceForm
from disciplinary.models import Card, Incident
from disciplinary.services import cards
from disciplinary.templatetags.cards import card_shapes
from players.admin.base import OfficeModelAdmin
from players.admin.stale import VERSION
from players.admin.widgets import autocomplete_of
from tournaments.admin.zones import EventZone
from tournaments.filters import EitherTeamFilter, local_day_filter
from tournaments.models import Game, Umpire
from tournaments.moments import shown

GAMES_OFFERED = 12


@admin.register(Incident)
class IncidentAdmin(Refusing, Deciding, EventZone, OfficeModelAdmin):
    """Incidents of all games, the latest first."""

    form = IncidentForm
    zone_field = "game"
    zone_lookup = "event__time_zone"
    change_form_after_template = "admin/disciplinary/incident/forecast_panel.html"
    change_form_outer_before_template = "admin/disciplinary/incident/before.html"
    autocomplete_fields = ("game",)
    version_exclude = ("changed_at",)
    version_related = ((Card, "incident"),)
    list_display = (
        "shown_at",
        "player_name",
        "cards_shown",
        "team",
        "game_name",
        "category",
        "tier",
        "standing",
    )
    list_display_links = ("shown_at", "player_name")
    list_filter = (
        IncidentStateFilter,
        ("tier", ChoicesDropdownFilter),
        period_filter("at", "game__event__time_zone"),
        ("game__event", AutocompleteSelectFilter),
        ("player", AutocompleteSelectFilter),
        ("game__team_a", EitherTeamFilter),
        ("kind", ChoicesDropdownFilter),
        CardsShownFilter,
        ("when", ChoicesDropdownFilter),
        ("category", ChoicesDropdownFilter),
        ("umpire", AutocompleteSelectFilter),
        ("at", local_day_filter("game__event__time_zone")),
    )
    search_fields = (
        "player__search_name",
        "player__member_number",
        "team__search_name",
        "game__event__search_name",
    )
    ordering = ("-at", "-pk")
    actions = ("rescind_selected",)
    actions_detail = ("rescind", "place", "reinstate")

    class Media:
        js = ("js/incident.js",)

    # ------------------------------------------------------------ the form

    def get_queryset(self, request: HttpRequest) -> QuerySet[Incident]:
        return (
            super()
            .get_queryset(request)
            .select_related("player", "team", "umpire", "game__event", "game__team_a", "game__team_b")
            .prefetch_related(Prefetch("cards", Card.objects.standing().order_by("number")), "box_stays")
        )

    def has_change_permission(self, request: HttpRequest, obj: Incident | None = None) -> bool:
        """A rescinded incident stays as it is; it can only be reinstated."""
        return super().has_change_permission(request, obj) and (obj is None or not obj.rescinded)

    def get_fieldsets(self, request: HttpRequest, obj: Incident | None = None) -> list[Any]:
        if obj is None and self._game(request) is None:
            return [(None, {"fields": ("game",)})]
        fieldsets: list[Any] = [
            (
                None,
                {
                    "fields": (
                        "game",
                        "side_player",
                        ("when", "at"),
                        "shown",
                        "category",
                        ("chukker", "clock"),
                        "umpire",
                    )
                },
            ),
            (
                _("Penalty and penalty box"),
                {
                    "fields": (
                        ("field_penalty", "field_penalty_effect"),
                        ("unserved", "injured"),
                        ("left_early", "seconds_added"),
                    )
                },
            ),
            (_("What happened"), {"fields": ("narrative",)}),
        ]
        if obj is not None and self.has_change_permission(request, obj):
            fieldsets.append((_("Correction"), {"fields": ("reason",)}))
            fieldsets.append((None, {"fields": (VERSION,), "classes": ("hidden",)}))
        if obj is not None and not self.has_change_permission(request, obj):
            return [(None, {"fields": self._stored_fields})]
        return fieldsets

    _stored_fields = (
        "game",
        "player",
        "team",
        "cards_shown",
        "shown_at",
        "when",
        "category",
        "chukker",
        "clock",
        "umpire",
        "field_penalty",
        "field_penalty_effect",
        "narrative",
        "rescinded_at",
        "rescinded_by",
        "rescind_reason",
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Incident | None = None) -> Any:
        if obj is not None and not self.has_change_permission(request, obj):
            return self._stored_fields
        return ()

    def get_form(self, request: HttpRequest, obj: Incident | None = None, change: bool = False, **kwargs: Any) -> Any:
        game = self._game(request, obj)
        if game is None:
            return super().get_form(request, obj, change=change, **kwargs | {"form": GameForm})
        if obj is not None and not self.has_change_permission(request, obj):
            return super().get_form(request, obj, change=change, **kwargs | {"form": forms.ModelForm})
        declared = set(IncidentForm.declared_fields)
        names = [name for name in IncidentForm.Meta.fields if name not in declared]
        form = super().get_form(request, obj, change=change, **kwargs | {"fields": names})
        form = type(form)(form.__name__, (form,), {"game_shown": game})
        widget = autocomplete_of(form.base_fields["game"])
        if widget is not None:
            widget.know(game)
        umpires = Umpire.objects.filter(game_umpires__game=game).distinct()
        form.base_fields["umpire"].queryset = (
            umpires | Umpire.objects.filter(pk=obj.umpire_id if obj else None).distinct()
        )
        return form

    def _game(self, request: HttpRequest, obj: Incident | None = None) -> Game | None:
        """The game in question: as just chosen, as asked for in the address, or as stored."""
        chosen = request.POST.get("game") or (request.GET.get("game") if obj is None else None)
        if not chosen:
            return obj.game if obj is not None else None
        if not str(chosen).isdecimal():
            return None
        found = Game.objects.select_related("event", "team_a", "team_b")
        return found.filter(pk=chosen).first()

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {"games_offered": [], "title": _("Record an incident")}
        if self._game(request) is None:
            context["games_offered"] = (
                Game.objects.filter(status__in=["in_progress", "played", "abandoned"])
                .select_related("event", "team_a", "team_b")
                .order_by("-starts_at", "-pk")[:GAMES_OFFERED]
            )
            context |= {
                "show_save": False,
                "show_save_and_continue": False,
                "show_save_and_add_another": False,
            }
        return super().add_view(request, form_url, context | (extra_context or {}))

    def save_model(self, request: HttpRequest, obj: Incident, form: IncidentForm, change: bool) -> None:
        """Through the services: cards, box time and recalculation belong to it."""
        values = {
            "cards": form.cleaned_data["shown"],
            "stays": form.stays,
            "by": request.user,
            "confirmed": form.cleaned_data["confirmed"],
        }
        if change:
            cards.incident_amend(obj, reason=form.cleaned_data["reason"], **values)
        else:
            cards.incident_record(obj, **values)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        """Say at once what has followed, beside what was saved."""
        messages.info(request, form.forecast.headline)
        return super().construct_change_message(request, form, formsets, add)

    def response_add(self, request: HttpRequest, obj: Incident, post_url_continue: str | None = None) -> HttpResponse:
        """“Another” means another one of the same game."""
        response = super().response_add(request, obj, post_url_continue)
        if "_addanother" in request.POST:
            address = reverse("admin:disciplinary_incident_add")
            return HttpResponseRedirect(f"{address}?game={obj.game_id}")
        return response

    # ------------------------------------------------------------ rescinding

    @action(description=_("Rescind"), icon="undo", permissions=["rescind"], url_path="rescind")
    def rescind(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask why, then make the incident count for nothing."""
        incident = self.one(request, object_id)
        if incident.rescinded:
            return self._done_already(request, incident)

        def decide(said: dict[str, Any]) -> str:
            cards.incident_rescind(incident, by=request.user, reason=said["reason"])
            return _("The incident of %(player)s was rescinded.") % {"player": incident.player}

        return self.decide(
            request,
            [incident],
            title=_("Rescind an incident"),
            text=_(
                "It will count for nothing, from the beginning: suspensions that rest on it become "
                "void. The incident stays in the records, with your name and reason."
            ),
            button=_("Rescind"),
            decide=decide,
            back=self.page(incident),
        )

    @action(description=_("Reinstate"), icon="redo", permissions=["reinstate"], url_path="reinstate")
    def reinstate(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask why, then make a rescinded incident count again."""
        incident = self.one(request, object_id)
        if not incident.rescinded:
            return self._done_already(request, incident)

        def decide(said: dict[str, Any]) -> str:
            cards.incident_reinstate(incident, by=request.user, reason=said["reason"])
            return _("The incident of %(player)s counts again.") % {"player": incident.player}

        return self.decide(
            request,
            [incident],
            title=_("Reinstate an incident"),
            text=_("It will count again, as if it had never been rescinded."),
            button=_("Reinstate"),
            decide=decide,
            back=self.page(incident),
        )

    @action(description=_("Change its place"), icon="swap_vert", permissions=["rescind"], url_path="place")
    def place(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Correct the order in which the offenses of the game were carded."""
        incident = self.one(request, object_id)

        def decide(said: dict[str, Any]) -> str:
            cards.incident_place(incident, place=said["place"], by=request.user, reason=said["reason"])
            return str(_("The order of the game's incidents was corrected."))

        rows = Incident.objects.filter(game=incident.game_id).select_related("player").order_by("position")
        return self.decide(
            request,
            [f"{row.position}. {row.player.name}, {row.get_when_display()}" for row in rows],
            title=_("Change the place of an incident"),
            text=_(
                "The order numbers a player's offenses and says which card completes a count. "
                "This incident stands at place %(place)d."
            )
            % {"place": incident.position},
            button=_("Change"),
            decide=decide,
            back=self.page(incident),
            reason_form=PlaceForm,
        )

    def _done_already(self, request: HttpRequest, incident: Incident) -> HttpResponse:
        messages.info(request, _("This is done already."))
        return HttpResponseRedirect(self.page(incident))

    def has_rescind_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For an incident that counts."""
        incident = self._stored(object_id)
        return self._may_decide(request) and (incident is None or not incident.rescinded)

    def has_reinstate_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For a rescinded one."""
        incident = self._stored(object_id)
        return self._may_decide(request) and incident is not None and incident.rescinded

    def _may_decide(self, request: HttpRequest) -> bool:
        return super().has_change_permission(request)

    @staticmethod
    def _stored(object_id: Any) -> Incident | None:
        if object_id is None or not str(object_id).isdecimal():
            return None
        return Incident.objects.filter(pk=object_id).first()

    @admin.action(description=_("Rescind selected incidents"), permissions=["change"])
    def rescind_selected(self, request: HttpRequest, queryset: QuerySet[Incident]) -> HttpResponse | None:
        """Ask once why, then rescind all of them with one recalculation."""
        incidents = list(queryset.filter(rescinded_at__isnull=True))

        def decide(said: dict[str, Any]) -> str:
            done = cards.incidents_rescind(incidents, by=request.user, reason=said["reason"])
            return ngettext("%(count)d incident was rescinded.", "%(count)d incidents were rescinded.", done) % {
                "count": done
            }

        return self.decide(
            request,
            incidents,
            title=_("Rescind selected incidents"),
            text=_(
                "They will count for nothing, from the beginning: suspensions that rest on them "
                "become void. The incidents stay in the records, with your name and reason."
            ),
            button=_("Rescind"),
            decide=decide,
            back=self.list_page(),
            action="rescind_selected",
        )

    # ------------------------------------------------------------ the live forecast

    def get_urls(self) -> list[URLPattern]:
        return [
            path(
                "forecast/",
                self.admin_site.admin_view(self.forecast_view),
                name="disciplinary_incident_forecast",
            ),
            *super().get_urls(),
        ]

    def forecast_view(self, request: HttpRequest) -> HttpResponse:
        """The forecast of a form being filled in, as a piece of the page; empty until it is whole."""
        incident = self._stored(request.POST.get("incident"))
        allowed = self.has_change_permission(request, incident) if incident else self.has_add_permission(request)
        if request.method != "POST" or not allowed:
            raise Http404
        incident = self.get_object(request, str(incident.pk)) if incident else None
        if self._game(request, incident) is None:
            return HttpResponse()
        zone = self.event_zone(request, str(incident.pk) if incident else None)
        request.event_zone = zone
        with timezone.override(zone):
            form_class = self.get_form(request, incident, change=incident is not None)
            form = form_class(request.POST, instance=incident)
            if incident is not None:
                form.fields["reason"].required = False
            form.is_valid()
            response = TemplateResponse(
                request,
                "admin/disciplinary/incident/forecast.html",
                {"form": form, "forecast": form.forecast},
            )
            return response.render()

    # ------------------------------------------------------------ the list

    @display(description=_("shown"), ordering="at")
    def shown_at(self, incident: Incident) -> str:
        return shown(incident.at, incident.game.event.zone)

    @display(description=_("player"), ordering="player__sort_name")
    def player_name(self, incident: Incident) -> str:
        return f"{incident.player.name} ({incident.player.member_number})"

    @display(description=_("cards"))
    def cards_shown(self, incident: Incident) -> str:
        return card_shapes(incident.standing_letters)

    @display(description=_("game"), ordering="game__starts_at")
    def game_name(self, incident: Incident) -> str:
        game = incident.game
        return format_html(
            "{}<br><small>{}</small>",
            _("%(first)s v. %(second)s") % {"first": game.team_a, "second": game.team_b},
            game.event,
        )

    @display(description=_("standing"), label={"counts": "success", "rescinded": "warning"})
    def standing(self, incident: Incident) -> tuple[str, Any]:
        return ("rescinded", _("Rescinded")) if incident.rescinded else ("counts", _("Counts"))
