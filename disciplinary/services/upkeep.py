"""What time does to suspensions, and the proof that nothing else did: sweep and reconcile."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta

from django.db.models import Q
from django.utils import timezone

from disciplinary.choices import State
from disciplinary.models import Suspension
from disciplinary.rule33.ledger import assess_player
from disciplinary.rule33.season import Season
from disciplinary.services import projection, recalculation
from disciplinary.services.recalculation import Changes
from players.models import Player

BATCH = 500
"""Players assessed at once: enough to share their seasons' facts, few enough for the memory."""


@dataclass(slots=True)
class Reconciliation:
    """What recalculating everyone showed: ``changes`` in all, and the players with rows that were
    wrong for another reason than that time has passed.
    """

    players: int = 0
    changes: Changes = field(default_factory=Changes)
    faults: set[int] = field(default_factory=set)

    @property
    def clean(self) -> bool:
        """Whether nothing but the passing of time made a difference."""
        return not self.faults


def pass_deadlines(*, now: datetime | None = None) -> Changes:
    """Recalculate the players with a suspension whose deadline has passed since it was written.

    Running it twice, or days late, comes to the same.
    """
    moment = now or timezone.now()
    # Local days begin up to fourteen hours before those of UTC.
    today = (moment + timedelta(hours=14)).date()
    passed = Suspension.objects.filter(
        Q(state__in=[State.WAITING, State.DUE], serve_by__lt=today) | Q(state=State.OVERDUE, last_day__lt=today)
    )
    changes = Changes()
    players = list(passed.order_by("player_id").values_list("player_id", flat=True).distinct())
    for start in range(0, len(players), BATCH):
        changes += recalculation.recalculate(players[start : start + BATCH], now=moment)
    return changes


def reconcile(
    *,
    size: int = BATCH,
    now: datetime | None = None,
    progress: Callable[[int], object] = lambda done: None,
) -> Reconciliation:
    """Recalculate every player, batch by batch, each in a transaction of its own."""
    moment = now or timezone.now()
    outcome = Reconciliation()

    def examine(season: Season, differing: Collection[int]) -> None:
        outcome.faults |= _faults(season, differing, moment)

    for players in player_batches(size):
        changes = recalculation.recalculate(players, now=moment, examine=examine)
        outcome.changes += changes
        outcome.faults |= changes.respondents  # time files no complaint
        outcome.players += len(players)
        progress(len(players))
    return outcome


def _faults(season: Season, players: Collection[int], now: datetime) -> set[int]:
    """Those of the players whose rows are right at no moment since a deadline of theirs passed.

    An answer changes with time only on the days after its deadlines; between them it is constant,
    so one moment of each span is asked.
    """
    rows = projection.rows_of(players)
    cards = recalculation.card_ids(
        {incident.id for player in players for incident in season.involved[player].incidents}
    )
    faults = set()
    for player in players:
        moments = _moments(rows.suspensions.get(player, ()), now)
        if not any(_right_at(season, player, rows, cards, moment) for moment in moments):
            faults.add(player)
    return faults


def _right_at(season: Season, player: int, rows: projection.Rows, cards: Mapping[str, int], moment: datetime) -> bool:
    records = [assess_player(season, player, moment)]
    suspensions = {player: [copy(row) for row in rows.suspensions.get(player, ())]}
    problems = {player: [copy(row) for row in rows.problems.get(player, ())]}
    return not (
        projection.suspension_differences(suspensions, records, cards, moment)
        or projection.problem_differences(problems, records, cards, moment)
    )


def _moments(suspensions: Iterable[Suspension], now: datetime) -> list[datetime]:
    """A moment on each side, in any zone, of every deadline that has passed; the latest first."""
    days = {day for row in suspensions for day in (row.serve_by, row.last_day) if day is not None}
    margin = timedelta(hours=36)
    around = [
        midnight + shift
        for day in sorted(days, reverse=True)
        for midnight in [datetime.combine(day, time(), UTC)]
        for shift in (timedelta(days=1) + margin, -margin)
    ]
    return [moment for moment in around if moment < now]


def player_batches(size: int = BATCH) -> Iterator[list[int]]:
    """The ids of all players, in order, a batch at a time."""
    last = 0
    while True:
        ids = list(Player.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:size])
        if not ids:
            return
        yield ids
        last = ids[-1]
