"""From the facts to the Suspension, Problem and Complaint rows: the only writer of what is derived.

Wait for whoever else writes facts, load the players' facts, ask the rule, write the differences – in
a number of queries that depends neither on their history nor on how many they are. Rows keep their
identity, and with it the approvals, attendance and rulings that point to them; one that no longer
follows is void.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone

from disciplinary import facts
from disciplinary.models import Card, Problem, Suspension
from disciplinary.rule33.answers import Record
from disciplinary.rule33.facts import Color, Id, Incident
from disciplinary.rule33.ledger import assess_player
from disciplinary.rule33.season import Season
from disciplinary.services import complaints, projection, requests


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What one recalculation wrote. ``players`` had any difference, ``respondents`` one of their
    complaints; ``records`` are the answers it rests on, of a single recalculation only.
    """

    suspensions: int = 0
    problems: int = 0
    complaints: int = 0
    players: frozenset[int] = frozenset()
    respondents: frozenset[int] = frozenset()
    records: Mapping[int, Record] = field(default_factory=dict, repr=False, compare=False)

    def __bool__(self) -> bool:
        return bool(self.suspensions or self.problems or self.complaints)

    def __add__(self, other: Changes) -> Changes:
        return Changes(
            suspensions=self.suspensions + other.suspensions,
            problems=self.problems + other.problems,
            complaints=self.complaints + other.complaints,
            players=self.players | other.players,
            respondents=self.respondents | other.respondents,
        )


_LOCK = 33
"""The advisory lock of whoever writes facts."""


def hold() -> None:
    """Wait until no other transaction writes facts, and keep others waiting until this one ends.

    Locks on the players' rows would not do: a game's new date bears on a player whose card is not
    committed yet, so that neither of the two transactions would see what the other has written. Nor
    can those who take this lock first ever wait for each other in a circle.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


@dataclass(slots=True)
class Batch:
    """The players to recalculate at its end, and, after it, their records."""

    players: set[int] = field(default_factory=set)
    records: Mapping[int, Record] = field(default_factory=dict)

    def record_of(self, player: int) -> Record:
        """The answers about a player as the database stands: inside the batch they are asked for now."""
        return self.records.get(player) or _recalculate([player]).records[player]


_batch: ContextVar[Batch | None] = ContextVar("recalculation_batch", default=None)


@contextmanager
def batch(*, savepoint: bool = True) -> Iterator[Batch]:
    """Recalculate once, at the end and in the same transaction, for all that is saved inside.

    Nested batches join the outermost. If the block fails, nothing it has written is saved;
    ``savepoint`` as in ``transaction.atomic``.
    """
    outermost = _batch.get()
    if outermost is not None:
        with transaction.atomic(savepoint=savepoint):
            yield outermost
        return
    collected = Batch()
    token = _batch.set(collected)
    try:
        with transaction.atomic(savepoint=savepoint):
            hold()
            yield collected
            collected.records = _recalculate(collected.players).records
    finally:
        _batch.reset(token)


def prepare() -> None:
    """Before a fact is saved: wait for whoever else writes one, unless the batch has done so."""
    if _batch.get() is None:
        hold()


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

    Runs in the caller's transaction, or in one of its own, after whoever else is writing facts, and
    so sees all that they have written. ``examine`` is given the players whose rows differ, before
    anything is written.
    """
    with transaction.atomic(savepoint=False):
        hold()
        return _recalculate(players, now=now, examine=examine)


def _recalculate(
    players: Iterable[int],
    *,
    now: datetime | None = None,
    examine: Callable[[Season, Collection[int]], None] | None = None,
) -> Changes:
    ids = sorted(set(players))
    if not ids:
        return Changes()
    moment = now or timezone.now()
    season = Season(facts.load(ids, now=moment))
    records = {player: assess_player(season, player, moment) for player in ids}
    return _write(season, records, moment, examine)


def _write(
    season: Season,
    records: Mapping[int, Record],
    now: datetime,
    examine: Callable[[Season, Collection[int]], None] | None,
) -> Changes:
    reds = [incident for player in records for incident in _reds(season, player)]
    cards = card_ids({incident.id for incident in reds} | _incidents_named(records.values()))
    rows = projection.rows_of(records)
    suspensions = projection.suspension_differences(rows.suspensions, records.values(), cards, now)
    problems = projection.problem_differences(rows.problems, records.values(), cards, now)
    if examine is not None and (suspensions or problems):
        examine(season, suspensions.players | problems.players)
    suspensions.save(Suspension)
    problems.save(Problem)
    _ask(rows, suspensions.new, records.values(), now)
    touched = complaints.keep_up(records, reds, cards, now)
    respondents = frozenset(complaint.respondent_id for complaint in touched)
    return Changes(
        suspensions=len(suspensions),
        problems=len(problems),
        complaints=len(touched),
        players=respondents | suspensions.players | problems.players,
        respondents=respondents,
        records=records,
    )


def _ask(rows: projection.Rows, new: Iterable[Suspension], records: Iterable[Record], now: datetime) -> None:
    """Keep the requests to the ad-hoc committees in line with the answers."""
    standing = [*(row for theirs in rows.suspensions.values() for row in theirs), *new]
    if not standing:
        return
    by_name = {(row.player_id, row.identity): row.pk for row in standing}
    wanted = {
        by_name[int(record.player), name]: int(suspension.ask_for)
        for record in records
        for suspension in record.suspensions
        if suspension.ask_for is not None
        for name in facts.identities_of(suspension)
        if (int(record.player), name) in by_name
    }
    requests.keep_up(standing, wanted, now)


def _reds(season: Season, player: int) -> list[Incident]:
    """The player's red cards that count: not rescinded, and shown outdoors."""
    known = season.involved.get(player)
    return [incident for incident in known.incidents if Color.RED in incident.cards] if known else []


def _incidents_named(records: Iterable[Record]) -> set[Id]:
    return {
        card.incident
        for record in records
        for card in (
            *(suspension.trigger for suspension in record.suspensions),
            *(problem.card for problem in record.problems if problem.card is not None),
        )
    }


def card_ids(incidents: Collection[Id]) -> dict[str, int]:
    """The standing cards of these incidents, by the rule's name for them (``12.1``)."""
    if not incidents:
        return {}
    standing = Card.objects.standing().filter(incident_id__in=incidents).order_by()
    return {f"{incident}.{number}": pk for pk, incident, number in standing.values_list("pk", "incident_id", "number")}
