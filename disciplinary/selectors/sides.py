"""Who can be carded in a game: its players, by team, in the order of the line-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Q

from players.models import Player
from tournaments.models import Game, LineupPlace, RosterPlace, Substitution, Team


class Side(NamedTuple):
    """One team of a game: who was named to start, who came on, and the rest of its roster."""

    team: Team
    starting: list[tuple[int | None, Player]]
    substitutes: list[Player]
    others: list[Player]

    @property
    def players(self) -> Iterator[Player]:
        """All of them, each once."""
        seen = set()
        for player in (*(player for _, player in self.starting), *self.substitutes, *self.others):
            if player.pk not in seen:
                seen.add(player.pk)
                yield player


def sides_of(game: Game) -> list[Side]:
    """Both teams of a game, in three queries; rosters are those that hold when it starts."""
    starting = list(
        LineupPlace.objects.filter(lineup__game=game)
        .order_by("position", "pk")
        .values_list("lineup__team_id", "position", "player_id")
    )
    came_on = list(Substitution.objects.filter(game=game).order_by("pk").values_list("team_id", "player_id"))
    rostered = list(
        RosterPlace.objects.filter(
            Q(entry__entered_at__isnull=True) | Q(entry__entered_at__lte=game.starts_at),
            Q(entry__withdrawn_at__isnull=True) | Q(entry__withdrawn_at__gt=game.starts_at),
            entry__event_id=game.event_id,
            entry__team_id__in=game.team_ids,
        )
        .order_by("player__sort_name", "pk")
        .values_list("entry__team_id", "player_id")
    )
    players = Player.objects.in_bulk(
        {pk for *_, pk in starting} | {pk for _, pk in came_on} | {pk for _, pk in rostered}
    )
    return [
        Side(
            team=team,
            starting=[(place, players[pk]) for of, place, pk in starting if of == team.pk],
            substitutes=[players[pk] for of, pk in came_on if of == team.pk],
            others=[players[pk] for of, pk in rostered if of == team.pk],
        )
        for team in (game.team_a, game.team_b)
    ]
