"""From the facts to the Suspension, Problem and Complaint rows: the only writer of what is derived.

Lock the players, load their facts, ask the rule, write the differences – in a number of queries
that depends neither on their history nor on how many they are. Rows keep their identity, and with
it the approvals, attendance and rulings that point to them; one that no longer follows is void.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from disciplinary import facts
from disciplinary.models import Card, Problem, Suspension
from disciplinary.rule33.answers import Record
from disciplinary.rule33.facts import Facts
from disciplinary.rule33.ledger import assess_player
from disciplinary.rule33.season import Season
from disciplinary.services import complaints, projection
from players.models import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What one recalculation wrote. ``players`` had any difference."""

    suspensions: int = 0
    problems: int = 0
    complaints: int = 0
    players: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.suspensions or self.problems or self.complaints)

    def __add__(self, other: Changes) -> Changes:
        return Changes(
            suspensions=self.suspensions + other.suspensions,
            problems=self.problems + other.problems,
            complaints=self.complaints + other.complaints,
            players=self.players | other.players,
        )


@dataclass(slots=True)
class _Batch:
    players: set[int] = field(default_factory=set)


_batch: ContextVar[_Batch | None] = ContextVar("recalculation_batch", default=None)


@contextmanager
def batch() -> Iterator[None]:
    """Recalculate once, at the end and in the same transaction, for all that is saved inside.

    Nested batches join the outermost. If the block fails, nothing is saved.
    """
    if _batch.get() is not None:
        yield
        return
    collected = _Batch()
    token = _batch.set(collected)
    try:
        with transaction.atomic():
            yield
            recalculate(collected.players)
    finally:
        _batch.reset(token)


def request(players: Iterable[int]) -> None:
    """Say that facts of these players changed: recalculate now, or at the end of the batch."""
    collected = _batch.get()
    if collected is not None:
        collected.players.update(players)
    else:
        recalculate(players)


def recalculate(
    players: Iterable[int],
    *,
    now: datetime | None = None,
    examine: Callable[[Season, Collection[int]], None] | None = None,
) -> Changes:
    """Bring everything that follows for these players in line with the facts.

    Runs in the caller's transaction, or in one of its own. Players are locked in the order of
    their ids, so that two recalculations wait for each other instead of crossing: whoever comes
    second sees all that the first has written. ``examine`` is given the players whose rows differ,
    before anything is written.
    """
    ids = sorted(set(players))
    if not ids:
        return Changes()
    with transaction.atomic(savepoint=False):
        _lock(ids)
        moment = now or timezone.now()
        known = facts.load(ids)
        season = Season(known)
        records = [assess_player(season, player, moment) for player in ids]
        return _write(ids, known, season, records, moment, examine)


def _lock(ids: Collection[int]) -> None:
    # NO KEY: inserting a row that refers to a player must not wait for this.
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk").values_list("pk", flat=True))


def _write(
    ids: list[int],
    known: Facts,
    season: Season,
    records: list[Record],
    now: datetime,
    examine: Callable[[Season, Collection[int]], None] | None,
) -> Changes:
    rows = projection.rows_of(ids)
    cards = card_ids(records)
    suspensions = projection.suspension_differences(rows.suspensions, records, cards, now)
    problems = projection.problem_differences(rows.problems, records, cards, now)
    if examine is not None and (suspensions or problems):
        examine(season, suspensions.players | problems.players)
    suspensions.save(Suspension)
    problems.save(Problem)
    filed = complaints.keep_up(ids, known, now)
    touched = suspensions.players | problems.players | {c.respondent_id for c in filed}
    return Changes(
        suspensions=len(suspensions),
        problems=len(problems),
        complaints=len(filed),
        players=frozenset(touched),
    )


def card_ids(records: Iterable[Record]) -> dict[str, int]:
    """The standing cards that the answers name, by the rule's name for them (``12.1``)."""
    incidents = {
        card.incident
        for record in records
        for card in (
            *(suspension.trigger for suspension in record.suspensions),
            *(problem.card for problem in record.problems if problem.card is not None),
        )
    }
    if not incidents:
        return {}
    return {
        f"{incident}.{number}": pk
        for pk, incident, number in Card.objects.standing()
        .filter(incident_id__in=incidents)
        .values_list("pk", "incident_id", "number")
    }
