"""Who may do what with events and games: permissions that rest on the predicates of `players`."""

import rules

from players.rules import add_office_permissions, is_office

rules.add_perm("tournaments", is_office)
add_office_permissions(
    "tournaments",
    "eventseries",
    "event",
    "team",
    "umpire",
    "rosterplace",
    "gameumpire",
    "lineup",
    "lineupplace",
    "substitution",
    "hostcommitteemember",
    delete=True,
)
# An entry is withdrawn and a game is cancelled: both stay on record.
add_office_permissions("tournaments", "entry", "game", delete=False)
