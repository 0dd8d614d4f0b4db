"""The rule itself, beside the time it takes to read what it judges."""

from __future__ import annotations

import gc
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


def measure() -> Engine:
    """Read and assess everyone as the product does it, a batch at a time; medians of several passes."""
    return _median([_pass() for _ in range(5)])


def measure_without_collector() -> Engine:
    """The same while no garbage is collected: a collection charges the one with what the other has made."""
    gc.disable()
    return _median([_pass() for _ in range(3)])


def measure_at_once() -> Engine:
    """The same in a single batch, so that every game is read once for all its players."""
    return _median([_pass(size=1_000_000) for _ in range(3)])


def _pass(size: int = BATCH) -> Engine:
    # What an earlier pass has left behind is not this one's.
    gc.collect()
    reading = assessing = 0.0
    players = games = suspensions = 0
    batches = facts.load_in_batches(size)
    while True:
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
    return Engine(
        reading=reading,
        assessing=assessing,
        ratio=assessing / reading,
        players=players,
        games=games,
        suspensions=suspensions,
    )


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
    )
