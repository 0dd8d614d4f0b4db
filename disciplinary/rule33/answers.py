"""What Rule 33 makes of the facts: frozen answers, each with its clause, readings and figures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from disciplinary.rule33.clauses import Clause, Reading
from disciplinary.rule33.facts import (
    CardId,
    CardKey,
    EventKind,
    Id,
    MarkKey,
    SuspensionKind,
    Tier,
    Window,
)
from disciplinary.rule33.periods import Period

ALL_TIERS = "all"
"""Stands where a tier's code would, for a count across all tiers."""


class State(StrEnum):
    """How far a suspension has come."""

    WAITING = "waiting"
    DUE = "due"
    SERVED = "served"
    OVERDUE = "overdue"
    IN_DEFAULT = "in_default"
    LIFTED = "lifted"


class Play(StrEnum):
    """Whether a player may play in a game."""

    CLEAR = "clear"
    SUSPENDED = "suspended"
    BARRED = "barred"


class ProblemCode(StrEnum):
    """What staff must resolve: facts that do not fit the rule, or each other."""

    FOURTH_OFFENSE_MUST_BE_RED = "fourth_offense_must_be_red"
    CARD_AFTER_RED = "card_after_red"
    SINGLE_YELLOW_AFTER_GAME = "single_yellow_after_game"
    PLAYED_WHILE_SUSPENDED = "played_while_suspended"
    PLAYED_BEFORE_RECORDED = "played_before_recorded"
    PLAYED_WHILE_BARRED = "played_while_barred"
    ON_TWO_ROSTERS = "on_two_rosters"


class Mark(NamedTuple):
    """A count of yellow cards that suspends, in one period and one tier (or ``all``)."""

    period: Period
    tier: str
    yellows: int

    @property
    def name(self) -> str:
        """``two_month/low/5``."""
        return f"{self.period.window}/{self.tier}/{self.yellows}"

    def key(self, player: Id) -> MarkKey:
        """The mark as a name for the suspension of a player who reached it."""
        return MarkKey(player, self.period.window, self.period.code, self.tier, self.yellows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Whose games may serve: one team's (``team``), or any team's (None).

    ``kept_by`` is the uncompleted event that keeps the suspension with the team, and
    ``through_series`` whether its series does; ``by_ruling`` says that a ruling opened the scope.
    """

    team: Id | None
    kept_by: Id | None = None
    through_series: bool = False
    by_ruling: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspension:
    """A suspension, or the status of a carried yellow.

    ``seconds`` is the time off at the start of a partial one, ``no_substitute`` the seconds for
    which nobody may stand in. ``number`` counts the increases of one card (0 elsewhere).
    ``serve_by`` and ``last_day`` are local days of the triggering card's event, None for a carried
    yellow. ``cards`` are those it rests on; ``arose`` its place among the player's suspensions.
    """

    player: Id
    kind: SuspensionKind
    number: int
    trigger: CardId
    marks: tuple[Mark, ...]
    full_game: bool
    seconds: int
    no_substitute: int
    game: Id
    event: Id
    goals: int
    tier: Tier
    event_kind: EventKind
    issued: datetime
    since: datetime
    """Games that start later than this may serve: ``issued``, or an increase's own date."""
    scope: Scope
    state: State
    serve_in: Id | None
    approved: bool
    ask_for: Id | None
    """The coming game about which its committee is to be asked now, if there is one."""
    serve_by: date | None
    last_day: date | None
    cards: tuple[CardId, ...]
    arose: int
    clause: Clause
    readings: tuple[Reading, ...]

    @property
    def code(self) -> str:
        """The kind as files and keys write it: ``increase_2`` rather than ``increase``."""
        return f"{self.kind}_{self.number}" if self.number else str(self.kind)

    @property
    def key(self) -> CardKey:
        """The suspension named by its card."""
        return CardKey(self.trigger, self.code)

    @property
    def thresholds(self) -> tuple[str, ...]:
        """The names of its marks, sorted as text."""
        return tuple(sorted(mark.name for mark in self.marks))

    @property
    def open(self) -> bool:
        """Whether it is still owed."""
        return self.state not in (State.SERVED, State.LIFTED)


class Appearance(NamedTuple):
    """How a player goes into a game that is scheduled, in progress, played or abandoned.

    Of these there is one for every player and game: a tuple, since it is made in a third of the time.

    ``sit_out`` and ``no_substitute`` are seconds of play from the start; ``approved`` speaks of a
    suspension from the whole game; ``serves`` names the suspensions the game is for.
    """

    game: Id
    player: Id
    team: Id | None
    play: Play
    sit_out: int = 0
    no_substitute: int = 0
    carried_yellow: bool = False
    approved: bool = False
    serves: tuple[CardKey, ...] = ()


class Consequence(NamedTuple):
    """What a card shown during a game means at once: its offense number, seconds off, seconds
    without a substitute, and whether the player is off for the rest of the game.
    """

    card: CardId
    player: Id
    offense: int
    sit_out: int
    no_substitute: int
    sent_off: bool
    clause: Clause
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something for staff to resolve: at a card, an incident, or a player in a game."""

    code: ProblemCode
    player: Id
    game: Id
    incident: Id | None = None
    card: CardId | None = None

    @property
    def at(self) -> str:
        """Where it is, as scenario files write it."""
        if self.card is not None:
            return str(self.card)
        if self.incident is not None:
            return str(self.incident)
        return f"{self.game}/{self.player}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The yellow cards of a player in one window and tier (or ``all``), and the next mark, if any
    is left. ``marks`` are all the marks of that count.
    """

    player: Id
    window: Window
    period: Period
    tier: str
    cards: tuple[CardId, ...]
    marks: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many yellow cards count."""
        return len(self.cards)

    @property
    def next_mark(self) -> int | None:
        """The next count that suspends."""
        return next((mark for mark in self.marks if mark > len(self.cards)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """All answers for one player at one moment."""

    player: Id
    now: datetime
    suspensions: tuple[Suspension, ...]
    appearances: tuple[Appearance, ...]
    consequences: tuple[Consequence, ...]
    problems: tuple[Problem, ...]
    tallies: tuple[Tally, ...]
