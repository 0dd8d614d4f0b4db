"""The game-day sheet: how each player goes into one game, as the rule answers now, in plain values.

A sheet holds codes, names and numbers, never sentences: it is kept as it was made, and read in
either language.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Prefetch, QuerySet

from disciplinary import facts
from disciplinary.models import Approval, Attendance, Suspension, Vote
from disciplinary.rule33 import answers
from disciplinary.rule33.answers import Appearance, Play, ProblemCode, Record, State
from disciplinary.rule33.facts import Status, SuspensionKind
from disciplinary.rule33.ledger import assess_player
from disciplinary.rule33.presence import GOING, OVER
from disciplinary.rule33.season import Season
from disciplinary.selectors.sides import Side, sides_of
from disciplinary.selectors.suspensions import attendance_at, seats_missing
from players.models import Player
from tournaments.choices import Discipline
from tournaments.models import Game, GameUmpire

STARTS, CAME_ON, ROSTER, UNLISTED = "starts", "came_on", "roster", "unlisted"
"""How a player is listed: named to start, named as a substitute, on the roster alone, or not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """A suspension, or the status of a carried yellow, as the sheet names it.

    ``thresholds`` and ``period`` are those of the stored row; ``of`` is the game of the card and
    ``on`` its local day. ``missing`` are the seats that have not approved this game, ``before`` and
    ``after`` the player's reports to the umpires.
    """

    kind: str
    number: int
    thresholds: tuple[str, ...]
    period: str
    full_game: bool
    seconds: int
    no_substitute: int
    clause: str
    of: tuple[str, str]
    on: date
    last_day: date | None
    missing: tuple[str, ...] = ()
    before: datetime | None = None
    after: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One player: where he is listed, how he goes into the game, and why. Who is listed for both teams
    has a line in each.

    ``team`` is 0 or 1, None where he belongs to neither. ``play``, ``sit_out`` and ``no_substitute``
    are the rule's answer, in seconds of play. ``yellow_if_on`` says that he begins with one yellow
    should he come on. ``asked`` are suspensions for which the committee is asked about this game,
    without which he may play in it.
    """

    player: int
    name: str
    team: int | None
    listed: str
    position: int | None
    on_both: bool = False
    play: str = Play.CLEAR.value
    sit_out: int = 0
    no_substitute: int = 0
    carried_yellow: bool = False
    yellow_if_on: bool = False
    serves: tuple[Owed, ...] = ()
    asked: tuple[Owed, ...] = ()
    in_default: tuple[Owed, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Everything on the sheet. ``off`` is the status of a game that is not to be played, else empty."""

    event: str
    teams: tuple[str, str]
    starts_at: datetime
    time_zone: str
    stage: str
    field: str
    off: str
    outdoor: bool
    umpires: tuple[str, ...]
    lineups: tuple[bool, bool]
    players: tuple[Line, ...]


# ------------------------------------------------------------ as kept


def contents_of(sheet: Sheet) -> dict[str, Any]:
    """The sheet as it is stored."""
    stored: dict[str, Any] = json.loads(json.dumps(asdict(sheet), cls=DjangoJSONEncoder))
    return stored


def digest_of(contents: Mapping[str, Any]) -> str:
    """The same for the same contents, and for them alone."""
    text = json.dumps(contents, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def sheet_from(contents: Mapping[str, Any]) -> Sheet:
    """The sheet that was stored."""
    return Sheet(
        **{
            **contents,
            "teams": tuple(contents["teams"]),
            "starts_at": datetime.fromisoformat(contents["starts_at"]),
            "umpires": tuple(contents["umpires"]),
            "lineups": tuple(contents["lineups"]),
            "players": tuple(_line_from(one) for one in contents["players"]),
        }
    )


def _line_from(stored: Mapping[str, Any]) -> Line:
    owed = {name: tuple(_owed_from(one) for one in stored[name]) for name in ("serves", "asked", "in_default")}
    return Line(**{**stored, **owed})


def _owed_from(stored: Mapping[str, Any]) -> Owed:
    def moment(name: str) -> datetime | None:
        return datetime.fromisoformat(stored[name]) if stored[name] else None

    return Owed(
        **{
            **stored,
            "thresholds": tuple(stored["thresholds"]),
            "of": tuple(stored["of"]),
            "on": date.fromisoformat(stored["on"]),
            "last_day": date.fromisoformat(stored["last_day"]) if stored["last_day"] else None,
            "missing": tuple(stored["missing"]),
            "before": moment("before"),
            "after": moment("after"),
        }
    )


# ------------------------------------------------------------ as it is now


def game_of_sheet() -> QuerySet[Game]:
    """Games with what their sheets name."""
    return Game.objects.select_related("event", "team_a", "team_b")


def sheet_of(game: Game, *, now: datetime) -> Sheet:
    """The sheet of a game as things stand, in a fixed number of queries whatever its players' histories."""
    sides = sides_of(game)
    listed = list(_listed(sides))
    players = {player.pk: player for player, *_ in listed}
    unlisted = list(Player.objects.filter(pk__in=_concerned(game) - set(players)).order_by("sort_name", "pk"))
    judged = _Judged(game, [*players, *(player.pk for player in unlisted)], now)
    lines = [judged.line(player, team=team, listed=how, position=position) for player, team, how, position in listed]
    lines += [
        line for player in unlisted if (line := judged.line(player, team=None, listed=UNLISTED)).serves or line.asked
    ]
    return Sheet(
        event=str(game.event.name),
        teams=(game.team_a.name, game.team_b.name),
        starts_at=game.starts_at,
        time_zone=game.event.time_zone,
        stage=game.stage,
        field=game.field,
        off="" if Status(game.status) in GOING else game.status,
        outdoor=game.event.discipline == Discipline.OUTDOOR,
        umpires=tuple(
            GameUmpire.objects.filter(game=game).order_by("umpire__name").values_list("umpire__name", flat=True)
        ),
        lineups=judged.lineups,
        players=tuple(lines),
    )


def _listed(sides: Iterable[Side]) -> Iterable[tuple[Player, int, str, int | None]]:
    """Everyone on the lists, in their order: player, team, how he is listed, and his position."""
    for team, side in enumerate(sides):
        starting = {player.pk: position for position, player in side.starting}
        came_on = {player.pk for player in side.substitutes}
        for player in side.players:
            how = STARTS if player.pk in starting else CAME_ON if player.pk in came_on else ROSTER
            yield player, team, how, starting.get(player.pk)


def _concerned(game: Game) -> set[int]:
    """Those whose suspensions are for this game, or of whom its committee is asked, listed or not."""
    serving = Suspension.objects.filter(serving_game=game).values_list("player_id")
    asked = Approval.objects.filter(game=game, closed_at__isnull=True).values_list("suspension__player_id")
    return {player for (player,) in serving.union(asked).order_by()}


class _Judged:
    """The rule's answers for the players of a game, with the rows of the suspensions they name."""

    def __init__(self, game: Game, players: list[int], now: datetime) -> None:
        self.game = game
        self.facts = facts.load(players, now=now)
        self.season = Season(self.facts)
        self.now = now
        self.records = {player: assess_player(self.season, player, now) for player in players}
        self.known = self.season.games.get(game.pk)
        self.to_come = Status(game.status) in GOING - OVER
        self.rows = {(row.player_id, row.identity): row for row in self._rows(players)}
        self.if_on = self._if_on() if self.known is not None and self.to_come else frozenset()

    @property
    def lineups(self) -> tuple[bool, bool]:
        """For each team, whether a line-up was named."""
        named = next((game.lineups for game in self.facts.games if game.id == self.game.pk), {})
        return self.game.team_a_id in named, self.game.team_b_id in named

    def _rows(self, players: list[int]) -> QuerySet[Suspension]:
        """The suspensions that are for this game, asked about for it, or in default, with what was
        decided about this game.
        """
        wanted = {
            name
            for record in self.records.values()
            for one in record.suspensions
            if one.state is not State.LIFTED
            for name in facts.identities_of(one)
        }
        return (
            Suspension.objects.filter(player__in=players, identity__in=wanted)
            .select_related("game__event", "game__team_a", "game__team_b")
            .prefetch_related(
                Prefetch("approvals", Approval.objects.filter(game=self.game).select_related("game")),
                Prefetch("approvals__votes", Vote.objects.order_by("cast_at", "pk")),
                Prefetch("attendances", Attendance.objects.filter(game=self.game)),
            )
        )

    def _if_on(self) -> frozenset[int]:
        """Those who would begin with one yellow if they came on: the rule is asked as if they had."""
        waiting = {
            player: record
            for player, record in self.records.items()
            if any(one.kind is SuspensionKind.CARRIED_YELLOW and one.open for one in record.suspensions)
            and (answer := self._answer(record)) is not None
            and answer.play is Play.CLEAR
            and not answer.carried_yellow
        }
        if not waiting or self.known is None:
            return frozenset()
        on: dict[Any, tuple[Any, ...]] = dict(self.known.substitutes)
        for player, record in waiting.items():
            answer = self._answer(record)
            if answer is not None:
                on[answer.team] = (*on.get(answer.team, ()), player)
        supposed = replace(self.known, substitutes=on)
        games = tuple(supposed if game.id == supposed.id else game for game in self.facts.games)
        season = Season(replace(self.facts, games=games))
        answers_if_on = {player: self._answer(assess_player(season, player, self.now)) for player in waiting}
        return frozenset(player for player, answer in answers_if_on.items() if answer and answer.carried_yellow)

    def _answer(self, record: Record) -> Appearance | None:
        return next((one for one in record.appearances if one.game == self.game.pk), None)

    def line(self, player: Player, *, team: int | None, listed: str, position: int | None = None) -> Line:
        """One player's line."""
        record = self.records[player.pk]
        answer = self._answer(record)
        on_both = any(one.code is ProblemCode.ON_TWO_ROSTERS and one.game == self.game.pk for one in record.problems)
        serves = answer.serves if answer is not None else ()
        line = Line(
            player=player.pk,
            name=player.name,
            team=team,
            listed=listed,
            position=position,
            on_both=on_both,
            yellow_if_on=player.pk in self.if_on,
            serves=self._owed(one for one in record.suspensions if one.key in serves),
            asked=self._owed(
                one
                for one in record.suspensions
                if one.key not in serves and one.open and one.state is not State.IN_DEFAULT and self._asked(one)
            ),
            in_default=self._owed(one for one in record.suspensions if one.state is State.IN_DEFAULT),
        )
        if answer is None:
            return line
        return replace(
            line,
            play=answer.play.value,
            sit_out=answer.sit_out,
            no_substitute=answer.no_substitute,
            carried_yellow=answer.carried_yellow,
        )

    def _row(self, one: answers.Suspension) -> Suspension | None:
        found = (self.rows.get((int(one.player), name)) for name in facts.identities_of(one))
        return next((row for row in found if row is not None), None)

    def _asked(self, one: answers.Suspension) -> bool:
        """Whether the committee can still let the suspension be served in this game."""
        row = self._row(one)
        return (
            row is not None
            and self.to_come
            and self.now < self.game.starts_at
            and any(approval.closed_at is None for approval in row.approvals.all())
        )

    def _owed(self, found: Iterable[answers.Suspension]) -> tuple[Owed, ...]:
        return tuple(self._one(one, row) for one in found if (row := self._row(one)) is not None)

    def _one(self, one: answers.Suspension, row: Suspension) -> Owed:
        here = one.serve_in == self.game.pk
        needs_approval = one.full_game or one.state is State.OVERDUE
        report = attendance_at(row, self.game.pk) if one.full_game else None
        return Owed(
            kind=row.kind,
            number=row.number,
            thresholds=tuple(row.thresholds),
            period=row.period,
            full_game=one.full_game,
            seconds=one.seconds,
            no_substitute=one.no_substitute,
            clause=one.clause.value,
            of=(row.game.team_a.name, row.game.team_b.name),
            on=row.game.local_day,
            last_day=one.last_day,
            missing=tuple(seat.value for seat in seats_missing(row, self.game.pk))
            if needs_approval and not (here and one.approved) and one.state is not State.IN_DEFAULT
            else (),
            before=report.before_at if report is not None else None,
            after=report.after_at if report is not None else None,
        )
