"""The requests of a member of the ad-hoc committees: what waits, one request with its vote, past votes."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from disciplinary import request_words as words
from disciplinary.choices import Conflict, Seat, VoteChoice
from disciplinary.forms.committee import VoteForm, WithdrawForm
from disciplinary.models import Approval, Vote
from disciplinary.selectors.request_file import queue_of, request_file, requests_shown, seats_left, votes_of
from disciplinary.selectors.seats import standing_of
from disciplinary.services.approvals import vote_cast, vote_withdraw
from disciplinary.services.errors import RefusedError
from players.models import User

VOTES_PER_PAGE = 50


@require_safe
@never_cache
@login_required
def request_list(request: HttpRequest) -> HttpResponse:
    """My requests: those that wait for my vote first, then the other open ones, then what I voted."""
    if not request.user.has_perm("disciplinary.sit_on_committees"):
        raise Http404
    user, now = _account(request), timezone.now()
    queue = queue_of(user, standing_of(user), now)
    past = Paginator(votes_of(user), VOTES_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "pending": [(approval, words.time_left(approval.game, now)) for approval in queue.pending],
        "others": [(approval, words.status(approval, now)) for approval in queue.others],
        "past": past,
    }
    return render(request, "officials/requests/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def request_page(request: HttpRequest, pk: int) -> HttpResponse:
    """One request: how it stands, every coming game of the player, the votes, and one's own."""
    approval, user, now = _found(request, pk), _account(request), timezone.now()
    form = VoteForm(request.POST if request.method == "POST" else None, seats=_seats(approval, user, now))
    if request.method == "POST" and form.is_valid():
        entered = form.cleaned_data
        try:
            vote_cast(
                approval,
                seat=Seat(entered["seat"]),
                voter=user,
                choice=VoteChoice(entered["choice"]),
                conflict=Conflict(entered["conflict"]),
                reason=entered["reason"],
            )
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            said = _("You approved this game.") if entered["choice"] == VoteChoice.APPROVE else _("You refused it.")
            messages.success(request, said)
            return HttpResponseRedirect(_address(approval))
    return _page(request, _found(request, pk) if request.method == "POST" else approval, form, WithdrawForm())


@require_POST
@never_cache
@login_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back one's own vote on a request."""
    approval, user = _found(request, pk), _account(request)
    vote = _own_vote(approval, user)
    form = WithdrawForm(request.POST)
    if vote is None:
        messages.error(request, _("There is no vote of yours to withdraw."))
        return HttpResponseRedirect(_address(approval))
    if form.is_valid():
        try:
            vote_withdraw(vote, by=user, reason=form.cleaned_data["reason"])
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Your vote is withdrawn."))
            return HttpResponseRedirect(_address(approval))
    return _page(request, approval, VoteForm(seats=()), form)


def _account(request: HttpRequest) -> User:
    return cast("User", request.user)


def _address(approval: Approval) -> str:
    return reverse("committee:request", args=[approval.pk])


def _found(request: HttpRequest, pk: int) -> Approval:
    """The request, for those who may see it; for all others there is none."""
    approval = get_object_or_404(requests_shown(), pk=pk)
    if not request.user.has_perm("disciplinary.view_request", approval):
        raise Http404
    return approval


def _seats(approval: Approval, user: User, now: datetime) -> tuple[Seat, ...]:
    """The seats this account may fill here and now."""
    if approval.closed_at is not None or approval.game.starts_at <= now:
        return ()
    return seats_left(approval, standing_of(user), user, now)


def _own_vote(approval: Approval, user: User) -> Vote | None:
    return next((vote for vote in approval.votes.all() if vote.stands and vote.voter_id == user.pk), None)


def _page(request: HttpRequest, approval: Approval, form: VoteForm, withdraw_form: WithdrawForm) -> HttpResponse:
    now, user = timezone.now(), _account(request)
    file = request_file(approval, now=now)
    rows = words.rows(file)
    columns = words.columns(rows)
    own = _own_vote(approval, user)
    ahead = approval.closed_at is None and approval.game.starts_at > now
    standing = words.standing_votes(approval)
    context = {
        "approval": approval,
        "suspension": file.suspension,
        "status": words.status(approval, now),
        "changes": words.changes(file.before.terms, approval.game, approval.terms) if file.before else [],
        "instead": file.instead,
        "columns": columns,
        "rows": [(row, row.cells(columns)) for row in rows],
        "cards": file.cards,
        "seats": [(seat.label, standing.get(seat.value)) for seat in Seat],
        "withdrawn": [vote for vote in approval.votes.all() if not vote.stands],
        "form": form,
        "may_vote": bool(_seats(approval, user, now)) and ahead,
        "own": own,
        "withdraw_form": withdraw_form if own is not None and ahead else None,
    }
    return render(request, "officials/requests/request.html", context)
