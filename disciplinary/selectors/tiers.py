"""Which events are of a tier, as a condition of the database: the bounds are the rule's own."""

from __future__ import annotations

from datetime import date
from functools import reduce
from operator import or_

from django.db.models import Q

from disciplinary.rule33.editions import EDITIONS, Edition
from disciplinary.rule33.facts import Tier
from disciplinary.rule33.tiers import goals_within


def events_of(tier: Tier, path: str = "") -> Q:
    """Events of the tier by the edition of their first day; `path` leads to the event (``game__event__``)."""
    following = [edition.in_force for edition in EDITIONS[1:]]
    spans = zip(EDITIONS, [*following, None], strict=True)
    return reduce(or_, (_rated(tier, edition, until, path) for edition, until in spans))


def _rated(tier: Tier, edition: Edition, until: date | None, path: str) -> Q:
    bounds: dict[str, object] = {f"{path}gauntlet": tier is Tier.GAUNTLET}
    if edition.in_force != date.min:
        bounds[f"{path}first_day__gte"] = edition.in_force
    if until is not None:
        bounds[f"{path}first_day__lt"] = until
    lowest, highest = goals_within(tier, edition)
    bounds[f"{path}goals__gte"] = lowest
    if highest is not None:
        bounds[f"{path}goals__lte"] = highest
    return Q(**bounds)
