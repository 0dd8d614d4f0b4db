"""What people decide: rulings, bars, increases, and taking an incident back."""

from __future__ import annotations

import pytest

from disciplinary.rule33.clauses import Clause, Reading
from disciplinary.rule33.facts import MarkKey, Window
from tests.rule33.build import Build, cup, season

NOW = "2026-01-12"
RED = "i1.1:red_card"


def games(coming: int = 5) -> Build:
    """``g1`` was played; ``g2``, ``g3``, … are to come, a week apart."""
    facts = cup().played("g1", "2026-01-10")
    days = ("2026-01-17", "2026-01-24", "2026-01-31", "2026-02-07", "2026-02-14")
    for number, day in enumerate(days[:coming], start=2):
        facts.game(f"g{number}", day)
    return facts


# ---------------------------------------------------------------- rulings


def test_lifted_it_is_owed_no_more_and_the_card_still_counts() -> None:
    facts = games().card("i1", "g1", "YY", after=True)
    answer = facts.rule("i1.2:two_yellows_after_game", "lifted").at(NOW)
    assert answer.fates() == {"i1.2:two_yellows_after_game": "lifted"}
    assert answer.day("g2") == "clear"
    assert answer.counts()["two_month 2026/1 low"] == 2


def test_lifted_though_it_was_served() -> None:
    facts = games(0).played("g2", "2026-01-17").card("i1", "g1", "R")
    answer = facts.serve(RED, "g2", "2026-01-12").rule(RED, "lifted").at("2026-01-18")
    assert answer.fates() == {RED: "lifted"}


def test_lifting_one_lifts_no_other_of_the_card() -> None:
    facts = games().card("i1", "g1", "R", increases=[(1, None)]).rule(RED, "lifted")
    assert facts.at(NOW).fates() == {RED: "lifted", "i1.1:increase_1": "due g2"}


def test_lifted_is_not_overdue() -> None:
    facts = games(0).card("i1", "g1", "R").rule(RED, "lifted")
    assert facts.at("2030-01-01").fates() == {RED: "lifted"}


def test_a_carried_yellow_may_be_lifted() -> None:
    answer = games().card("i1", "g1", "YYY").rule("i1.3:carried_yellow", "lifted").at(NOW)
    assert answer.fates() == {"i1.3:carried_yellow": "lifted"}
    assert answer.day("g2") == "clear"


def test_any_team_opens_the_scope() -> None:
    facts = games(0).event("open").entry("green", "ana", event="open")
    facts.game("x", "2026-01-17", event="open", teams=("green", "pink")).card("i1", "g1", "R")
    assert facts.at(NOW).fates() == {RED: "waiting"}
    answer = facts.rule(RED, "any_team").at(NOW)
    assert answer.fates() == {RED: "due x"}
    assert answer.team(RED) == "any"
    assert answer.suspension(RED).scope.by_ruling
    assert not {Reading.R2, Reading.R3} & set(answer.suspension(RED).readings)


def test_a_ruling_may_name_the_mark() -> None:
    facts = games(1)
    for day in range(1, 6):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    facts.rule(MarkKey("ana", Window.TWO_MONTH, "2026/1", "low", 5), "lifted")
    assert facts.at(NOW).fates() == {"p5.1:accumulated_tier": "lifted"}


FIFTH, MARK = "p5.1:accumulated_tier", MarkKey("ana", Window.TWO_MONTH, "2026/1", "low", 5)


@pytest.mark.parametrize(("one", "other"), [(FIFTH, MARK), (MARK, FIFTH)], ids=["card first", "mark first"])
def test_what_was_decided_by_either_name_is_put_together(one: str | MarkKey, other: str | MarkKey) -> None:
    facts = games(0).played("g2", "2026-01-17", lineups={"red": []}).game("g3", "2026-01-24")
    for day in range(1, 6):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    facts.approve(one, "g2", "2026-01-12").attend(one, "g2", after=False).attend(other, "g2", before=False)
    assert facts.at("2026-01-18").fates() == {FIFTH: "served g2"}
    assert facts.rule(other, "any_team").at("2026-01-18").team(FIFTH) == "any"
    assert facts.rule(other, "lifted").at("2026-01-18").fates() == {FIFTH: "lifted"}


@pytest.mark.parametrize(
    "mark",
    [
        pytest.param(MarkKey("ben", Window.TWO_MONTH, "2026/1", "low", 5), id="another player"),
        pytest.param(MarkKey("ana", Window.TWO_MONTH, "2026/2", "low", 5), id="another period"),
        pytest.param(MarkKey("ana", Window.TWO_MONTH, "2026/1", "medium", 5), id="another tier"),
        pytest.param(MarkKey("ana", Window.TWO_MONTH, "2026/1", "low", 8), id="another count"),
        pytest.param(MarkKey("ana", Window.YEAR, "2026", "low", 5), id="another window"),
    ],
)
def test_a_ruling_on_another_mark_is_not_its(mark: MarkKey) -> None:
    facts = games(1)
    for day in range(1, 6):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    assert facts.rule(mark, "lifted").at(NOW).fates() == {"p5.1:accumulated_tier": "due g2"}


# ---------------------------------------------------------------- bars


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        pytest.param("2026-01-01", "2026-01-16", ("clear", "clear"), id="over the day before"),
        pytest.param("2026-01-01", "2026-01-17", ("barred", "clear"), id="the last day included"),
        pytest.param("2026-01-17", "2026-01-17", ("barred", "clear"), id="that one day"),
        pytest.param("2026-01-17", "2026-01-24", ("barred", "barred"), id="both ends included"),
        pytest.param("2026-01-18", "2026-01-24", ("clear", "barred"), id="the first day included"),
        pytest.param("2026-01-17", None, ("barred", "barred"), id="open"),
        pytest.param("2026-01-25", None, ("clear", "clear"), id="not yet"),
    ],
)
def test_a_bar_keeps_him_out_on_its_days(first: str, last: str | None, expected: tuple[str, str]) -> None:
    answer = games(2).bar(first, last).at(NOW)
    assert (answer.day("g2"), answer.day("g3")) == expected


def test_the_day_of_a_game_is_its_own_events() -> None:
    facts = season().event(tz="Pacific/Honolulu").entry("red", "ana")
    # 17 January 20:00 in Honolulu is the 18th nearly everywhere else.
    facts.game("g2", "2026-01-17 20:00").bar("2026-01-18")
    assert facts.at(NOW).day("g2") == "clear"


def test_a_bar_is_for_its_player_alone() -> None:
    facts = cup("ana", "ben").game("g2", "2026-01-17").bar("2026-01-17", player="ben")
    answer = facts.at(NOW)
    assert (answer.day("g2", "ana"), answer.day("g2", "ben")) == ("clear", "barred")


def test_several_bars_add_up() -> None:
    facts = games(2).bar("2026-01-01", "2026-01-17").bar("2026-01-20", "2026-01-24")
    answer = facts.at(NOW)
    assert (answer.day("g2"), answer.day("g3")) == ("barred", "barred")


@pytest.mark.parametrize("cards", ["R", "YY", "YYY"])
def test_barred_goes_before_suspended_and_leaves_the_rest_at_zero(cards: str) -> None:
    facts = games(2).card("i1", "g1", cards, after=True).bar("2026-01-17", "2026-01-17")
    answer = facts.at(NOW)
    assert answer.day("g2") == "barred"
    assert answer.day("g3") != "clear"


def test_barred_he_takes_up_no_carried_yellow_even_if_he_plays() -> None:
    facts = games(0).played("g2", "2026-01-17", lineups={"red": ["ana"]}).game("g3", "2026-01-24")
    facts.card("i1", "g1", "YYY").bar("2026-01-17", "2026-01-17").card("x", "g2", "Y")
    answer = facts.at("2026-01-18")
    assert answer.fates() == {"i1.3:carried_yellow": "due g3"}
    assert answer.offenses()["x.1"][0] == 1
    assert answer.problems() == ["played_while_barred g2/ana"]


def test_an_approved_game_he_is_barred_from_serves_nothing() -> None:
    facts = games(0).played("g2", "2026-01-17", lineups={"red": []}).game("g3", "2026-01-24")
    facts.card("i1", "g1", "R").serve(RED, "g2", "2026-01-12").bar("2026-01-15", "2026-01-20")
    answer = facts.at("2026-01-21")
    assert answer.fates() == {RED: "due g3"}
    assert answer.day("g2") == "barred"


# ---------------------------------------------------------------- increases


def test_games_are_added_one_by_one_and_numbered_through() -> None:
    facts = games().card("i1", "g1", "R", increases=[(2, None), (1, None)])
    answer = facts.at(NOW)
    assert answer.fates() == {
        RED: "due g2",
        "i1.1:increase_1": "due g3",
        "i1.1:increase_2": "due g4",
        "i1.1:increase_3": "due g5",
    }
    found = answer.suspension("i1.1:increase_2")
    assert (found.full_game, found.seconds, found.no_substitute) == (True, 0, 0)
    assert found.clause is Clause.INCREASE


def test_an_increase_of_no_games_is_a_note() -> None:
    facts = games().card("i1", "g1", "R", increases=[(0, None), (1, None)])
    assert facts.at(NOW).fates() == {RED: "due g2", "i1.1:increase_1": "due g3"}


@pytest.mark.parametrize(
    ("dated", "fate"),
    [
        pytest.param("2026-01-24 13:59", "due g3", id="dated before the next game starts"),
        pytest.param("2026-01-24 14:00", "due g4", id="dated as it starts"),
        pytest.param("2026-01-30", "due g4", id="dated later than the next game"),
        pytest.param("2026-01-01", "due g3", id="dated before the card"),
    ],
)
def test_its_games_start_after_its_own_date(dated: str, fate: str) -> None:
    facts = games().card("i1", "g1", "R", increases=[(1, dated)])
    assert facts.at(NOW).fates() == {RED: "due g2", "i1.1:increase_1": fate}


def test_an_increase_of_an_after_game_red() -> None:
    facts = games().card("i1", "g1", "R", after=True, increases=[(1, None)])
    answer = facts.at(NOW)
    assert answer.fates() == {"i1.1:red_card_after_game": "due g2", "i1.1:increase_1": "due g3"}
    found = answer.suspension("i1.1:increase_1")
    assert found.no_substitute == 0
    assert Reading.R18 in found.readings


def test_a_second_red_of_a_game_adds_nothing_but_its_increases() -> None:
    facts = games().card("i1", "g1", "R", increases=[(1, None)])
    facts.card("i2", "g1", "R", increases=[(1, None)])
    assert facts.at(NOW).fates() == {
        RED: "due g2",
        "i1.1:increase_1": "due g3",
        "i2.1:increase_1": "due g4",
    }


def test_a_second_red_stays_the_second_with_a_yellow_between() -> None:
    facts = games().card("i1", "g1", "R").card("i2", "g1", "Y").card("i3", "g1", "R")
    assert facts.at(NOW).fates() == {RED: "due g2"}


def test_the_first_red_rescinded_the_second_is_the_first() -> None:
    facts = games().card("i1", "g1", "R", increases=[(1, None)]).card("i2", "g1", "R").rescind("i1")
    answer = facts.at(NOW)
    assert answer.fates() == {"i2.1:red_card": "due g2"}
    assert answer.problems() == []


def test_an_increase_is_approved_and_attended_by_itself() -> None:
    facts = games(0).card("i1", "g1", "R", increases=[(1, None)])
    facts.played("g2", "2026-01-17").played("g3", "2026-01-24").game("g4", "2026-01-31")
    facts.serve(RED, "g2", "2026-01-12").serve(RED, "g3", "2026-01-12")
    assert facts.at("2026-01-25").fates() == {RED: "served g2", "i1.1:increase_1": "due g4"}
    facts.serve("i1.1:increase_1", "g3", "2026-01-12")
    assert facts.at("2026-01-25").fates() == {RED: "served g2", "i1.1:increase_1": "served g3"}


# ---------------------------------------------------------------- taken back


def test_rescinded_it_counts_for_nothing_from_the_beginning() -> None:
    facts = games(0).played("g2", "2026-01-17", lineups={"red": ["ana"]})
    facts.card("i1", "g1", "R", increases=[(1, None)]).card("i2", "g1", "YY", after=True)
    facts.serve(RED, "g2", "2026-01-12").rescind()
    answer = facts.at("2026-01-18")
    assert (answer.fates(), answer.problems(), answer.counts()) == ({}, [], {})
    assert answer.consequences() == {}
    assert answer.day("g2") == "clear"


def test_a_rescinded_offense_frees_the_game_for_what_waited() -> None:
    facts = games(0).played("g2", "2026-01-17").game("g3", "2026-01-24")
    facts.card("i1", "g1", "R").card("i2", "g1", "YY", after=True)
    facts.serve(RED, "g2", "2026-01-12")
    assert facts.at("2026-01-18").fate("i2.2:two_yellows_after_game") == "due g3"
    # Without the red he is taken to have started in g2.
    facts.rescind("i1")
    assert facts.at("2026-01-18").fates() == {"i2.2:two_yellows_after_game": "served g2"}


# ---------------------------------------------------------------- arena


def test_arena_events_are_left_alone() -> None:
    facts = cup().event("arena", outdoor=False, goals=12).entry("red", "ana", event="arena")
    facts.played("a1", "2026-01-05", event="arena").card("x", "a1", "YYY").card("z", "a1", "R")
    facts.played("g1", "2026-01-10").card("i1", "g1", "R")
    facts.game("a2", "2026-01-15", event="arena").game("g2", "2026-01-17")
    answer = facts.approve(RED, "a2", "2026-01-12").at(NOW)
    assert answer.fates() == {RED: "due g2"}
    assert answer.day("a2") == "absent"
    assert answer.counts() == {}
    assert set(answer.offenses()) == {"i1.1"}


def test_an_arena_entry_keeps_no_scope() -> None:
    facts = season().event(ends="2026-01-10").entry("red", "ana").played("g1", "2026-01-10")
    facts.event("arena", outdoor=False, goals=12).entry("red", "ana", event="arena")
    assert facts.card("i1", "g1", "R").at(NOW).team(RED) == "any"


def test_nor_through_its_series() -> None:
    facts = season().event(ends="2026-01-10", series="s").entry("red", "ana")
    facts.played("g1", "2026-01-10").event("arena", outdoor=False, series="s")
    assert facts.card("i1", "g1", "R").at(NOW).team(RED) == "any"
