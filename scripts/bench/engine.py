"""The rule itself, beside the time it takes to read what it judges."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from disciplinary import facts
from disciplinary.rule33.ledger import assess_player
from disciplinary.rule33.season import Season
from disciplinary.services.upkeep import BATCH
from scripts.bench.data import NOW


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """Seconds to read the facts of everyone and to assess them, and what there was to do."""

    reading: float
    assessing: float
    ratio: float
    players: int
    games: int
    suspensions: int
    problems: int


def measure(*, size: int = BATCH, times: int = 5) -> Engine:
    """Read and assess everyone, ``size`` players at a time; the medians of several passes."""
    _once(BATCH)
    return _median([_once(size) for _ in range(times)])


def measure_at_once() -> Engine:
    """The same in a single batch, as nothing in the product does it: every game is read once for all its players."""
    return measure(size=1_000_000, times=3)


def _once(size: int) -> Engine:
    reading = assessing = 0.0
    players = games = suspensions = problems = 0
    batches = facts.load_in_batches(size)
    while True:
        with _nothing_collected():
            began = perf_counter()
            batch = next(batches, None)
            read = perf_counter()
            if batch is None:
                break
            ids, known = batch
            season = Season(known)
            records = [assess_player(season, player, NOW) for player in ids]
            reading += read - began
            assessing += perf_counter() - read
        players += len(ids)
        games += sum(len(record.appearances) for record in records)
        suspensions += sum(len(record.suspensions) for record in records)
        problems += sum(len(record.problems) for record in records)
    return Engine(
        reading=reading,
        assessing=assessing,
        ratio=assessing / reading,
        players=players,
        games=games,
        suspensions=suspensions,
        problems=problems,
    )


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Without the garbage collector, as `timeit` does it: it would charge the one with what the other has made."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _median(passes: list[Engine]) -> Engine:
    """The ratio is the median of the ratios: each pass met the machine in one state."""
    last = passes[-1]
    return Engine(
        reading=median(one.reading for one in passes),
        assessing=median(one.assessing for one in passes),
        ratio=median(one.ratio for one in passes),
        players=last.players,
        games=last.games,
        suspensions=last.suspensions,
        problems=last.problems,
    )
