"""By when a suspension must be served (33, "Unserved full or partial game suspensions")."""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from disciplinary.rule33.answers import State
from disciplinary.rule33.editions import Edition
from disciplinary.rule33.periods import add_months


class Deadlines(NamedTuple):
    """Both are local days of the triggering card's event, and both are included."""

    serve_by: date
    """One year from the day of issue: until then the rule alone finds the game."""
    last_day: date
    """Thirteen months from it: until then a game the committee has approved still serves."""


def deadlines(issued_on: date, edition: Edition) -> Deadlines:
    """The deadlines of a suspension whose triggering card was issued on a local day."""
    return Deadlines(
        add_months(issued_on, edition.months_to_serve),
        add_months(issued_on, edition.months_to_last_day),
    )


class Milestone(StrEnum):
    """When those concerned are reminded of a suspension that is still owed."""

    NINE_MONTHS = "nine_months"
    ELEVEN_MONTHS = "eleven_months"
    TWELVE_MONTHS = "twelve_months"
    LAST_DAYS = "last_days"


def milestones(issued_on: date, edition: Edition) -> dict[Milestone, date]:
    """The local days, of the triggering card's event, on which a reminder is due; the earliest first.

    That of a year is due on the last day on which the rule alone finds the game.
    """
    limits = deadlines(issued_on, edition)
    first, second = edition.months_to_reminders
    return {
        Milestone.NINE_MONTHS: add_months(issued_on, first),
        Milestone.ELEVEN_MONTHS: add_months(issued_on, second),
        Milestone.TWELVE_MONTHS: limits.serve_by,
        Milestone.LAST_DAYS: limits.last_day - timedelta(days=edition.days_before_last_day),
    }


def state_unserved(today: date, limits: Deadlines | None, *, game_known: bool) -> State:
    """The state of a suspension that is still owed on the local day ``today``.

    R-13: default is not forgiveness; it is never cleared by time.
    """
    if limits is not None:
        if today > limits.last_day:
            return State.IN_DEFAULT
        if today > limits.serve_by:
            return State.OVERDUE
    return State.DUE if game_known else State.WAITING
