"""Which suspension a game serves when several compete: severity, sequence, approval, origin."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rule33.build import Build, cup, season

NOW = "2026-01-12"


def games(*roster: str, coming: int = 6) -> Build:
    """``g1`` was played; ``g2``, ``g3``, … are to come, a week apart."""
    facts = cup(*roster).played("g1", "2026-01-10")
    days = ("2026-01-17", "2026-01-24", "2026-01-31", "2026-02-07", "2026-02-14", "2026-02-21")
    for number, day in enumerate(days[:coming], start=2):
        facts.game(f"g{number}", day)
    return facts


# ---------------------------------------------------------------- severity within one game

SHOWN: dict[str, tuple[str, dict[str, Any]]] = {
    "red after": ("R", {"after": True}),
    "red": ("R", {}),
    "240": ("YYY", {"after": True}),
    "150": ("YY", {"box": 150}),
    "120": ("YY", {"after": True}),
    "60": ("Y", {"box": 60}),
}


@pytest.mark.parametrize(
    ("severer", "lesser"),
    [
        ("red after", "red"),
        ("red after", "240"),
        ("red after", "60"),
        ("red", "240"),
        ("red", "120"),
        ("240", "150"),
        ("150", "120"),
        ("120", "60"),
    ],
)
@pytest.mark.parametrize("severer_first", [True, False], ids=["listed first", "listed last"])
def test_the_more_severe_goes_first(severer: str, lesser: str, severer_first: bool) -> None:
    facts = games()
    order = (severer, lesser) if severer_first else (lesser, severer)
    for number, name in enumerate(order):
        cards, how = SHOWN[name]
        facts.card(f"i{number}", "g1", cards, **how)
    fates = facts.at(NOW).suspensions()
    owed = sorted(
        (item for item in fates if item.code not in ("carried_yellow", "accumulated_tier")),
        key=lambda item: str(item.serve_in),
    )
    expected = {
        "red after": "red_card_after_game",
        "red": "red_card",
        "240": "three_yellows_after_game",
        "150": "penalty_box",
        "120": "two_yellows_after_game",
        "60": "penalty_box",
    }
    assert [item.code for item in owed] == [expected[severer], expected[lesser]]


def test_a_red_after_the_game_goes_before_its_own_increases() -> None:
    facts = games().card("i1", "g1", "R", after=True, increases=[(2, None)])
    assert facts.at(NOW).fates() == {
        "i1.1:red_card_after_game": "due g2",
        "i1.1:increase_1": "due g3",
        "i1.1:increase_2": "due g4",
    }


# ---------------------------------------------------------------- severity across games


def two_events() -> Build:
    """Cards of a 12-goal event are not served in the 8-goal games between."""
    facts = season().event("high", goals=12).event("low", goals=8)
    facts.entry("red", "ana", event="high").entry("red", "ana", event="low")
    facts.played("h1", "2026-01-10", event="high").played("l1", "2026-01-11", event="low")
    return facts.game("h2", "2026-01-17", event="high").game("h3", "2026-01-24", event="high")


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        pytest.param("R", "YY", ("h2", "h3"), id="full before partial"),
        pytest.param("YY", "R", ("h3", "h2"), id="full before partial, though later"),
        pytest.param("YY", "YYY", ("h3", "h2"), id="longer before shorter, though later"),
        pytest.param("YY", "YY", ("h2", "h3"), id="equals: the one that arose first"),
        pytest.param("R", "R", ("h2", "h3"), id="equal reds: the one that arose first"),
    ],
)
def test_most_severe_first_holds_for_all_that_compete(first: str, second: str, order: tuple[str, str]) -> None:
    facts = two_events().card("a", "h1", first, after=True).card("b", "l1", second, after=True)
    found = {str(item.trigger)[0]: item.serve_in for item in facts.at(NOW).suspensions()}
    assert (found["a"], found["b"]) == order


def test_suspensions_of_different_games_form_no_sequence() -> None:
    # The red of the 12-goal game waits for such a game; the two minutes of the other do not.
    facts = two_events().game("l2", "2026-01-14", event="low")
    facts.card("a", "h1", "R").card("b", "l1", "YY", after=True)
    assert facts.at(NOW).fates() == {
        "a.1:red_card": "due h2",
        "b.2:two_yellows_after_game": "due l2",
    }


def test_a_game_serves_one_suspension_only() -> None:
    facts = games().played("g0", "2026-01-08").card("a", "g0", "YY", after=True)
    facts.game("g1", "2026-01-10", lineups={"red": ["ben"]}, status="played")
    facts.card("b", "g1", "YY", after=True)
    assert facts.at(NOW).fates() == {
        "a.2:two_yellows_after_game": "due g2",
        "b.2:two_yellows_after_game": "due g3",
    }


# ---------------------------------------------------------------- approval among equals


def test_among_equals_the_one_approved_for_that_game_goes_first() -> None:
    facts = games().card("a", "g1", "R", increases=[(1, None)])
    facts.approve("a.1:increase_1", "g2", "2026-01-12")
    assert facts.at("2026-01-13").fates() == {
        "a.1:red_card": "due g3",
        "a.1:increase_1": "due g2",
    }


def test_approval_does_not_go_before_severity() -> None:
    facts = games().card("a", "g1", "R").card("b", "g1", "R", after=True)
    facts.approve("a.1:red_card", "g2", "2026-01-12")
    answer = facts.at("2026-01-13")
    assert answer.fates() == {
        "a.1:red_card": "due g3",
        "b.1:red_card_after_game": "due g2",
    }
    assert answer.day("g2") == "suspended alone 240"


def test_approval_that_came_too_late_does_not_count_among_equals() -> None:
    facts = games().card("a", "g1", "R", increases=[(1, None)])
    facts.approve("a.1:increase_1", "g2", "2026-01-17 14:00")
    assert facts.at("2026-01-13").fate("a.1:red_card") == "due g2"


def test_both_approved_the_one_that_arose_first_goes_first() -> None:
    facts = games().card("a", "g1", "R", increases=[(1, None)])
    facts.approve("a.1:increase_1", "g2", "2026-01-12").approve("a.1:red_card", "g2", "2026-01-13")
    assert facts.at("2026-01-14").fate("a.1:red_card") == "due g2"


# ---------------------------------------------------------------- the order in which they arise


def test_of_one_card_in_tier_before_its_own() -> None:
    # The fifth yellow is also one of two after the game: the mark is the more severe anyway.
    facts = games()
    for day in range(1, 5):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    facts.card("i1", "g1", "YY", after=True)
    arose = [item.code for item in facts.at(NOW).suspensions()]
    assert arose == ["accumulated_tier", "two_yellows_after_game"]


def test_during_then_the_end_of_the_game_then_after_it() -> None:
    facts = games()
    for day in range(1, 3):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    facts.card("x", "g1", "R", after=True, increases=[(1, None)])
    facts.card("i1", "g1", "YYY", box=20)
    assert [item.code for item in facts.at(NOW).suspensions()] == [
        "accumulated_tier",
        "penalty_box",
        "carried_yellow",
        "red_card_after_game",
        "increase_1",
    ]


def test_card_by_card_as_shown() -> None:
    # Eighth yellow, then a red: in tier, all tiers, the red, its increase.
    facts = games()
    for day in range(1, 8):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    facts.card("i1", "g1", "Y").card("i2", "g1", "R", increases=[(1, None)])
    assert [item.code for item in facts.at(NOW).suspensions()][1:] == [
        "accumulated_tier",
        "accumulated_all_tiers",
        "red_card",
        "increase_1",
    ]


def test_an_accumulated_one_of_an_earlier_game_goes_before_a_red_of_a_later() -> None:
    facts = games()
    for day in range(1, 6):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    facts.card("i1", "g1", "R")
    answer = facts.at(NOW)
    assert answer.fates() == {"p5.1:accumulated_tier": "due g2", "i1.1:red_card": "due g3"}
    # He played g1 and was suspended from it.
    assert answer.problems() == ["played_while_suspended g1/ana"]


# ---------------------------------------------------------------- sequence


def in_sequence(**red: Any) -> Build:
    """A red in the game and two yellows after it."""
    return games().card("a", "g1", "R", **red).card("b", "g1", "YY", after=True)


def test_the_lesser_waits_while_the_severer_has_no_eligible_game() -> None:
    # Never published: no game of this event serves a full game, each would serve two minutes.
    facts = season().event(published=None).entry("red", "ana").played("g1", "2026-01-10")
    facts.game("g2", "2026-01-17").card("a", "g1", "R").card("b", "g1", "YY", after=True)
    assert facts.at(NOW).fates() == {
        "a.1:red_card": "waiting",
        "b.2:two_yellows_after_game": "waiting",
    }


def test_accumulated_ones_are_outside_the_sequence() -> None:
    # The fifth yellow was the second of the two after the game; nothing is published.
    facts = season().event(published=None).entry("red", "ana")
    for day in range(1, 5):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    facts.played("g1", "2026-01-10").game("g2", "2026-01-17").card("b", "g1", "YY", after=True)
    assert facts.at(NOW).fates() == {
        "b.1:accumulated_tier": "waiting",
        "b.2:two_yellows_after_game": "due g2",
    }


def test_a_more_severe_red_of_the_game_does_not_hold_a_mark_back() -> None:
    # The game of 6 goals serves the tier's mark, but not a red of the 8-goal cup.
    facts = games(coming=0).event("lower", goals=6).entry("red", "ana", event="lower")
    for day in range(1, 5):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    facts.card("i", "g1", "Y").card("r", "g1", "R", after=True).game("x", "2026-01-17", event="lower")
    assert facts.at(NOW).fates() == {
        "i.1:accumulated_tier": "due x",
        "r.1:red_card_after_game": "waiting",
    }


def test_a_carried_yellow_is_outside_the_sequence() -> None:
    facts = season().event(published=None).entry("red", "ana").played("g1", "2026-01-10")
    facts.game("g2", "2026-01-17").card("a", "g1", "YYY").card("b", "g1", "R", after=True)
    assert facts.at(NOW).fates() == {
        "a.3:carried_yellow": "due g2",
        "b.1:red_card_after_game": "waiting",
    }


def test_a_lifted_one_holds_nothing_back() -> None:
    facts = in_sequence().rule("a.1:red_card", "lifted")
    assert facts.at(NOW).fates() == {
        "a.1:red_card": "lifted",
        "b.2:two_yellows_after_game": "due g2",
    }


def test_the_lesser_waits_while_the_severer_is_not_served_in_its_game() -> None:
    facts = in_sequence().played("g2", "2026-01-17", lineups={"red": []})
    assert facts.at("2026-01-18").fates() == {
        "a.1:red_card": "due g3",
        "b.2:two_yellows_after_game": "due g4",
    }


def test_a_severer_one_shown_only_after_the_game_started_does_not_hold_back() -> None:
    # Two minutes at once, the red decided only on the 20th: g2 of the 17th serves the two minutes.
    facts = games().card("b", "g1", "YY", after=True)
    facts.card("a", "g1", "R", after=True, at="2026-01-20")
    assert facts.at("2026-01-21").fates() == {
        "b.2:two_yellows_after_game": "due g2",
        "a.1:red_card_after_game": "due g3",
    }


@pytest.mark.parametrize(
    ("dated", "two_minutes", "increase"),
    [
        pytest.param("2026-01-12", "due g4", "due g3", id="dated before the next game"),
        pytest.param("2026-01-24 13:59", "due g4", "due g3", id="dated just before it starts"),
        pytest.param("2026-01-24 14:00", "due g3", "due g4", id="dated as it starts"),
    ],
)
def test_an_increase_holds_back_from_its_own_date(dated: str, two_minutes: str, increase: str) -> None:
    fates = in_sequence(increases=[(1, dated)]).at("2026-01-13").fates()
    assert fates == {
        "a.1:red_card": "due g2",
        "a.1:increase_1": increase,
        "b.2:two_yellows_after_game": two_minutes,
    }


@pytest.mark.parametrize(
    ("game", "two_minutes"),
    [
        pytest.param("2027-02-10", "overdue", id="on the last day of the severer"),
        pytest.param("2027-02-11", "overdue g9", id="the day after it"),
    ],
)
def test_past_its_last_day_the_severer_no_longer_holds_back(game: str, two_minutes: str) -> None:
    # The red of 10 January is owed until 10 February 2027; the two minutes were shown a day later
    # and are owed until the 11th. Both are past their year: a game must be approved.
    facts = season().event(ends="2027-12-31").entry("red", "ana").played("g1", "2026-01-10")
    facts.card("a", "g1", "R").card("b", "g1", "YY", after=True, at="2026-01-11")
    facts.game("g9", game).approve("b.2:two_yellows_after_game", "g9", "2027-02-01")
    fates = facts.at("2027-02-05").fates()
    assert fates == {"a.1:red_card": "overdue", "b.2:two_yellows_after_game": two_minutes}
