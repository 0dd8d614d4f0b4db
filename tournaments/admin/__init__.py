"""The office pages about events and games, in the order in which people work."""

from tournaments.admin.events import EntryAdmin, EventAdmin, EventSeriesAdmin
from tournaments.admin.games import GameAdmin
from tournaments.admin.teams import TeamAdmin, UmpireAdmin

__all__ = [
    "EntryAdmin",
    "EventAdmin",
    "EventSeriesAdmin",
    "GameAdmin",
    "TeamAdmin",
    "UmpireAdmin",
]
