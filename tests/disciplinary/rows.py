"""A season of the rule's facts, saved as rows one by one, in any order the foreign keys allow."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from disciplinary.choices import Category, Effect, RulingAuthority, VoteChoice
from disciplinary.facts import terms_of
from disciplinary.models import (
    Approval,
    Attendance,
    Bar,
    Card,
    Incident,
    Increase,
    PenaltyBoxStay,
    Problem,
    Ruling,
    Suspension,
    Vote,
)
from disciplinary.rule33.facts import CardKey, Facts, Id, SuspensionKey
from disciplinary.rule33.ledger import Season, assess
from players.models import Player, User
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

Step = Callable[[], bool]
"""Saves one row; False while a row it needs is still missing."""


@dataclass
class Rows:
    """The rows of a season, by the ids of its facts."""

    facts: Facts
    players: dict[Id, Player] = field(default_factory=dict)
    teams: dict[Id, Team] = field(default_factory=dict)
    series: dict[Id, EventSeries] = field(default_factory=dict)
    events: dict[Id, Event] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)
    games: dict[Id, Game] = field(default_factory=dict)
    lineups: dict[tuple[Id, Id], Lineup] = field(default_factory=dict)
    incidents: dict[Id, Incident] = field(default_factory=dict)
    cards: set[tuple[Id, int]] = field(default_factory=set)
    officials: list[User] = field(default_factory=list)

    # -------------------------------------------------------------- saving

    def save(self, seed: int) -> Rows:
        """Save every fact, in an order drawn by ``seed``."""
        self._people()
        steps = list(self._steps())
        shuffle = random.Random(seed)
        while steps:
            shuffle.shuffle(steps)
            waiting = [step for step in steps if not step()]
            if len(waiting) == len(steps):
                return self  # what is left decides on suspensions that do not arise
            steps = waiting
        return self

    def _people(self) -> None:
        facts = self.facts
        people = {p for e in facts.entries for p in e.roster} | {i.player for i in facts.incidents}
        people |= {b.player for b in facts.bars}
        people |= {p for g in facts.games for named in (*g.lineups.values(), *g.substitutes.values()) for p in named}
        teams = {e.team for e in facts.entries} | {t for g in facts.games for t in g.teams}
        for number, player in enumerate(sorted(people, key=str), start=1):
            self.players[player] = Player.objects.create(
                member_number=f"{1000 + number}", name=str(player), family_name=str(player)
            )
        for team in sorted(teams, key=str):
            self.teams[team] = Team.objects.create(name=str(team))
        for event in facts.events:
            if event.series is not None and event.series not in self.series:
                self.series[event.series] = EventSeries.objects.create(name=str(event.series))
        self.officials = [
            User.objects.create_user(f"official{n}@example.org", "x", name=f"Official {n}") for n in range(3)
        ]

    def _steps(self) -> Iterator[Step]:
        facts = self.facts
        for event in facts.events:
            yield self._step(self._event, event)
        for number, entry in enumerate(facts.entries):
            yield self._step(self._entry, number, entry)
            for player in entry.roster:
                yield self._step(self._roster, number, player)
        listed = {game.id: place for place, game in enumerate(facts.games)}
        for game in facts.games:
            yield self._step(self._game, game, listed[game.id])
            for team, players in game.lineups.items():
                yield self._step(self._lineup, game.id, team)
                for place, player in enumerate(players, start=1):
                    yield self._step(self._place, game.id, team, player, place)
            for team, players in game.substitutes.items():
                for player in players:
                    yield self._step(self._substitute, game.id, team, player)
        for place, incident in enumerate(facts.incidents, start=1):
            yield self._step(self._incident, incident, place)
            for number, color in enumerate(incident.cards, start=1):
                yield self._step(self._card, incident, number, color)
            if incident.box_unserved:
                yield self._step(self._stay, incident)
            for number, increase in enumerate(incident.increases, start=1):
                yield self._step(self._increase, incident, number, increase)
        names = self._identities()
        for approval in facts.approvals:
            yield self._step(self._approval, approval, names)
        for report in facts.attendance:
            yield self._step(self._attendance, report, names)
        for ruling in facts.rulings:
            yield self._step(self._ruling, ruling, names)
        for bar in facts.bars:
            yield self._step(self._bar, bar)

    @staticmethod
    def _step(save: Callable[..., bool | None], *args: Any) -> Step:
        def step() -> bool:
            try:
                return save(*args) is not False
            except KeyError:
                return False

        return step

    def _identities(self) -> dict[SuspensionKey, tuple[Id, Callable[[], str]]]:
        """How the row of each suspension that finally arises is named, by the facts' own key."""
        names: dict[SuspensionKey, tuple[Id, Callable[[], str]]] = {}
        for record in assess(self.facts, _EARLY).values():
            for suspension in record.suspensions:
                if suspension.marks:
                    mark = suspension.marks[0]

                    def named(kind: str = suspension.kind, mark: Any = mark, player: Id = record.player) -> str:
                        return f"{kind}:{mark.key(self.players[player].pk)}"

                else:

                    def named(key: CardKey = suspension.key) -> str:  # type: ignore[misc]
                        incident = self.incidents[key.card.incident].pk
                        return f"{incident}.{key.card.number}:{key.kind}"

                names[suspension.key] = (record.player, named)
        return names

    def _suspension(self, key: SuspensionKey, names: dict[Any, Any]) -> Suspension:
        player, named = names[key]
        row = Suspension.objects.filter(player=self.players[player], identity=named()).first()
        if row is None:
            raise KeyError(key)
        return row

    def _event(self, event: Any) -> None:
        self.events[event.id] = Event.objects.create(
            name=str(event.id),
            kind=event.kind,
            discipline="outdoor" if event.outdoor else "arena",
            goals=event.goals,
            gauntlet=event.gauntlet,
            series=self.series[event.series] if event.series is not None else None,
            time_zone=event.tz,
            first_day=event.starts,
            last_day=event.ends,
            published_at=event.published,
            completed_at=event.completed,
        )

    def _entry(self, number: int, entry: Any) -> None:
        self.entries[number] = Entry.objects.create(
            event=self.events[entry.event],
            team=self.teams[entry.team],
            entered_at=entry.at,
            withdrawn_at=entry.withdrawn,
            out_at=entry.out,
        )

    def _roster(self, number: int, player: Id) -> None:
        RosterPlace.objects.create(entry=self.entries[number], player=self.players[player])

    def _game(self, game: Any, listed: int) -> None:
        self.games[game.id] = Game.objects.create(
            event=self.events[game.event],
            starts_at=game.start,
            ends_at=game.end,
            stage=game.stage,
            status=game.status,
            team_a=self.teams[game.teams[0]],
            team_b=self.teams[game.teams[1]],
            schedule_order=listed,
        )

    def _lineup(self, game: Id, team: Id) -> None:
        self.lineups[game, team] = Lineup.objects.create(game=self.games[game], team=self.teams[team])

    def _place(self, game: Id, team: Id, player: Id, place: int) -> None:
        LineupPlace.objects.create(
            lineup=self.lineups[game, team],
            player=self.players[player],
            position=place if place <= 4 else None,
        )

    def _substitute(self, game: Id, team: Id, player: Id) -> None:
        Substitution.objects.create(game=self.games[game], team=self.teams[team], player=self.players[player])

    def _incident(self, incident: Any, place: int) -> None:
        row = Incident(
            game=self.games[incident.game],
            player=self.players[incident.player],
            team=self.teams[incident.team],
            position=place,
            when=incident.when,
            category=Category.OTHER,
            at=incident.at,
            recorded_at=incident.recorded,
        )
        if incident.rescinded:
            row.rescinded_at = incident.recorded
            row.rescinded_by = self.officials[0]
            row.rescind_reason = "Mistaken identity"
        row.save()
        self.incidents[incident.id] = row

    def _card(self, incident: Any, number: int, color: str) -> bool | None:
        if number > 1 and (incident.id, number - 1) not in self.cards:
            return False  # the database wants them in order
        Card.objects.create(incident=self.incidents[incident.id], number=number, color=color)
        self.cards.add((incident.id, number))
        return None

    def _stay(self, incident: Any) -> None:
        PenaltyBoxStay.objects.create(
            incident=self.incidents[incident.id],
            seconds_imposed=max(120, incident.box_unserved),
            unserved_seconds=incident.box_unserved,
        )

    def _increase(self, incident: Any, number: int, increase: Any) -> None:
        Increase.objects.create(
            incident=self.incidents[incident.id],
            number=number,
            by=increase.by,
            games=increase.games,
            decided_at=increase.at,
            note="" if increase.games else "A warning",
        )

    def _approval(self, approval: Any, names: dict[Any, Any]) -> None:
        game = self.games[approval.game]
        suspension = self._suspension(approval.suspension, names)
        standing = Approval.objects.filter(suspension=suspension, game=game, closed_at=None).first()
        if standing is not None and standing.votes.exists():
            standing.closed_at, standing.closed_reason = timezone.now(), "settled"
            standing.save()
            standing = None
        # The request may have opened by itself.
        row = standing or Approval.objects.create(suspension=suspension, game=game, terms=terms_of(game))
        for official, (seat, moment) in zip(self.officials, sorted(approval.votes.items()), strict=False):
            Vote.objects.create(approval=row, seat=seat, voter=official, choice=VoteChoice.APPROVE, cast_at=moment)

    def _attendance(self, report: Any, names: dict[Any, Any]) -> None:
        game = self.games[report.game]
        by = self.officials[0]
        Attendance.objects.create(
            suspension=self._suspension(report.suspension, names),
            game=game,
            before_at=game.starts_at if report.before else None,
            before_by=by if report.before else None,
            after_at=game.ends_at if report.after else None,
            after_by=by if report.after else None,
        )

    def _ruling(self, ruling: Any, names: dict[Any, Any]) -> None:
        Ruling.objects.create(
            suspension=self._suspension(ruling.suspension, names),
            effect=Effect(ruling.effect),
            authority=RulingAuthority.EXECUTIVE_COMMITTEE,
            decided_on=_EARLY.date(),
            reason="On appeal",
        )

    def _bar(self, bar: Any) -> None:
        Bar.objects.create(
            player=self.players[bar.player],
            first_day=bar.first,
            last_day=bar.last,
            reason="penalty",
            authority=RulingAuthority.EXECUTIVE_COMMITTEE,
        )

    # -------------------------------------------------------------- reading back

    def stored(self) -> tuple[dict[Any, Any], set[tuple[str, str, int]]]:
        """Standing suspensions and open problems, as the database holds them."""
        suspensions = {
            (row.player_id, row.incident_id, row.trigger.number, row.code): (
                row.full_game,
                row.seconds,
                row.no_substitute,
                row.team_id,
                tuple(row.thresholds),
                row.state,
                row.serving_game_id,
                row.approved,
                row.serve_by,
                row.last_day,
                row.goals,
                row.tier,
                row.event_kind,
            )
            for row in Suspension.objects.exclude(state="void").select_related("trigger")
        }
        problems = {(p.code, p.at, p.player_id) for p in Problem.objects.filter(resolved_at__isnull=True)}
        return suspensions, problems

    def expected(self, facts: Facts, now: datetime) -> tuple[dict[Any, Any], set[tuple[str, str, int]]]:
        """The same, as the pure rule answers for the facts."""
        season = Season(facts)
        suspensions: dict[Any, Any] = {}
        problems: set[tuple[str, str, int]] = set()
        for record in assess(season, now).values():
            for s in record.suspensions:
                key = (
                    self.players[s.player].pk,
                    self.incidents[s.trigger.incident].pk,
                    s.trigger.number,
                    s.code,
                )
                suspensions[key] = (
                    s.full_game,
                    s.seconds,
                    s.no_substitute,
                    self.teams[s.scope.team].pk if s.scope.team is not None else None,
                    s.thresholds,
                    s.state.value,
                    self.games[s.serve_in].pk if s.serve_in is not None else None,
                    s.approved,
                    s.serve_by,
                    s.last_day,
                    s.goals,
                    s.tier.value,
                    s.event_kind.value,
                )
            for p in record.problems:
                problems.add((p.code.value, self._place_of(p), self.players[p.player].pk))
        return suspensions, problems

    def _place_of(self, problem: Any) -> str:
        if problem.card is not None:
            return f"{self.incidents[problem.card.incident].pk}.{problem.card.number}"
        if problem.incident is not None:
            return str(self.incidents[problem.incident].pk)
        return f"{self.games[problem.game].pk}/{self.players[problem.player].pk}"


_EARLY = datetime.fromisoformat("2026-01-01T00:00:00+00:00")
