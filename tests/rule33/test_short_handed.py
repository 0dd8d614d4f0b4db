"""Injured or departing players (1): the cap on the handicaps of a team that plays short."""

import pytest

from disciplinary.rule33.clauses import Clause
from disciplinary.rule33.short_handed import short_handed


@pytest.mark.parametrize(
    ("then", "now", "within", "nobody_for_him"),
    [
        ([4, 3, 2], [4, 3, 2], True, True),
        ([4, 3, 2], [4, 3, 3], False, True),
        ([4, 3, 2], [4, 3, 1], True, True),
        ([4, 3, 2], [4, 3], True, True),
        ([4, 3, 2], [4, 3, 0, -1], True, False),
        ([1, 0, -2], [1, 0, -1], False, True),
        ([0, 0, 0], [0, 0, 0], True, True),
        ([], [], True, True),
    ],
    ids=[
        "the same",
        "one goal over",
        "lower",
        "one less",
        "one more, within the cap",
        "negative handicaps",
        "noughts are handicaps",
        "nobody",
    ],
)
def test_the_cap(then, now, within, nobody_for_him):
    answer = short_handed(then, now)
    assert (answer.cap, answer.total) == (sum(then), sum(now))
    assert (answer.within, answer.nobody_for_him) == (within, nobody_for_him)
    assert answer.clause is Clause.INJURED_PLAYER
