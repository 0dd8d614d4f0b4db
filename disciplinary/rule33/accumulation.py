"""Counting yellow cards: the marks that suspend (33, "Suspensions for accumulated yellow cards").

R-15: yellows shown after a game count like any other. Serving resets nothing, and a count past its
last mark triggers nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from disciplinary.rule33.answers import ALL_TIERS, Mark, Tally
from disciplinary.rule33.clauses import Clause, Reading
from disciplinary.rule33.editions import Edition
from disciplinary.rule33.facts import CardId, Id, Tier, Window
from disciplinary.rule33.periods import Period, period_of

WINDOWS = (Window.TWO_MONTH, Window.YEAR)


class Reached(NamedTuple):
    """The marks of one scope that one card reached, and the cards counted towards them."""

    marks: tuple[Mark, ...]
    cards: tuple[CardId, ...]

    @property
    def clause(self) -> Clause:
        """The passage of the first mark."""
        if self.marks[0].period.window is Window.TWO_MONTH:
            return Clause.TWO_MONTH_YELLOWS
        return Clause.CALENDAR_YEAR_YELLOWS


class Counter:
    """One player's yellow cards, added in the order in which they count."""

    __slots__ = ("_counts", "_edition")

    def __init__(self) -> None:
        self._counts: dict[tuple[Period, str], list[CardId]] = {}
        self._edition: dict[tuple[Period, str], Edition] = {}

    def add(self, card: CardId, tier: Tier, day: date, edition: Edition) -> tuple[Reached | None, Reached | None]:
        """Count one yellow of a local day; what it reached in its tier, and in all tiers."""
        return (
            self._add(card, tier.value, day, edition),
            self._add(card, ALL_TIERS, day, edition),
        )

    def _add(self, card: CardId, tier: str, day: date, edition: Edition) -> Reached | None:
        reached: list[Mark] = []
        counted: tuple[CardId, ...] = ()
        for window in WINDOWS:
            period = period_of(day, window, edition)
            cards = self._counts.setdefault((period, tier), [])
            cards.append(card)
            self._edition[period, tier] = edition
            if len(cards) in marks_of(window, tier, edition):
                reached.append(Mark(period, tier, len(cards)))
                # The longest list holds all the shorter ones of the same card.
                counted = tuple(cards) if len(cards) > len(counted) else counted
        return Reached(tuple(reached), counted) if reached else None

    def tallies(self, player: Id) -> tuple[Tally, ...]:
        """Every count so far, by window, period and tier."""
        return tuple(
            Tally(
                player=player,
                window=period.window,
                period=period,
                tier=tier,
                cards=tuple(cards),
                marks=marks_of(period.window, tier, self._edition[period, tier]),
            )
            for (period, tier), cards in sorted(self._counts.items())
        )


def board(player: Id, tallies: Iterable[Tally], day: date, edition: Edition) -> tuple[Tally, ...]:
    """The counts of the periods in which a local day lies, for every tier and for all of them, with
    those at nought: how far a player is from each mark on that day.
    """
    known = {(tally.period, tally.tier): tally for tally in tallies}
    return tuple(
        known.get((period, tier))
        or Tally(
            player=player,
            window=window,
            period=period,
            tier=tier,
            cards=(),
            marks=marks_of(window, tier, edition),
        )
        for window in WINDOWS
        for period in [period_of(day, window, edition)]
        for tier in (*(tier.value for tier in Tier), ALL_TIERS)
    )


def marks_of(window: Window, tier: str, edition: Edition) -> tuple[int, ...]:
    """The counts that suspend in a window, for one tier or for ``all``."""
    marks = edition.all_tiers_marks if tier == ALL_TIERS else edition.tier_marks
    return marks.get(window, ())


READINGS = (Reading.R5, Reading.R14, Reading.R15)
"""What every count of yellows rests on beside its clause."""
