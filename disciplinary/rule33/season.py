"""The facts, indexed once: who is concerned by which games, entries and decisions.

Rule 33 is an outdoor rule: events of the arena discipline, and all that happened in them, are left
out here, so that nothing further on meets them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

from disciplinary.rule33.editions import EDITIONS, Edition, edition_for
from disciplinary.rule33.facts import (
    Bar,
    CardKey,
    Effect,
    Entry,
    Event,
    Facts,
    Game,
    Id,
    Incident,
    Seat,
    Status,
    SuspensionKey,
)
from disciplinary.rule33.periods import local_day

SEATS = frozenset(Seat)
"""R-10: all three seats must approve; one that refused, withdrew or is empty has not."""


@dataclass(slots=True)
class Decisions:
    """What people decided, and umpires confirmed, of one suspension.

    ``approved`` maps a game to the moment its approval was complete, which is before that game
    started; ``lapsed`` holds, for approvals that stand no more, the game and from when until when
    they did;
    ``before`` and ``after`` hold the games before and after which the player reported.
    """

    approved: dict[Id, datetime] = field(default_factory=dict)
    lapsed: list[tuple[Id, datetime, datetime]] = field(default_factory=list)
    before: set[Id] = field(default_factory=set)
    after: set[Id] = field(default_factory=set)
    lifted: bool = False
    any_team: bool = False

    def attended(self, game: Id) -> bool:
        """Whether he reported to the umpires both before and after a game."""
        return game in self.before and game in self.after


@dataclass(slots=True)
class Involvement:
    """The facts that concern one player."""

    rosters: list[Entry] = field(default_factory=list)
    named: list[tuple[Game, Id]] = field(default_factory=list)
    came_on: list[tuple[Game, Id]] = field(default_factory=list)
    incidents: list[Incident] = field(default_factory=list)
    approved_games: list[Game] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)


class Season:
    """Facts with the look-ups the rule needs. Build it once, then assess any of its players."""

    def __init__(self, facts: Facts, editions: tuple[Edition, ...] = EDITIONS) -> None:
        self.editions = editions
        self.events: dict[Id, Event] = {event.id: event for event in facts.events if event.outdoor}
        # Python's sort is stable: games that start at the same moment stay in the order listed.
        games = sorted(
            (game for game in facts.games if game.event in self.events),
            key=lambda g: g.start,
        )
        self.games: dict[Id, Game] = {game.id: game for game in games}
        self.order: dict[Id, int] = {game.id: place for place, game in enumerate(games)}
        self.games_of: dict[tuple[Id, Id], list[Game]] = defaultdict(list)
        self.last_start: dict[Id, datetime] = {}
        self.entries_of: dict[Id, list[Entry]] = defaultdict(list)
        self.series: dict[Id, list[Event]] = defaultdict(list)
        self.involved: dict[Id, Involvement] = defaultdict(Involvement)
        self.decisions: dict[SuspensionKey, Decisions] = defaultdict(Decisions)
        self._days: dict[Id, date] = {}
        self._index_events()
        self._index_entries(facts.entries)
        self._index_games(games)
        self._index_incidents(facts.incidents)
        self._index_decisions(facts)

    def decided(self, *names: SuspensionKey) -> Decisions:
        """What was decided on a suspension, by whichever of its names."""
        known = self.decisions
        found = [known[name] for name in names if name in known]
        if not found:
            return _UNDECIDED
        return found[0] if len(found) == 1 else _together(found)

    @property
    def players(self) -> list[Id]:
        """Everyone any fact concerns."""
        return sorted(self.involved, key=str)

    def edition(self, day: date) -> Edition:
        """The edition in force on a local day."""
        return edition_for(day, self.editions)

    def day_of(self, game: Game) -> date:
        """The local day on which a game starts, in its event's time zone."""
        day = self._days.get(game.id)
        if day is None:
            day = self._days[game.id] = local_day(game.start, self.events[game.event].tz)
        return day

    def _index_events(self) -> None:
        for event in self.events.values():
            if event.series is not None:
                self.series[event.series].append(event)

    def _index_entries(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.event not in self.events:
                continue
            self.entries_of[entry.team].append(entry)
            for player in entry.roster:
                self.involved[player].rosters.append(entry)

    def _index_games(self, games: Iterable[Game]) -> None:
        for game in games:
            for team in game.teams:
                self.games_of[game.event, team].append(game)
            if game.status is not Status.CANCELLED:
                self.last_start[game.event] = game.start
            for team, players in game.lineups.items():
                for player in players:
                    self.involved[player].named.append((game, team))
            for team, players in game.substitutes.items():
                for player in players:
                    self.involved[player].came_on.append((game, team))

    def _index_incidents(self, incidents: Iterable[Incident]) -> None:
        for incident in incidents:
            if incident.game in self.games and not incident.rescinded:
                self.involved[incident.player].incidents.append(incident)

    def _index_decisions(self, facts: Facts) -> None:
        self._index_approvals(facts)
        self._index_reports(facts)
        for bar in facts.bars:
            self.involved[bar.player].bars.append(bar)

    def _index_approvals(self, facts: Facts) -> None:
        player_of = {incident.id: incident.player for incident in facts.incidents}

        def holder(key: SuspensionKey) -> Id | None:
            return player_of.get(key.card.incident) if isinstance(key, CardKey) else key.player

        for approval in facts.approvals:
            game = self.games.get(approval.game)
            player = holder(approval.suspension)
            if game is None or player is None or not approval.votes.keys() >= SEATS:
                continue
            complete = max(approval.votes.values())
            if approval.lapsed is not None:
                self.decisions[approval.suspension].lapsed.append((game.id, complete, approval.lapsed))
                self.involved[player].approved_games.append(game)
                continue
            if complete >= game.start:
                continue
            approved = self.decisions[approval.suspension].approved
            if game.id not in approved or complete < approved[game.id]:
                approved[game.id] = complete
            self.involved[player].approved_games.append(game)

    def _index_reports(self, facts: Facts) -> None:
        for report in facts.attendance:
            decisions = self.decisions[report.suspension]
            if report.before:
                decisions.before.add(report.game)
            if report.after:
                decisions.after.add(report.game)
        for ruling in facts.rulings:
            decisions = self.decisions[ruling.suspension]
            if ruling.effect is Effect.LIFTED:
                decisions.lifted = True
            else:
                decisions.any_team = True


_UNDECIDED = Decisions()


def _together(several: Iterable[Decisions]) -> Decisions:
    merged = Decisions()
    for decisions in several:
        for game, complete in decisions.approved.items():
            merged.approved[game] = min(complete, merged.approved.get(game, complete))
        merged.lapsed += decisions.lapsed
        merged.before |= decisions.before
        merged.after |= decisions.after
        merged.lifted = merged.lifted or decisions.lifted
        merged.any_team = merged.any_team or decisions.any_team
    return merged
