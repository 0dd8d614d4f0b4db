"""What the office wants to see of a game: who may not play in it, who starts differently, and its cards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from disciplinary.choices import State
from disciplinary.facts import identities_of
from disciplinary.models import Approval, Attendance, Incident, Suspension
from disciplinary.rule33.answers import Appearance, Play, Record
from disciplinary.selectors.sides import Side, sides_of
from disciplinary.selectors.standing import records_of
from disciplinary.selectors.suspensions import incidents_shown, suspensions_shown, with_decisions
from players.models import Player
from tournaments.models import Game, Team


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """How one player goes into the game, and the suspensions it is for."""

    player: Player
    team: Team | None
    answer: Appearance
    suspensions: list[Suspension]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """The rule's answers for the players of a game, those who simply may play left out."""

    game: Game
    out: list[Entrance]
    """Suspended or barred."""
    different: list[Entrance]
    """Starting in the penalty box, later, or with one yellow card."""
    in_default: list[Player]
    incidents: list[Incident]
    sides: list[Side]
    records: dict[int, Record]
    """All answers about everybody in the game, by player."""


def game_file(game: Game, *, now: datetime) -> GameFile:
    """Everything about a game, in a fixed number of queries whatever its players' histories."""
    sides = sides_of(game)
    players = {player.pk: player for side in sides for player in side.players}
    incidents = list(incidents_shown().filter(game=game).order_by("position", "pk"))
    players |= {incident.player_id: incident.player for incident in incidents}
    players |= {player.pk: player for player in Player.objects.filter(pk__in=_concerned(game) - set(players))}
    records = records_of(sorted(players), now)
    entrances = _entrances(game, players, records)
    return GameFile(
        game=game,
        out=[one for one in entrances if one.answer.play is not Play.CLEAR],
        different=[
            one
            for one in entrances
            if one.answer.play is Play.CLEAR and (one.answer.sit_out or one.answer.carried_yellow)
        ],
        in_default=[
            players[pk]
            for pk, record in records.items()
            if any(one.state.value == State.IN_DEFAULT for one in record.suspensions)
        ],
        incidents=incidents,
        sides=sides,
        records=records,
    )


def _concerned(game: Game) -> set[int]:
    """Those whose suspensions are for this game, or about whom the umpires or a committee said something
    for it, listed or not.
    """
    serving = Suspension.objects.filter(serving_game=game).exclude(state=State.VOID).values_list("player_id").order_by()
    asked = Approval.objects.filter(game=game).values_list("suspension__player_id").order_by()
    reported = Attendance.objects.filter(game=game).values_list("suspension__player_id").order_by()
    return {player for (player,) in serving.union(asked, reported).order_by()}


def _entrances(game: Game, players: dict[int, Player], records: dict[int, Record]) -> list[Entrance]:
    teams = {team.pk: team for team in (game.team_a, game.team_b)}
    answers = {
        pk: appearance
        for pk, record in records.items()
        for appearance in record.appearances
        if appearance.game == game.pk
    }
    served = {
        pk: [name for one in records[pk].suspensions if one.key in answer.serves for name in identities_of(one)]
        for pk, answer in answers.items()
    }
    rows = with_decisions(suspensions_shown()).filter(
        player__in=served, identity__in={identity for identities in served.values() for identity in identities}
    )
    by_name = {(row.player_id, row.identity): row for row in rows}
    found = [
        Entrance(
            player=players[pk],
            team=teams.get(answer.team),  # type: ignore[arg-type]
            answer=answer,
            suspensions=[by_name[pk, one] for one in served[pk] if (pk, one) in by_name],
        )
        for pk, answer in answers.items()
    ]
    return sorted(found, key=lambda one: (one.team is None, one.team is game.team_b, one.player.sort_name))
