"""R-7: a mark of its tier and a mark of all tiers, reached by one card, share a game."""

from __future__ import annotations

import pytest

from tests.rule33.build import Build, cup

NOW = "2026-01-12"


def games(*roster: str, coming: int = 6) -> Build:
    """``g1`` was played; ``g2``, ``g3``, … are to come, a week apart."""
    facts = cup(*roster).played("g1", "2026-01-10")
    days = ("2026-01-17", "2026-01-24", "2026-01-31", "2026-02-07", "2026-02-14", "2026-02-21")
    for number, day in enumerate(days[:coming], start=2):
        facts.game(f"g{number}", day)
    return facts


def eighth(*, also: int | None = None) -> Build:
    """The eighth yellow of the tier and of all, in ``g1``; the fifth's suspension is lifted. With
    ``also``, ``red`` stands in a second event of so many goals."""
    facts = games(coming=0)
    for day in range(1, 8):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    facts.card("i", "g1", "Y").rule("p5.1:accumulated_tier", "lifted")
    if also is not None:
        facts.event("also", goals=also).entry("red", "ana", event="also")
    return facts


TIER, ALL_TIERS = "i.1:accumulated_tier", "i.1:accumulated_all_tiers"


def pair(facts: Build, now: str = NOW) -> tuple[str, str]:
    """What became of the two."""
    answer = facts.at(now)
    return answer.fate(TIER), answer.fate(ALL_TIERS)


def test_the_two_of_one_card_share_a_game() -> None:
    facts = eighth().game("g2", "2026-01-17").game("g3", "2026-01-24")
    assert pair(facts) == ("due g2", "due g2")


def test_a_game_of_another_tier_serves_the_one_of_all_tiers_alone() -> None:
    facts = eighth(also=12).game("a", "2026-01-17", event="also").game("g2", "2026-01-24")
    assert pair(facts) == ("due g2", "due a")


@pytest.mark.parametrize(
    ("served", "expected"),
    [
        pytest.param([TIER], ("served g2", "due g3"), id="the tier's only"),
        pytest.param([ALL_TIERS], ("due g3", "served g2"), id="that of all tiers only"),
        pytest.param([TIER, ALL_TIERS], ("served g2", "served g2"), id="both"),
        pytest.param([], ("due g3", "due g3"), id="neither"),
    ],
)
def test_each_is_served_by_its_own_approval_and_attendance(served: list[str], expected: tuple[str, str]) -> None:
    facts = eighth().played("g2", "2026-01-17", lineups={"red": []}).game("g3", "2026-01-24")
    for suspension in served:
        facts.serve(suspension, "g2", "2026-01-16")
    assert pair(facts, "2026-01-18") == expected


@pytest.mark.parametrize(
    ("approved", "shown"),
    [([TIER], "suspended"), ([TIER, ALL_TIERS], "suspended approved")],
    ids=["one approved", "both approved"],
)
def test_the_sheet_says_approved_when_both_are(approved: list[str], shown: str) -> None:
    facts = eighth().game("g2", "2026-01-17")
    for suspension in approved:
        facts.approve(suspension, "g2", "2026-01-12")
    assert facts.at("2026-01-13").day("g2") == shown


def test_behind_an_older_one_they_share_the_game_after() -> None:
    facts = eighth().game("g2", "2026-01-17").game("g3", "2026-01-24")
    facts.rulings.clear()
    answer = facts.at(NOW)
    assert answer.fate("p5.1:accumulated_tier") == "due g2"
    assert pair(facts) == ("due g3", "due g3")


def test_two_marks_of_different_cards_do_not_share() -> None:
    # The eighth of all tiers by a medium yellow, the fifth of the medium tier by the next.
    facts = games(coming=3).event("also", goals=12).entry("red", "ana", event="also")
    for day in range(1, 5):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    for day in range(5, 10):
        facts.played(f"p{day}", f"2026-01-0{day}", event="also").card(f"p{day}", f"p{day}", "Y")
    facts.game("a1", "2026-01-13", event="also").game("a2", "2026-01-14", event="also")
    assert facts.at(NOW).fates() == {
        "p8.1:accumulated_all_tiers": "due a1",
        "p9.1:accumulated_tier": "due a2",
    }


def test_one_approved_for_the_game_takes_its_sibling_along() -> None:
    # Two pairs of equals: the older single one is not approved, one of the pair is.
    facts = eighth().game("g2", "2026-01-17").game("g3", "2026-01-24")
    facts.rulings.clear()
    facts.approve(ALL_TIERS, "g2", "2026-01-12")
    answer = facts.at("2026-01-13")
    assert pair(facts, "2026-01-13") == ("due g2", "due g2")
    assert answer.fate("p5.1:accumulated_tier") == "due g3"


def test_a_red_shares_with_nothing() -> None:
    facts = eighth().game("g2", "2026-01-17").game("g3", "2026-01-24")
    facts.card("r", "g1", "R", after=True)
    answer = facts.at(NOW)
    assert answer.fate("r.1:red_card_after_game") == "due g2"
    assert pair(facts) == ("due g3", "due g3")
