"""Suspensions as they are shown, with everything their sentences name."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Prefetch, Q, QuerySet

from disciplinary.choices import ClosedReason, Seat, State, VoteChoice
from disciplinary.models import Approval, Attendance, Card, Incident, Problem, Ruling, Suspension, Vote

LAPSED = (ClosedReason.WITHDRAWN, ClosedReason.GAME_CHANGED, ClosedReason.GAME_OFF)
"""Requests whose votes no longer stand, or about a game that was off: with a new date it is asked about again."""


def suspensions_shown() -> QuerySet[Suspension]:
    """Suspensions with the games, teams and events that their sentences name."""
    return Suspension.objects.select_related(
        "player",
        "event",
        "game__event",
        "game__team_a",
        "game__team_b",
        "incident__team",
        "team",
        "kept_by",
        "serving_game__event",
        "serving_game__team_a",
        "serving_game__team_b",
    )


def with_decisions(suspensions: QuerySet[Suspension]) -> QuerySet[Suspension]:
    """The same with approvals and their votes, attendance and rulings, in four more queries."""
    approvals = Approval.objects.select_related("game__event", "game__team_a", "game__team_b", "opened_by", "closed_by")
    return suspensions.prefetch_related(
        Prefetch("approvals", approvals.order_by("-opened_at", "-pk")),
        Prefetch("approvals__votes", Vote.objects.select_related("voter", "withdrawn_by").order_by("cast_at", "pk")),
        Prefetch(
            "attendances",
            Attendance.objects.select_related(
                "game__event", "game__team_a", "game__team_b", "before_umpire", "after_umpire", "before_by", "after_by"
            ),
        ),
        Prefetch("rulings", Ruling.objects.select_related("recorded_by", "withdrawn_by").order_by("decided_on", "pk")),
    )


def seats_missing(suspension: Suspension, game_id: int | None = None) -> list[Seat]:
    """The seats that have not approved a game, the serving game unless another is named.

    Each request has a committee of its own: the one that is nearest to approval counts. Votes cast
    when the game had begun came too late. Needs ``with_decisions``.
    """
    game_id = game_id or suspension.serving_game_id
    given = [
        {
            vote.seat
            for vote in approval.votes.all()
            if vote.stands and vote.choice == VoteChoice.APPROVE and vote.cast_at < approval.game.starts_at
        }
        for approval in suspension.approvals.all()
        if approval.game_id == game_id and approval.closed_reason not in LAPSED
    ]
    best: set[str] = max(given, key=len, default=set())
    return [seat for seat in Seat if seat.value not in best]


def attendance_at(suspension: Suspension, game_id: int | None) -> Attendance | None:
    """What is known of the player's presence at a game. Needs ``with_decisions``."""
    return next((one for one in suspension.attendances.all() if one.game_id == game_id), None)


def incidents_shown() -> QuerySet[Incident]:
    """Incidents with their cards, and with what their sentences name."""
    return Incident.objects.select_related(
        "player", "team", "umpire", "game__event", "game__team_a", "game__team_b", "recorded_by", "rescinded_by"
    ).prefetch_related(Prefetch("cards", Card.objects.standing().order_by("number")))


def cards_named(codes: Collection[str]) -> list[Card]:
    """The standing cards that an answer names (``12.1``), in its order, each with its incident."""
    order = {code: place for place, code in enumerate(codes)}
    ids = {int(code.partition(".")[0]) for code in codes}
    incidents = {incident.pk: incident for incident in incidents_shown().filter(pk__in=ids)}
    cards = [card for incident in incidents.values() for card in incident.cards.all() if card.code in order]
    for card in cards:
        card.incident = incidents[card.incident_id]
    return sorted(cards, key=lambda card: order[card.code])


def problems_open() -> QuerySet[Problem]:
    """Problems that stand and that nobody has acknowledged."""
    return Problem.objects.filter(resolved_at__isnull=True, acknowledged_at__isnull=True)


def suspensions_without_approval() -> QuerySet[Suspension]:
    """Full-game suspensions whose serving game is known and not approved yet."""
    return Suspension.objects.filter(
        Q(state=State.DUE) | Q(state=State.OVERDUE, serving_game__isnull=False), full_game=True, approved=False
    )


def suspensions_overdue() -> QuerySet[Suspension]:
    """Suspensions that were not served within a year, and may still be."""
    return Suspension.objects.filter(state=State.OVERDUE)


def suspensions_in_default() -> QuerySet[Suspension]:
    """Suspensions that no game serves any more, and that are still owed."""
    return Suspension.objects.filter(state=State.IN_DEFAULT)


def overlaid(rows: Iterable[Suspension], states: dict[str, tuple[str, int | None, bool]]) -> list[Suspension]:
    """The rows with state, serving game and approval as the rule answers now, by their identity.

    The rows follow the rule; between two sweeps of the deadlines only time can have passed.
    """
    shown = []
    for row in rows:
        if row.identity in states:
            row.state, game, row.approved = states[row.identity]
            if game != row.serving_game_id:
                row.serving_game_id = game
        shown.append(row)
    return shown
