"""Problems: facts that do not fit the rule, or each other, until somebody has looked at them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesDropdownFilter
from unfold.decorators import action, display

from disciplinary.admin.base import Deciding, DerivedAdmin
from disciplinary.admin.columns import game_cell, person_cell, short_day
from disciplinary.filters import ProblemStateFilter, period_filter, tier_filter
from disciplinary.forms.reasons import NoteForm
from disciplinary.models import Problem
from disciplinary.office import OFFICE_ZONE
from disciplinary.sentences import problem
from disciplinary.services.problems import problem_acknowledge, problems_acknowledge
from tournaments.filters import EitherTeamFilter


@admin.register(Problem)
class ProblemAdmin(Deciding, DerivedAdmin):
    """Problems to resolve, or any others asked for."""

    summary_template = "admin/disciplinary/problem/summary.html"
    history_silent = ("at", "code", "player", "card", "first_seen")
    list_display = ("code_shown", "person", "played", "state", "seen")
    list_display_links = ("code_shown",)
    list_filter = (
        ProblemStateFilter,
        ("code", ChoicesDropdownFilter),
        tier_filter("game__event__"),
        period_filter("game__starts_at", "game__event__time_zone"),
        ("game__event", AutocompleteSelectFilter),
        ("game__team_a", EitherTeamFilter),
        ("player", AutocompleteSelectFilter),
    )
    list_select_related = ("player", "game__event", "game__team_a", "game__team_b", "incident", "acknowledged_by")
    search_fields = (
        "player__search_name",
        "^player__member_number",
        "game__team_a__search_name",
        "game__team_b__search_name",
        "game__event__search_name",
    )
    ordering = ("-first_seen", "pk")
    reason_form = NoteForm
    actions = ("acknowledge_selected",)
    actions_detail = ("acknowledge",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Problem]:
        return super().get_queryset(request).select_related(*self.list_select_related)

    def summary(self, request: HttpRequest, obj: Problem) -> dict[str, Any]:
        return {"title": _("%(player)s: %(problem)s") % {"player": obj.player.name, "problem": obj.get_code_display()}}

    # ------------------------------------------------------------ acknowledging

    def has_acknowledge_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may_decide(request)

    @action(description=_("Acknowledge"), icon="done", permissions=["acknowledge"], url_path="acknowledge")
    def acknowledge(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask what was found out, then keep it with the problem."""
        row = self.one(request, object_id)

        def decide(entered: dict[str, Any]) -> str:
            problem_acknowledge(row, by=request.user, note=entered["reason"])
            return gettext("The problem is acknowledged.")

        return self.decide(
            request,
            [row],
            title=_("Acknowledge a problem"),
            text=_("It stays in the records, and goes by itself once the facts no longer give rise to it."),
            button=_("Acknowledge"),
            decide=decide,
            back=self.page(row),
        )

    @admin.action(description=_("Acknowledge selected problems"), permissions=["acknowledge"])
    def acknowledge_selected(self, request: HttpRequest, queryset: QuerySet[Problem]) -> HttpResponse | None:
        """Ask once what was found out, then keep it with all of them."""
        rows = list(queryset.filter(resolved_at__isnull=True))

        def decide(entered: dict[str, Any]) -> str:
            done = problems_acknowledge(rows, by=request.user, note=entered["reason"])
            return ngettext("%(count)d problem is acknowledged.", "%(count)d problems are acknowledged.", done) % {
                "count": done
            }

        return self.decide(
            request,
            rows,
            title=_("Acknowledge selected problems"),
            text=_("They stay in the records, and go by themselves once the facts no longer give rise to them."),
            button=_("Acknowledge"),
            decide=decide,
            back=self.list_page(),
            action="acknowledge_selected",
        )

    # ------------------------------------------------------------ the list

    @display(description=_("problem"), ordering="code")
    def code_shown(self, row: Problem) -> SafeString:
        return format_html('<span title="{}">{}</span>', problem(row), row.get_code_display())

    @display(description=_("player"), ordering="player__sort_name")
    def person(self, row: Problem) -> SafeString:
        return person_cell(row.player)

    @display(description=_("game"), ordering="game__starts_at")
    def played(self, row: Problem) -> SafeString:
        return game_cell(row.game)

    @display(description=_("state"), label={"open": "danger", "acknowledged": "info", "resolved": "success"})
    def state(self, row: Problem) -> tuple[str, Any]:
        if row.resolved_at is not None:
            return "resolved", _("No longer arises")
        if row.acknowledged_at is not None:
            return "acknowledged", _("Acknowledged")
        return "open", _("To resolve")

    @display(description=_("first seen"), ordering="first_seen")
    def seen(self, row: Problem) -> SafeString:
        return short_day(row.first_seen, OFFICE_ZONE)
