"""Teams, events, entries and games: what happened on the field, without any judgement of it."""

from tournaments.models.entries import Entry, RosterPlace
from tournaments.models.events import Event, EventSeries, HostCommitteeMember
from tournaments.models.games import Game, GameUmpire, Lineup, LineupPlace, Substitution
from tournaments.models.teams import Team, Umpire

__all__ = [
    "Entry",
    "Event",
    "EventSeries",
    "Game",
    "GameUmpire",
    "HostCommitteeMember",
    "Lineup",
    "LineupPlace",
    "RosterPlace",
    "Substitution",
    "Team",
    "Umpire",
]
