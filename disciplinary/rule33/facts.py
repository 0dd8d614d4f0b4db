"""What happened, and what people decided: the frozen values the rule is asked about.

Every moment is an aware ``datetime``; every day is a local ``date`` of an event; durations are
seconds of play; handicaps are goals. Ids are whatever the caller uses (database keys or the
names in a scenario file): the rule only compares them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

Id = int | str


class EventKind(StrEnum):
    """Who runs the event, as the USPA Tournament Conditions define it."""

    CLUB = "club"
    USPA = "uspa"


class Tier(StrEnum):
    """One of the four tiers of polo into which yellow cards are counted."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    GAUNTLET = "gauntlet"


class Stage(StrEnum):
    """The place of a game in its event."""

    REGULAR = "regular"
    SEMIFINAL = "semifinal"
    FINAL = "final"
    CONSOLATION = "consolation"
    SUBSIDIARY_FIRST_ROUND = "subsidiary_first_round"
    SHOOTOUT = "shootout"


class Status(StrEnum):
    """What became of a game. ``ABANDONED`` was stopped under way."""

    SCHEDULED = "scheduled"
    IN_PROGRESS = "in_progress"
    PLAYED = "played"
    POSTPONED = "postponed"
    CANCELLED = "cancelled"
    FORFEITED = "forfeited"
    ABANDONED = "abandoned"


class When(StrEnum):
    """Whether a card was shown during the game or after it."""

    DURING = "during"
    AFTER = "after"


class Color(StrEnum):
    """The color of one card."""

    YELLOW = "Y"
    RED = "R"


class Seat(StrEnum):
    """The three seats of the ad-hoc committee."""

    UMPIRES_LLC = "umpires_llc"
    EXECUTIVE_COMMITTEE = "executive_committee"
    HOST_COMMITTEE = "host_committee"


class Authority(StrEnum):
    """Who may increase the penalty of a red card."""

    HOST_COMMITTEE = "host_committee"
    ASSOCIATION = "association"


class Effect(StrEnum):
    """What a ruling does to a suspension."""

    LIFTED = "lifted"
    ANY_TEAM = "any_team"


class SuspensionKind(StrEnum):
    """What a card leaves behind. ``increase_1``, ``increase_2``, … share ``INCREASE`` and carry
    their number beside it.
    """

    RED_CARD = "red_card"
    RED_CARD_AFTER_GAME = "red_card_after_game"
    THREE_YELLOWS_AFTER_GAME = "three_yellows_after_game"
    TWO_YELLOWS_AFTER_GAME = "two_yellows_after_game"
    PENALTY_BOX = "penalty_box"
    CARRIED_YELLOW = "carried_yellow"
    ACCUMULATED_TIER = "accumulated_tier"
    ACCUMULATED_ALL_TIERS = "accumulated_all_tiers"
    INCREASE = "increase"


class Window(StrEnum):
    """How long yellow cards add up: a two-month period or a calendar year."""

    TWO_MONTH = "two_month"
    YEAR = "year"


class CardId(NamedTuple):
    """The ``number``-th card (from 1) of an incident."""

    incident: Id
    number: int

    def __str__(self) -> str:
        return f"{self.incident}.{self.number}"


class CardKey(NamedTuple):
    """A suspension named by its triggering card and kind (``red_card``, ``increase_2``, …)."""

    card: CardId
    kind: str

    def __str__(self) -> str:
        return f"{self.card}:{self.kind}"


class MarkKey(NamedTuple):
    """A suspension for accumulated yellows named by player and mark, whichever card reaches it.

    ``period`` names the period the mark belongs to, such as ``2026/1`` or ``2026``; ``tier`` is a
    tier's code or ``all``.
    """

    player: Id
    window: Window
    period: str
    tier: str
    yellows: int

    def __str__(self) -> str:
        return f"{self.window}/{self.period}/{self.tier}/{self.yellows}"


SuspensionKey = CardKey | MarkKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A tournament. ``goals`` is the upper limit of its handicap; ``starts`` and ``ends`` are its
    first and last local day; ``published`` the moment it was first on a public schedule.

    Arena events (``outdoor`` false) are kept but left alone: Rule 33 is an outdoor rule.
    """

    id: Id
    kind: EventKind
    goals: int
    starts: date
    ends: date
    tz: str
    gauntlet: bool = False
    series: Id | None = None
    published: datetime | None = None
    completed: datetime | None = None
    outdoor: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A team in an event. ``at`` is None where it was entered from the beginning; ``out`` is the
    moment the team was eliminated.
    """

    event: Id
    team: Id
    at: datetime | None = None
    withdrawn: datetime | None = None
    out: datetime | None = None
    roster: tuple[Id, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game of two teams. ``lineups`` holds, per team for which one was named (an empty one is
    one), the players who start; ``substitutes`` those who came on.
    """

    id: Id
    event: Id
    start: datetime
    end: datetime
    teams: tuple[Id, Id]
    stage: Stage = Stage.REGULAR
    status: Status = Status.SCHEDULED
    lineups: Mapping[Id, tuple[Id, ...]]
    substitutes: Mapping[Id, tuple[Id, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Increase:
    """Further games added to a red card by ``by`` at the moment ``at``.

    One that was withdrawn adds nothing, but keeps its number: the others stay the ones they were.
    """

    by: Authority
    games: int
    at: datetime
    withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """One offense of one player and the cards shown for it, in the order shown.

    ``goals``, ``tier`` and ``kind`` are the event's at that moment: a later re-rating moves
    nothing. ``box_unserved`` is the original penalty-box time, in seconds, left when the game ended.
    """

    id: Id
    game: Id
    player: Id
    team: Id
    cards: tuple[Color, ...]
    at: datetime
    recorded: datetime
    goals: int
    tier: Tier
    kind: EventKind
    when: When = When.DURING
    box_unserved: int = 0
    rescinded: bool = False
    increases: tuple[Increase, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """One ad-hoc committee's approvals of one game for one suspension, by seat.

    A seat that refused, withdrew or has not voted is absent. An approval that has ``lapsed`` – a vote
    was withdrawn, or the game became another than the one approved – approves nothing any more; it is
    known only for what rightly rested on it until then.
    """

    suspension: SuspensionKey
    game: Id
    votes: Mapping[Seat, datetime]
    lapsed: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """The suspended player's reports to the umpires before and after a game."""

    suspension: SuspensionKey
    game: Id
    before: bool
    after: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A span of local days, both included, in which a player may not play; no end: open."""

    player: Id
    first: date
    last: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """An authority's decision on one suspension."""

    suspension: SuspensionKey
    effect: Effect


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Everything known of a season. Order matters where the rule says so: games that start at the
    same moment, and incidents of a game, stand in the order listed.
    """

    events: tuple[Event, ...] = ()
    entries: tuple[Entry, ...] = ()
    games: tuple[Game, ...] = ()
    incidents: tuple[Incident, ...] = ()
    approvals: tuple[Approval, ...] = ()
    attendance: tuple[Attendance, ...] = ()
    bars: tuple[Bar, ...] = ()
    rulings: tuple[Ruling, ...] = ()
