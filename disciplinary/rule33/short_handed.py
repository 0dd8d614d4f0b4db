"""A player who cannot sit out his time in the penalty box because he is injured (33, Injured or
departing players (1); R-21)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from disciplinary.rule33.clauses import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortHanded:
    """Whether those on the field keep within the cap while the team plays short.

    ``cap`` is the sum, in goals, of the remaining team mates' handicaps when he was sent off;
    ``total`` that of those on the field now. Handicaps may be negative.
    """

    cap: int
    total: int
    clause: Clause = Clause.INJURED_PLAYER

    @property
    def within(self) -> bool:
        """Whether the handicaps add up to no more than the cap."""
        return self.total <= self.cap


def short_handed(remaining_then: Iterable[int], on_field_now: Iterable[int]) -> ShortHanded:
    """Compare the handicaps, in goals, of the players who remained when he was sent off with those on
    the field now, substitutions included."""
    return ShortHanded(cap=sum(remaining_then), total=sum(on_field_now))
