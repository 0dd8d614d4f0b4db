"""Recalculating everyone in one command."""

from __future__ import annotations

import resource
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from disciplinary.services import upkeep
from scripts.bench.data import NOW
from scripts.bench.queries import Count, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalculation:
    """Seconds, the numbers of queries of its batches that occurred, and how many rows were written."""

    seconds: float
    queries: frozenset[int]
    written: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeSeason:
    """The first recalculation of a season writes everything, further ones find nothing to write.

    ``memory`` is the most that the process ever held, in bytes, in all of them.
    """

    first: Recalculation
    further: Recalculation
    memory: int


def measure() -> WholeSeason:
    """Recalculate everyone, and again. Run it in a process of its own, or the memory is not its own."""
    first = _recalculate()
    again = sorted((_recalculate() for _ in range(3)), key=lambda one: one.seconds)
    return WholeSeason(first=first, further=again[1], memory=_peak_memory())


def _recalculate() -> Recalculation:
    per_batch: list[int] = []

    def note(count: Count) -> None:
        per_batch.append(count.queries - sum(per_batch))

    with counted() as count:
        began = perf_counter()
        outcome = upkeep.reconcile(now=NOW, progress=lambda _: note(count))
        seconds = perf_counter() - began
    return Recalculation(
        seconds=seconds,
        queries=frozenset(per_batch),
        written=outcome.changes.suspensions + outcome.changes.problems + outcome.changes.complaints,
    )


def _peak_memory() -> int:
    status = Path("/proc/self/status")
    if status.exists():
        # What `getrusage` says on Linux includes the process that started this one.
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
