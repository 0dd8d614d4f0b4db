"""What the pages of a game's report share: whose game it is, one sending of a form, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from disciplinary.models import GameReport
from disciplinary.services import tokens
from disciplinary.services.errors import RefusedError
from players.models import User
from tournaments.choices import Discipline
from tournaments.models import Game, Umpire
from tournaments.selectors import games_with_teams


def game_to_report(request: HttpRequest, pk: int) -> Game:
    """The game, for those who may write its report; for all others there is none."""
    game = get_object_or_404(games_with_teams().filter(event__discipline=Discipline.OUTDOOR), pk=pk)
    if not request.user.has_perm("disciplinary.report_game", game):
        raise Http404
    return game


def is_closed(game: Game) -> bool:
    """Whether the report of the game is closed."""
    return GameReport.objects.filter(game=game, closed_at__isnull=False).exists()


def account(request: HttpRequest) -> User:
    """Who is signed in."""
    return cast("User", request.user)


def umpire_of(request: HttpRequest, game: Game) -> Umpire | None:
    """The signed-in account as an umpire of the game, if it is one."""
    return Umpire.objects.filter(user=account(request).pk, game_umpires__game=game).first()


def game_page(game: Game) -> str:
    """The address of the report."""
    return reverse("officials:game", args=[game.pk])


def back_to_closed(request: HttpRequest, game: Game) -> HttpResponseRedirect:
    """Nothing can be entered any more: say so, beside the report."""
    messages.error(request, _("The report is closed. Ask the office to open it again."))
    return HttpResponseRedirect(game_page(game))


def send(request: HttpRequest, form: BaseForm, do: Callable[[], str], *, said: str) -> HttpResponseRedirect | None:
    """Do once what the form asks, and go to where that led: ``said`` is what is said of it there.

    None where it was refused; the form then says why.
    """
    try:
        sent = tokens.once(form.cleaned_data["token"], account(request), do)
    except RefusedError as refusal:
        form.add_error(None, str(refusal))
        return None
    if sent.first:
        messages.success(request, said)
    else:
        messages.info(request, _("This was sent before: it is recorded once."))
    return HttpResponseRedirect(sent.outcome)


def sent_before(request: HttpRequest) -> HttpResponseRedirect | None:
    """Where this very form led when it was sent before; None if it was not."""
    try:
        token = UUID(request.POST.get("token", ""))
    except ValueError:
        return None
    outcome = tokens.outcome_of(token, account(request))
    if not outcome:
        return None
    messages.info(request, _("This was sent before: it is recorded once."))
    return HttpResponseRedirect(outcome)
