"""Comparing the rule's answers with the rows that stand for them, row by row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import models

from disciplinary.choices import State
from disciplinary.facts import identities_of
from disciplinary.models import Problem, Suspension
from disciplinary.rule33 import answers
from disciplinary.rule33.answers import Record


@dataclass(slots=True)
class Differences[M: models.Model]:
    """Rows to add and rows to change; ``players`` are those concerned."""

    new: list[M] = field(default_factory=list)
    changed: list[M] = field(default_factory=list)
    fields: set[str] = field(default_factory=set)
    players: set[int] = field(default_factory=set)

    def __len__(self) -> int:
        return len(self.new) + len(self.changed)

    def save(self, model: type[M]) -> None:
        """Write them, in one statement for the new and one for the changed."""
        if self.new:
            model._default_manager.bulk_create(self.new)
        if self.changed:
            model._default_manager.bulk_update(self.changed, sorted(self.fields))

    def change(self, row: M, values: Mapping[str, Any], player: int) -> bool:
        """Set the values on a row; whether any of them was another."""
        changed = {name for name, value in values.items() if getattr(row, name) != value}
        if not changed:
            return False
        for name in changed:
            setattr(row, name, values[name])
        self.changed.append(row)
        self.fields |= {name.removesuffix("_id") for name in changed}
        self.players.add(player)
        return True


class Rows(NamedTuple):
    """What stands in the database, by player."""

    suspensions: Mapping[int, list[Suspension]]
    problems: Mapping[int, list[Problem]]


def rows_of(players: Collection[int]) -> Rows:
    """The rows of these players, void and resolved ones included."""
    suspensions: dict[int, list[Suspension]] = defaultdict(list)
    for suspension in Suspension.objects.filter(player_id__in=players).order_by("pk"):
        suspensions[suspension.player_id].append(suspension)
    problems: dict[int, list[Problem]] = defaultdict(list)
    for problem in Problem.objects.filter(player_id__in=players).order_by("pk"):
        problems[problem.player_id].append(problem)
    return Rows(suspensions, problems)


def suspension_differences(
    rows: Mapping[int, list[Suspension]],
    records: Iterable[Record],
    cards: Mapping[str, int],
    now: datetime,
) -> Differences[Suspension]:
    """What to add, change and void so that the rows say what the records say."""
    result: Differences[Suspension] = Differences()
    for record in records:
        player = int(record.player)
        unclaimed = {row.identity: row for row in rows.get(player, ())}
        for suspension in record.suspensions:
            names = identities_of(suspension)
            values = _suspension_values(suspension, cards)
            row = next((unclaimed.pop(name) for name in names if name in unclaimed), None)
            if row is None:
                result.new.append(Suspension(identity=names[0], created_at=now, changed_at=now, **values))
                result.players.add(player)
            elif result.change(row, values, player):
                row.changed_at = now
                result.fields.add("changed_at")
        for row in unclaimed.values():
            if row.state != State.VOID:
                void = {
                    "state": State.VOID.value,
                    "voided_at": now,
                    "changed_at": now,
                    "serving_game_id": None,
                    "approved": False,
                }
                result.change(row, void, player)
    return result


def _suspension_values(suspension: answers.Suspension, cards: Mapping[str, int]) -> dict[str, Any]:
    return {
        "player_id": suspension.player,
        "kind": suspension.kind.value,
        "number": suspension.number,
        "state": suspension.state.value,
        "trigger_id": cards[str(suspension.trigger)],
        "incident_id": suspension.trigger.incident,
        "game_id": suspension.game,
        "event_id": suspension.event,
        "goals": suspension.goals,
        "tier": suspension.tier.value,
        "event_kind": suspension.event_kind.value,
        "thresholds": list(suspension.thresholds),
        "period": suspension.marks[0].period.code if suspension.marks else "",
        "cards": [str(card) for card in suspension.cards],
        "arose": suspension.arose,
        "full_game": suspension.full_game,
        "seconds": suspension.seconds,
        "no_substitute": suspension.no_substitute,
        "team_id": suspension.scope.team,
        "kept_by_id": suspension.scope.kept_by,
        "through_series": suspension.scope.through_series,
        "by_ruling": suspension.scope.by_ruling,
        "serving_game_id": suspension.serve_in,
        "approved": suspension.approved,
        "issued_at": suspension.issued,
        "since": suspension.since,
        "serve_by": suspension.serve_by,
        "last_day": suspension.last_day,
        "clause": suspension.clause.value,
        "readings": [reading.value for reading in suspension.readings],
        "voided_at": None,
    }


def problem_differences(
    rows: Mapping[int, list[Problem]],
    records: Iterable[Record],
    cards: Mapping[str, int],
    now: datetime,
) -> Differences[Problem]:
    """What to add, reopen and resolve. An acknowledgment does not survive a problem's return."""
    result: Differences[Problem] = Differences()
    for record in records:
        player = int(record.player)
        known = {(row.code, row.at): row for row in rows.get(player, ())}
        for problem in record.problems:
            row = known.pop((problem.code.value, problem.at), None)
            places = {
                "game_id": problem.game,
                "incident_id": problem.incident,
                "card_id": cards[str(problem.card)] if problem.card is not None else None,
            }
            if row is None:
                result.new.append(
                    Problem(
                        player_id=record.player,
                        code=problem.code.value,
                        at=problem.at,
                        first_seen=now,
                        **places,
                    )
                )
                result.players.add(player)
            elif row.resolved_at is not None:
                reopened = {"resolved_at": None, "acknowledged_at": None, "acknowledged_by_id": None}
                result.change(row, {**places, **reopened}, player)
            else:
                result.change(row, places, player)
        for row in known.values():
            if row.resolved_at is None:
                result.change(row, {"resolved_at": now}, player)
    return result
