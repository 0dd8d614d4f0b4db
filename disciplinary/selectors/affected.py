"""Whose suspensions a fact may bear on.

Asked before and after a fact is saved (the database answers with what it holds at that moment), so
that those a change takes something from are found as well as those it gives something to. Naming
too many players costs a little time; naming too few would leave a wrong answer standing.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from django.db import models
from django.db.models import F, Q, QuerySet

from disciplinary.models import (
    Approval,
    Attendance,
    Bar,
    Card,
    Incident,
    Increase,
    PenaltyBoxStay,
    Ruling,
    Suspension,
    Vote,
)
from tournaments.models import (
    Entry,
    Event,
    Game,
    Lineup,
    LineupPlace,
    RosterPlace,
    Substitution,
)


@singledispatch
def affected_players(fact: models.Model) -> set[int]:
    """The ids of the players on whom a fact bears, as the database holds it now."""
    raise TypeError(f"{type(fact).__name__} is no fact of the rule")


@affected_players.register
def _(fact: Incident) -> set[int]:
    return _ids(Incident.objects.filter(pk=fact.pk).values("player_id"))


@affected_players.register(Card)
@affected_players.register(PenaltyBoxStay)
@affected_players.register(Increase)
def _(fact: Card | PenaltyBoxStay | Increase) -> set[int]:
    # By its key: the row at hand may already name another incident than the one it is taken from.
    return _ids(type(fact)._default_manager.filter(pk=fact.pk).values(player_id=F("incident__player_id")))


@affected_players.register(Approval)
@affected_players.register(Attendance)
@affected_players.register(Ruling)
def _(fact: Approval | Attendance | Ruling) -> set[int]:
    return _ids(type(fact)._default_manager.filter(pk=fact.pk).values(player_id=F("suspension__player_id")))


@affected_players.register
def _(fact: Vote) -> set[int]:
    return _ids(Vote.objects.filter(pk=fact.pk).values(player_id=F("approval__suspension__player_id")))


@affected_players.register
def _(fact: Bar) -> set[int]:
    return _ids(Bar.objects.filter(pk=fact.pk).values("player_id"))


@affected_players.register
def _(fact: RosterPlace) -> set[int]:
    return _ids(RosterPlace.objects.filter(pk=fact.pk).values("player_id"))


@affected_players.register
def _(fact: LineupPlace) -> set[int]:
    return _ids(LineupPlace.objects.filter(pk=fact.pk).values("player_id"))


@affected_players.register
def _(fact: Substitution) -> set[int]:
    return _ids(Substitution.objects.filter(pk=fact.pk).values("player_id"))


@affected_players.register
def _(fact: Entry) -> set[int]:
    """Its roster; and whoever was carded for its team, for the scope of what is left of it."""
    team = Entry.objects.filter(pk=fact.pk).values("team_id")
    return _ids(
        RosterPlace.objects.filter(entry=fact.pk).values("player_id"),
        Incident.objects.filter(team_id__in=team).values("player_id"),
    )


@affected_players.register
def _(fact: Lineup) -> set[int]:
    """Its places; and the team's roster, which is no longer, or again, taken to start."""
    lineup = Lineup.objects.filter(pk=fact.pk)
    return _ids(
        LineupPlace.objects.filter(lineup=fact.pk).values("player_id"),
        RosterPlace.objects.filter(
            entry__team_id__in=lineup.values("team_id"),
            entry__event_id__in=lineup.values("game__event_id"),
        ).values("player_id"),
        Incident.objects.filter(game_id__in=lineup.values("game_id")).values("player_id"),
    )


@affected_players.register
def _(fact: Game) -> set[int]:
    """Its players; and whoever was carded for a team of its event or series, since a later game
    decides whether the event is completed.
    """
    game = Game.objects.filter(pk=fact.pk)
    events = _with_series(Event.objects.filter(games=fact.pk))
    return _ids(
        RosterPlace.objects.filter(
            Q(entry__team_id__in=game.values("team_a_id")) | Q(entry__team_id__in=game.values("team_b_id")),
            entry__event_id__in=game.values("event_id"),
        ).values("player_id"),
        LineupPlace.objects.filter(lineup__game=fact.pk).values("player_id"),
        Substitution.objects.filter(game=fact.pk).values("player_id"),
        Incident.objects.filter(game=fact.pk).values("player_id"),
        Suspension.objects.filter(approvals__game=fact.pk).values("player_id"),
        _carded_for_teams_in(events),
    )


@affected_players.register
def _(fact: Event) -> set[int]:
    """Everyone in its games or on its rosters; and whoever was carded for a team of it or of its
    series.
    """
    return _ids(
        RosterPlace.objects.filter(entry__event=fact.pk).values("player_id"),
        LineupPlace.objects.filter(lineup__game__event=fact.pk).values("player_id"),
        Substitution.objects.filter(game__event=fact.pk).values("player_id"),
        Incident.objects.filter(game__event=fact.pk).values("player_id"),
        Suspension.objects.filter(approvals__game__event=fact.pk).values("player_id"),
        _carded_for_teams_in(_with_series(Event.objects.filter(pk=fact.pk))),
    )


def _with_series(events: QuerySet[Event]) -> QuerySet[Event]:
    series = events.filter(series__isnull=False).values("series_id")
    return Event.objects.filter(Q(pk__in=events.values("pk")) | Q(series_id__in=series))


def _carded_for_teams_in(events: QuerySet[Event]) -> QuerySet[Incident, Any]:
    teams = Entry.objects.filter(event_id__in=events.values("pk")).values("team_id")
    return Incident.objects.filter(team_id__in=teams).values("player_id")


def _ids(*queries: QuerySet) -> set[int]:
    first, *others = (query.order_by() for query in queries)
    return {row["player_id"] for row in (first.union(*others).order_by() if others else first)}


FACTS: tuple[type[models.Model], ...] = tuple(model for model in affected_players.registry if model is not object)
"""The models that hold facts of the rule."""
