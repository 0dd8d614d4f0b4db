"""The readings that an answer rests on, beside its clause: only those that made a difference to it."""

from __future__ import annotations

from disciplinary.rule33.answers import State
from disciplinary.rule33.clauses import Reading
from disciplinary.rule33.season import Season
from disciplinary.rule33.serving import Claim, needs_r19


def readings_of(season: Season, claim: Claim, state: State, *, put_off: bool) -> tuple[Reading, ...]:
    """Those of a suspension's kind, its scope and its present state; ``put_off`` says that an approval
    moved it to a later game.
    """
    readings = set(claim.readings)
    if not claim.scope.by_ruling:
        readings |= {Reading.R2, Reading.R3}
    kept_by = claim.scope.kept_by
    if (
        kept_by is not None
        and kept_by != claim.event.id
        and not claim.accumulated
        and needs_r19(claim.incident, season.events[kept_by])
    ):
        readings.add(Reading.R19)
    if claim.full_game:
        readings.add(Reading.R10)
    if put_off:
        readings.add(Reading.R11)
    if state is State.OVERDUE:
        readings.add(Reading.R12)
    elif state is State.IN_DEFAULT:
        readings.add(Reading.R13)
    return tuple(sorted(readings, key=_ORDER.__getitem__))


_ORDER = {reading: place for place, reading in enumerate(Reading)}
"""They are listed by their numbers."""
