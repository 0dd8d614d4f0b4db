"""What a scenario file holds, once it has been read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from disciplinary.rule33.facts import Facts

DEFAULT_TZ = "America/New_York"
"""The time zone of a file that names none."""
ANY_TEAM = "any"
"""Stands where a team's id would, for a suspension served with any team."""

Value = str | int | bool | None | list[str]
"""What an answer says of one key."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What the file expects in one place; only the ``values`` given are compared.

    ``of`` names the suspension, the game and player, or the card it speaks of.
    """

    place: str
    of: tuple[str, ...]
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What the file expects. ``suspensions`` and ``problems``, unless None, are whole sets."""

    suspensions: tuple[Expected, ...] | None = None
    problems: tuple[Expected, ...] | None = None
    game_day: tuple[Expected, ...] = ()
    consequences: tuple[Expected, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """The facts of a small season, the moment at which its answers hold, and what is expected."""

    facts: Facts
    now: datetime
    tz: str = DEFAULT_TZ
    title: str = ""
    about: str = ""
    expect: Expectation | None = None
