"""A second edition of the rule, with other numbers: each card is judged by the one of its day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from disciplinary.rule33.editions import EDITIONS, RULE_2026, edition_for
from disciplinary.rule33.facts import Stage, Window
from tests.rule33.build import Answer, Build, season

MID_YEAR = replace(
    RULE_2026,
    name="2026-07",
    in_force=date(2026, 7, 1),
    low_goal_limit=6,
    tier_marks={Window.TWO_MONTH: (3,), Window.YEAR: (9,)},
    all_tiers_marks={Window.TWO_MONTH: (), Window.YEAR: (10,)},
    time_off=180,
    red_no_substitute=300,
    first_offense_off=1,
    red_offense=3,
    carrying_yellows=2,
    after_game_off={2: 60, 3: 90},
    months_to_serve=6,
    months_to_last_day=7,
    months_to_reminders=(3, 5),
    days_before_last_day=7,
    excluded_stages=frozenset({Stage.SHOOTOUT}),
)


def two_editions(goals: int = 6) -> Build:
    """An event through the year, across the change of 1 July."""
    return season(RULE_2026, MID_YEAR).event(goals=goals).entry("red", "ana")


@pytest.mark.parametrize(
    ("day", "name"),
    [
        ("2020-01-01", "2026"),
        ("2026-06-30", "2026"),
        ("2026-07-01", "2026-07"),
        ("2030-01-01", "2026-07"),
    ],
)
def test_the_edition_of_a_day(day: str, name: str) -> None:
    assert edition_for(date.fromisoformat(day), (RULE_2026, MID_YEAR)).name == name


def test_there_is_one_today() -> None:
    assert EDITIONS == (RULE_2026,)


BEFORE, FROM = "2026-06-30", "2026-07-01"


@pytest.mark.parametrize(
    ("day", "offenses", "problems"),
    [
        pytest.param(
            BEFORE,
            [(1, 0, 0, False), (2, 120, 120, False), (3, 120, 120, False), (4, 0, 240, True)],
            [],
            id="before",
        ),
        pytest.param(
            FROM,
            [(1, 180, 180, False), (2, 180, 180, False), (3, 180, 180, False), (4, 0, 300, True)],
            ["fourth_offense_must_be_red i3.1"],
            id="from",
        ),
    ],
)
def test_offenses(day: str, offenses: list[tuple[int, int, int, bool]], problems: list[str]) -> None:
    facts = two_editions().played("g1", day).yellows("i", "g1", 3).card("r", "g1", "R")
    answer = facts.at("2026-12-01")
    assert list(answer.offenses().values()) == offenses
    assert answer.problems() == problems


@pytest.mark.parametrize(("day", "carried"), [(BEFORE, []), (FROM, ["carried_yellow"])])
def test_carried_yellow(day: str, carried: list[str]) -> None:
    facts = two_editions().played("g1", day).card("i1", "g1", "YY")
    assert [item.code for item in facts.at("2026-12-01").suspensions()] == carried


@pytest.mark.parametrize(("day", "seconds"), [(BEFORE, 120), (FROM, 60)])
def test_cards_after_the_game(day: str, seconds: int) -> None:
    facts = two_editions().played("g1", day).card("i1", "g1", "YY", after=True)
    found = facts.at("2026-08-01").suspension("i1.2:two_yellows_after_game")
    assert (found.seconds, found.no_substitute) == (seconds, seconds)


@pytest.mark.parametrize(("day", "seconds"), [(BEFORE, 240), (FROM, 300)])
def test_a_red_after_the_game(day: str, seconds: int) -> None:
    facts = two_editions().played("g1", day).card("i1", "g1", "R", after=True)
    found = facts.at("2026-08-01").suspension("i1.1:red_card_after_game")
    assert found.no_substitute == seconds


@pytest.mark.parametrize(
    ("day", "serve_by", "last_day"),
    [(BEFORE, "2027-06-30", "2027-07-30"), (FROM, "2027-01-01", "2027-02-01")],
)
def test_deadlines(day: str, serve_by: str, last_day: str) -> None:
    facts = two_editions().played("g1", day).card("i1", "g1", "R")
    found = facts.at("2026-08-01").suspension("i1.1:red_card")
    assert (str(found.serve_by), str(found.last_day)) == (serve_by, last_day)


@pytest.mark.parametrize(("day", "fate"), [(BEFORE, "waiting"), (FROM, "due g2")])
def test_stages(day: str, fate: str) -> None:
    facts = two_editions().played("g1", day).game("g2", "2026-08-01", stage="consolation")
    assert facts.card("i1", "g1", "R").at("2026-07-15").fates() == {"i1.1:red_card": fate}


@pytest.mark.parametrize(("day", "tier"), [(BEFORE, "low"), (FROM, "medium")])
def test_tiers(day: str, tier: str) -> None:
    facts = two_editions(goals=8).played("g1", day).card("i1", "g1", "Y")
    assert {tally.tier for tally in facts.at("2026-12-01").tallies().values()} == {tier, "all"}


def marks(answer: Answer) -> dict[str, tuple[str, ...]]:
    """By suspension, the marks it names."""
    return {str(item.key): item.thresholds for item in answer.suspensions() if item.thresholds}


def test_marks_of_two_months() -> None:
    facts = two_editions()
    for number, day in enumerate(("2026-05-01", "2026-05-08", "2026-06-20", "2026-06-30"), 1):
        facts.played(f"g{number}", day).card(f"a{number}", f"g{number}", "Y")
    for number, day in enumerate(("2026-07-01", "2026-07-08", "2026-07-20", "2026-07-21"), 5):
        facts.played(f"g{number}", day).card(f"b{number}", f"g{number}", "Y")
    # Four in May and June reach no mark of 2026; the third of July reaches that of its edition.
    assert marks(facts.at("2026-12-01")) == {"b7.1:accumulated_tier": ("two_month/low/3",)}


def test_marks_of_the_year_count_cards_of_both_and_hold_by_the_last() -> None:
    facts = two_editions()
    days = [f"2026-{month:02}-{day:02}" for month in (1, 3, 5) for day in (1, 10)]
    days += [f"2026-{month:02}-{day:02}" for month in (7, 9) for day in (2, 12)]
    for number, day in enumerate(days, 1):
        facts.played(f"g{number}", day).card(f"c{number}", f"g{number}", "Y")
    assert marks(facts.at("2026-12-01")) == {
        "c9.1:accumulated_tier": ("year/low/9",),
        "c10.1:accumulated_all_tiers": ("year/all/10",),
    }


def test_a_new_edition_changes_nothing_of_before() -> None:
    old, new = season(), two_editions()
    for facts in (old, new):
        if facts is old:
            facts.event(goals=6).entry("red", "ana")
        facts.played("g1", "2026-06-01").game("g2", "2026-06-08")
        facts.yellows("i", "g1", 3).card("r", "g1", "R", after=True)
    assert old.at("2026-06-02").records == new.at("2026-06-02").records


def test_a_game_across_midnight_is_judged_card_by_card() -> None:
    facts = two_editions().played("g1", "2026-06-30 22:30")
    facts.card("i1", "g1", "Y", at="2026-06-30 23:30").card("i2", "g1", "Y", at="2026-07-01 00:15")
    assert facts.at("2026-08-01").offenses() == {
        "i1.1": (1, 0, 0, False),
        "i2.1": (2, 180, 180, False),
    }
