"""Time in the penalty box when the game ended, and the cap on the field while an injured player's runs."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from disciplinary.forms.field import BoxTimeForm, TokenForm
from disciplinary.models import PenaltyBoxStay
from disciplinary.selectors.reports import report_file
from disciplinary.selectors.short_handed import cap_file
from disciplinary.selectors.sides import sides_of
from disciplinary.services.box_time import box_times_record
from disciplinary.views.reporting import account, back_to_closed, game_page, game_to_report, send, sent_before


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def box_time(request: HttpRequest, pk: int) -> HttpResponse:
    """How much of each time off was left at the end, who left early, who was injured."""
    game = game_to_report(request, pk)
    file = report_file(game, now=timezone.now())
    if request.method != "POST" and file.closed:
        return back_to_closed(request, game)
    data = request.POST if request.method == "POST" else None
    form = TokenForm(data)
    parts = [BoxTimeForm(data, line=line) for line in file.box]
    if data is not None and all([form.is_valid(), *(part.is_valid() for part in parts)]):

        def do() -> str:
            box_times_record(game, [part.time for part in parts], by=account(request))
            return game_page(game)

        answer = send(request, form, do, said=_("Time in the penalty box is saved."))
        if answer is not None:
            return answer
    if request.method == "POST" and (answer := sent_before(request)) is not None:
        return answer
    return render(request, "officials/games/box_time.html", {"game": game, "form": form, "parts": parts})


@require_safe
@never_cache
@login_required
def cap(request: HttpRequest, pk: int, stay: int) -> HttpResponse:
    """Add up the handicaps on the field while the team plays short for an injured player."""
    game = game_to_report(request, pk)
    stays = PenaltyBoxStay.objects.select_related("incident__player", "incident__team")
    found = get_object_or_404(stays, pk=stay, incident__game=game, injured=True)
    side = next((one for one in sides_of(game) if one.team.pk == found.incident.team_id), None)
    if side is None:
        raise Http404
    asked = "asked" in request.GET
    file = cap_file(
        game,
        found,
        side,
        then=_players(request.GET, "then") if asked else None,
        now=_players(request.GET, "now") if asked else None,
    )
    return render(request, "officials/games/cap.html", {"game": game, "file": file})


def _players(data: Any, name: str) -> list[int]:
    return [int(one) for one in data.getlist(name) if one.isdecimal()]
