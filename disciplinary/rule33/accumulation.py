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
        in_tier: list[Mark] = []
        in_all: list[Mark] = []
        for window in WINDOWS:
            period = period_of(day, window, edition)
            for scope, reached in ((tier.value, in_tier), (ALL_TIERS, in_all)):
                count = (period, scope)
                cards = self._counts.setdefault(count, [])
                cards.append(card)
                self._edition[count] = edition
                if len(cards) in marks_of(window, scope, edition):
                    reached.append(Mark(period, scope, len(cards)))
        return self._reached(in_tier), self._reached(in_all)

    def _reached(self, marks: list[Mark]) -> Reached | None:
        if not marks:
            return None
        # The highest mark's cards hold all those of a lower one that the same card reached.
        highest = max(marks, key=lambda mark: mark.yellows)
        return Reached(tuple(marks), tuple(self._counts[highest.period, highest.tier]))

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
