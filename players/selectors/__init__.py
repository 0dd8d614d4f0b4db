"""Reads about people, and about what has happened to any row."""

from players.selectors.history import Change, Difference, changes_of
from players.selectors.people import handicap_on, handicaps_on, players_named, users_with_role

__all__ = [
    "Change",
    "Difference",
    "changes_of",
    "handicap_on",
    "handicaps_on",
    "players_named",
    "users_with_role",
]
