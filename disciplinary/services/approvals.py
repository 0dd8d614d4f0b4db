"""Asking the ad-hoc committee to approve a serving game, and its three votes (33, Full game suspensions
for a red card or excessive yellow cards; Unserved full or partial game suspensions; R-10).
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from disciplinary import facts
from disciplinary.choices import ClosedReason, Conflict, Seat, VoteChoice
from disciplinary.models import Approval, Suspension, Vote
from disciplinary.selectors.seats import day_at, seats_of
from disciplinary.services import recalculation
from disciplinary.services.errors import RefusedError, require_reason
from disciplinary.services.requests import approvals_opened
from disciplinary.services.signing import signed
from players.models import User
from tournaments.choices import GameStatus
from tournaments.models import Game

OFF = (GameStatus.CANCELLED, GameStatus.FORFEITED, GameStatus.POSTPONED)
"""Games that nobody can be asked to approve: one with a new date is scheduled again."""


def approval_open(suspension: Suspension, game: Game, *, by: User, at: datetime | None = None) -> Approval:
    """Ask the committee whether the game may serve the suspension.

    Whether it is eligible otherwise is for the committee to see. ``at`` is when it was asked, where
    that is recorded later. Raises ``RefusedError`` where the suspension needs no approval or is no
    longer owed, and for a game that is off or had started, or about which the committee is already
    asked.
    """
    with signed("approval_open", by), recalculation.batch(savepoint=False):
        suspension = Suspension.objects.select_for_update(no_key=True).get(pk=suspension.pk)
        game = Game.objects.select_related("event").get(pk=game.pk)
        now = _moment(at)
        if not suspension.full_game and (suspension.serve_by is None or game.local_day <= suspension.serve_by):
            raise RefusedError(_("Less than a full game needs approval only once a year has passed."))
        if not suspension.open:
            raise RefusedError(_("This suspension is no longer owed: there is nothing to approve."))
        if game.status in OFF:
            raise RefusedError(_("This game is off. Choose another, or give it a new date first."))
        _refuse_started(game, now)
        if suspension.approvals.filter(game=game, closed_at__isnull=True).exists():
            raise RefusedError(_("The committee is already asked about this game for this suspension."))
        approval = Approval.objects.create(
            suspension=suspension, game=game, terms=facts.terms_of(game), opened_at=now, opened_by=by
        )
        approvals_opened.send(sender=Approval, approvals=[approval.pk])
        return approval


def vote_cast(
    approval: Approval, *, seat: Seat, voter: User, choice: VoteChoice, conflict: Conflict, reason: str = ""
) -> Vote:
    """Cast one's own vote for a seat. Another answer of the same voter withdraws the earlier one.

    ``conflict`` is what the voter says of his nearness to the player. Raises ``RefusedError`` once the
    request is closed or the game has started, for a seat that the voter may not fill that day or that
    somebody else has filled, for a voter who fills another one, and for a refusal without a reason.
    """
    reason = require_reason(reason) if choice == VoteChoice.REFUSE else reason.strip()
    with signed("vote_cast", voter, reason), recalculation.batch(savepoint=False):
        approval = _open(approval)
        now = timezone.now()
        _refuse_started(approval.game, now)
        standing = list(approval.votes.filter(withdrawn_at__isnull=True).select_related("voter"))
        if any(vote.voter_id == voter.pk and vote.seat != seat for vote in standing):
            raise RefusedError(
                _("%(voter)s has voted for another seat: nobody fills two seats of one committee.") % {"voter": voter}
            )
        if seat not in seats_of(voter, approval, day_at(approval.game.event, now)):
            raise RefusedError(_("%(seat)s: this seat is not yours to fill.") % {"seat": Seat(seat).label})
        if conflict != Conflict.HIMSELF and approval.suspension.player.user_id == voter.pk:
            raise RefusedError(_("You are the player: say so."))
        earlier = next((vote for vote in standing if vote.seat == seat), None)
        if earlier is not None:
            if earlier.voter_id != voter.pk:
                raise RefusedError(_("This seat has already voted: %(voter)s.") % {"voter": earlier.voter})
            if (earlier.choice, earlier.reason, earlier.conflict) == (choice, reason, conflict):
                return earlier
            _take_back(earlier, now, voter, reason or _("Another vote was cast."))
        return Vote.objects.create(
            approval=approval,
            seat=seat,
            voter=voter,
            choice=choice,
            conflict=conflict,
            reason=reason,
            cast_at=now,
        )


def vote_withdraw(vote: Vote, *, by: User, reason: str) -> Vote:
    """Take back one's own vote, before the game starts.

    Raises ``RefusedError`` without a reason, for somebody else's vote, for one that is withdrawn
    already, once the request is closed, and after the start of the game: whether it was approved in
    time no longer changes (R-10).
    """
    reason = require_reason(reason)
    with signed("vote_withdraw", by, reason), recalculation.batch(savepoint=False):
        vote = Vote.objects.select_for_update(no_key=True).get(pk=vote.pk)
        if vote.voter_id != by.pk:
            raise RefusedError(_("Only whoever has cast a vote withdraws it."))
        if not vote.stands:
            raise RefusedError(_("This was already withdrawn."))
        now = timezone.now()
        if vote.approval.game.starts_at <= now:
            raise RefusedError(_("The game has started: its approval stays as it was then."))
        _open(vote.approval)
        _take_back(vote, now, by, reason)
    return vote


def _take_back(vote: Vote, now: datetime, by: User, reason: str) -> None:
    vote.withdrawn_at = now
    vote.withdrawn_by = by
    vote.withdrawn_reason = reason
    vote.save()


def approval_close(approval: Approval, *, by: User, reason: ClosedReason, note: str = "") -> Approval:
    """Close a request; ``note`` says why. Only the votes of one that is withdrawn no longer stand.

    Raises ``RefusedError`` if it is closed already, and for withdrawing it once the game has started:
    whether that was approved in time no longer changes (R-10).
    """
    with signed("approval_close", by, note.strip()), recalculation.batch(savepoint=False):
        approval = _open(approval)
        now = timezone.now()
        if reason == ClosedReason.WITHDRAWN:
            _refuse_started(approval.game, now)
        approval.closed_at = now
        approval.closed_by = by
        approval.closed_reason = reason
        approval.closed_note = note.strip()
        approval.save()
    return approval


def _open(approval: Approval) -> Approval:
    rows = Approval.objects.select_for_update(no_key=True, of=("self",))
    rows = rows.select_related("game__event", "suspension__player")
    approval = rows.get(pk=approval.pk)
    if approval.closed_at is not None:
        raise RefusedError(_("This request is closed: %(reason)s.") % {"reason": approval.get_closed_reason_display()})
    return approval


def _moment(at: datetime | None) -> datetime:
    now = timezone.now()
    if at is not None and at > now:
        raise RefusedError(_("This is in the future. Enter when it happened."))
    return at or now


def _refuse_started(game: Game, now: datetime) -> None:
    if game.starts_at <= now:
        raise RefusedError(_("The game has started: what is approved now comes too late for it."))
