"""Asking the ad-hoc committee to approve a serving game, and its three votes (33, Full game suspensions
for a red card or excessive yellow cards; Unserved full or partial game suspensions; R-10).
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from disciplinary import facts
from disciplinary.choices import ClosedReason, Seat, VoteChoice
from disciplinary.models import Approval, Suspension, Vote
from disciplinary.services import recalculation
from disciplinary.services.errors import RefusedError
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
        return Approval.objects.create(
            suspension=suspension, game=game, terms=facts.terms_of(game), opened_at=now, opened_by=by
        )


def vote_cast(
    approval: Approval,
    *,
    seat: Seat,
    voter: User,
    choice: VoteChoice,
    reason: str = "",
    at: datetime | None = None,
    by: User | None = None,
) -> Vote:
    """Cast the vote of a seat. Another answer of the same voter withdraws the earlier one.

    ``at`` is when it was cast, and ``by`` who records it, where the voter told it to somebody, by
    telephone perhaps. Raises ``RefusedError`` once the request is closed or where the game had
    started by then, for a seat that somebody else has filled, and for a voter who fills another one.
    """
    with signed("vote_cast", by or voter, reason), recalculation.batch(savepoint=False):
        approval = _open(approval)
        now = _moment(at)
        _refuse_started(approval.game, now)
        standing = list(approval.votes.filter(withdrawn_at__isnull=True))
        if any(vote.voter_id == voter.pk and vote.seat != seat for vote in standing):
            raise RefusedError(
                _("%(voter)s has voted for another seat: nobody fills two seats of one committee.") % {"voter": voter}
            )
        earlier = next((vote for vote in standing if vote.seat == seat), None)
        if earlier is not None:
            if earlier.voter_id != voter.pk:
                raise RefusedError(_("This seat has already voted: %(voter)s.") % {"voter": earlier.voter})
            if (earlier.choice, earlier.reason) == (choice, reason):
                return earlier
            earlier.withdrawn_at = timezone.now()
            earlier.withdrawn_by = by or voter
            earlier.withdrawn_reason = reason.strip() or _("Another vote was cast.")
            earlier.save()
        return Vote.objects.create(approval=approval, seat=seat, voter=voter, choice=choice, reason=reason, cast_at=now)


def approval_close(approval: Approval, *, by: User, reason: ClosedReason) -> Approval:
    """Close a request. Only the votes of one that is withdrawn no longer stand.

    Raises ``RefusedError`` if it is closed already, and for withdrawing it once the game has started:
    whether that was approved in time no longer changes (R-10).
    """
    with signed("approval_close", by), recalculation.batch(savepoint=False):
        approval = _open(approval)
        now = timezone.now()
        if reason == ClosedReason.WITHDRAWN:
            _refuse_started(approval.game, now)
        approval.closed_at = now
        approval.closed_by = by
        approval.closed_reason = reason
        approval.save()
    return approval


def _open(approval: Approval) -> Approval:
    rows = Approval.objects.select_for_update(no_key=True, of=("self",)).select_related("game")
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
