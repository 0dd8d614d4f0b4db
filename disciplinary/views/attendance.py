"""The suspended players' reports to the umpires: those that the rule asks for, before the game and after it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from disciplinary.forms.field import AttendanceForm, clock_of
from disciplinary.selectors.reports import Expected, report_file
from disciplinary.services import reports
from disciplinary.services.attendance import attendance_report
from disciplinary.views.reporting import (
    account,
    back_to_closed,
    game_to_report,
    send,
    sent_before,
    umpire_of,
)
from tournaments.models import Game


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def attendance(request: HttpRequest, pk: int) -> HttpResponse:
    """Who must report, and one tap for each report."""
    game = game_to_report(request, pk)
    file = report_file(game, now=timezone.now())
    if request.method != "POST" and file.closed:
        return back_to_closed(request, game)
    sent: AttendanceForm | None = None
    if request.method == "POST":
        sent = AttendanceForm(request.POST, game=game)
        if sent.is_valid():
            answer = send(request, sent, lambda: _record(request, game, sent, file.attendance), said=_said(sent))
            if answer is not None:
                return answer
    if request.method == "POST" and (answer := sent_before(request)) is not None:
        return answer
    return render(
        request,
        "officials/games/attendance.html",
        {"game": game, "people": [_person(game, one, sent) for one in file.attendance], "sent": sent},
    )


def _record(request: HttpRequest, game: Game, form: AttendanceForm, people: tuple[Expected, ...]) -> str:
    """One report for all the suspensions that the game is for: he comes once."""
    entered = form.cleaned_data
    before = entered["which"] == AttendanceForm.BEFORE
    by, umpire = account(request), umpire_of(request, game)
    found = next((one for one in people if one.entrance.player.pk == entered["player"]), None)
    if found is not None:
        with reports.entering(game, by, "attendance"):
            for row, known in found.reports:
                if known is not None and (known.before_at if before else known.after_at) is not None:
                    continue
                moments: dict[str, Any] = {"before" if before else "after": entered["moment"]}
                attendance_report(row, game, by=by, umpire=umpire, **moments)
    return request.path


def _said(form: AttendanceForm) -> str:
    if form.cleaned_data["which"] == AttendanceForm.BEFORE:
        return _("The report before the game is recorded.")
    return _("The report after the game is recorded.")


def _person(game: Game, one: Expected, sent: AttendanceForm | None) -> dict[str, Any]:
    """One player: each report with its time, or the form for it. After the game comes after its start."""
    player, now = one.entrance.player.pk, timezone.now()
    begun = now >= game.starts_at
    steps = []
    for which, title, done in (
        (AttendanceForm.BEFORE, _("Before the game"), one.before),
        (AttendanceForm.AFTER, _("After the game"), one.after),
    ):
        form = None
        if done is None and (begun or which == AttendanceForm.BEFORE):
            initial = {"player": player, "which": which}
            if begun == (which == AttendanceForm.AFTER):
                initial["reported_at"] = clock_of(game, now)
            form = AttendanceForm(game=game, auto_id=f"id_{player}_{which}_%s", initial=initial)
            if sent is not None and (sent.data.get("player"), sent.data.get("which")) == (str(player), which):
                form = sent
        steps.append((title, date_format(done.astimezone(game.event.zone), "TIME_FORMAT") if done else "", form))
    return {"expected": one, "steps": steps, "begun": begun}
