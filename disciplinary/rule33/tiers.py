"""The four tiers of polo (33, "Suspensions for accumulated yellow cards")."""

from __future__ import annotations

from disciplinary.rule33.editions import Edition
from disciplinary.rule33.facts import Tier


def tier_of(goals: int, *, gauntlet: bool, edition: Edition) -> Tier:
    """The tier of an event of ``goals``: the Gauntlet of Polo is one of its own at any handicap."""
    if gauntlet:
        return Tier.GAUNTLET
    if goals <= edition.low_goal_limit:
        return Tier.LOW
    if goals <= edition.medium_goal_limit:
        return Tier.MEDIUM
    return Tier.HIGH


def goals_within(tier: Tier, edition: Edition) -> tuple[int, int | None]:
    """The lowest and highest handicap, in goals, of a tier of non-Gauntlet events; None: no limit.

    The Gauntlet is marked, not measured: it spans every handicap.
    """
    if tier is Tier.LOW:
        return 0, edition.low_goal_limit
    if tier is Tier.MEDIUM:
        return edition.low_goal_limit + 1, edition.medium_goal_limit
    if tier is Tier.HIGH:
        return edition.medium_goal_limit + 1, None
    return 0, None
