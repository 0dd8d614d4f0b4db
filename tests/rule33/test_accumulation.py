"""Counting yellow cards: which card reaches which mark, on both sides of each."""

from __future__ import annotations

from datetime import date

import pytest

from disciplinary.rule33.accumulation import board
from disciplinary.rule33.clauses import Clause, Reading
from disciplinary.rule33.editions import RULE_2026
from disciplinary.rule33.facts import CardId, MarkKey, Window
from tests.rule33.build import Answer, Build, season

GOALS = {"low": 8, "medium": 12, "high": 20}
FIRST_DAY = {
    1: "2026-01",
    2: "2026-03",
    3: "2026-05",
    4: "2026-07",
    5: "2026-09",
    6: "2026-11",
}


def tiers() -> Build:
    """An event of each tier, ``red`` with ``ana`` in all of them."""
    facts = season()
    for tier, goals in GOALS.items():
        facts.event(tier, goals=goals).entry("red", "ana", event=tier)
    return facts.event("gauntlet", goals=20, gauntlet=True).entry("red", "ana", event="gauntlet")


def shown(*series: tuple[int, str, int]) -> Build:
    """Single yellows, one a game, as (period, tier, how many); the n-th card is ``cN``."""
    facts = tiers()
    number = 0
    used: dict[int, int] = {}
    for period, tier, yellows in series:
        for _ in range(yellows):
            number += 1
            day = used[period] = used.get(period, 0) + 1
            facts.played(f"g{number}", f"{FIRST_DAY[period]}-{day:02}", event=tier)
            facts.card(f"c{number}", f"g{number}", "Y")
    return facts


def marks(answer: Answer) -> dict[str, tuple[str, ...]]:
    """By suspension, the marks it names."""
    return {str(item.key): item.thresholds for item in answer.suspensions() if item.thresholds}


def reached_by(facts: Build, card: str) -> dict[str, tuple[str, ...]]:
    """By kind, the marks that one card reached."""
    return {
        key.removeprefix(f"{card}:"): names
        for key, names in marks(facts.at("2026-12-31")).items()
        if key.startswith(f"{card}:")
    }


# ---------------------------------------------------------------- two months


@pytest.mark.parametrize("tier", ["low", "medium", "high", "gauntlet"])
@pytest.mark.parametrize("yellows", range(1, 15))
def test_marks_of_one_tier_in_two_months(tier: str, yellows: int) -> None:
    expected: dict[str, tuple[str, ...]] = {}
    if yellows in (5, 8, 10, 11):
        expected["accumulated_tier"] = (f"two_month/{tier}/{yellows}",)
    if yellows == 8:
        expected["accumulated_all_tiers"] = ("two_month/all/8",)
    if yellows == 12:
        expected["accumulated_tier"] = (f"two_month/{tier}/12", f"year/{tier}/12")
    assert reached_by(shown((1, tier, yellows)), f"c{yellows}.1") == expected


@pytest.mark.parametrize(
    ("yellows", "expected"),
    [
        pytest.param((4, 3), {}, id="seven"),
        pytest.param((4, 4), {"accumulated_all_tiers": ("two_month/all/8",)}, id="eight"),
        pytest.param((4, 4, 1), {}, id="nine"),
    ],
)
def test_mark_of_all_tiers_in_two_months(yellows: tuple[int, ...], expected: dict[str, tuple[str, ...]]) -> None:
    series = zip(GOALS, yellows, strict=False)
    facts = shown(*((1, tier, number) for tier, number in series))
    assert reached_by(facts, f"c{sum(yellows)}.1") == expected


def test_the_gauntlet_counts_across_all_tiers_too() -> None:
    facts = shown((1, "high", 4), (1, "gauntlet", 4))
    assert reached_by(facts, "c8.1") == {"accumulated_all_tiers": ("two_month/all/8",)}


def test_high_goal_and_gauntlet_are_counted_apart() -> None:
    assert marks(shown((1, "high", 4), (1, "gauntlet", 3)).at("2026-12-31")) == {}


def test_the_period_starts_anew() -> None:
    assert marks(shown((1, "low", 4), (2, "low", 4)).at("2026-12-31")) == {}


def test_serving_resets_nothing() -> None:
    facts = shown((1, "low", 5)).played("s", "2026-01-20", event="low", lineups={"red": []})
    facts.serve("c5.1:accumulated_tier", "s", "2026-01-19")
    for number in (6, 7, 8):
        facts.played(f"g{number}", f"2026-01-2{number}", event="low")
        facts.card(f"c{number}", f"g{number}", "Y")
    answer = facts.at("2026-02-01")
    assert answer.fate("c5.1:accumulated_tier") == "served s"
    assert set(marks(answer)) == {
        "c5.1:accumulated_tier",
        "c8.1:accumulated_tier",
        "c8.1:accumulated_all_tiers",
    }


# ---------------------------------------------------------------- the calendar year


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        pytest.param(3, {}, id="eleven"),
        pytest.param(4, {"accumulated_tier": ("year/low/12",)}, id="twelve"),
    ],
)
def test_mark_of_one_tier_in_a_year(last: int, expected: dict[str, tuple[str, ...]]) -> None:
    facts = shown((1, "low", 4), (3, "low", 4), (6, "low", last))
    assert reached_by(facts, f"c{8 + last}.1") == expected


def test_the_thirteenth_of_a_year_triggers_nothing() -> None:
    facts = shown((1, "low", 4), (2, "low", 4), (3, "low", 4), (4, "low", 4))
    assert set(marks(facts.at("2026-12-31"))) == {"c12.1:accumulated_tier", "c16.1:accumulated_all_tiers"}


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        pytest.param(1, {}, id="fifteen"),
        pytest.param(2, {"accumulated_all_tiers": ("year/all/16",)}, id="sixteen"),
        pytest.param(3, {}, id="seventeen"),
    ],
)
def test_mark_of_all_tiers_in_a_year(last: int, expected: dict[str, tuple[str, ...]]) -> None:
    facts = shown(
        *((period, tier, 2) for period in (1, 2, 3) for tier in ("low", "medium")),
        (4, "low", 2),
        (4, "high", last),
    )
    assert reached_by(facts, f"c{14 + last}.1") == expected


def test_twelfth_of_the_tier_and_sixteenth_of_all_by_one_card() -> None:
    facts = shown(*((period, tier, number) for period in (1, 2, 3, 4) for tier, number in (("medium", 1), ("low", 3))))
    assert reached_by(facts, "c16.1") == {
        "accumulated_tier": ("year/low/12",),
        "accumulated_all_tiers": ("year/all/16",),
    }


def test_eighth_of_two_months_and_sixteenth_of_the_year_make_one_suspension() -> None:
    facts = shown((1, "low", 4), (1, "medium", 4), (2, "low", 4), (2, "medium", 4))
    assert reached_by(facts, "c16.1") == {"accumulated_all_tiers": ("two_month/all/8", "year/all/16")}


def test_the_year_starts_anew() -> None:
    facts = tiers()
    for number, day in enumerate(
        ("2025-11-10", "2025-11-11", "2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02"), 1
    ):
        facts.played(f"g{number}", day, event="low").card(f"c{number}", f"g{number}", "Y")
    answer = facts.at("2026-02-01")
    assert marks(answer) == {}
    assert (answer.counts()["year 2025 low"], answer.counts()["year 2026 low"]) == (4, 2)


# ---------------------------------------------------------------- several cards at once


def test_two_at_once_from_four_to_six_reach_the_fifth_by_their_first() -> None:
    facts = shown((1, "low", 4)).played("x", "2026-01-20", event="low").card("x", "x", "YY")
    assert marks(facts.at("2026-02-01")) == {"x.1:accumulated_tier": ("two_month/low/5",)}


def test_two_at_once_from_three_to_five_reach_the_fifth_by_their_second() -> None:
    facts = shown((1, "low", 3)).played("x", "2026-01-20", event="low").card("x", "x", "YY")
    assert marks(facts.at("2026-02-01")) == {"x.2:accumulated_tier": ("two_month/low/5",)}


def test_three_at_once_reach_two_marks_by_two_cards() -> None:
    facts = shown((1, "low", 7)).played("x", "2026-01-20", event="low").card("x", "x", "YYY")
    assert marks(facts.at("2026-02-01")) == {
        "c5.1:accumulated_tier": ("two_month/low/5",),
        "x.1:accumulated_all_tiers": ("two_month/all/8",),
        "x.1:accumulated_tier": ("two_month/low/8",),
        "x.3:accumulated_tier": ("two_month/low/10",),
    }


def test_after_game_yellows_count_singly_too() -> None:
    facts = shown((1, "low", 4)).played("x", "2026-01-20", event="low")
    answer = facts.card("x", "x", "YY", after=True).at("2026-02-01")
    assert marks(answer) == {"x.1:accumulated_tier": ("two_month/low/5",)}
    assert Reading.R15 in answer.suspension("x.1:accumulated_tier").readings


def test_a_red_is_not_a_yellow() -> None:
    facts = shown((1, "low", 4)).played("x", "2026-01-20", event="low").card("x", "x", "R")
    answer = facts.at("2026-02-01")
    assert marks(answer) == {}
    assert answer.counts()["two_month 2026/1 low"] == 4


# ---------------------------------------------------------------- the order of counting


def test_within_a_game_cards_after_it_come_last_however_listed() -> None:
    facts = shown((1, "low", 3)).played("x", "2026-01-20", event="low")
    facts.card("after", "x", "YY", after=True).card("during", "x", "Y")
    # 4th: during.1; 5th: after.1
    assert marks(facts.at("2026-02-01")) == {"after.1:accumulated_tier": ("two_month/low/5",)}


def test_games_count_in_the_order_of_their_start_however_listed() -> None:
    facts = tiers().played("later", "2026-01-20", event="low").yellows("l", "later", 2)
    facts.played("earlier", "2026-01-10", event="low").yellows("e", "earlier", 3)
    assert marks(facts.at("2026-02-01")) == {"l2.1:accumulated_tier": ("two_month/low/5",)}


def test_an_after_game_card_counts_with_its_game_even_if_shown_after_the_next() -> None:
    facts = shown((1, "low", 3))
    facts.played("a", "2026-01-20 10:00", event="low").played("b", "2026-01-20 14:00", event="low")
    facts.card("a", "a", "YY", after=True, at="2026-01-20 18:00").card("b", "b", "Y")
    # 4th and 5th are those after the morning's game, b.1 the 6th.
    assert marks(facts.at("2026-02-01")) == {"a.2:accumulated_tier": ("two_month/low/5",)}


def test_games_of_one_moment_count_in_the_order_listed() -> None:
    facts = shown((1, "low", 3))
    facts.event("other", goals=6).entry("red", "ana", event="other")
    facts.played("a", "2026-01-20", event="low").played("b", "2026-01-20", event="other")
    facts.card("b", "b", "Y").card("a", "a", "Y")
    assert marks(facts.at("2026-02-01")) == {"b.1:accumulated_tier": ("two_month/low/5",)}


# ---------------------------------------------------------------- what counts together


def test_yellows_count_across_teams_and_club_and_uspa_events() -> None:
    facts = tiers().event("club", kind="club", goals=6).entry("green", "ana", event="club")
    facts.played("g1", "2026-01-10", event="low").yellows("a", "g1", 2)
    facts.played("g2", "2026-01-12", event="club", teams=("green", "x"))
    facts.yellows("b", "g2", 2, team="green")
    facts.played("g3", "2026-01-14", event="low").card("c", "g3", "Y")
    answer = facts.at("2026-02-01")
    assert marks(answer) == {"c.1:accumulated_tier": ("two_month/low/5",)}
    assert answer.suspension("c.1:accumulated_tier").cards == tuple(
        CardId(name, 1) for name in ("a1", "a2", "b1", "b2", "c")
    )


def test_yellows_of_games_that_fell_away_are_still_cards_shown() -> None:
    facts = shown((1, "low", 4)).game("x", "2026-01-20", event="low", status="abandoned")
    assert marks(facts.card("x", "x", "Y").at("2026-02-01")) == {"x.1:accumulated_tier": ("two_month/low/5",)}


def test_other_peoples_yellows_do_not_count() -> None:
    facts = shown((1, "low", 4))
    facts.card("x", "g4", "YY", player="ben")
    assert marks(facts.at("2026-02-01")) == {}


def test_a_rescinded_yellow_moves_the_trigger_on() -> None:
    facts = shown((1, "low", 6)).rescind("c2")
    assert marks(facts.at("2026-02-01")) == {"c6.1:accumulated_tier": ("two_month/low/5",)}


def test_a_rescinded_yellow_that_leaves_four_takes_the_suspension_away() -> None:
    assert marks(shown((1, "low", 5)).rescind("c2").at("2026-02-01")) == {}


def test_a_yellow_entered_late_moves_the_trigger_and_keeps_the_marks_name() -> None:
    facts = shown((1, "low", 5)).played("s", "2026-01-20", event="low", lineups={"red": []})
    mark = MarkKey("ana", Window.TWO_MONTH, "2026/1", "low", 5)
    facts.serve(mark, "s", "2026-01-19")
    assert facts.at("2026-02-01").fates() == {"c5.1:accumulated_tier": "served s"}
    facts.card("late", "g2", "Y", recorded="2026-01-25")
    assert facts.at("2026-02-01").fates() == {"c4.1:accumulated_tier": "served s"}


@pytest.mark.parametrize(
    ("series", "card", "clause"),
    [
        pytest.param([(1, "low", 5)], "c5.1", Clause.TWO_MONTH_YELLOWS, id="two months"),
        pytest.param(
            [(1, "low", 4), (2, "low", 4), (3, "low", 4)],
            "c12.1",
            Clause.CALENDAR_YEAR_YELLOWS,
            id="year",
        ),
    ],
)
def test_the_clause_of_a_mark(series: list[tuple[int, str, int]], card: str, clause: Clause) -> None:
    found = shown(*series).at("2026-12-31").suspension(f"{card}:accumulated_tier")
    assert found.clause is clause
    assert Reading.R5 in found.readings


@pytest.mark.parametrize(
    ("last", "after", "named"),
    [
        pytest.param("2028-02-28", False, set(), id="neither"),
        pytest.param("2028-02-29", False, {Reading.R14}, id="on a leap day"),
        pytest.param("2028-02-28", True, {Reading.R15}, id="after the game"),
    ],
)
def test_only_the_readings_it_rests_on_are_named(last: str, after: bool, named: set[Reading]) -> None:
    facts = tiers()
    for number in range(1, 5):
        facts.played(f"g{number}", f"2028-02-0{number}", event="low")
        facts.card(f"c{number}", f"g{number}", "Y")
    facts.played("g5", last, event="low")
    facts.card("c5", "g5", "Y", after=after)
    readings = set(facts.at("2028-03-31").suspension("c5.1:accumulated_tier").readings)
    assert readings & {Reading.R14, Reading.R15} == named


def test_tallies_say_what_is_left_until_the_next_mark() -> None:
    answer = shown((1, "low", 6)).at("2026-02-01")
    left = {name: tally.next_mark for name, tally in answer.tallies().items()}
    assert left == {
        "two_month 2026/1 low": 8,
        "two_month 2026/1 all": 8,
        "year 2026 low": 12,
        "year 2026 all": 16,
    }


def test_past_the_last_mark_there_is_none_to_come() -> None:
    answer = shown((1, "low", 12)).at("2026-02-01")
    assert answer.tallies()["two_month 2026/1 low"].next_mark is None


def test_the_board_of_a_day_shows_every_count_of_its_periods_those_at_nought_too() -> None:
    answer = shown((1, "low", 2), (2, "low", 3), (2, "gauntlet", 1)).at("2026-04-01")
    found = board("ana", answer.tallies().values(), date(2026, 3, 31), RULE_2026)
    assert {f"{tally.window} {tally.period.code} {tally.tier}": tally.count for tally in found} == {
        "two_month 2026/2 low": 3,
        "two_month 2026/2 medium": 0,
        "two_month 2026/2 high": 0,
        "two_month 2026/2 gauntlet": 1,
        "two_month 2026/2 all": 4,
        "year 2026 low": 5,
        "year 2026 medium": 0,
        "year 2026 high": 0,
        "year 2026 gauntlet": 1,
        "year 2026 all": 6,
    }
    assert {tally.tier: tally.next_mark for tally in found if tally.window is Window.TWO_MONTH} == {
        "low": 5,
        "medium": 5,
        "high": 5,
        "gauntlet": 5,
        "all": 8,
    }
