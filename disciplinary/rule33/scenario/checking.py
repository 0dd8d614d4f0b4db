"""What a scenario file expects, compared with the answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from disciplinary.rule33.scenario.answering import Answer
from disciplinary.rule33.scenario.model import Expectation, Expected, Value

Values = Mapping[str, Value]


def check(expect: Expectation | None, answer: Answer) -> list[str]:
    """Every difference, as a line that names the place, what was expected and what was found."""
    if expect is None:
        return []
    found: list[str] = []
    if expect.suspensions is not None:
        found += _sets(expect.suspensions, answer["suspensions"], ("trigger", "kind"), "suspension")
    found += _named(expect.game_day, answer["game_day"])
    found += _consequences(expect.consequences, answer["consequences"])
    if expect.problems is not None:
        found += _sets(expect.problems, answer["problems"], ("code", "at"), "problem")
    return found


def _sets(expected: Sequence[Expected], actual: Sequence[Values], names: tuple[str, ...], what: str) -> Iterator[str]:
    """The differences of two sets.

    Those named alike are compared key by key, those the file does not name fully are paired with any that
    fit, and what is left has no counterpart.
    """
    left = dict(enumerate(actual))
    unnamed = []
    for item in expected:
        if not all(name in item.values for name in names):
            unnamed.append(item)
            continue
        key = tuple(item.values[name] for name in names)
        twin = next((n for n, other in left.items() if tuple(other[k] for k in names) == key), None)
        if twin is None:
            yield f"{item.place}: expected {_show(item.values)}, found no such {what}"
        else:
            yield from _values(item, left.pop(twin))
    for item, twin in zip(unnamed, _pair(unnamed, left), strict=True):
        if twin is None:
            yield f"{item.place}: expected {_show(item.values)}, found no such {what}"
        else:
            left.pop(twin)
    for other in left.values():
        yield f"expect.{what}s: expected no other {what}, found {_show(other)}"


def _pair(expected: Sequence[Expected], actual: Mapping[int, Values]) -> list[int | None]:
    """For each expected one the actual one that fits it, no two the same, for as many as can be.

    Where all that fit are taken, an earlier one gives way if it fits elsewhere.
    """
    fitting = [[number for number, values in actual.items() if _fits(item, values)] for item in expected]
    taken: dict[int, int] = {}

    def settle(place: int, tried: set[int]) -> bool:
        for number in fitting[place]:
            if number not in tried:
                tried.add(number)
                if number not in taken or settle(taken[number], tried):
                    taken[number] = place
                    return True
        return False

    for place in range(len(expected)):
        settle(place, set())
    chosen = {place: number for number, place in taken.items()}
    return [chosen.get(place) for place in range(len(expected))]


def _fits(item: Expected, values: Values) -> bool:
    return all(values[key] == value for key, value in item.values.items())


def _named(expected: Sequence[Expected], game_day: Mapping[str, Mapping[str, Values]]) -> Iterator[str]:
    for item in expected:
        game, player = item.of
        actual = game_day.get(game, {}).get(player)
        if actual is None:
            yield f"{item.place}: expected {_show(item.values)}, found {player} not in {game}"
        else:
            yield from _values(item, actual)


def _consequences(expected: Sequence[Expected], actual: Mapping[str, Values]) -> Iterator[str]:
    for item in expected:
        (card,) = item.of
        if card not in actual:
            yield f"{item.place}: expected {_show(item.values)}, found no card {card} during a game"
        else:
            yield from _values(item, actual[card])


def _values(item: Expected, actual: Values) -> Iterator[str]:
    for key, value in item.values.items():
        if key not in actual:
            yield f"{item.place}: expected {key} {_show(value)}, found none"
        elif actual[key] != value:
            yield f"{item.place}: expected {key} {_show(value)}, found {_show(actual[key])}"


def _show(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
