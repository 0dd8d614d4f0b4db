"""The four tiers of polo: both sides of each bound, and the Gauntlet apart from all of them."""

from __future__ import annotations

import pytest

from disciplinary.rule33.editions import RULE_2026
from disciplinary.rule33.facts import Tier
from disciplinary.rule33.tiers import goals_within, tier_of


@pytest.mark.parametrize(
    ("goals", "tier"),
    [
        pytest.param(0, Tier.LOW, id="0 goals are low"),
        pytest.param(8, Tier.LOW, id="8 goals are still low"),
        pytest.param(9, Tier.MEDIUM, id="9 goals are medium"),
        pytest.param(15, Tier.MEDIUM, id="15 goals are still medium"),
        pytest.param(16, Tier.HIGH, id="16 goals are high"),
        pytest.param(40, Tier.HIGH, id="40 goals are high"),
    ],
)
def test_tier_by_handicap(goals: int, tier: Tier) -> None:
    assert tier_of(goals, gauntlet=False, edition=RULE_2026) is tier


@pytest.mark.parametrize("goals", [0, 8, 9, 15, 16, 22])
def test_the_gauntlet_is_its_own_tier_at_any_handicap(goals: int) -> None:
    assert tier_of(goals, gauntlet=True, edition=RULE_2026) is Tier.GAUNTLET


@pytest.mark.parametrize("tier", [Tier.LOW, Tier.MEDIUM, Tier.HIGH])
def test_the_bounds_of_a_tier_lie_in_it_and_their_neighbors_do_not(tier: Tier) -> None:
    lowest, highest = goals_within(tier, RULE_2026)
    assert tier_of(lowest, gauntlet=False, edition=RULE_2026) is tier
    if lowest:
        assert tier_of(lowest - 1, gauntlet=False, edition=RULE_2026) is not tier
    if highest is not None:
        assert tier_of(highest, gauntlet=False, edition=RULE_2026) is tier
        assert tier_of(highest + 1, gauntlet=False, edition=RULE_2026) is not tier


def test_the_gauntlet_spans_every_handicap() -> None:
    assert goals_within(Tier.GAUNTLET, RULE_2026) == (0, None)
