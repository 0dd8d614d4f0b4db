"""Rows of discipline for tests: single ones with sensible defaults, or a whole season of the rule's facts.

Nothing here sends a signal: rows stand alone, and nothing follows from them until it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import Max, Model

from disciplinary.choices import Category, Color, State, SuspensionKind
from disciplinary.models import Card, Incident, Increase, PenaltyBoxStay, Suspension
from disciplinary.rule33 import facts as rule
from players.models import Player, User
from tournaments.choices import Discipline, EventKind
from tournaments.models import (
    Entry,
    Event,
    EventSeries,
    Game,
    Lineup,
    LineupPlace,
    RosterPlace,
    Substitution,
    Team,
)

_serial = count(1)

NOON = datetime(2026, 1, 10, 17, tzinfo=UTC)
"""Noon in New York, on the day on which games are played if nothing else is said."""


def row[M: Model](model: type[M], **fields: Any) -> M:
    """A row as it is, without signals."""
    return model._default_manager.bulk_create([model(**fields)])[0]


def user(**fields: Any) -> User:
    number = next(_serial)
    return row(User, **{"email": f"user{number}@example.org", "name": f"User {number}", **fields})


def player(**fields: Any) -> Player:
    number = next(_serial)
    return row(Player, **{"member_number": f"M{number}", "name": f"Player {number}", **fields})


def team(**fields: Any) -> Team:
    return row(Team, **{"name": f"Team {next(_serial)}", **fields})


def event(**fields: Any) -> Event:
    days = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    rating = {"name": f"Event {next(_serial)}", "kind": EventKind.USPA, "goals": 8}
    published = {"published_at": datetime(2025, 12, 1, tzinfo=UTC)}
    return row(Event, **{**rating, **days, **published, **fields})


def entry(of: Event, team_: Team, *players: Player, **fields: Any) -> Entry:
    made = row(Entry, event=of, team=team_, **fields)
    RosterPlace.objects.bulk_create(RosterPlace(entry=made, player=one) for one in players)
    return made


def game(of: Event | None = None, **fields: Any) -> Game:
    of = of or event()
    fields = {"starts_at": NOON, **fields}
    for side in ("team_a", "team_b"):
        fields.setdefault(side, None)
        fields[side] = fields[side] or team()
    return row(Game, event=of, **fields)


@transaction.atomic
def incident(cards: str = "Y", **fields: Any) -> Incident:
    """An incident with its cards; its game, player and team are made where they are not given."""
    if "game" not in fields:
        fields["game"] = game()
    of: Game = fields["game"]
    fields.setdefault("player", None)
    fields["player"] = fields["player"] or player()
    last = of.incidents.aggregate(last=Max("position"))["last"] or 0
    defaults = {"team": of.team_a, "position": last + 1, "category": Category.ARGUING, "at": of.starts_at}
    made = Incident(**{**defaults, "recorded_at": fields.get("at", of.starts_at), **fields})
    if not made.tier:
        made.snapshot_event()
    Incident.objects.bulk_create([made])
    Card.objects.bulk_create(
        Card(incident=made, number=number, color=color) for number, color in enumerate(cards, start=1)
    )
    return made


def suspension(of: Incident | None = None, **fields: Any) -> Suspension:
    """A row as a recalculation would leave it for a red card that waits for its game."""
    of = of or incident("R")
    card = of.cards.first()
    defaults = {
        "player_id": of.player_id,
        "identity": f"{card.code}:red_card",
        "kind": SuspensionKind.RED_CARD,
        "state": State.WAITING,
        "trigger": card,
        "incident": of,
        "game_id": of.game_id,
        "event_id": of.game.event_id,
        "goals": of.goals,
        "tier": of.tier,
        "event_kind": of.kind,
        "cards": [card.code],
        "full_game": True,
        "issued_at": of.at,
        "since": of.at,
        "serve_by": date(2027, 1, 10),
        "last_day": date(2027, 2, 10),
        "clause": "red_card",
    }
    return row(Suspension, **{**defaults, **fields})


@dataclass
class Stored:
    """The primary keys of a stored season, by the ids its facts gave."""

    players: dict[rule.Id, int] = field(default_factory=dict)
    teams: dict[rule.Id, int] = field(default_factory=dict)
    series: dict[rule.Id, int] = field(default_factory=dict)
    events: dict[rule.Id, int] = field(default_factory=dict)
    games: dict[rule.Id, int] = field(default_factory=dict)
    incidents: dict[rule.Id, int] = field(default_factory=dict)

    def translated(self, facts: rule.Facts) -> rule.Facts:
        """The same facts under their primary keys, without those about suspensions."""
        return replace(
            facts,
            events=tuple(
                replace(one, id=self.events[one.id], series=self.series.get(one.series)) for one in facts.events
            ),
            entries=tuple(
                replace(
                    one,
                    event=self.events[one.event],
                    team=self.teams[one.team],
                    roster=tuple(self.players[name] for name in one.roster),
                )
                for one in facts.entries
            ),
            games=tuple(
                replace(
                    one,
                    id=self.games[one.id],
                    event=self.events[one.event],
                    teams=tuple(self.teams[name] for name in one.teams),
                    lineups=self._sides(one.lineups),
                    substitutes=self._sides(one.substitutes),
                )
                for one in sorted(facts.games, key=lambda game: game.start)
            ),
            incidents=tuple(
                replace(
                    one,
                    id=self.incidents[one.id],
                    game=self.games[one.game],
                    player=self.players[one.player],
                    team=self.teams[one.team],
                )
                for one in sorted(facts.incidents, key=lambda one: self.games[one.game])
            ),
            bars=tuple(replace(one, player=self.players[one.player]) for one in facts.bars),
            approvals=(),
            attendance=(),
            rulings=(),
        )

    def _sides(self, sides):
        return {self.teams[team]: tuple(self.players[name] for name in names) for team, names in sides.items()}


@transaction.atomic
def store(facts: rule.Facts, *, by: User | None = None) -> Stored:
    """Write a season of the rule's facts as rows, without any signal, and without those about suspensions.

    Player, team and series are made as they are met; the order in which facts are listed is kept.
    """
    stored = Stored()
    by = by or user()
    for one in facts.events:
        if one.series is not None and one.series not in stored.series:
            stored.series[one.series] = row(EventSeries, name=str(one.series)).pk
        stored.events[one.id] = event(
            name=str(one.id),
            kind=one.kind.value,
            goals=one.goals,
            gauntlet=one.gauntlet,
            series_id=stored.series.get(one.series),
            time_zone=one.tz,
            first_day=one.starts,
            last_day=one.ends,
            published_at=one.published,
            completed_at=one.completed,
            discipline=Discipline.OUTDOOR if one.outdoor else Discipline.ARENA,
        ).pk
    for one in facts.entries:
        made = row(
            Entry,
            event_id=stored.events[one.event],
            team_id=_team(stored, one.team),
            entered_at=one.at,
            withdrawn_at=one.withdrawn,
            out_at=one.out,
        )
        RosterPlace.objects.bulk_create(RosterPlace(entry=made, player_id=_player(stored, name)) for name in one.roster)
    for order, one in enumerate(facts.games):
        _store_game(stored, one, order)
    for position, one in enumerate(facts.incidents, start=1):
        _store_incident(stored, one, position, by)
    return stored


def _player(stored: Stored, name: rule.Id) -> int:
    if name not in stored.players:
        stored.players[name] = player(name=str(name)).pk
    return stored.players[name]


def _team(stored: Stored, name: rule.Id) -> int:
    if name not in stored.teams:
        stored.teams[name] = team(name=str(name)).pk
    return stored.teams[name]


def _store_game(stored: Stored, one: rule.Game, order: int) -> None:
    made = row(
        Game,
        event_id=stored.events[one.event],
        starts_at=one.start,
        ends_at=one.end,
        team_a_id=_team(stored, one.teams[0]),
        team_b_id=_team(stored, one.teams[1]),
        stage=one.stage.value,
        status=one.status.value,
        schedule_order=order,
    )
    stored.games[one.id] = made.pk
    for name, starters in one.lineups.items():
        lineup = row(Lineup, game=made, team_id=_team(stored, name))
        LineupPlace.objects.bulk_create(
            LineupPlace(lineup=lineup, player_id=_player(stored, starter)) for starter in starters
        )
    Substitution.objects.bulk_create(
        Substitution(game=made, team_id=_team(stored, name), player_id=_player(stored, substitute))
        for name, substitutes in one.substitutes.items()
        for substitute in substitutes
    )


def _store_incident(stored: Stored, one: rule.Incident, position: int, by: User) -> None:
    made = row(
        Incident,
        game_id=stored.games[one.game],
        player_id=_player(stored, one.player),
        team_id=_team(stored, one.team),
        position=position,
        when=one.when.value,
        category=Category.OTHER,
        at=one.at,
        recorded_at=one.recorded,
        goals=one.goals,
        tier=one.tier.value,
        kind=one.kind.value,
        rescinded_at=one.recorded + timedelta(days=1) if one.rescinded else None,
        rescinded_by=by if one.rescinded else None,
        rescind_reason="In error." if one.rescinded else "",
    )
    stored.incidents[one.id] = made.pk
    Card.objects.bulk_create(
        Card(incident=made, number=number, color=Color(color.value)) for number, color in enumerate(one.cards, start=1)
    )
    if one.box_unserved:
        row(PenaltyBoxStay, incident=made, seconds_imposed=one.box_unserved, unserved_seconds=one.box_unserved)
    Increase.objects.bulk_create(
        Increase(
            incident=made,
            number=number,
            by=increase.by.value,
            games=increase.games,
            decided_at=increase.at,
            note="" if increase.games else "A reprimand.",
        )
        for number, increase in enumerate(one.increases, start=1)
    )
