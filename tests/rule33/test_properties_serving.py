"""Section 4 of the specification once more, written down naively: for every game of a player the
candidates are gathered from the facts alone, and the engine's choice is compared with theirs.

What arises, and its scope, is taken from the engine (other tests look at those); which games are
eligible, what competes, what goes first and what becomes of it is worked out here.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from hypothesis import given

from disciplinary.rule33.answers import Play, Record, State, Suspension
from disciplinary.rule33.editions import RULE_2026
from disciplinary.rule33.facts import (
    Event,
    EventKind,
    Facts,
    Game,
    Id,
    Seat,
    Stage,
    Status,
    SuspensionKind,
    When,
)
from disciplinary.rule33.ledger import assess
from disciplinary.rule33.periods import local_day
from disciplinary.rule33.tiers import tier_of
from tests.rule33.strategies import GOING, OFF, OVER, PROPERTY, Given, any_seasons

TIER, ALL_TIERS = SuspensionKind.ACCUMULATED_TIER, SuspensionKind.ACCUMULATED_ALL_TIERS
CARRIED = SuspensionKind.CARRIED_YELLOW


class Naive:
    """What the facts say, asked one question at a time."""

    def __init__(self, facts: Facts, now: datetime, player: Id) -> None:
        self.facts = facts
        self.now = now
        self.player = player
        self.event_of: dict[Id, Event] = {event.id: event for event in facts.events}
        self.games = sorted(facts.games, key=lambda game: game.start)
        self.game_of = {game.id: game for game in facts.games}
        self.cards = [i for i in facts.incidents if i.player == player and not i.rescinded]

    def event(self, game: Game) -> Event:
        return self.event_of[game.event]

    def day(self, game: Game) -> date:
        return local_day(game.start, self.event(game).tz)

    # ------------------------------------------------------------ playing

    def said(self, game: Game) -> set[Id]:
        """The teams for which the player is said to be there."""
        named = {
            team
            for lists in (game.lineups, game.substitutes)
            for team, players in lists.items()
            if self.player in players
        }
        return named or {
            entry.team
            for entry in self.facts.entries
            if entry.event == game.event
            and entry.team in game.teams
            and self.player in entry.roster
            and (entry.at is None or entry.at <= game.start)
            and (entry.withdrawn is None or game.start < entry.withdrawn)
        }

    def torn(self, game: Game) -> bool:
        return len(self.said(game)) > 1

    def team(self, game: Game) -> Id | None:
        said = self.said(game)
        if len(said) == 1:
            return next(iter(said))
        carded = [card.team for card in self.cards if card.game == game.id]
        return carded[0] if carded and not said else None

    def barred(self, game: Game) -> bool:
        return any(
            bar.player == self.player and bar.first <= self.day(game) <= (bar.last or date.max)
            for bar in self.facts.bars
        )

    def starts(self, game: Game, *, suspended: bool) -> bool:
        team = self.team(game)
        if team is None:
            return False
        if team in game.lineups:
            return self.player in game.lineups[team]
        if suspended or self.barred(game) or self.substitute(game):
            return False
        return self.carded(game) or self.on_roster(game)

    def on_roster(self, game: Game) -> bool:
        return not self.substitute(game) and self.said(game) == {self.team(game)}

    def substitute(self, game: Game) -> bool:
        return any(self.player in players for players in game.substitutes.values())

    def carded(self, game: Game) -> bool:
        return any(card.game == game.id and card.when is When.DURING for card in self.cards)

    def took_part(self, game: Game, *, suspended: bool) -> bool:
        return self.starts(game, suspended=suspended) or self.substitute(game) or self.carded(game)

    # ------------------------------------------------------------ decisions

    def names(self, item: Suspension) -> set[Any]:
        return {item.key, *(mark.key(item.player) for mark in item.marks)}

    def approvals(self, item: Suspension, game: Game) -> list[tuple[datetime, datetime | None]]:
        """From when, and until when if not for good, the committee approved of the game."""
        return [
            (max(approval.votes.values()), approval.lapsed)
            for approval in self.facts.approvals
            if approval.suspension in self.names(item) and approval.game == game.id and set(approval.votes) == set(Seat)
        ]

    def approved_at(self, item: Suspension, game: Game) -> datetime | None:
        in_time = [
            complete for complete, lapsed in self.approvals(item, game) if lapsed is None and complete < game.start
        ]
        return min(in_time) if in_time else None

    def attended(self, item: Suspension, game: Game) -> bool:
        reports = [r for r in self.facts.attendance if r.suspension in self.names(item) and r.game == game.id]
        return any(r.before for r in reports) and any(r.after for r in reports)

    # ------------------------------------------------------------ eligible games

    def eligible(self, item: Suspension, game: Game, *, as_if_approved: bool = False) -> bool:
        """Whether it passes; ``as_if_approved``, and whatever became of it."""
        if game.start <= max(self.game_of[item.game].start, item.since) or self.barred(game):
            return False
        if game.status in OFF and not as_if_approved:
            return False
        approved = as_if_approved or self.approved_at(item, game) is not None
        if item.serve_by is not None and self.day(game) > item.serve_by:
            return approved and item.last_day is not None and self.day(game) <= item.last_day
        scope = item.scope.team
        if approved:
            within = self.team(game) == scope or scope is None or scope in game.teams
        else:
            within = self.team(game) is not None and scope in (None, self.team(game))
        return within and self.fits(item, game)

    def fits(self, item: Suspension, game: Game) -> bool:
        """The table."""
        event = self.event(game)
        marked = item.kind in (TIER, ALL_TIERS)
        itself = event.id == item.event
        if not marked or item.scope.team is None:
            if not itself and event.goals < item.goals:
                return False
            if not itself and item.event_kind is EventKind.USPA and event.kind is not EventKind.USPA:
                return False
        if item.kind is TIER:
            tier = tier_of(event.goals, gauntlet=event.gauntlet, edition=RULE_2026)
            if not itself and tier is not item.tier:
                return False
        if not marked and game.stage in (Stage.CONSOLATION, Stage.SUBSIDIARY_FIRST_ROUND, Stage.SHOOTOUT):
            return False
        return not item.full_game or (event.published is not None and event.published <= item.issued)

    # ------------------------------------------------------------ which of them

    def moved_on(self, item: Suspension, game: Game) -> bool:
        """R-11."""
        if not item.full_game or self.approved_at(item, game) is not None:
            return False
        for other in self.games:
            if other.start <= game.start or not self.eligible(item, other, as_if_approved=True):
                continue
            if item.serve_by is None or self.day(other) > item.serve_by:
                continue
            over, fell_away = game.status in OVER, other.status in (*OFF, Status.ABANDONED)
            for complete, lapsed in self.approvals(item, other):
                stood = complete < game.start and (lapsed is None or game.start < lapsed)
                # What rested on the approval when the game was played stays.
                if stood and (over or (lapsed is None and not fell_away)):
                    return True
        return False

    def held_back(self, item: Suspension, game: Game, owed: list[Suspension]) -> bool:
        outside = (TIER, ALL_TIERS, CARRIED)
        return item.kind not in outside and any(
            other.kind not in outside
            and other.game == item.game
            and severity(other) > severity(item)
            and other.since < game.start
            and other.last_day is not None
            and self.day(game) <= other.last_day
            for other in owed
        )

    def in_default(self, item: Suspension) -> bool:
        today = local_day(self.now, self.event_of[item.event].tz)
        return item.last_day is not None and today > item.last_day

    def choose(self, game: Game, owed: list[Suspension]) -> list[Suspension]:
        found = [
            item
            for item in owed
            if self.eligible(item, game)
            and not self.moved_on(item, game)
            and not self.held_back(item, game, owed)
            and not (game.status in GOING and self.in_default(item))
        ]
        if not found:
            return []
        most = max(severity(item) for item in found)
        equals = [item for item in found if severity(item) == most]
        approved = [item for item in equals if self.approved_at(item, game) is not None]
        first = min(approved or equals, key=lambda item: item.arose)
        pair = [
            item for item in found if item.trigger == first.trigger and {item.kind, first.kind} == {TIER, ALL_TIERS}
        ]
        return [first, *pair]


def severity(item: Suspension) -> tuple[bool, int]:
    """Full game, with four minutes alone; then by the minutes."""
    return (item.full_game, item.no_substitute)


def replay(naive: Naive, record: Record) -> tuple[dict[Any, tuple[str, Id]], dict[Id, Play]]:
    """What becomes of every suspension, and how the player goes into every game."""
    found: dict[Any, tuple[str, Id]] = {}
    plays: dict[Id, Play] = {}
    known = [item for item in record.suspensions if item.state is not State.LIFTED]
    for game in naive.games:
        if game.status not in (*OVER, *GOING):
            continue
        over = game.status in OVER
        arisen = [i for i in known if naive.game_of[i.game].start < game.start and i.key not in found]
        chosen = naive.choose(game, [item for item in arisen if item.kind is not CARRIED])
        suspended = any(item.full_game for item in chosen)
        took_part = naive.took_part(game, suspended=suspended)
        for item in chosen:
            if not item.full_game:
                done = naive.starts(game, suspended=False)
            elif over:
                done = (
                    game.status is Status.PLAYED
                    and not took_part
                    and naive.approved_at(item, game) is not None
                    and naive.attended(item, game)
                )
            else:
                done = True
            if done:
                found[item.key] = ("served" if over else "ahead", game.id)
        if took_part and not suspended:
            for item in arisen:
                if item.kind is CARRIED and naive.eligible(item, game):
                    found[item.key] = ("served" if over else "ahead", game.id)
        if naive.barred(game):
            plays[game.id] = Play.BARRED
        elif suspended:
            plays[game.id] = Play.SUSPENDED
        else:
            plays[game.id] = Play.CLEAR
    return found, plays


@PROPERTY
@given(any_seasons())
def test_every_suspension_is_served_where_a_naive_reckoning_serves_it(season: Given) -> None:
    for record in assess(season.facts, season.now).values():
        found, plays = replay(Naive(season.facts, season.now, record.player), record)
        engine = {
            item.key: ("served" if item.state is State.SERVED else "ahead", item.serve_in)
            for item in record.suspensions
            if item.serve_in is not None
        }
        assert engine == found
        for sheet in record.appearances:
            assert sheet.play is plays[sheet.game]


@PROPERTY
@given(any_seasons())
def test_who_plays_while_kept_out_is_a_problem_once_the_game_is_over(season: Given) -> None:
    for record in assess(season.facts, season.now).values():
        naive = Naive(season.facts, season.now, record.player)
        _, plays = replay(naive, record)
        expected = []
        for game in naive.games:
            if game.id not in plays:
                continue
            if naive.torn(game):
                expected.append(("on_two_rosters", game.id))
            kept_out = plays[game.id]
            if game.status not in OVER or kept_out is Play.CLEAR:
                continue
            if naive.took_part(game, suspended=kept_out is Play.SUSPENDED):
                expected.append(("barred" if kept_out is Play.BARRED else "suspended", game.id))
        codes = {
            "played_while_suspended": "suspended",
            "played_before_recorded": "suspended",
            "played_while_barred": "barred",
            "on_two_rosters": "on_two_rosters",
        }
        found = [(codes[problem.code], problem.game) for problem in record.problems if problem.code in codes]
        assert sorted(found, key=str) == sorted(expected, key=str)
