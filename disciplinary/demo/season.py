"""The season while it is being told: who is where, what happened, and what was decided about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random

from django.utils import timezone

from disciplinary.choices import (
    BarReason,
    ClosedReason,
    Effect,
    IncreaseAuthority,
    LeftEarly,
    RulingAuthority,
    Seat,
    VoteChoice,
    When,
)
from disciplinary.demo import names
from disciplinary.demo.people import People
from disciplinary.demo.schedule import Schedule
from disciplinary.facts import terms_of
from disciplinary.models import (
    Approval,
    Attendance,
    Bar,
    Card,
    Complaint,
    Incident,
    Increase,
    PenaltyBoxStay,
    Ruling,
    Suspension,
    Vote,
)
from players.models import Player
from tournaments.choices import GameStatus
from tournaments.models import Game, Lineup, LineupPlace, RosterPlace, Substitution, Team

STARTERS = 4
CHUKKER = timedelta(minutes=14)
"""From one chukker to the next, breaks included."""
ALL_SEATS = dict.fromkeys(Seat, VoteChoice.APPROVE)


@dataclass
class Shown:
    """An incident with the cards shown for it and all that hangs on it, before it is written."""

    row: Incident
    cards: str
    stay: PenaltyBoxStay | None = None
    increases: list[Increase] = field(default_factory=list)


class DemoSeason:
    """Facts and decisions, collected by the stories and written all at once."""

    def __init__(self, people: People, schedule: Schedule, rng: Random, today: date) -> None:
        self.people = people
        self.schedule = schedule
        self.rng = rng
        self.today = today
        self.now = timezone.now()
        self.shown: list[Shown] = []
        self.reserved: set[int] = set()
        """Players with a story of their own: nothing happens to them by chance."""
        self.lineups: dict[tuple[int, int], list[Player]] = {}
        self.substitutions: list[Substitution] = []
        self.bars: list[Bar] = []
        self._suspensions: dict[tuple[int, str], Suspension] = {}
        self._decided: dict[type, list] = defaultdict(list)
        for (key, name), entry in schedule.entries.items():
            for game in self.played(key, name):
                self.lineups[game.pk, entry.team_id] = list(people.squads[name][:STARTERS])

    # ------------------------------------------------------------ who and where

    def cast(self, team: str) -> Player:
        """A player who starts for the team and has no story yet."""
        for player in self.people.squads[team][:STARTERS]:
            if player.pk not in self.reserved:
                return self.reserve(player)
        raise LookupError(f"{team} has no starter left for another story")

    def reserve(self, player: Player) -> Player:
        """Nothing happens to this player by chance."""
        self.reserved.add(player.pk)
        return player

    def newcomer(self, key: str, team: str) -> Player:
        """Somebody without a team of his own, on the roster of this one for this event alone."""
        player = self.reserve(self.people.spare.pop(0))
        self.join(player, key, team)
        return player

    def join(self, player: Player, key: str, team: str) -> None:
        """Put a player on another roster."""
        self.schedule.rosters.append(RosterPlace(entry=self.schedule.entries[key, team], player=player))

    def games(self, key: str, team: str) -> list[Game]:
        """The games of a team in an event, in order of time."""
        pk = self.people.teams[team].pk
        return [game for game in self.schedule.games[key] if pk in game.team_ids]

    def played(self, key: str, team: str) -> list[Game]:
        """Those that are over."""
        over = (GameStatus.PLAYED, GameStatus.ABANDONED)
        return [game for game in self.games(key, team) if game.status in over]

    def coming(self, key: str, team: str) -> list[Game]:
        """Those that are still to be played."""
        return [game for game in self.games(key, team) if game.status == GameStatus.SCHEDULED]

    def team_of(self, game: Game, player: Player) -> Team:
        """The team for which a player is in the line-up of a game."""
        for team in (game.team_a, game.team_b):
            if player in self.lineups[game.pk, team.pk]:
                return team
        raise LookupError(f"{player} does not play in {game}")

    def plays(self, player: Player, games: Iterable[Game], team: str) -> None:
        """Name a player to start, for somebody who has no story."""
        pk = self.people.teams[team].pk
        for game in games:
            lineup = self.lineups[game.pk, pk]
            out = next(one for one in reversed(lineup) if one.pk not in self.reserved)
            lineup[lineup.index(out)] = player

    def sits_out(self, player: Player, games: Collection[Game]) -> None:
        """Leave a player out of line-ups; whoever stands by starts for him."""
        for game in games:
            for team in (game.team_a, game.team_b):
                lineup = self.lineups.get((game.pk, team.pk), [])
                if player in lineup:
                    lineup.remove(player)
                    lineup += [one for one in self.people.squads[team.name][STARTERS:] if one not in lineup][:1]

    def sits_out_since(self, player: Player, game: Game, team: str) -> None:
        """Leave a player out of all that his team played after a game."""
        later = [
            other
            for key in self.schedule.games
            if (key, team) in self.schedule.entries
            for other in self.played(key, team)
            if other.starts_at > game.starts_at
        ]
        self.sits_out(player, later)

    # ------------------------------------------------------------ what happened

    def card(
        self,
        game: Game,
        player: Player,
        cards: str,
        *,
        after: bool = False,
        minute: int | None = None,
        category: str | None = None,
        recorded_at: datetime | None = None,
        team: Team | None = None,
    ) -> Shown:
        """Show a player a card or more, at a minute of the game, or after it."""
        minute = self.rng.randint(5, 70) if minute is None else minute
        at = game.starts_at + timedelta(minutes=118 if after else minute)
        chukker, into = divmod(timedelta(minutes=minute), CHUKKER)
        category = category or self.rng.choice(list(names.NARRATIVES))
        row = Incident(
            game=game,
            player=player,
            team=team or self.team_of(game, player),
            when=When.AFTER if after else When.DURING,
            category=category,
            chukker=None if after else chukker + 1,
            clock=None if after else max(0, 450 - into.seconds // 2),
            umpire=self.rng.choice(self.people.umpires),
            narrative=names.NARRATIVES.get(category, ""),
            field_penalty=None if after else self.rng.choice((2, 3, 4, 5)),
            at=at,
            recorded_at=recorded_at or min(at + timedelta(hours=self.rng.randint(3, 20)), self.now),
            recorded_by=self.people.accounts["umpire"],
        )
        row.snapshot_event()
        shown = Shown(row, cards)
        self.shown.append(shown)
        return shown

    def box(self, shown: Shown, *, imposed: int = 120, unserved: int = 0, left_early: str = LeftEarly.NO) -> None:
        """Send a player off, with seconds left when the game ended."""
        shown.stay = PenaltyBoxStay(
            incident=shown.row,
            seconds_imposed=imposed,
            unserved_seconds=unserved,
            left_early=left_early,
            seconds_added=0 if left_early == LeftEarly.NO else 120,
        )

    def increase(self, shown: Shown, by: IncreaseAuthority, games: int, note: str = "") -> None:
        """Add to a red card, two days after it."""
        shown.increases.append(
            Increase(
                incident=shown.row,
                number=len(shown.increases) + 1,
                by=by,
                games=games,
                decided_at=shown.row.at + timedelta(days=2),
                note=note,
                recorded_by=self.people.accounts["office"],
            )
        )

    def confirm(self, shown: Shown) -> None:
        """Let whoever entered it confirm that it does not fit the rule."""
        shown.row.confirmed_misfit = True
        shown.row.confirmed_at = shown.row.recorded_at
        shown.row.confirmed_by = shown.row.recorded_by

    def bar(self, player: Player, first: int, last: int | None, reason: BarReason) -> None:
        """Bar a player between two days, counted from today."""
        self.bars.append(
            Bar(
                player=player,
                first_day=self.today + timedelta(days=first),
                last_day=None if last is None else self.today + timedelta(days=last),
                reason=reason,
                authority=RulingAuthority.EXECUTIVE_COMMITTEE,
                complaint=Complaint.objects.filter(respondent=player).first(),
                recorded_by=self.people.accounts["office"],
            )
        )

    # ------------------------------------------------------------ what was decided

    def suspension(self, shown: Shown, code: str) -> Suspension:
        """What came of the cards: the suspension of this kind."""
        return self._suspensions[shown.row.pk, code]

    def request(
        self,
        suspension: Suspension,
        game: Game,
        votes: Mapping[Seat, VoteChoice] = ALL_SEATS,
        *,
        days_before: int = 2,
        closed: ClosedReason | None = None,
    ) -> None:
        """Ask the committee about a game; the seats that answered did so some days before it."""
        cast_at = min(game.starts_at - timedelta(days=days_before), self.now - timedelta(hours=1))
        approval = Approval(
            suspension=suspension,
            game=game,
            opened_at=min(cast_at, max(suspension.issued_at, cast_at - timedelta(days=1))),
            opened_by=self.people.accounts["office"],
            closed_at=self.now if closed else None,
            closed_by=self.people.accounts["office"] if closed else None,
            closed_reason=closed or "",
        )
        self._decided[Approval].append(approval)
        self._decided[Vote] += [
            Vote(
                approval=approval,
                seat=seat,
                voter=self.people.accounts[seat.value],
                choice=choice,
                reason="The other team would be short of players." if choice == VoteChoice.REFUSE else "",
                cast_at=cast_at + timedelta(minutes=7 * number),
            )
            for number, (seat, choice) in enumerate(votes.items())
        ]

    def attend(self, suspension: Suspension, game: Game, *, after: bool = True) -> None:
        """Let the player report before a game, and after it."""
        umpire = self.people.accounts["umpire"]
        self._decided[Attendance].append(
            Attendance(
                suspension=suspension,
                game=game,
                before_at=game.starts_at - timedelta(minutes=25),
                before_by=umpire,
                before_umpire=self.people.umpires[0],
                after_at=game.starts_at + timedelta(minutes=120) if after else None,
                after_by=umpire if after else None,
                after_umpire=self.people.umpires[0] if after else None,
            )
        )

    def rule(self, suspension: Suspension, effect: Effect, reason: str) -> None:
        """Decide on a suspension, five days after it was issued."""
        self._decided[Ruling].append(
            Ruling(
                suspension=suspension,
                effect=effect,
                authority=RulingAuthority.EXECUTIVE_COMMITTEE,
                decided_on=min((suspension.issued_at + timedelta(days=5)).date(), self.today),
                reason=reason,
                document="Minutes of the Executive Committee",
                recorded_by=self.people.accounts["office"],
            )
        )

    def rescind(self, shown: Shown, reason: str) -> None:
        """Let an incident count for nothing, three days after it."""
        Incident.objects.filter(pk=shown.row.pk).update(
            rescinded_at=min(shown.row.at + timedelta(days=3), self.now),
            rescinded_by=self.people.accounts["office"],
            rescind_reason=reason,
        )

    # ------------------------------------------------------------ writing

    def write_facts(self) -> None:
        """Write the rosters, line-ups and incidents."""
        RosterPlace.objects.bulk_create(self.schedule.rosters)
        lineups = {place: Lineup(game_id=place[0], team_id=place[1]) for place in self.lineups}
        Lineup.objects.bulk_create(lineups.values())
        LineupPlace.objects.bulk_create(
            LineupPlace(lineup=lineups[place], player=player, position=position if position <= STARTERS else None)
            for place, starters in self.lineups.items()
            for position, player in enumerate(starters, start=1)
        )
        Substitution.objects.bulk_create(self.substitutions)
        self._write_incidents()

    def _write_incidents(self) -> None:
        positions: dict[int, int] = defaultdict(int)
        in_order = sorted(self.shown, key=lambda one: (one.row.game_id, one.row.when == When.AFTER, one.row.at))
        for shown in in_order:
            positions[shown.row.game_id] += 1
            shown.row.position = positions[shown.row.game_id]
        Incident.objects.bulk_create(shown.row for shown in in_order)
        Card.objects.bulk_create(
            Card(incident=shown.row, number=number, color=color, created_at=shown.row.recorded_at)
            for shown in in_order
            for number, color in enumerate(shown.cards, start=1)
        )
        PenaltyBoxStay.objects.bulk_create(shown.stay for shown in in_order if shown.stay)
        Increase.objects.bulk_create(one for shown in in_order for one in shown.increases)

    def read_suspensions(self) -> None:
        """Note what came of it all, for the stories to go on."""
        rows = Suspension.objects.filter(incident__isnull=False)
        self._suspensions = {(row.incident_id or 0, row.code): row for row in rows}

    def write_decisions(self) -> None:
        """Write what was decided."""
        self._write_requests()
        for model in (Vote, Attendance, Ruling):
            model.objects.bulk_create(self._decided[model])
        Bar.objects.bulk_create(self.bars)

    def _write_requests(self) -> None:
        """Some of the requests have opened by themselves: those are the ones that were decided on."""
        opened = {
            (approval.suspension_id, approval.game_id): approval.pk
            for approval in Approval.objects.filter(closed_at__isnull=True)
        }
        requests = self._decided[Approval]
        for request in requests:
            request.terms = terms_of(request.game)
            request.announced_at = request.opened_at
            request.pk = opened.get((request.suspension_id, request.game_id))
        Approval.objects.bulk_create(request for request in requests if request.pk is None)
        Approval.objects.bulk_update(
            (request for request in requests if request.pk in opened.values()),
            ["terms", "announced_at", "opened_at", "opened_by", "closed_at", "closed_by", "closed_reason"],
        )

    def local_time(self, game: Game, days: int) -> datetime:
        """Noon at the game's place, some days from today."""
        return datetime.combine(self.today + timedelta(days=days), time(12), game.event.zone)
