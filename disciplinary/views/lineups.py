"""The line-up of a team, and who came on: checked before it is saved, and saved as it was."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from disciplinary.forms.lineups import LineupForm, version_of
from disciplinary.selectors.short_handed import injured_stays
from disciplinary.selectors.sides import Side, sides_of
from disciplinary.services import reports
from disciplinary.services.errors import RefusedError
from disciplinary.views.reporting import (
    account,
    back_to_closed,
    game_page,
    game_to_report,
    is_closed,
    send,
    sent_before,
)
from tournaments import services
from tournaments.hooks import LineupWarning, lineup_warnings
from tournaments.models import Game, Lineup


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def lineup(request: HttpRequest, pk: int, team: int) -> HttpResponse:
    """Who starts and who came on: it warns of whoever may not, and asks why he is named."""
    game = game_to_report(request, pk)
    if team not in game.team_ids:
        raise Http404
    if request.method != "POST" and is_closed(game):
        return back_to_closed(request, game)
    side, named = _stored(game, team)
    form = LineupForm(request.POST if request.method == "POST" else None, game=game, side=side, named=named)
    warnings: list[LineupWarning] = []
    if request.method == "POST" and "add" not in request.POST and form.is_valid():
        warnings = _warnings(form)
        form.kept_out = any(warning.keeps_out for warning in warnings)
        if form.kept_out and not form.cleaned_data["reason"].strip():
            form.add_error("reason", _("Somebody is named who may not play. If this is how it is, say why."))
        else:
            answer = send(
                request,
                form,
                lambda: _save(form, request),
                said=_("The line-up of %(team)s is saved.") % {"team": side.team},
            )
            if answer is not None:
                return answer
    elif request.method == "POST" and "add" in request.POST:
        form.is_valid()
        _keep_errors(form, "number")
    if request.method == "POST" and (answer := sent_before(request)) is not None:
        return answer
    return render(
        request,
        "officials/games/lineup.html",
        {
            "game": game,
            "side": side,
            "form": form,
            "warnings": warnings,
            "injured": [stay for stay in injured_stays(game) if stay.incident.team_id == team],
        },
    )


def _stored(game: Game, team: int) -> tuple[Side, bool]:
    """The lists of one team, and whether it named a line-up."""
    side = next(one for one in sides_of(game) if one.team.pk == team)
    return side, Lineup.objects.filter(game=game, team=team).exists()


def _warnings(form: LineupForm) -> list[LineupWarning]:
    if not form.changed:
        return []
    starting = [player.pk for player, _place in form.starting]
    return lineup_warnings(form.game, form.side.team.pk, starting, [player.pk for player in form.coming_on])


def _save(form: LineupForm, request: HttpRequest) -> str:
    game, team, by = form.game, form.side.team, account(request)
    reason = form.cleaned_data["reason"].strip() if form.kept_out else ""
    with reports.entering(game, by, "lineup"):
        if form.changed:
            # Nobody else writes now: what was saved since the form was checked is seen here.
            if version_of(*_stored(game, team.pk)) != form.cleaned_data["seen"]:
                raise RefusedError(_("Somebody has changed this line-up since you opened it. Open it anew."))
            services.lineup_name(game, team, form.starting, by=by, reason=reason)
            services.substitutes_name(game, team, form.coming_on, by=by, reason=reason)
    return game_page(game)


def _keep_errors(form: LineupForm, name: str) -> None:
    """While somebody is being added, nothing else is judged yet."""
    for other in [one for one in form.errors if one != name]:
        del form.errors[other]
