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

LEAP_DAY = (2, 29)
"""R-14: it belongs to the first period, though the rule lets that end on February 28."""

WINDOWS = (Window.TWO_MONTH, Window.YEAR)


class Reached(NamedTuple):
    """The marks of one scope that one card reached, the cards counted towards them, and the readings
    by which some of these count.
    """

    marks: tuple[Mark, ...]
    cards: tuple[CardId, ...]
    readings: tuple[Reading, ...]

    @property
    def clause(self) -> Clause:
        """The passage of the first mark."""
        if self.marks[0].period.window is Window.TWO_MONTH:
            return Clause.TWO_MONTH_YELLOWS
        return Clause.CALENDAR_YEAR_YELLOWS


class Counter:
    """One player's yellow cards, added in the order in which they count."""

    __slots__ = ("_by_reading", "_counts", "_edition")

    def __init__(self) -> None:
        self._counts: dict[tuple[Period, str], list[CardId]] = {}
        self._edition: dict[tuple[Period, str], Edition] = {}
        self._by_reading: dict[CardId, Reading] = {}

    def add(
        self, card: CardId, tier: Tier, day: date, edition: Edition, *, after_game: bool
    ) -> tuple[Reached | None, Reached | None]:
        """Count one yellow of a local day; what it reached in its tier, and in all tiers."""
        if after_game:
            self._by_reading[card] = Reading.R15
        elif (day.month, day.day) == LEAP_DAY:
            self._by_reading[card] = Reading.R14
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
        return self._reached(in_tier) if in_tier else None, self._reached(in_all) if in_all else None

    def _reached(self, marks: list[Mark]) -> Reached:
        # The highest mark's cards hold all those of a lower one that the same card reached.
        highest = max(marks, key=lambda mark: mark.yellows)
        cards = tuple(self._counts[highest.period, highest.tier])
        readings = {self._by_reading[card] for card in cards if card in self._by_reading}
        return Reached(tuple(marks), cards, (Reading.R5, *sorted(readings)))

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
