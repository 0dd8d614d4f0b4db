"""A player who cannot sit out his time in the penalty box because he is injured (33, Injured or
departing players (1); R-21).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from disciplinary.rule33.clauses import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortHanded:
    """Whether those on the field keep within the cap while the team plays short.

    ``cap`` is the sum, in goals, of the remaining team mates' handicaps when he was sent off;
    ``total`` that of those on the field now. Handicaps may be negative. ``remaining`` and
    ``on_field`` are how many they were and are.
    """

    cap: int
    total: int
    remaining: int
    on_field: int
    clause: Clause = Clause.INJURED_PLAYER

    @property
    def within(self) -> bool:
        """Whether the handicaps add up to no more than the cap."""
        return self.total <= self.cap

    @property
    def nobody_for_him(self) -> bool:
        """Whether no substitute stands in for him: no more play now than remained."""
        return self.on_field <= self.remaining


def short_handed(remaining_then: Iterable[int], on_field_now: Iterable[int]) -> ShortHanded:
    """Compare the handicaps, in goals, of the players who remained when he was sent off with those on
    the field now, substitutions included.
    """
    then, now = list(remaining_then), list(on_field_now)
    return ShortHanded(cap=sum(then), total=sum(now), remaining=len(then), on_field=len(now))
