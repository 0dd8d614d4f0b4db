"""Designees of the Executive Committee: named by its members, recorded and withdrawn here too."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from disciplinary.admin.base import DecisionAdmin
from disciplinary.filters import StandingFilter
from disciplinary.forms.decisions import DesigneeForm
from disciplinary.models import Designee
from disciplinary.services.designees import designee_name, designee_withdraw
from disciplinary.wording import day
from players.models import User


@admin.register(Designee)
class DesigneeAdmin(DecisionAdmin):
    """Who fills the seat of the Executive Committee in place of a member, and until when."""

    form = DesigneeForm
    fields = ("member", "designee", "first_day", "last_day")
    autocomplete_fields = ("designee",)
    decider = "member"
    list_display = ("designee", "member", "first_day", "last_day", "standing")
    list_display_links = ("designee",)
    list_filter = (StandingFilter,)
    list_select_related = ("member", "designee", "withdrawn_by")
    search_fields = ("designee__search_name", "member__search_name")
    ordering = ("-last_day", "-pk")

    def record(self, request: HttpRequest, obj: Designee, form: Any) -> Designee:
        return designee_name(**form.cleaned_data, by=request.user)

    def withdraw_one(self, row: Any, *, by: User, reason: str) -> None:
        designee_withdraw(row, by=by, reason=reason)

    def headline(self, row: Designee) -> str:
        return gettext("%(designee)s votes in place of %(member)s from %(first)s to %(last)s.") % {
            "designee": row.designee,
            "member": row.member,
            "first": day(row.first_day),
            "last": day(row.last_day),
        }

    def lines(self, row: Designee) -> list[tuple[Any, Any]]:
        return [(_("Member"), row.member), (_("Designee"), row.designee)]
