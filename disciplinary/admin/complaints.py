"""Conduct Violation Complaints, as they were filed. Their case files stand on the page's lower part."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesDropdownFilter
from unfold.decorators import display

from disciplinary.admin.base import DerivedAdmin
from disciplinary.admin.columns import game_cell, person_cell, short_day, two_lines
from disciplinary.filters import ComplaintStateFilter, period_filter
from disciplinary.models import Complaint
from disciplinary.office import OFFICE_ZONE
from disciplinary.rule33.facts import Window
from disciplinary.selectors.suspensions import incidents_shown
from tournaments.moments import shown


@admin.register(Complaint)
class ComplaintAdmin(DerivedAdmin):
    """Complaints, the latest first."""

    summary_template = "admin/disciplinary/complaint/summary.html"
    history_silent = ("card", "incident", "respondent", "number")
    list_display = ("number", "person", "played", "filed", "state")
    list_filter = (
        ComplaintStateFilter,
        period_filter("filed_at", None, windows=(Window.YEAR,)),
        ("incident__tier", ChoicesDropdownFilter),
        ("incident__game__event", AutocompleteSelectFilter),
        ("incident__team", AutocompleteSelectFilter),
        ("respondent", AutocompleteSelectFilter),
        ("capacity", ChoicesDropdownFilter),
        "automatic",
    )
    list_select_related = (
        "respondent",
        "filed_by",
        "incident__team",
        "incident__game__event",
        "incident__game__team_a",
        "incident__game__team_b",
    )
    search_fields = (
        "number",
        "respondent__search_name",
        "^respondent__member_number",
        "incident__team__search_name",
    )
    ordering = ("-filed_at", "-number")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Complaint]:
        return super().get_queryset(request).select_related(*self.list_select_related)

    def summary(self, request: HttpRequest, obj: Complaint) -> dict[str, Any]:
        return {
            "title": f"{obj.number}: {obj.respondent.name}",
            "incident": incidents_shown().get(pk=obj.incident_id),
            "bars": list(obj.bars.select_related("recorded_by", "withdrawn_by")),
            "may_bar": self.may_add(request, "bar"),
            "filed": shown(obj.filed_at, OFFICE_ZONE),
            "noticed": shown(obj.notice_queued_at, OFFICE_ZONE),
        }

    @display(description=_("respondent"), ordering="respondent__sort_name")
    def person(self, row: Complaint) -> SafeString:
        return person_cell(row.respondent)

    @display(description=_("game"), ordering="incident__game__starts_at")
    def played(self, row: Complaint) -> SafeString:
        return game_cell(row.incident.game)

    @display(description=_("filed"), ordering="filed_at")
    def filed(self, row: Complaint) -> SafeString:
        how = _("By the rule, for the COO") if row.automatic else row.get_capacity_display()
        return two_lines(short_day(row.filed_at, OFFICE_ZONE), how)

    @display(description=_("state"), label={"attention": "danger", "noticed": "success", "no_notice": "warning"})
    def state(self, row: Complaint) -> tuple[str, Any]:
        if row.attention:
            return "attention", _("For attention")
        if row.notice_queued_at is None:
            return "no_notice", _("Notice not sent yet")
        return "noticed", _("Notice sent")
