"""Six two-month periods and the calendar year, by the local day of the card in its event's zone."""

from __future__ import annotations

from datetime import UTC, date, datetime
from itertools import pairwise

import pytest

from disciplinary.rule33.editions import RULE_2026
from disciplinary.rule33.facts import Window
from disciplinary.rule33.periods import (
    Period,
    add_months,
    day_before,
    local_day,
    period_named,
    period_of,
)
from tests.rule33.build import season


@pytest.mark.parametrize(
    ("day", "code"),
    [
        ("2025-12-31", "2025/6"),
        ("2026-01-01", "2026/1"),
        ("2026-02-28", "2026/1"),
        ("2026-03-01", "2026/2"),
        ("2026-04-30", "2026/2"),
        ("2026-05-01", "2026/3"),
        ("2026-06-30", "2026/3"),
        ("2026-07-01", "2026/4"),
        ("2026-08-31", "2026/4"),
        ("2026-09-01", "2026/5"),
        ("2026-10-31", "2026/5"),
        ("2026-11-01", "2026/6"),
        ("2026-12-31", "2026/6"),
        ("2027-01-01", "2027/1"),
        pytest.param("2028-02-28", "2028/1", id="28 February of a leap year"),
        pytest.param("2028-02-29", "2028/1", id="R-14: 29 February is in the first period"),
        pytest.param("2028-03-01", "2028/2", id="1 March of a leap year"),
    ],
)
def test_two_month_period_of_a_day(day: str, code: str) -> None:
    assert period_of(date.fromisoformat(day), Window.TWO_MONTH, RULE_2026).code == code


@pytest.mark.parametrize(
    ("day", "code"),
    [
        ("2025-12-31", "2025"),
        ("2026-01-01", "2026"),
        ("2026-12-31", "2026"),
        ("2027-01-01", "2027"),
    ],
)
def test_calendar_year_of_a_day(day: str, code: str) -> None:
    assert period_of(date.fromisoformat(day), Window.YEAR, RULE_2026).code == code


@pytest.mark.parametrize(
    ("window", "code", "first", "last"),
    [
        (Window.TWO_MONTH, "2026/1", "2026-01-01", "2026-02-28"),
        (Window.TWO_MONTH, "2028/1", "2028-01-01", "2028-02-29"),
        (Window.TWO_MONTH, "2026/2", "2026-03-01", "2026-04-30"),
        (Window.TWO_MONTH, "2026/3", "2026-05-01", "2026-06-30"),
        (Window.TWO_MONTH, "2026/4", "2026-07-01", "2026-08-31"),
        (Window.TWO_MONTH, "2026/5", "2026-09-01", "2026-10-31"),
        (Window.TWO_MONTH, "2026/6", "2026-11-01", "2026-12-31"),
        (Window.YEAR, "2026", "2026-01-01", "2026-12-31"),
    ],
)
def test_days_of_a_named_period(window: Window, code: str, first: str, last: str) -> None:
    period = period_named(window, code)
    assert period.code == code
    assert period.days(RULE_2026) == (date.fromisoformat(first), date.fromisoformat(last))


def test_the_year_is_divided_without_gap_or_overlap() -> None:
    periods = [Period(Window.TWO_MONTH, 2028, part).days(RULE_2026) for part in range(1, 7)]
    assert periods[0][0] == date(2028, 1, 1)
    assert periods[-1][1] == date(2028, 12, 31)
    for (_, last), (first, _) in pairwise(periods):
        assert day_before(first) == last


@pytest.mark.parametrize(
    ("utc", "tz", "day"),
    [
        pytest.param("2026-03-01 04:59", "America/New_York", "2026-02-28", id="before, EST"),
        pytest.param("2026-03-01 05:00", "America/New_York", "2026-03-01", id="midnight, EST"),
        pytest.param("2026-07-01 03:59", "America/New_York", "2026-06-30", id="before, EDT"),
        pytest.param("2026-07-01 04:00", "America/New_York", "2026-07-01", id="midnight, EDT"),
        pytest.param("2026-05-01 06:59", "America/Los_Angeles", "2026-04-30", id="before, PDT"),
        pytest.param("2026-05-01 07:00", "America/Los_Angeles", "2026-05-01", id="midnight, PDT"),
        pytest.param("2026-01-01 09:59", "Pacific/Honolulu", "2025-12-31", id="before, Hawaii"),
        pytest.param("2026-01-01 10:00", "Pacific/Honolulu", "2026-01-01", id="midnight, Hawaii"),
    ],
)
def test_local_day_on_either_side_of_midnight(utc: str, tz: str, day: str) -> None:
    at = datetime.fromisoformat(utc).replace(tzinfo=UTC)
    assert local_day(at, tz) == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("tz", "counts"),
    [
        pytest.param(
            "America/New_York",
            {
                "two_month 2026/2 all": 1,
                "two_month 2026/2 low": 1,
                "year 2026 all": 1,
                "year 2026 low": 1,
            },
            id="March in New York",
        ),
        pytest.param(
            "America/Los_Angeles",
            {
                "two_month 2026/1 all": 1,
                "two_month 2026/1 low": 1,
                "year 2026 all": 1,
                "year 2026 low": 1,
            },
            id="still February in California",
        ),
    ],
)
def test_a_card_counts_on_its_day_in_its_events_zone(tz: str, counts: dict[str, int]) -> None:
    # 1 March 01:30 in New York is 28 February 22:30 in Los Angeles.
    local = {"America/New_York": "2026-03-01 01:30", "America/Los_Angeles": "2026-02-28 22:30"}
    answer = season().event(tz=tz).entry("red", "ana").played("g1", local[tz]).card("i1", "g1", "Y")
    assert answer.at("2026-04-01").counts() == counts


@pytest.mark.parametrize(
    ("shown", "periods"),
    [
        pytest.param("2026-02-28 23:59", {"2026/1"}, id="before midnight"),
        pytest.param("2026-03-01 00:00", {"2026/2"}, id="after midnight, of a game in February"),
    ],
)
def test_the_cards_own_moment_decides_not_the_games(shown: str, periods: set[str]) -> None:
    facts = season().event().entry("red", "ana").played("g1", "2026-02-28 21:30")
    answer = facts.card("i1", "g1", "YY", after=True, at=shown).at("2026-04-01")
    counted = {tally.period.code for tally in answer.tallies().values() if "two" in tally.window}
    assert counted == periods


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        ("2026-01-10", 12, "2027-01-10"),
        ("2026-01-10", 13, "2027-02-10"),
        ("2026-12-31", 12, "2027-12-31"),
        ("2026-12-31", 13, "2028-01-31"),
        pytest.param("2026-01-31", 13, "2027-02-28", id="a shorter month"),
        pytest.param("2026-01-29", 13, "2027-02-28", id="29 January, no leap year"),
        pytest.param("2027-01-29", 13, "2028-02-29", id="29 January, a leap year"),
        pytest.param("2027-01-31", 13, "2028-02-29", id="31 January, a leap year"),
        pytest.param("2026-03-31", 13, "2027-04-30", id="a month of 30 days"),
        pytest.param("2026-11-30", 13, "2027-12-30", id="a longer month keeps the day"),
        pytest.param("2028-02-29", 12, "2029-02-28", id="a year from 29 February"),
        pytest.param("2028-02-29", 13, "2029-03-29", id="thirteen months from 29 February"),
        pytest.param("2027-02-28", 12, "2028-02-28", id="28 February into a leap year"),
    ],
)
def test_months_later(day: str, months: int, expected: str) -> None:
    assert add_months(date.fromisoformat(day), months) == date.fromisoformat(expected)
