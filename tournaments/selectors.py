"""Reads about events and games, with their joins declared."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Prefetch, Q, QuerySet

from players.models import Player
from tournaments.models import Entry, Event, Game, HostCommitteeMember, LineupPlace, RosterPlace


def games_with_teams() -> QuerySet[Game]:
    """Games with what their names and times need: event and both teams."""
    return Game.objects.select_related("event", "team_a", "team_b")


def game_for_sheet(pk: int) -> Game:
    """One game with its line-ups, substitutes and umpires, in a fixed number of queries.

    Raises Game.DoesNotExist.
    """
    return (
        games_with_teams()
        .prefetch_related(
            Prefetch("lineups__places", LineupPlace.objects.select_related("player")),
            "substitutions__player",
            "game_umpires__umpire",
        )
        .get(pk=pk)
    )


def open_entry(event: Event, team_id: int) -> Entry | None:
    """The entry of the team in the event that is not withdrawn, if there is one."""
    return Entry.objects.filter(event=event, team=team_id, withdrawn_at__isnull=True).first()


def players_of_teams(event: Event, team_ids: Iterable[int]) -> QuerySet[Player]:
    """Players on the rosters of these teams' entries in the event that are not withdrawn."""
    places = RosterPlace.objects.filter(
        entry__event=event, entry__team__in=list(team_ids), entry__withdrawn_at__isnull=True
    )
    return Player.objects.filter(pk__in=places.values("player"))


def host_committee_on(event: Event, day: date) -> QuerySet[HostCommitteeMember]:
    """Who is on the Host Tournament Committee of the event on that day."""
    return event.host_committee.filter(
        Q(from_day__isnull=True) | Q(from_day__lte=day),
        Q(until__isnull=True) | Q(until__gte=day),
        user__is_active=True,
    ).select_related("user")
