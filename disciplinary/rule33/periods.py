"""Local days, two-month periods and calendar years (33, "Suspensions for accumulated yellow
cards"; R-14: 29 February belongs to the first period, since the whole year is divided).
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from disciplinary.rule33.editions import Edition
from disciplinary.rule33.facts import Window


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def local_day(moment: datetime, tz: str) -> date:
    """The calendar day at ``tz`` when it was ``moment``."""
    return moment.astimezone(_zone(tz)).date()


class Period(NamedTuple):
    """One window of counting: the ``part``-th period of a year (from 1), or the whole year (0)."""

    window: Window
    year: int
    part: int

    @property
    def code(self) -> str:
        """``2026/1`` for January–February 2026, ``2026`` for the year."""
        return f"{self.year}/{self.part}" if self.part else str(self.year)

    def days(self, edition: Edition) -> tuple[date, date]:
        """First and last local day, both included."""
        if not self.part:
            return date(self.year, 1, 1), date(self.year, 12, 31)
        months = edition.months_per_period
        last_month = self.part * months
        return (
            date(self.year, last_month - months + 1, 1),
            date(self.year, last_month, monthrange(self.year, last_month)[1]),
        )


def period_of(day: date, window: Window, edition: Edition) -> Period:
    """The period of the window in which a local day lies."""
    if window is Window.YEAR:
        return Period(window, day.year, 0)
    return Period(window, day.year, (day.month - 1) // edition.months_per_period + 1)


def period_named(window: Window, code: str) -> Period:
    """The period that ``Period.code`` names; ValueError where it names none."""
    year, _, part = code.partition("/")
    return Period(window, int(year), int(part or 0))


def add_months(day: date, months: int) -> date:
    """The same day ``months`` later, or the last day of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def day_before(day: date) -> date:
    """The day before."""
    return day - timedelta(days=1)
