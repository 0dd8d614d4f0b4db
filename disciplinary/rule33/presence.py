"""Whose team a player belongs to in a game, and whether he took part (SPEC: "Whose team",
"Playing"; 33(b)(3): no substitution avoids a suspension).
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from disciplinary.rule33.facts import (
    Bar,
    Entry,
    Event,
    Game,
    Id,
    Incident,
    Status,
    When,
)
from disciplinary.rule33.season import Involvement, Season

GOING = frozenset({Status.SCHEDULED, Status.IN_PROGRESS, Status.PLAYED, Status.ABANDONED})
"""Games that are to be, or were, begun; rosters are taken to start in these alone."""

OVER = frozenset({Status.PLAYED, Status.ABANDONED})
"""Games that were begun and have ended."""


class Participation(NamedTuple):
    """How a player took the field: from the start, or as a substitute."""

    starts: bool
    came_on: bool

    @property
    def took_part(self) -> bool:
        """Either way."""
        return self.starts or self.came_on


ABSENT = Participation(starts=False, came_on=False)


class Part:
    """One player in one game: what is said of him there, and the team he belongs to."""

    __slots__ = (
        "_day",
        "barred",
        "came_on",
        "event",
        "game",
        "incidents",
        "named",
        "rostered",
        "season",
        "team",
        "torn",
    )

    def __init__(self, season: Season, game: Game) -> None:
        self.season = season
        self.game = game
        self.event: Event = season.events[game.event]
        # Mostly one of them holds one thing: tuples cost nothing while they are empty.
        self.rostered: tuple[Id, ...] = ()
        self.named: tuple[Id, ...] = ()
        self.came_on: tuple[Id, ...] = ()
        self.incidents: tuple[Incident, ...] = ()
        self.barred = False
        self.team: Id | None = None
        self._day: date | None = None
        self.torn = False
        """Said to belong to both teams: he then belongs to neither."""

    @property
    def day(self) -> date:
        """The local day of the game."""
        if self._day is None:
            self._day = self.season.day_of(self.game)
        return self._day

    def settle(self) -> None:
        """Decide the team, once everything said is known."""
        said = self.named + self.came_on or self.rostered
        if len(set(said)) > 1:
            self.torn = True
        elif said:
            self.team = said[0]
        elif self.incidents:
            # Carded there, but on nobody's list: with the team he was carded for.
            self.team = self.incidents[0].team

    @property
    def carded_during(self) -> bool:
        """A card shown during the game: he took part, whatever else is said."""
        return any(incident.when is When.DURING for incident in self.incidents)

    def participation(self, *, suspended: bool) -> Participation:
        """Whether he starts or came on, given whether he is suspended from the whole game."""
        team = self.team
        came_on = bool(self.came_on)
        starts = False
        # Nobody who is kept out, or is known to have come on, is merely *taken* to start.
        presumable = not (suspended or self.barred or came_on)
        lineup_named = team is not None and team in self.game.lineups
        if lineup_named:
            starts = team in self.named
        elif team is not None and presumable:
            starts = team in self.rostered and self.game.status in GOING
        if not (starts or came_on) and self.carded_during:
            if team is not None and not lineup_named and presumable:
                starts = True
            else:
                came_on = True
        return Participation(starts, came_on)


def holds(entry: Entry, game: Game) -> bool:
    """Whether an entry's roster holds when a game starts: from its making until its withdrawal;
    an eliminated team's still holds.
    """
    return (entry.at is None or entry.at <= game.start) and (entry.withdrawn is None or entry.withdrawn > game.start)


def barred_on(bars: list[Bar], day: date) -> bool:
    """Whether one of the bars covers a local day."""
    return any(bar.first <= day and (bar.last is None or day <= bar.last) for bar in bars)


def parts_of(season: Season, involvement: Involvement) -> dict[Id, Part]:
    """The player's games by id, in order of time, those included that a committee approved for him."""
    parts = _said(season, involvement)
    for part in parts.values():
        part.settle()
        if involvement.bars:
            part.barred = barred_on(involvement.bars, part.day)
    return {game: parts[game] for game in sorted(parts, key=season.order.__getitem__)}


def _said(season: Season, involvement: Involvement) -> dict[Id, Part]:
    """By game: what rosters, line-ups, substitutions, cards and committees say of the player."""
    parts: dict[Id, Part] = {}

    def part(game: Game) -> Part:
        found = parts.get(game.id)
        if found is None:
            found = parts[game.id] = Part(season, game)
        return found

    for entry in involvement.rosters:
        for game in season.games_of.get((entry.event, entry.team), ()):
            if holds(entry, game):
                part(game).rostered += (entry.team,)
    for game, team in involvement.named:
        part(game).named += (team,)
    for game, team in involvement.came_on:
        part(game).came_on += (team,)
    for incident in involvement.incidents:
        part(season.games[incident.game]).incidents += (incident,)
    for game in involvement.approved_games:
        part(game)
    return parts
