"""The places of a scenario file, and what may stand in each: every reader complains alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from enum import StrEnum
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from disciplinary.rule33.scenario import tree
from disciplinary.rule33.scenario.tree import Node, Scalar, ScenarioError, quoted, step

FIRST_YEAR, LAST_YEAR = 1900, 2199
"""Years between which deadlines can be reckoned without leaving the calendar."""

_TIME = re.compile(
    r"(\d{4})-(\d\d?)-(\d\d?)(?:[Tt]|[ \t]+)(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?"
    r"[ \t]*(Z|z|([+-])(\d\d?)(?::?(\d\d))?)?",
    re.ASCII,
)
_DAY = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)", re.ASCII)
_INTEGER = re.compile(r"[-+]?(0|[1-9]\d{0,8})", re.ASCII)


@cache
def zone(name: str) -> ZoneInfo | None:
    """The time zone of that name, None where there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def one_of(names: Sequence[str]) -> str:
    """The names as a choice: ``club or uspa``."""
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} or {names[-1]}"


@dataclass(frozen=True, slots=True)
class At:
    """What stands at one place of the file."""

    path: str
    node: Node

    @property
    def place(self) -> str:
        """The place as messages name it."""
        return f"{self.path or 'file'} (line {self.node.line})"

    def error(self, expected: str, found: str | None = None) -> ScenarioError:
        """The complaint that something else was expected here."""
        return ScenarioError(self.place, expected, str(self.node) if found is None else found)

    @property
    def null(self) -> bool:
        """Whether nothing stands here."""
        return isinstance(self.node, Scalar) and self.node.null

    def fields(self, known: Sequence[str], required: Sequence[str] = (), *, nulls: bool = False) -> dict[str, At]:
        """The values of a mapping with known keys.

        Keys without a value count as left out, unless ``nulls``, where nothing is an answer too.
        """
        if not isinstance(self.node, tree.Mapping):
            raise self.error(f"the keys {', '.join(known)}")
        found: dict[str, At] = {}
        for key, node in self.node.entries.items():
            here = At(step(self.path, key), node)
            if key not in known:
                raise here.error(f"one of the keys {', '.join(known)}", quoted(key))
            if nulls or not here.null:
                found[key] = here
        for key in required:
            if key not in found:
                raise self.error(f"the key {key}", "none" if not found else "only " + ", ".join(found))
        return found

    def named(self, what: str) -> Iterator[tuple[str, At]]:
        """The values of a mapping by id, in the order written."""
        if not isinstance(self.node, tree.Mapping):
            raise self.error(f"{what} by id")
        for key, node in self.node.entries.items():
            yield key, At(step(self.path, key), node)

    def items(self, what: str) -> Iterator[At]:
        """The members of a list."""
        if not isinstance(self.node, tree.Sequence):
            raise self.error(f"a list of {what}")
        for number, node in enumerate(self.node.items, 1):
            yield At(step(self.path, number), node)

    def text(self, what: str = "text") -> str:
        """Text, whatever it says."""
        if not isinstance(self.node, Scalar):
            raise self.error(what)
        return self.node.text

    def id(self, what: str) -> str:
        """A name that other facts refer to: text, and not empty."""
        if not isinstance(self.node, Scalar) or not self.node.is_text or not self.node.text:
            number = isinstance(self.node, Scalar) and not self.node.null and not self.node.is_text
            raise self.error(f"the id of {what}{' (in quotes)' if number else ''}")
        return self.node.text

    def ids(self, what: str) -> tuple[str, ...]:
        """A list of ids."""
        return tuple(item.id(f"a {what}") for item in self.items(f"{what}s"))

    def integer(self, what: str, low: int, high: int) -> int:
        """A whole number between two, both included."""
        node = self.node
        if isinstance(node, Scalar) and node.plain and _INTEGER.fullmatch(node.text):
            value = int(node.text)
            if low <= value <= high:
                return value
        raise self.error(f"{what}, a whole number from {low} to {high}")

    def boolean(self) -> bool:
        """Yes or no."""
        if isinstance(self.node, Scalar) and self.node.truth is not None:
            return self.node.truth
        raise self.error("true or false")

    def choice[E: StrEnum](self, enum: type[E]) -> E:
        """One of the codes of an enumeration."""
        if isinstance(self.node, Scalar):
            for member in enum:
                if member.value == self.node.text:
                    return member
        raise self.error(one_of([member.value for member in enum]))

    def zone(self) -> str:
        """The name of a time zone."""
        if isinstance(self.node, Scalar) and self.node.is_text and zone(self.node.text):
            return self.node.text
        raise self.error("a time zone such as America/New_York")

    def day(self) -> date:
        """A day."""
        if isinstance(self.node, Scalar) and (match := _DAY.fullmatch(self.node.text)):
            year, month, day = (int(part) for part in match.groups())
            if FIRST_YEAR <= year <= LAST_YEAR:
                try:
                    return date(year, month, day)
                except ValueError:
                    pass
        raise self.error("a day such as 2026-01-10")

    def time(self, tz: str) -> datetime:
        """A moment, in UTC: local to ``tz`` unless it brings its own offset.

        Of a time that the clocks repeat the first is meant; one that they leave out is read with
        the offset that held before they changed.
        """
        if isinstance(self.node, Scalar) and (match := _TIME.fullmatch(self.node.text)):
            try:
                return _moment(match, tz)
            except ValueError:
                pass
        raise self.error("a time such as 2026-01-10 14:00")


def _moment(match: re.Match[str], tz: str) -> datetime:
    """The moment a time stands for. ValueError where the calendar or the clock has none such."""
    year, month, day, hour, minute, second, fraction, offset, sign, hours, minutes = match.groups()
    if not FIRST_YEAR <= int(year) <= LAST_YEAR:
        raise ValueError(year)
    where: tzinfo = zone(tz) or UTC
    if sign:
        shift = timedelta(hours=int(hours), minutes=int(minutes or 0))
        where = timezone(-shift if sign == "-" else shift)
    elif offset:
        where = UTC
    microsecond = int((fraction or "0").ljust(6, "0"))
    local = datetime(
        int(year),
        int(month),
        int(day),
        int(hour),
        int(minute),
        int(second or 0),
        microsecond,
        where,
    )
    return local.astimezone(UTC)
