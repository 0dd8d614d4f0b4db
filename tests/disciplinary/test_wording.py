"""Words for every code, and the small sentences of counts and times."""

from datetime import UTC, date, datetime

import pytest
from django.utils import translation

from disciplinary import wording
from disciplinary.rule33.answers import Mark, ProblemCode
from disciplinary.rule33.clauses import Clause, Reading
from disciplinary.rule33.editions import EDITIONS
from disciplinary.rule33.facts import Authority, Color, EventKind, Seat, Tier, Window
from disciplinary.rule33.periods import Period


@pytest.fixture(autouse=True)
def english() -> object:
    with translation.override("en"):
        yield


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        (wording.CLAUSES, Clause),
        (wording.READINGS, Reading),
        (wording.PROBLEMS, ProblemCode),
        (wording.TIERS, Tier),
        (wording.EVENT_KINDS, EventKind),
        (wording.COLORS, Color),
        (wording.SEATS, Seat),
        (wording.AUTHORITIES, Authority),
    ],
    ids=["clauses", "readings", "problems", "tiers", "kinds", "colors", "seats", "authorities"],
)
def test_every_code_has_its_words(words: dict[object, object], codes: type) -> None:
    assert list(words) == list(codes)


def test_every_mark_has_its_ordinal() -> None:
    highest = max(
        count
        for edition in EDITIONS
        for marks in (edition.tier_marks, edition.all_tiers_marks)
        for count in max(marks.values(), key=max)
    )
    assert len(wording.ORDINALS) >= highest
    assert [wording.ordinal(number) for number in (1, 5, 16, 17)] == ["first", "fifth", "sixteenth", "17th"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 minutes"),
        (1, "1 second"),
        (45, "45 seconds"),
        (60, "1 minute"),
        (75, "1 minute and 15 seconds"),
        (240, "4 minutes"),
    ],
)
def test_durations(seconds: int, words: str) -> None:
    assert wording.duration(seconds) == words


def test_lists() -> None:
    assert [wording.listed(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_times() -> None:
    assert wording.day(date(2026, 1, 10)) == "Saturday, January 10, 2026"
    moment = datetime(2026, 7, 4, 19, 30, tzinfo=UTC)
    assert wording.moment(moment, "America/New_York") == "Saturday, July 4, 2026, 3:30 p.m. EDT"
    assert wording.moment(moment, "America/Los_Angeles") == "Saturday, July 4, 2026, 12:30 p.m. PDT"


def test_periods_and_marks() -> None:
    periods = [wording.period(Period(Window.TWO_MONTH, 2026, part)) for part in range(1, 7)]
    assert periods == [
        "January–February 2026",
        "March–April 2026",
        "May–June 2026",
        "July–August 2026",
        "September–October 2026",
        "November–December 2026",
    ]
    year = Period(Window.YEAR, 2026, 0)
    assert wording.mark(Mark(year, "all", 16)) == "sixteenth yellow card in all tiers in the calendar year 2026"
    assert wording.mark(Mark(year, "gauntlet", 12)) == (
        "twelfth yellow card in the Gauntlet of Polo in the calendar year 2026"
    )
