"""Measure how fast the product is, on a database of its own.

    make bench
    make bench ARGS="engine saving"

docs/performance.md says what the figures mean and which ones are aimed at.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter
from typing import TYPE_CHECKING

import django

from scripts.bench import database

if TYPE_CHECKING:
    from scripts.bench.whole_season import Recalculation, WholeSeason

MEGABYTE = 1_000_000


def main() -> None:
    """Measure what the command line names, or everything."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bench", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("part", nargs="*", help=f"{', '.join(PARTS)}; everything if none is named")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.part if name not in PARTS]:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(PARTS)}")
    began = perf_counter()
    with database.fresh():
        print(f"{os.cpu_count()} cores, Python {platform.python_version()}, {database.version()}")
        for name, part in PARTS.items():
            if not arguments.part or name in arguments.part:
                part()
    print(f"\nMeasured in {perf_counter() - began:.0f} s.")


def alone[T](function: Callable[[], T]) -> T:
    """Call it in a process of its own, which holds nothing that others have left."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=django.setup) as pool:
        return pool.submit(function).result()


def engine() -> None:
    """Assessing 2,000 players against reading them."""
    from scripts.bench import data, decisions, engine  # noqa: PLC0415 - models can be imported once Django is set up

    database.empty()
    season = data.season(teams=500, events=1875, draw=data.ROUND_ROBIN)
    data.cards_for_each(season, 12)
    decisions.serve(season)
    database.settle()
    found = alone(engine.measure)
    at_once = alone(engine.measure_at_once)
    heading(f"Engine: {found.players:,} players with 60 games and 12 incidents each")
    line("reading the facts", seconds(found.reading))
    line("assessing the players", f"{seconds(found.assessing)}   {found.suspensions:,} suspensions")
    goal("assessing ÷ reading", found.ratio, "below 1", met=found.ratio < 1)
    line(
        "the same, all players at once",
        f"{seconds(at_once.assessing)} ÷ {seconds(at_once.reading)} = {at_once.ratio:.2f}",
    )


def saving() -> None:
    """Saving one incident, with and without recalculation."""
    from scripts.bench import saving  # noqa: PLC0415 - as above

    database.empty()
    for found in alone(saving.measure):
        heading(f"Saving one incident of a player with {found.cards} cards: medians of {saving.ROUNDS}")
        line("without recalculation", milliseconds(found.without))
        line("with recalculation", milliseconds(found.complete))
        goal("with ÷ without", found.ratio, "below 3", met=found.ratio < 3)
        goal("queries", listed(found.queries), "at most 20", met=max(found.queries) <= 20)


def season() -> None:
    """Recalculating everyone, for a season and for one twice as large."""
    once, twice = (_whole_season(factor) for factor in (1, 2))
    for name in ("first", "further"):
        small: Recalculation = getattr(once, name)
        large: Recalculation = getattr(twice, name)
        heading(f"Whole season, {name} recalculation: 10,000 players, 3,000 games, 12,000 cards; and twice that")
        line("rows written", f"{small.written:,} and {large.written:,}")
        line("time", f"{seconds(small.seconds)} and {seconds(large.seconds)}")
        ratio = large.seconds / small.seconds
        goal("twice ÷ once", ratio, "below 2.2", met=ratio < 2.2)
        same = max(large.queries) <= max(small.queries)
        goal("queries per batch", f"{listed(small.queries)}; {listed(large.queries)}", "no more for twice", met=same)
    for factor, found in (("once", once), ("twice", twice)):
        megabytes = found.memory / MEGABYTE
        goal(f"peak memory in MB, {factor}", megabytes, "below 300", met=megabytes < 300)


def _whole_season(factor: int) -> WholeSeason:
    from scripts.bench import data, whole_season  # noqa: PLC0415 - as above

    database.empty()
    written = data.season(teams=2_500 * factor, events=750 * factor, draw=data.KNOCKOUT)
    data.cards_by_temper(written, 12_000 * factor)
    database.settle()
    return alone(whole_season.measure)


PARTS = {"engine": engine, "saving": saving, "season": season}


# ------------------------------------------------------------------ printing


def heading(text: str) -> None:
    """What is measured."""
    print(f"\n{text}")


def line(name: str, text: str) -> None:
    """A figure without a goal."""
    print(f"  {name:<32}{text}", flush=True)


def goal(name: str, figure: float | str, aim: str, *, met: bool) -> None:
    """A figure beside what it should be."""
    shown = figure if isinstance(figure, str) else f"{figure:.2f}"
    line(name, f"{shown:<18}goal: {aim:<26}{'met' if met else 'MISSED'}")


def seconds(figure: float) -> str:
    """As people write them."""
    return f"{figure:.2f} s"


def milliseconds(figure: float) -> str:
    """From seconds, as people write them."""
    return f"{figure * 1000:.1f} ms"


def listed(figures: frozenset[int]) -> str:
    """In ascending order."""
    return ", ".join(map(str, sorted(figures)))


if __name__ == "__main__":
    main()
