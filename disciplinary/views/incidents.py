"""An incident in a few taps: who, which cards, when, for what; then a look at what will follow, then one more tap."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from disciplinary.forms.field import FieldIncidentForm
from disciplinary.report_words import entered
from disciplinary.services import cards, reports, tokens
from disciplinary.services.cards import MisfitError
from disciplinary.views.reporting import (
    account,
    back_to_closed,
    game_page,
    game_to_report,
    is_closed,
    send,
    sent_before,
    umpire_of,
)
from tournaments.models import Game


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def incident_add(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter an incident; sent once it is reviewed, sent again it is recorded."""
    game = game_to_report(request, pk)
    if request.method == "POST":
        return _sent(request, game)
    if is_closed(game):
        return back_to_closed(request, game)
    return _entry(request, game, _form(request, game, None))


def _sent(request: HttpRequest, game: Game) -> HttpResponse:
    if "change" in request.POST:
        return _entry(request, game, _again(request, game))
    form = _form(request, game, request.POST)
    answer: HttpResponse | None = None
    if "reviewed" in request.POST:
        answer = sent_before(request)
        if answer is None and form.is_valid():
            answer, form = _try(request, game, form)
        # Sent twice at the same moment, the one may be checked when the other is recorded already.
        answer = answer or sent_before(request)
    return answer or (_review if form.is_valid() or form.only_to_review else _entry)(request, game, form)


def _try(request: HttpRequest, game: Game, form: FieldIncidentForm) -> tuple[HttpResponse | None, FieldIncidentForm]:
    """Record it. Where somebody has entered another card of his meanwhile, it is looked at again."""
    try:
        return send(request, form, lambda: _record(request, game, form), said=_said(form)), form
    except MisfitError:
        data = request.POST.copy()
        data.pop("reviewed")
        return None, _form(request, game, data)


def _form(request: HttpRequest, game: Game, data: Any) -> FieldIncidentForm:
    bound = type("FieldIncidentForm", (FieldIncidentForm,), {"game_shown": game})
    form: FieldIncidentForm = bound(data, umpire=umpire_of(request, game))
    return form


def _again(request: HttpRequest, game: Game) -> FieldIncidentForm:
    """The form with what was entered, not judged yet."""
    names = FieldIncidentForm.base_fields
    data = request.POST
    form = _form(request, game, None)
    kept = [name for name in names if name in data and name not in ("reviewed", "confirmed")]
    form.initial = {**form.initial, **{name: data[name] for name in kept}}
    return form


def _entry(request: HttpRequest, game: Game, form: FieldIncidentForm) -> HttpResponse:
    groups = [(side.team, [one for one in form["side_player"] if _of_team(one, side.team.pk)]) for side in form.sides]
    return render(request, "officials/games/incident.html", {"game": game, "form": form, "groups": groups})


def _of_team(choice: Any, team: int) -> bool:
    return str(choice.data["value"]).startswith(f"{team}:")


def _review(request: HttpRequest, game: Game, form: FieldIncidentForm) -> HttpResponse:
    """What will be recorded, and what follows. A form that was recorded already becomes another one."""
    earlier = tokens.outcome_of(form.cleaned_data["token"], account(request)) if "token" in form.cleaned_data else None
    if earlier is not None:
        form.data = {**{name: form.data[name] for name in form.data}, "token": str(uuid4())}
    hidden = [form[name].as_hidden() for name in form.fields if name != "confirmed"]
    context = {
        "game": game,
        "form": form,
        "forecast": form.forecast,
        "entered": entered(form.instance, form.cleaned_data["shown"]),
        "hidden": hidden,
        "earlier": earlier,
    }
    return render(request, "officials/games/review.html", context)


def _record(request: HttpRequest, game: Game, form: FieldIncidentForm) -> str:
    with reports.entering(game, account(request), "incident"):
        recorded = cards.incident_record(
            form.instance,
            cards=form.cleaned_data["shown"],
            stays=form.stays,
            by=account(request),
            confirmed=form.cleaned_data["confirmed"],
        )
    return f"{game_page(game)}#incident-{recorded.pk}"


def _said(form: FieldIncidentForm) -> str:
    if form.forecast is None:
        return _("Recorded.")
    return _("Recorded. %(headline)s") % {"headline": form.forecast.headline}
