"""An event's goals, tier and kind count as they were at the card: a later re-rating moves nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rule33.build import Build, season

RATINGS = [
    pytest.param({"goals": 6}, id="lower"),
    pytest.param({"goals": 9}, id="into the next tier"),
    pytest.param({"goals": 20}, id="two tiers up"),
    pytest.param({"gauntlet": True}, id="into the Gauntlet"),
    pytest.param({"kind": "club"}, id="a Club Event"),
]


def games(**rating: Any) -> Build:
    """Four yellows in the cup of 8 goals, ``g1`` played, ``g2`` to come."""
    facts = season().event(**{"goals": 8, **rating}).entry("red", "ana")
    for day in range(1, 5):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    return facts.played("g1", "2026-01-10").game("g2", "2026-01-17")


@pytest.mark.parametrize("rating", RATINGS)
@pytest.mark.parametrize(
    ("cards", "after", "key"),
    [
        pytest.param("Y", False, "i1.1:accumulated_tier", id="fifth yellow"),
        pytest.param("R", False, "i1.1:red_card", id="red"),
        pytest.param("R", True, "i1.1:red_card_after_game", id="red after"),
    ],
)
@pytest.mark.parametrize("any_team", [False, True], ids=["same team", "any team"])
def test_the_event_itself_goes_on_serving_its_cards(
    rating: dict[str, Any], cards: str, after: bool, key: str, any_team: bool
) -> None:
    facts = games().card("i1", "g1", cards, after=after)
    if any_team:
        facts.rule(key, "any_team")
    known = facts.at("2026-01-12")
    assert known.fates() == {key: "due g2"}
    assert facts.event(**{"goals": 8, **rating}).at("2026-01-12").records == known.records


@pytest.mark.parametrize("rating", RATINGS)
def test_yellows_keep_the_tier_in_which_they_were_shown(rating: dict[str, Any]) -> None:
    answer = games().event(**{"goals": 8, **rating}).at("2026-01-12")
    assert answer.counts()["two_month 2026/1 low"] == 4


def test_a_card_after_the_re_rating_counts_in_the_new_tier() -> None:
    answer = games().event(goals=12).card("i1", "g1", "Y").at("2026-01-12")
    assert answer.counts()["two_month 2026/1 low"] == 4
    assert answer.counts()["two_month 2026/1 medium"] == 1
    assert answer.fates() == {}


@pytest.mark.parametrize(("goals", "fate"), [(12, "due o1"), (7, "waiting")])
def test_another_event_counts_as_it_is_rated_now(goals: int, fate: str) -> None:
    facts = games().event("other", goals=8).entry("red", "ana", event="other")
    facts.card("i1", "g1", "R").game("g2", "2026-01-17", status="cancelled")
    facts.game("o1", "2026-01-18", event="other").event("other", goals=goals)
    assert facts.at("2026-01-12").fates() == {"i1.1:red_card": fate}
