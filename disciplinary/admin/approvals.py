"""Pre-approval of serving games: requests, the votes of their seats, and presence at the game."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesDropdownFilter
from unfold.decorators import action, display

from disciplinary.admin.base import Deciding, DecisionAdmin, DetailAdmin, Refusing, become
from disciplinary.admin.columns import game_cell, person_cell
from disciplinary.choices import ClosedReason, Seat, VoteChoice
from disciplinary.filters import (
    ApprovalStateFilter,
    AttendanceStateFilter,
    SeatOutstandingFilter,
    StandingFilter,
    UrgencyFilter,
    period_filter,
    tier_filter,
)
from disciplinary.forms.decisions import ApprovalForm, AttendanceForm
from disciplinary.models import Approval, Attendance, Vote
from disciplinary.selectors.seats import day_at, members_on
from disciplinary.sentences import cause, game_on, sentence
from disciplinary.services.approvals import approval_close, approval_open
from disciplinary.services.attendance import attendance_correct, attendance_report
from disciplinary.services.errors import RefusedError
from disciplinary.services.request_notices import remind
from disciplinary.templatetags.discipline import office_link
from players.admin.base import OfficeModelAdmin
from tournaments.admin.zones import EventZone
from tournaments.moments import shown

GAME = ("game__event", "game__team_a", "game__team_b")


@admin.register(Approval)
class ApprovalAdmin(EventZone, Refusing, Deciding, DetailAdmin):
    """Requests that are open, or any others asked for."""

    zone_field = "game"
    zone_lookup = "event__time_zone"
    form = ApprovalForm
    fields = ("suspension", "game", "opened_at")
    autocomplete_fields = ("suspension", "game")
    summary_template = "admin/disciplinary/approval/summary.html"
    version_related = ((Vote, "approval"),)
    history_silent = (
        "recorded_at",
        "closed_at",
        "opened_at",
        "cast_at",
        "withdrawn_at",
        "withdrawn_by",
        "suspension",
        "terms",
    )
    actions = ("remind_selected",)
    actions_detail = ("remind", "withdraw", "close")
    list_display = ("person", "about", "played", "seats", "outstanding", "opened", "state")
    list_display_links = ("person", "about")
    list_filter = (
        ApprovalStateFilter,
        UrgencyFilter,
        SeatOutstandingFilter,
        tier_filter("game__event__"),
        period_filter("game__starts_at", "game__event__time_zone"),
        ("game__event", AutocompleteSelectFilter),
        ("suspension__player", AutocompleteSelectFilter),
        ("suspension__incident__team", AutocompleteSelectFilter),
        ("closed_reason", ChoicesDropdownFilter),
    )
    search_fields = (
        "suspension__player__search_name",
        "^suspension__player__member_number",
        "game__team_a__search_name",
        "game__team_b__search_name",
        "game__event__search_name",
    )
    ordering = ("-opened_at", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Approval]:
        votes = Vote.objects.select_related("voter", "withdrawn_by").order_by("cast_at", "pk")
        rows = super().get_queryset(request).select_related("suspension__player", "opened_by", "closed_by", *GAME)
        return rows.prefetch_related(Prefetch("votes", votes))

    def save_model(self, request: HttpRequest, obj: Approval, form: Any, change: bool) -> None:
        become(obj, approval_open(obj.suspension, obj.game, by=request.user, at=form.cleaned_data["opened_at"]))

    def summary(self, request: HttpRequest, obj: Approval) -> dict[str, Any]:
        approved = _approved_seats(obj)
        members = members_on(day_at(obj.game.event), obj.game.event) if obj.closed_at is None else {}
        return {
            "title": _("%(player)s: approval of a game") % {"player": obj.suspension.player.name},
            "missing": [seat.label for seat in Seat if seat.value not in approved],
            "late": timezone.now() >= obj.game.starts_at,
            "members": [(seat.label, users) for seat, users in members.items()],
            "may_attend": self.may_add(request, "attendance"),
        }

    # ------------------------------------------------------------ reminding

    def has_remind_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self._may_on_open(request, object_id, game__starts_at__gt=timezone.now())

    def _may_on_open(self, request: HttpRequest, object_id: Any, **conditions: Any) -> bool:
        if not self.may_decide(request):
            return False
        open_ones = Approval.objects.filter(closed_at__isnull=True, **conditions)
        return object_id is None or (str(object_id).isdecimal() and open_ones.filter(pk=object_id).exists())

    @action(description=_("Remind"), icon="notifications", permissions=["remind"], url_path="remind")
    def remind(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask once more, then write to the members whose votes are missing."""
        row = self.one(request, object_id)
        if request.method == "POST":
            self._remind(request, [row])
            return HttpResponseRedirect(self.page(row))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Remind the committee"),
            "text": _("Those who may fill a seat that has not voted are written to. Once a day is enough."),
            "button": _("Remind"),
            "rows": [row],
            "back": self.page(row),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/disciplinary/decide.html", context)

    @admin.action(description=_("Remind the committees of what is selected"), permissions=["remind"])
    def remind_selected(self, request: HttpRequest, queryset: QuerySet[Approval]) -> None:
        """Write to the members whose votes are missing."""
        self._remind(request, list(queryset))

    def _remind(self, request: HttpRequest, rows: list[Approval]) -> None:
        told = 0
        for row in rows:
            try:
                told += remind(row, by=request.user)
            except RefusedError as refusal:
                messages.error(request, f"{row}: {refusal}")
        if told:
            said = ngettext("%(count)d reminder is on its way.", "%(count)d reminders are on their way.", told)
            messages.success(request, said % {"count": told})

    # ------------------------------------------------------------ withdrawing and closing

    def has_withdraw_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self._may_on_open(request, object_id, game__starts_at__gt=timezone.now())

    @action(description=_("Withdraw the request"), icon="undo", permissions=["withdraw"], url_path="withdraw")
    def withdraw(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask why, then withdraw the request with its votes."""
        row = self.one(request, object_id)

        def decide(entered: dict[str, Any]) -> str:
            approval_close(row, by=request.user, reason=ClosedReason.WITHDRAWN, note=entered["reason"])
            return gettext("The request is withdrawn.")

        return self.decide(
            request,
            [row],
            title=_("Withdraw a request"),
            text=_("Nobody can vote on it any more, and the votes it has no longer stand."),
            button=_("Withdraw the request"),
            decide=decide,
            back=self.page(row),
        )

    def has_close_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self._may_on_open(request, object_id)

    @action(description=_("Close the request"), icon="close", permissions=["close"], url_path="close")
    def close(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask why, then close the request."""
        row = self.one(request, object_id)

        def decide(entered: dict[str, Any]) -> str:
            approval_close(row, by=request.user, reason=ClosedReason.SETTLED, note=entered["reason"])
            return gettext("The request is closed.")

        return self.decide(
            request,
            [row],
            title=_("Close a request"),
            text=_(
                "Nobody can vote on it any more. Its votes still tell what had been approved: to take them away, "
                "withdraw it instead."
            ),
            button=_("Close the request"),
            decide=decide,
            back=self.page(row),
        )

    # ------------------------------------------------------------ the list

    @display(description=_("player"), ordering="suspension__player__sort_name")
    def person(self, row: Approval) -> SafeString:
        return person_cell(row.suspension.player)

    @display(description=_("suspension"))
    def about(self, row: Approval) -> str:
        return cause(row.suspension)

    @display(description=_("game"), ordering="game__starts_at")
    def played(self, row: Approval) -> SafeString:
        return game_cell(row.game)

    @display(description=_("seats"))
    def seats(self, row: Approval) -> str:
        return _("%(given)d of %(all)d approve") % {"given": len(_approved_seats(row)), "all": len(Seat)}

    @display(description=_("no vote yet"))
    def outstanding(self, row: Approval) -> str:
        voted = {vote.seat for vote in row.votes.all() if vote.stands}
        if row.closed_at is not None:
            return "–"
        return ", ".join(str(seat.label) for seat in Seat if seat.value not in voted) or "–"

    @display(description=_("opened"), ordering="opened_at")
    def opened(self, row: Approval) -> str:
        return shown(row.opened_at, row.game.event.zone)

    @display(
        description=_("state"),
        ordering="closed_at",
        label={
            "open": "info",
            ClosedReason.SETTLED: "success",
            ClosedReason.WITHDRAWN: "warning",
            ClosedReason.GAME_OFF: "warning",
        },
    )
    def state(self, row: Approval) -> tuple[str, Any]:
        if row.closed_at is None:
            return "open", _("Open")
        return row.closed_reason, row.get_closed_reason_display()


def _approved_seats(approval: Approval) -> set[str]:
    return {vote.seat for vote in approval.votes.all() if vote.stands and vote.choice == VoteChoice.APPROVE}


@admin.register(Vote)
class VoteAdmin(EventZone, DecisionAdmin):
    """The answers of the seats, as cast. Whoever fills a seat votes on the committee's pages, and nobody here."""

    zone_field = "approval"
    zone_lookup = "game__event__time_zone"
    actions = ()
    actions_detail = ()
    show_add_link = False
    decider = "voter"
    list_display = ("person", "seat", "choice", "voter", "conflict", "played", "cast", "standing")
    list_display_links = ("person",)
    list_filter = (
        StandingFilter,
        ("seat", ChoicesDropdownFilter),
        ("choice", ChoicesDropdownFilter),
        ("conflict", ChoicesDropdownFilter),
        ("approval__game__event", AutocompleteSelectFilter),
        ("approval__suspension__player", AutocompleteSelectFilter),
    )
    list_select_related = (
        "voter",
        "withdrawn_by",
        "approval__suspension__player",
        "approval__game__event",
        "approval__game__team_a",
        "approval__game__team_b",
    )
    search_fields = (
        "approval__suspension__player__search_name",
        "^approval__suspension__player__member_number",
        "voter__search_name",
    )
    ordering = ("-cast_at", "-pk")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def may_decide(self, request: HttpRequest) -> bool:
        return False

    def headline(self, row: Vote) -> str:
        return gettext("%(seat)s on %(game)s: %(choice)s") % {
            "seat": row.get_seat_display(),
            "game": game_on(row.approval.game),
            "choice": row.get_choice_display(),
        }

    def lines(self, row: Vote) -> list[tuple[Any, Any]]:
        approval = row.approval
        return [
            (_("Player"), office_link(approval.suspension.player, approval.suspension.player.name)),
            (_("Request"), office_link(approval, sentence(game_on(approval.game)))),
            (_("Seat"), row.get_seat_display()),
            (_("Voter"), row.voter),
            (_("Conflict of interest"), row.get_conflict_display()),
            (_("Cast"), shown(row.cast_at, approval.game.event.zone)),
            (_("Reason"), row.reason),
        ]

    @display(description=_("player"), ordering="approval__suspension__player__sort_name")
    def person(self, row: Vote) -> SafeString:
        return person_cell(row.approval.suspension.player)

    @display(description=_("game"), ordering="approval__game__starts_at")
    def played(self, row: Vote) -> SafeString:
        return game_cell(row.approval.game)

    @display(description=_("cast"), ordering="cast_at")
    def cast(self, row: Vote) -> str:
        return shown(row.cast_at, row.approval.game.event.zone)


@admin.register(Attendance)
class AttendanceAdmin(Refusing, EventZone, OfficeModelAdmin):
    """Presence at serving games: entered as it is reported, and corrected."""

    zone_field = "game"
    zone_lookup = "event__time_zone"
    form = AttendanceForm
    fieldsets = (
        (None, {"fields": ("suspension", "game")}),
        (_("Before the game"), {"fields": (("before_at", "before_umpire"),)}),
        (_("After the game"), {"fields": (("after_at", "after_umpire"),)}),
    )
    autocomplete_fields = ("suspension", "game", "before_umpire", "after_umpire")
    version_exclude = ("before_by", "after_by")
    list_display = ("person", "about", "played", "before", "after")
    list_display_links = ("person", "about")
    list_filter = (
        AttendanceStateFilter,
        tier_filter("game__event__"),
        period_filter("game__starts_at", "game__event__time_zone"),
        ("game__event", AutocompleteSelectFilter),
        ("suspension__player", AutocompleteSelectFilter),
        ("suspension__incident__team", AutocompleteSelectFilter),
    )
    search_fields = (
        "suspension__player__search_name",
        "^suspension__player__member_number",
        "game__team_a__search_name",
        "game__team_b__search_name",
    )
    ordering = ("-game__starts_at", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Attendance]:
        return (
            super()
            .get_queryset(request)
            .select_related("suspension__player", "before_umpire", "after_umpire", "before_by", "after_by", *GAME)
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Attendance | None = None) -> Any:
        """Which suspension and which game never changes; another is another row."""
        return ("suspension", "game") if obj is not None else ()

    def save_model(self, request: HttpRequest, obj: Attendance, form: Any, change: bool) -> None:
        """Through the services: a correction is one of its own."""
        entered = form.cleaned_data
        reports = {
            when: (entered[f"{when}_at"], entered[f"{when}_umpire"]) if entered[f"{when}_at"] else None
            for when in ("before", "after")
        }
        if change:
            attendance_correct(obj, by=request.user, **reports)
            return
        for when, report in reports.items():
            if report is not None or not any(reports.values()):
                moment, umpire = report or (None, None)
                saved = attendance_report(obj.suspension, obj.game, by=request.user, **{when: moment}, umpire=umpire)
                become(obj, saved)

    @display(description=_("player"), ordering="suspension__player__sort_name")
    def person(self, row: Attendance) -> SafeString:
        return person_cell(row.suspension.player)

    @display(description=_("suspension"))
    def about(self, row: Attendance) -> str:
        return cause(row.suspension)

    @display(description=_("game"), ordering="game__starts_at")
    def played(self, row: Attendance) -> SafeString:
        return game_cell(row.game)

    @display(description=_("before the game"), ordering="before_at")
    def before(self, row: Attendance) -> str:
        return _reported(row, "before")

    @display(description=_("after the game"), ordering="after_at")
    def after(self, row: Attendance) -> str:
        return _reported(row, "after")


def _reported(row: Attendance, when: str) -> str:
    moment, umpire = getattr(row, f"{when}_at"), getattr(row, f"{when}_umpire")
    if moment is None:
        return gettext("Not reported")
    time = shown(moment, row.game.event.zone)
    return f"{time}, {umpire}" if umpire else time
