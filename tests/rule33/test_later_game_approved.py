"""R-11: what the approval of a later game does, and what becomes of it when that game falls away."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from disciplinary.rule33.clauses import Reading
from tests.rule33.build import Build, cup, season

RED = "i1.1:red_card"
NOW = "2026-01-13"
STATUSES = (
    "scheduled",
    "in_progress",
    "played",
    "postponed",
    "cancelled",
    "forfeited",
    "abandoned",
)


def red(**status: str) -> Build:
    """A red in ``g1`` on the 10th; ``g2`` on the 17th, ``g3`` on the 24th, ``g4`` on the 31st, all
    to come unless another status is given."""
    facts = cup().played("g1", "2026-01-10").card("i1", "g1", "R")
    for number, day in ((2, "2026-01-17"), (3, "2026-01-24"), (4, "2026-01-31")):
        facts.game(f"g{number}", day, status=status.get(f"g{number}", "scheduled"))
    return facts


def days(facts: Build, now: str = NOW) -> list[str]:
    """How he goes into g2, g3 and g4."""
    answer = facts.at(now)
    return [answer.day(game) for game in ("g2", "g3", "g4")]


def test_the_approved_game_is_the_serving_game() -> None:
    facts = red().approve(RED, "g3", "2026-01-12")
    assert facts.at(NOW).fates() == {RED: "due g3"}
    assert days(facts) == ["clear", "suspended approved", "clear"]
    assert Reading.R11 in facts.at(NOW).suspension(RED).readings


def test_that_reading_is_named_only_where_it_moved_something() -> None:
    assert Reading.R11 not in red().approve(RED, "g2", "2026-01-12").at(NOW).suspension(RED).readings
    served = red(g2="played").serve(RED, "g2", "2026-01-12").approve(RED, "g3", "2026-01-20")
    assert Reading.R11 not in served.at("2026-01-21").suspension(RED).readings


@pytest.mark.parametrize(
    ("complete", "expected"),
    [
        pytest.param(
            "2026-01-17 13:59:59",
            ["clear", "suspended approved", "clear"],
            id="a second before this one starts",
        ),
        pytest.param("2026-01-17 14:00", ["suspended", "clear", "clear"], id="as this one starts"),
    ],
)
def test_complete_before_this_one_starts(complete: str, expected: list[str]) -> None:
    facts = red().approve(RED, "g3", complete)
    assert days(facts) == expected


def test_both_approved_the_earlier_serves() -> None:
    facts = red().approve(RED, "g2", "2026-01-13").approve(RED, "g3", "2026-01-12")
    assert days(facts) == ["suspended approved", "clear", "clear"]


def test_two_later_ones_approved_the_earlier_of_them_serves() -> None:
    facts = red().approve(RED, "g4", "2026-01-12").approve(RED, "g3", "2026-01-12")
    assert days(facts) == ["clear", "suspended approved", "clear"]


def test_an_approval_of_an_earlier_game_moves_nothing() -> None:
    facts = red(g2="played").approve(RED, "g2", "2026-01-12")
    assert days(facts, "2026-01-18") == ["suspended approved", "suspended", "clear"]


@pytest.mark.parametrize(
    "bend",
    [
        pytest.param(lambda facts: facts.bar("2026-01-24", "2026-01-24"), id="he is barred then"),
        pytest.param(lambda facts: facts.game("g3", "2026-01-24", stage="consolation"), id="its stage"),
        pytest.param(
            lambda facts: (
                facts.event("club", kind="club")
                .entry("red", "ana", event="club")
                .game("g3", "2026-01-24", event="club")
            ),
            id="a Club Event",
        ),
        pytest.param(
            lambda facts: (
                facts.event("lower", goals=7).entry("red", "ana", event="lower").game("g3", "2026-01-24", event="lower")
            ),
            id="of lower handicap",
        ),
        pytest.param(
            lambda facts: (
                facts.event("new", published="2026-01-11")
                .entry("red", "ana", event="new")
                .game("g3", "2026-01-24", event="new")
            ),
            id="not yet published at the card",
        ),
        pytest.param(
            lambda facts: facts.game("g3", "2026-01-24", teams=("green", "blue")),
            id="another team's",
        ),
    ],
)
def test_a_later_game_that_is_not_eligible_moves_nothing(bend: Callable[[Build], Build]) -> None:
    facts = bend(red()).approve(RED, "g3", "2026-01-12")
    assert facts.at(NOW).fates() == {RED: "due g2"}


@pytest.mark.parametrize(
    ("day", "fate"),
    [
        pytest.param("2027-01-10", "due late", id="on the last day to serve"),
        pytest.param("2027-01-11", "due g2", id="the day after"),
    ],
)
def test_a_later_game_after_the_year_moves_nothing(day: str, fate: str) -> None:
    facts = red().game("late", day).approve(RED, "late", "2026-01-12")
    assert facts.at(NOW).fates() == {RED: fate}


def test_a_game_he_does_not_belong_to_may_be_approved_instead() -> None:
    facts = red().event("open").entry("red", "ben", event="open")
    facts.game("x", "2026-01-20", event="open").approve(RED, "x", "2026-01-12")
    answer = facts.at(NOW)
    assert answer.fates() == {RED: "due x"}
    assert answer.day("g2") == "clear"
    assert answer.day("x") == "suspended approved"


FALLEN = ("cancelled", "forfeited", "postponed", "abandoned")


@pytest.mark.parametrize("fallen", FALLEN)
@pytest.mark.parametrize(
    ("before", "expected"),
    [
        pytest.param("played", "clear", id="the game before is played"),
        pytest.param("abandoned", "clear", id="the game before is abandoned"),
        pytest.param("in_progress", "suspended", id="the game before is in progress"),
        pytest.param("scheduled", "suspended", id="the game before is to come"),
    ],
)
def test_when_the_later_game_falls_away(fallen: str, before: str, expected: str) -> None:
    facts = red(g2=before, g3=fallen).approve(RED, "g3", "2026-01-12")
    answer = facts.at("2026-01-20")
    assert answer.day("g2") == expected
    assert answer.fates() == {RED: "due g4" if expected == "clear" else "due g2"}
    assert answer.problems() == []


def test_two_games_before_it_one_over_and_one_not() -> None:
    facts = red(g2="played", g4="cancelled").approve(RED, "g4", "2026-01-12")
    assert facts.at("2026-01-20").fates() == {RED: "due g3"}
    assert days(facts, "2026-01-20")[:2] == ["clear", "suspended"]


def test_a_game_over_after_the_fallen_one_is_judged_as_any() -> None:
    facts = red(g2="played", g3="cancelled", g4="played").approve(RED, "g3", "2026-01-12")
    facts.game("g5", "2026-02-07")
    assert facts.at("2026-02-01").fates() == {RED: "due g5"}
    assert days(facts, "2026-02-01") == ["clear", "absent", "suspended"]


def test_postponed_to_a_new_date_it_is_scheduled_again_and_still_approved() -> None:
    facts = red().approve(RED, "g3", "2026-01-12").game("g3", "2026-02-05")
    assert facts.at(NOW).fates() == {RED: "due g3"}
    assert days(facts) == ["clear", "suspended approved", "clear"]


def test_brought_forward_before_the_approval_was_complete_it_came_too_late() -> None:
    facts = red().approve(RED, "g4", "2026-01-20").game("g4", "2026-01-19")
    assert days(facts) == ["suspended", "clear", "clear"]


@pytest.mark.parametrize("status", STATUSES)
def test_an_approval_that_came_too_late_reinterprets_nothing(status: str) -> None:
    facts = red(g2="played", g3=status).approve(RED, "g3", "2026-01-18")
    assert facts.at("2026-01-20").day("g2") == "suspended"


# ---------------------------------------------------------------- an approval that has lapsed


def test_withdrawn_after_he_was_served_it_is_no_approval_any_more() -> None:
    facts = red(g2="played").attend(RED, "g2").approve(RED, "g2", "2026-01-12", lapsed="2026-01-18")
    answer = facts.at("2026-01-19")
    assert answer.fates() == {RED: "due g3"}
    # He was suspended from it all the same.
    assert answer.day("g2") == "suspended"


@pytest.mark.parametrize(
    ("lapsed", "expected"),
    [
        pytest.param("2026-01-16", "suspended", id="before the game"),
        pytest.param("2026-01-17 14:00", "suspended", id="as the game started"),
        pytest.param("2026-01-17 14:01", "clear", id="after the game had started"),
    ],
)
@pytest.mark.parametrize("status", ["played", "abandoned"])
def test_a_game_over_while_the_approval_of_a_later_one_stood_stays_as_it_was(
    status: str, lapsed: str, expected: str
) -> None:
    facts = red(g2=status).approve(RED, "g3", "2026-01-12", lapsed=lapsed)
    assert days(facts, "2026-01-19") == [expected, "suspended", "clear"]


@pytest.mark.parametrize("status", ["scheduled", "in_progress"])
def test_from_a_game_not_yet_over_he_is_suspended_again(status: str) -> None:
    facts = red(g2=status).approve(RED, "g3", "2026-01-12", lapsed="2026-01-17 14:30")
    assert days(facts, "2026-01-17 14:40") == ["suspended", "clear", "clear"]


def test_an_approval_that_came_too_late_and_lapsed_moved_nothing() -> None:
    facts = red(g2="played").approve(RED, "g3", "2026-01-17 14:00", lapsed="2026-01-18")
    assert days(facts, "2026-01-19")[:2] == ["suspended", "suspended"]


def test_a_lapsed_approval_of_an_earlier_game_moves_nothing() -> None:
    # g2 was approved and he stayed away without reporting; a week after g3 a vote was withdrawn.
    facts = red(g2="played", g3="played").approve(RED, "g2", "2026-01-12", lapsed="2026-01-30")
    assert days(facts, "2026-01-30") == ["suspended", "suspended", "suspended"]


def test_a_lapsed_approval_of_a_game_never_eligible_moves_nothing() -> None:
    facts = red(g2="played").game("g3", "2026-01-24", stage="consolation")
    facts.approve(RED, "g3", "2026-01-12", lapsed="2026-01-18")
    assert facts.at("2026-01-19").day("g2") == "suspended"


def test_a_lapsed_approval_of_a_game_he_does_not_belong_to() -> None:
    facts = red(g2="played").event("open").entry("red", "ben", event="open")
    facts.game("x", "2026-01-20", event="open").approve(RED, "x", "2026-01-12", lapsed="2026-01-18")
    answer = facts.at("2026-01-19")
    assert (answer.day("g2"), answer.day("x")) == ("clear", "absent")
    assert answer.fates() == {RED: "due g3"}


def test_another_approval_of_the_game_may_stand() -> None:
    facts = red(g2="played").approve(RED, "g3", "2026-01-12", lapsed="2026-01-14")
    facts.approve(RED, "g3", "2026-01-16")
    assert days(facts, "2026-01-19") == ["clear", "suspended approved", "clear"]


def test_put_off_and_then_not_served_it_goes_on_from_there() -> None:
    # g3 was approved, and he played there.
    facts = red(g2="played", g3="played").approve(RED, "g3", "2026-01-12").attend(RED, "g3")
    facts.played("g3", "2026-01-24", lineups={"red": ["ana"]})
    answer = facts.at("2026-01-26")
    assert answer.fates() == {RED: "due g4"}
    assert answer.problems() == ["played_while_suspended g3/ana"]


def test_what_is_put_off_leaves_the_game_to_another() -> None:
    facts = red().card("i2", "g1", "R", after=True).approve("i2.1:red_card_after_game", "g3", "2026-01-12")
    # The lesser of one game waits for the severer, though the severer is put off.
    assert facts.at(NOW).fates() == {"i2.1:red_card_after_game": "due g3", RED: "due g4"}


def test_what_is_put_off_leaves_the_game_to_one_of_another_game() -> None:
    facts = red().played("g0", "2026-01-07").card("i0", "g0", "YY", after=True)
    facts.game("g1", "2026-01-10", status="played", lineups={"red": ["x"]}, subs={"red": ["ana"]})
    facts.approve(RED, "g3", "2026-01-12")
    answer = facts.at(NOW)
    assert answer.fates() == {"i0.2:two_yellows_after_game": "due g2", RED: "due g3"}
    assert answer.day("g2") == "clear sits 120 alone 120"


def test_partial_ones_need_no_approval_and_are_not_moved_by_one() -> None:
    facts = cup().played("g1", "2026-01-10").card("i1", "g1", "YY", after=True)
    facts.game("g2", "2026-01-17").game("g3", "2026-01-24")
    facts.approve("i1.2:two_yellows_after_game", "g3", "2026-01-12")
    answer = facts.at(NOW)
    assert answer.fates() == {"i1.2:two_yellows_after_game": "due g2"}
    assert not answer.suspension("i1.2:two_yellows_after_game").approved


def test_an_approval_of_a_suspension_that_does_not_arise_is_ignored() -> None:
    facts = cup().played("g1", "2026-01-10").game("g2", "2026-01-17").card("i1", "g1", "Y")
    facts.serve("i1.1:red_card", "g2", "2026-01-12").rule("i1.1:red_card", "lifted")
    answer = facts.at(NOW)
    assert answer.fates() == {}
    assert answer.day("g2") == "clear"


def test_an_approval_of_an_unpublished_events_game_serves_nothing() -> None:
    facts = season().event(published=None).entry("red", "ana").played("g1", "2026-01-10")
    facts.game("g2", "2026-01-17").card("i1", "g1", "R").approve(RED, "g2", "2026-01-12")
    assert facts.at(NOW).fates() == {RED: "waiting"}
