"""Suspensions: found, and each explained. They follow from the facts; nobody edits one."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesDropdownFilter
from unfold.decorators import display

from disciplinary.admin.base import DerivedAdmin
from disciplinary.admin.columns import person_cell, short_day, two_lines
from disciplinary.choices import State, SuspensionKind
from disciplinary.filters import EitherEventFilter, SuspensionStateFilter, period_filter
from disciplinary.models import Approval, Attendance, Increase, Ruling, Suspension, Vote
from disciplinary.selectors.suspensions import cards_named, suspensions_shown, with_decisions
from disciplinary.sentences import approval, cause, extent, sentence, teams, what
from disciplinary.templatetags.discipline import TONES
from tournaments.moments import shown

RED_CARDS = (SuspensionKind.RED_CARD, SuspensionKind.RED_CARD_AFTER_GAME)


@admin.register(Suspension)
class SuspensionAdmin(DerivedAdmin):
    """Suspensions still owed, or any others asked for."""

    summary_template = "admin/disciplinary/suspension/summary.html"
    version_related = (
        (Ruling, "suspension"),
        (Approval, "suspension"),
        (Vote, "approval__suspension"),
        (Attendance, "suspension"),
    )
    history_silent = (
        "player",
        "identity",
        "trigger",
        "incident",
        "cards",
        "thresholds",
        "period",
        "clause",
        "readings",
        "issued_at",
        "since",
        "goals",
        "tier",
        "event",
        "event_kind",
        "game",
        "number",
        "kind",
        "arose",
        "full_game",
        "seconds",
        "no_substitute",
        "through_series",
        "by_ruling",
        "created_at",
        "changed_at",
        "recorded_at",
        "closed_at",
        "opened_at",
        "cast_at",
    )
    list_display = ("person", "reason", "shown_state", "card_shown", "serving", "approved_shown", "limits")
    list_display_links = ("person", "reason")
    list_filter = (
        SuspensionStateFilter,
        ("tier", ChoicesDropdownFilter),
        period_filter("issued_at", "event__time_zone"),
        ("event", EitherEventFilter),
        ("kind", ChoicesDropdownFilter),
        ("event_kind", ChoicesDropdownFilter),
        ("incident__team", AutocompleteSelectFilter),
        ("player", AutocompleteSelectFilter),
    )
    search_fields = (
        "player__search_name",
        "^player__member_number",
        "incident__team__search_name",
        "event__search_name",
    )
    ordering = ("-issued_at", "player", "arose", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Suspension]:
        return suspensions_shown().order_by(*self.ordering)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Suspension], search_term: str
    ) -> tuple[QuerySet[Suspension], bool]:
        """What decides on a suspension chooses among those that are not void."""
        found, twice = super().get_search_results(request, queryset, search_term)
        match = request.resolver_match
        if match is not None and match.url_name == "autocomplete":
            found = found.exclude(state=State.VOID)
        return found, twice

    def summary(self, request: HttpRequest, obj: Suspension) -> dict[str, Any]:
        row = with_decisions(suspensions_shown()).get(pk=obj.pk)
        incident = row.incident
        return {
            "row": row,
            "title": _("%(player)s: %(cause)s") % {"player": row.player.name, "cause": cause(row)},
            "cards": cards_named(row.cards),
            "increases": list(
                Increase.objects.filter(incident=incident).select_related("recorded_by", "withdrawn_by")
                if incident
                else ()
            ),
            "reminders": list(row.reminders.exclude(recipients=0)),
            "may_increase": row.kind in RED_CARDS and row.state != State.VOID and self.may_add(request, "increase"),
            "may_rule": row.state != State.VOID and self.may_add(request, "ruling"),
            "may_ask": _served_by_a_game(row)
            and (row.full_game or row.state == State.OVERDUE)
            and self.may_add(request, "approval"),
            "may_attend": _served_by_a_game(row) and row.full_game and self.may_add(request, "attendance"),
        }

    # ------------------------------------------------------------ the list

    @display(description=_("player"), ordering="player__sort_name")
    def person(self, row: Suspension) -> SafeString:
        return person_cell(row.player)

    @display(description=_("suspension"), ordering="kind")
    def reason(self, row: Suspension) -> SafeString:
        return two_lines(cause(row), extent(row), title=sentence(what(row)))

    @display(description=_("state"), ordering="state", label=TONES)
    def shown_state(self, row: Suspension) -> tuple[str, Any]:
        short = {State.WAITING: _("Waiting")}
        return row.state, short.get(State(row.state), State(row.state).label)

    @display(description=_("card"), ordering="issued_at")
    def card_shown(self, row: Suspension) -> SafeString:
        return two_lines(short_day(row.issued_at, row.event.zone), row.event)

    @display(description=_("serving game"), ordering="serving_game__starts_at")
    def serving(self, row: Suspension) -> SafeString | str:
        game = row.serving_game
        if game is None:
            return "–"
        return two_lines(
            format_html('<span class="record-moment">{}</span>', shown(game.starts_at, game.event.zone)), teams(game)
        )

    @display(description=_("approval"), ordering="approved")
    def approved_shown(self, row: Suspension) -> str:
        return approval(row)

    @display(description=_("serve by, last day"), ordering="serve_by")
    def limits(self, row: Suspension) -> SafeString | str:
        if row.serve_by is None or row.last_day is None:
            return "–"
        return two_lines(date_format(row.serve_by, "DATE_FORMAT"), date_format(row.last_day, "DATE_FORMAT"))


def _served_by_a_game(row: Suspension) -> bool:
    """Whether it is owed and a game can still serve it."""
    return row.open and row.state != State.IN_DEFAULT
