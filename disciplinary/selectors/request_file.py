"""All that a member of a committee needs of one request, and the requests that wait for a member."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet

from disciplinary import facts
from disciplinary.choices import ClosedReason, Seat
from disciplinary.models import Approval, Card, Suspension, Vote
from disciplinary.rule33.candidacy import Candidate, candidacies
from disciplinary.rule33.season import Season
from disciplinary.selectors.seats import Standing, day_at
from disciplinary.selectors.suspensions import cards_named, suspensions_shown
from players.models import User
from tournaments.models import Game, Team
from tournaments.selectors import games_with_teams


def requests_shown() -> QuerySet[Approval]:
    """Requests with their games, players and votes, in two queries."""
    votes = Vote.objects.select_related("voter", "withdrawn_by").order_by("cast_at", "pk")
    return Approval.objects.select_related(
        "suspension__player", "game__event", "game__team_a", "game__team_b", "opened_by", "closed_by"
    ).prefetch_related(Prefetch("votes", votes))


# ------------------------------------------------------------ one request


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFile:
    """One request: the suspension, every coming game of the player judged for it, and its cards.

    There are no candidates once the suspension is no longer owed. ``before`` is the same request until
    its game changed, ``instead`` the one that is open now where this one is closed.
    """

    approval: Approval
    suspension: Suspension
    candidates: tuple[Candidate, ...]
    games: Mapping[int, Game]
    teams: Mapping[int, Team]
    cards: list[Card]
    before: Approval | None
    instead: Approval | None


def request_file(approval: Approval, *, now: datetime) -> RequestFile:
    """A request with the rule's own answers, in a fixed number of queries."""
    suspension = suspensions_shown().get(pk=approval.suspension_id)
    season = Season(facts.load([suspension.player_id], now=now))
    found = candidacies(season, suspension.player_id, now)
    candidates = next(
        (one.candidates for one in found if suspension.identity in facts.identities_of(one.suspension)), ()
    )
    games = games_with_teams().in_bulk({int(one.game) for one in candidates})
    teams = {team.pk: team for game in games.values() for team in (game.team_a, game.team_b)}
    if suspension.team is not None:
        teams[suspension.team.pk] = suspension.team
    others = list(Approval.objects.filter(suspension=suspension).exclude(pk=approval.pk).order_by("opened_at", "pk"))
    return RequestFile(
        approval=approval,
        suspension=suspension,
        candidates=candidates,
        games=games,
        teams=teams,
        cards=cards_named(suspension.cards),
        before=_before(approval, others),
        instead=next((one for one in others if one.closed_at is None), None) if approval.closed_at else None,
    )


def _before(approval: Approval, others: list[Approval]) -> Approval | None:
    changed = [
        one
        for one in others
        if one.pk < approval.pk and one.game_id == approval.game_id and one.closed_reason == ClosedReason.GAME_CHANGED
    ]
    return changed[-1] if changed else None


def asked_before(approval: Approval) -> Approval | None:
    """The same request until its game changed, if it did."""
    return (
        Approval.objects.filter(
            suspension=approval.suspension_id,
            game=approval.game_id,
            pk__lt=approval.pk,
            closed_reason=ClosedReason.GAME_CHANGED,
        )
        .order_by("pk")
        .last()
    )


# ------------------------------------------------------------ a member's requests


class Queue(NamedTuple):
    """A member's open requests, those of the next games first: to vote on, and with nothing to do now."""

    pending: list[Approval]
    others: list[Approval]


def seats_left(approval: Approval, standing: Standing, user: User, now: datetime) -> tuple[Seat, ...]:
    """The seats a member may still fill: none once he has voted, or where others have."""
    votes = [vote for vote in approval.votes.all() if vote.stands]
    if any(vote.voter_id == user.pk for vote in votes):
        return ()
    taken = {vote.seat for vote in votes}
    may = standing.seats(approval.game.event_id, day_at(approval.game.event, now))
    return tuple(seat for seat in may if seat.value not in taken)


def queue_of(user: User, standing: Standing, now: datetime) -> Queue:
    """The open requests in which a member may fill a seat today."""
    rows = requests_shown().filter(closed_at__isnull=True, game__starts_at__gt=now)
    if not standing.everywhere:
        rows = rows.filter(game__event__in=list(standing.hosts))
    pending, others = [], []
    for approval in rows.order_by("game__starts_at", "pk"):
        if seats_left(approval, standing, user, now):
            pending.append(approval)
        elif standing.seats(approval.game.event_id, day_at(approval.game.event, now)):
            others.append(approval)
    return Queue(pending, others)


def votes_of(user: User) -> QuerySet[Vote]:
    """All that a member has voted, the latest first."""
    return (
        Vote.objects.filter(voter=user.pk)
        .select_related(
            "approval__suspension__player",
            "approval__game__event",
            "approval__game__team_a",
            "approval__game__team_b",
        )
        .order_by("-cast_at", "-pk")
    )
