"""What a game leaves behind at its end: penalty-box time and the status of one yellow."""

from __future__ import annotations

import pytest

from disciplinary.rule33.clauses import Clause
from tests.rule33.build import Build, cup, season


def games() -> Build:
    """One game played and two to come."""
    return cup().played("g1", "2026-01-10").game("g2", "2026-01-17").game("g3", "2026-01-24")


# ---------------------------------------------------------------- box time


@pytest.mark.parametrize(
    ("stays", "trigger", "seconds"),
    [
        pytest.param([("YY", 1)], "i1.2", 1, id="one second"),
        pytest.param([("YY", 120)], "i1.2", 120, id="all of it"),
        pytest.param([("YYY", 200)], "i1.3", 200, id="of four minutes"),
        pytest.param([("Y", 0), ("Y", 45)], "i2.1", 45, id="the stay that has time left"),
        pytest.param([("Y", 0), ("Y", 30), ("Y", 120)], "i3.1", 150, id="two stays add up"),
        pytest.param([("YY", 30), ("Y", 0)], "i1.2", 30, id="the last card of the incident with time left"),
        pytest.param([("Y", 10), ("YY", 60)], "i2.2", 70, id="a penalty for leaving early"),
    ],
)
def test_box_time_left_is_one_suspension(stays: list[tuple[str, int]], trigger: str, seconds: int) -> None:
    facts = games()
    for number, (cards, box) in enumerate(stays, start=1):
        facts.card(f"i{number}", "g1", cards, box=box)
    answer = facts.at("2026-01-12")
    found = answer.suspension(f"{trigger}:penalty_box")
    assert (found.full_game, found.seconds, found.no_substitute) == (False, seconds, seconds)
    assert found.clause is Clause.BOX_TIME_CARRIES_OVER
    assert answer.fate(f"{trigger}:penalty_box") == "due g2"


def test_no_time_left_leaves_nothing() -> None:
    assert games().card("i1", "g1", "YY", box=0).at("2026-01-12").fates() == {}


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param([("YY", 60), ("R", 0)], id="then a red"),
        pytest.param([("R", 0), ("YY", 60)], id="after a red"),
    ],
)
def test_a_red_of_the_game_supersedes_its_box_time(cards: list[tuple[str, int]]) -> None:
    facts = games()
    for number, (shown, box) in enumerate(cards, start=1):
        facts.card(f"i{number}", "g1", shown, box=box)
    kinds = [item.code for item in facts.at("2026-01-12").suspensions()]
    assert kinds == ["red_card"]


def test_a_red_after_the_game_supersedes_nothing() -> None:
    facts = games().card("i1", "g1", "YY", box=60).card("i2", "g1", "R", after=True)
    assert facts.at("2026-01-12").fates() == {
        "i1.2:penalty_box": "due g3",
        "i2.1:red_card_after_game": "due g2",
    }


def test_a_rescinded_red_lets_the_box_time_revive() -> None:
    facts = games().card("i1", "g1", "YY", box=60).card("i2", "g1", "R", rescinded=True)
    assert facts.at("2026-01-12").fates() == {"i1.2:penalty_box": "due g2"}


def test_a_rescinded_stay_is_not_added() -> None:
    facts = games().card("i1", "g1", "YY", box=60).card("i2", "g1", "Y", box=90, rescinded=True)
    assert facts.at("2026-01-12").suspension("i1.2:penalty_box").seconds == 60


def test_box_time_of_two_teams_is_served_with_each() -> None:
    facts = season().event().entry("red", "ana").event("club", kind="club")
    facts.entry("green", "ana", event="club")
    facts.played("g1", "2026-01-10").played("c1", "2026-01-11", event="club", teams=("green", "x"))
    facts.game("g2", "2026-01-17").game("c2", "2026-01-18", event="club", teams=("green", "x"))
    facts.card("i1", "g1", "YY", box=30).card("i2", "c1", "YY", team="green", box=90)
    assert facts.at("2026-01-12").fates() == {
        "i1.2:penalty_box": "due g2",
        "i2.2:penalty_box": "due c2",
    }


# ---------------------------------------------------------------- carried yellow


@pytest.mark.parametrize(
    ("shown", "carried"),
    [
        pytest.param(["Y", "Y"], None, id="two carry nothing"),
        pytest.param(["YY"], None, id="two at once carry nothing"),
        pytest.param(["YYY"], "i1.3", id="three at once"),
        pytest.param(["Y", "Y", "Y"], "i3.1", id="three one by one"),
        pytest.param(["Y", "YY"], "i2.2", id="one and two"),
        pytest.param(["YY", "YY"], "i2.1", id="four: the third is the trigger"),
        pytest.param(["YYY", "Y"], "i1.3", id="a fourth adds none"),
        pytest.param(["YYY", "YYY"], "i1.3", id="six carry one"),
        pytest.param(["YY", "R"], None, id="a red carries nothing"),
        pytest.param(["YYY", "R"], None, id="three and a red carry nothing"),
        pytest.param(["R", "YYY"], None, id="a red and three carry nothing"),
    ],
)
def test_three_yellows_without_a_red_carry_one(shown: list[str], carried: str | None) -> None:
    facts = games()
    for number, cards in enumerate(shown, start=1):
        facts.card(f"i{number}", "g1", cards)
    answer = facts.at("2026-01-12")
    statuses = [item for item in answer.suspensions() if item.code == "carried_yellow"]
    assert [str(item.trigger) for item in statuses] == ([carried] if carried else [])
    for item in statuses:
        assert (item.full_game, item.seconds, item.no_substitute) == (False, 0, 0)
        assert (item.serve_by, item.last_day) == (None, None)
        assert item.clause is Clause.CARRIED_YELLOW


def test_a_carried_yellow_is_not_a_yellow_received() -> None:
    # Begun with one and shown two: two received. (g0 is in the period before.)
    facts = games().played("g0", "2025-12-28").card("c", "g0", "YYY").card("i1", "g1", "YY")
    assert facts.at("2026-01-12").fates() == {"c.3:carried_yellow": "served g1"}


def test_a_carried_yellow_does_not_count_towards_marks() -> None:
    facts = games().played("g0", "2026-01-03").card("c", "g0", "YYY").card("i1", "g1", "Y")
    assert facts.at("2026-01-12").counts()["two_month 2026/1 low"] == 4


def test_a_rescinded_yellow_leaves_two_which_carry_nothing() -> None:
    facts = games().card("i1", "g1", "YY").card("i2", "g1", "Y", rescinded=True)
    assert facts.at("2026-01-12").fates() == {}


def test_a_rescinded_yellow_moves_the_trigger() -> None:
    facts = games().yellows("i", "g1", 4).rescind("i2")
    assert facts.at("2026-01-12").fates() == {"i4.1:carried_yellow": "due g2"}


def test_a_rescinded_red_lets_three_yellows_carry() -> None:
    facts = games().card("i1", "g1", "YYY").card("i2", "g1", "R", rescinded=True)
    assert facts.at("2026-01-12").fates() == {"i1.3:carried_yellow": "due g2"}


@pytest.mark.parametrize("after", ["YY", "YYY"])
def test_after_game_yellows_do_not_carry(after: str) -> None:
    facts = games().card("i1", "g1", "Y").card("i2", "g1", after, after=True)
    kinds = [item.code for item in facts.at("2026-01-12").suspensions()]
    assert "carried_yellow" not in kinds


def test_a_red_after_the_game_does_not_take_the_carried_yellow_away() -> None:
    facts = games().card("i1", "g1", "YYY").card("i2", "g1", "R", after=True)
    assert facts.at("2026-01-12").fates() == {
        "i1.3:carried_yellow": "due g3",
        "i2.1:red_card_after_game": "due g2",
    }


def two_events() -> Build:
    """An event of 12 goals, another of 8; the higher's cards are not for the lower's games."""
    facts = season().event("high", goals=12).event("low", goals=8)
    facts.entry("red", "ana", event="high").entry("red", "ana", event="low")
    facts.played("h1", "2026-01-10", event="high").played("l1", "2026-01-11", event="low")
    return facts.card("i1", "h1", "YYY").card("i2", "l1", "YYY")


def test_several_that_are_due_are_accepted_together_as_one() -> None:
    facts = two_events().played("h2", "2026-01-17", event="high").card("x", "h2", "Y")
    answer = facts.at("2026-01-18")
    fates = answer.fates()
    assert fates["i1.3:carried_yellow"] == fates["i2.3:carried_yellow"] == "served h2"
    assert answer.offenses()["x.1"] == (2, 120, 120, False)
    assert answer.day("h2") == "clear with yellow"


def test_only_those_that_are_due_are_accepted() -> None:
    facts = two_events().game("l2", "2026-01-17", event="low")
    assert facts.at("2026-01-12").fates() == {
        "i1.3:carried_yellow": "waiting",
        "i2.3:carried_yellow": "due l2",
    }


def test_never_in_a_game_he_is_suspended_from_though_he_plays_it() -> None:
    facts = cup().played("g1", "2026-01-10").played("g2", "2026-01-17", lineups={"red": ["ana"]})
    facts.card("i1", "g1", "YYY").card("i2", "g1", "R", after=True).card("x", "g2", "Y")
    answer = facts.at("2026-01-18")
    assert answer.fates() == {
        "i1.3:carried_yellow": "waiting",
        "i2.1:red_card_after_game": "waiting",
    }
    assert answer.offenses()["x.1"][0] == 1


def test_beside_a_partial_suspension() -> None:
    facts = games().card("i1", "g1", "YYY", box=40)
    answer = facts.at("2026-01-12")
    assert answer.fates() == {"i1.3:penalty_box": "due g2", "i1.3:carried_yellow": "due g2"}
    assert answer.day("g2") == "clear sits 40 alone 40 with yellow"


@pytest.mark.parametrize(
    ("how", "carried", "box"),
    [
        pytest.param({"lineups": {"red": ["ana"]}}, "served g2", "served g2", id="starts"),
        pytest.param({}, "served g2", "served g2", id="taken to start from the roster"),
        pytest.param(
            {"lineups": {"red": ["ben"]}, "subs": {"red": ["ana"]}},
            "served g2",
            "due g3",
            id="comes on",
        ),
        pytest.param({"subs": {"red": ["ana"]}}, "served g2", "due g3", id="comes on, no line-up"),
        pytest.param({"lineups": {"red": ["ben"]}}, "due g3", "due g3", id="not named"),
        pytest.param({"lineups": {"red": []}}, "due g3", "due g3", id="an empty line-up"),
    ],
)
def test_box_time_is_for_who_starts_a_status_for_who_plays(
    how: dict[str, dict[str, list[str]]], carried: str, box: str
) -> None:
    facts = cup("ana", "ben").played("g1", "2026-01-10").played("g2", "2026-01-17", **how)
    answer = facts.game("g3", "2026-01-24").card("i1", "g1", "YYY", box=40).at("2026-01-18")
    assert answer.fates() == {"i1.3:carried_yellow": carried, "i1.3:penalty_box": box}


def test_an_abandoned_game_takes_up_both() -> None:
    facts = cup().played("g1", "2026-01-10").game("g2", "2026-01-17", status="abandoned")
    facts.card("i1", "g1", "YYY", box=40)
    assert set(facts.at("2026-01-18").fates().values()) == {"served g2"}


def test_a_status_has_no_deadline() -> None:
    facts = games().card("i1", "g1", "YYY")
    facts.event("later", starts="2029-01-01", ends="2029-12-31").entry("red", "ana", event="later")
    for game in ("g2", "g3"):
        del facts.games[game]
    facts.game("g9", "2029-02-01", event="later")
    assert facts.at("2029-01-15").fates() == {"i1.3:carried_yellow": "due g9"}
