"""The rule's numbers, and the day from which each set of them holds.

The rule changes from year to year and even in mid-season. A card is judged by the edition of its
local day; a new edition is one new value in ``EDITIONS``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from disciplinary.rule33.facts import Stage, Window


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One state of Rule 33.

    Goals bound the tiers, seconds are seconds of play, months count from the local day of issue,
    and marks are the counts of yellow cards that suspend.
    """

    name: str
    in_force: date
    low_goal_limit: int
    """The highest handicap, in goals, of Low Goal polo."""
    medium_goal_limit: int
    """The highest handicap, in goals, of Medium Goal polo."""
    months_per_period: int
    """The length of the shorter window; periods divide the calendar year."""
    tier_marks: Mapping[Window, tuple[int, ...]]
    all_tiers_marks: Mapping[Window, tuple[int, ...]]
    time_off: int
    """Seconds off, without a substitute, for each yellow from the second offense on."""
    red_no_substitute: int
    """Seconds without a substitute after a red card."""
    first_offense_off: int
    """The number of the first offense that costs time off."""
    red_offense: int
    """The number of the offense that is a red card without exception."""
    carrying_yellows: int
    """Yellows received in one game, without a red, that carry one over."""
    after_game_off: Mapping[int, int]
    """Number of yellows shown at once after the game → seconds off at the next one's start."""
    months_to_serve: int
    months_to_last_day: int
    months_to_reminders: tuple[int, int]
    """When those concerned are reminded of what is still owed, before the year is over."""
    days_before_last_day: int
    """How long before the last day they are reminded once more."""
    excluded_stages: frozenset[Stage]
    """Stages that are no "next game of equal or higher handicap"."""


RULE_2026 = Edition(
    name="2026",
    # There is no earlier edition here: cards of the seasons before are judged by it as well.
    in_force=date.min,
    low_goal_limit=8,
    medium_goal_limit=15,
    months_per_period=2,
    tier_marks={Window.TWO_MONTH: (5, 8, 10, 11, 12), Window.YEAR: (12,)},
    all_tiers_marks={Window.TWO_MONTH: (8,), Window.YEAR: (16,)},
    time_off=120,
    red_no_substitute=240,
    first_offense_off=2,
    red_offense=4,
    carrying_yellows=3,
    after_game_off={2: 120, 3: 240},
    months_to_serve=12,
    months_to_last_day=13,
    months_to_reminders=(9, 11),
    days_before_last_day=14,
    excluded_stages=frozenset({Stage.CONSOLATION, Stage.SUBSIDIARY_FIRST_ROUND, Stage.SHOOTOUT}),
)

EDITIONS: tuple[Edition, ...] = (RULE_2026,)
"""All editions, the earliest first."""


def edition_for(day: date, editions: tuple[Edition, ...] = EDITIONS) -> Edition:
    """The edition in force on a local day."""
    if len(editions) == 1:
        return editions[0]
    return editions[max(bisect_right([edition.in_force for edition in editions], day) - 1, 0)]
