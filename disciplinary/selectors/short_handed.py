"""The cap on the handicaps of a team that plays short for an injured player (33, Injured or departing
players (1)).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from disciplinary.models import PenaltyBoxStay
from disciplinary.rule33.short_handed import ShortHanded, short_handed
from disciplinary.selectors.sides import Side
from players.models import Player
from players.selectors import handicaps_on
from tournaments.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Mate:
    """A team mate with his handicap on the day of the game, in goals; None if he had none."""

    player: Player
    goals: int | None
    then: bool
    now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CapFile:
    """Who remained when he was sent off, who is on the field now, and whether they keep within the cap."""

    stay: PenaltyBoxStay
    mates: tuple[Mate, ...]
    answer: ShortHanded
    unknown: tuple[Player, ...]
    """Those who count and have no handicap: their goals are missing from the sums."""


def injured_stays(game: Game) -> list[PenaltyBoxStay]:
    """The stays of a game whose time a team plays short."""
    stays = PenaltyBoxStay.objects.filter(incident__game=game, incident__rescinded_at=None, injured=True)
    return list(stays.select_related("incident__player", "incident__team").order_by("pk"))


def cap_file(
    game: Game, stay: PenaltyBoxStay, side: Side, *, then: Collection[int] | None = None, now: Collection[int] | None
) -> CapFile:
    """Compare those who remained ``then`` with those who are on the field ``now``.

    Where it is not said who they were: who started, and they again. Handicaps are those of the game's day.
    """
    injured = stay.incident.player_id
    mates = [player for player in side.players if player.pk != injured]
    started = {player.pk for _place, player in side.starting} - {injured}
    remained = started if then is None else set(then) - {injured}
    on_field = remained if now is None else set(now) - {injured}
    goals = handicaps_on([player.pk for player in mates], game.local_day)
    found = tuple(
        Mate(player=one, goals=goals.get(one.pk), then=one.pk in remained, now=one.pk in on_field) for one in mates
    )
    return CapFile(
        stay=stay,
        mates=found,
        answer=short_handed(
            [one.goals or 0 for one in found if one.then], [one.goals or 0 for one in found if one.now]
        ),
        unknown=tuple(one.player for one in found if (one.then or one.now) and one.goals is None),
    )
