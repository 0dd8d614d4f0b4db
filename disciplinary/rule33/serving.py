"""In which game a suspension is served: scope, eligible games, and which of them (SPEC section 4).

A ``Claim`` is a suspension before its game is found. Every test of a game stands here once, by
name, so that finding the serving game and explaining it to a committee are the same reckoning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from disciplinary.rule33.answers import Mark, Scope
from disciplinary.rule33.clauses import Clause, Reading
from disciplinary.rule33.deadlines import Deadlines
from disciplinary.rule33.editions import Edition
from disciplinary.rule33.facts import (
    CardId,
    Entry,
    Event,
    EventKind,
    Game,
    Id,
    Incident,
    Stage,
    Status,
    SuspensionKind,
)
from disciplinary.rule33.presence import OVER, Part
from disciplinary.rule33.season import Decisions, Season
from disciplinary.rule33.tiers import tier_of

OFF = frozenset({Status.CANCELLED, Status.FORFEITED, Status.POSTPONED})
"""Games that serve nothing. One with a new date is scheduled again."""

FALLEN_AWAY = OFF | {Status.ABANDONED}
"""What ends the effect that a later game's approval has on the games before it (R-11)."""

DAYS_APART = timedelta(days=2)
"""So many days may lie between the local days of one moment, west and east of the date line."""

ACCUMULATED = frozenset({SuspensionKind.ACCUMULATED_TIER, SuspensionKind.ACCUMULATED_ALL_TIERS})


@dataclass(slots=True, kw_only=True, eq=False)
class Claim:
    """A suspension that arose, before its game is found. Not changed once made."""

    kind: SuspensionKind
    number: int
    incident: Incident
    trigger: CardId
    marks: tuple[Mark, ...]
    full_game: bool
    seconds: int
    no_substitute: int
    game: Game
    event: Event
    issued: datetime
    issued_on: date
    since: datetime
    scope: Scope
    limits: Deadlines | None
    cards: tuple[CardId, ...]
    arose: int
    clause: Clause
    readings: tuple[Reading, ...]
    edition: Edition
    decisions: Decisions

    @property
    def accumulated(self) -> bool:
        """Whether it is for accumulated yellows."""
        return self.kind in ACCUMULATED

    @property
    def in_sequence(self) -> bool:
        """Whether it belongs to the one sequence of its game's suspensions."""
        return self.kind not in ACCUMULATED and self.kind is not SuspensionKind.CARRIED_YELLOW

    @property
    def severity(self) -> tuple[int, int]:
        """R-8: full game with minutes without a substitute, full game, longer, shorter; the most
        severe is the smallest.
        """
        if self.full_game:
            return (0, -self.no_substitute)
        return (1, -self.seconds)

    def approved_for(self, game: Game) -> bool:
        """R-10: all three seats had approved the game before it started."""
        return game.id in self.decisions.approved


# ------------------------------------------------------------------ scope


def scope_of(
    season: Season,
    incident: Incident,
    game: Game,
    event: Event,
    edition: Edition,
    *,
    accumulated: bool,
) -> Scope:
    """Whose games may serve: the card's team while it stands in an uncompleted event of equal or
    higher handicap (for accumulated yellows: of the same tier), otherwise any team's.

    The card's own event always suits: a later re-rating of it moves nothing. R-2, R-3: being entered
    is judged at the card; elimination and completion once the game is over. R-19: an entry in a
    Club Event keeps a USPA card with the team, too.
    """

    def suits(other: Event) -> bool:
        if other.id == event.id:
            return True
        if accumulated:
            return tier_of(other.goals, gauntlet=other.gauntlet, edition=edition) is incident.tier
        return other.goals >= incident.goals

    entries = season.entries_of.get(incident.team, ())
    if _uncompleted(season, event, game, event) and any(
        entry.event == event.id and _entered(entry, incident.at) and _still_in(entry, game) for entry in entries
    ):
        return Scope(team=incident.team, kept_by=event.id)
    made = [entry for entry in entries if _entered(entry, incident.at)]
    own = [season.events[entry.event] for entry in made if _still_in(entry, game)]
    others = [
        other
        for entry in made
        for series in [season.events[entry.event].series]
        if series is not None
        for other in season.series[series]
        if other.id != entry.event and not _has_left(entries, other, incident.at, game)
    ]
    keepers = [
        (through_series, other)
        for through_series, known in ((False, own), (True, others))
        for other in known
        if suits(other) and _uncompleted(season, other, game, event)
    ]
    if not keepers:
        return Scope(team=None)

    def plainness(keeper: tuple[bool, Event]) -> tuple[bool, bool, bool, date, str]:
        through_series, other = keeper
        own_event = other.id == event.id
        return (not own_event, needs_r19(incident, other), through_series, other.starts, str(other.id))

    # Where several events keep it, the plainest reason is named, in whatever order they are listed.
    through_series, keeper = min(keepers, key=plainness)
    return Scope(team=incident.team, kept_by=keeper.id, through_series=through_series)


def needs_r19(incident: Incident, kept_by: Event) -> bool:
    """R-19: whether a Club Event keeps a USPA card with the team, though it cannot be served there."""
    return incident.kind is EventKind.USPA and kept_by.kind is EventKind.CLUB


def _entered(entry: Entry, issued: datetime) -> bool:
    """R-2: made, and not withdrawn, when the card was shown."""
    return _made(entry, issued) and (entry.withdrawn is None or entry.withdrawn > issued)


def _made(entry: Entry, issued: datetime) -> bool:
    return entry.at is None or entry.at <= issued


def _still_in(entry: Entry, game: Game) -> bool:
    """R-2: not eliminated when the game had ended, its own result included."""
    return entry.out is None or entry.out > game.end


def _has_left(entries: Iterable[Entry], event: Event, issued: datetime, game: Game) -> bool:
    """Whether the team has itself left an event of its series, withdrawn or out."""
    left = False
    for entry in entries:
        # One made only afterwards neither shows that it was left nor that it was not.
        if entry.event != event.id or not _made(entry, issued):
            continue
        withdrawn = entry.withdrawn is not None and entry.withdrawn <= issued
        if not withdrawn and _still_in(entry, game):
            return False
        left = True
    return left


def _uncompleted(season: Season, event: Event, game: Game, event0: Event) -> bool:
    """R-3: after ``game``, whether more of an event was to come."""
    last = season.last_start.get(event.id)
    if last is not None and last > game.start:
        return True
    if event.completed is not None:
        return False
    if event.id == event0.id and game.stage is Stage.FINAL:
        return False
    return season.day_of(game) < event.ends


# ------------------------------------------------------------------ eligible games


class Criterion(StrEnum):
    """A test of a game for a suspension."""

    LATER = "later"
    STATUS = "status"
    NOT_BARRED = "not_barred"
    IN_TIME = "in_time"
    TEAM = "team"
    HANDICAP = "handicap"
    TIER = "tier"
    KIND = "kind"
    STAGE = "stage"
    PUBLISHED = "published"
    LAST_DAY = "last_day"
    APPROVED = "approved"


def _later(claim: Claim, part: Part) -> bool:
    start = part.game.start
    return start > claim.game.start and start > claim.since


def _status(claim: Claim, part: Part) -> bool:
    return part.game.status not in OFF


def _not_barred(claim: Claim, part: Part) -> bool:
    """R-4: a game he is barred from anyway serves nothing."""
    return not part.barred


def _in_time(claim: Claim, part: Part) -> bool:
    return claim.limits is None or part.day <= claim.limits.serve_by


def _team(claim: Claim, part: Part) -> bool:
    """He belongs to a team within scope, or the committee approved the game for him and a team
    within scope plays in it.
    """
    return _team_if(claim, part, approved=claim.approved_for(part.game))


def _team_if(claim: Claim, part: Part, *, approved: bool) -> bool:
    team = claim.scope.team
    if team is None:
        return part.team is not None or approved
    return part.team == team or (approved and team in part.game.teams)


def _itself(claim: Claim, part: Part) -> bool:
    """The card's own event is of its own handicap, tier and kind, whatever it is rated since."""
    return part.event.id == claim.event.id


def _handicap(claim: Claim, part: Part) -> bool:
    return _itself(claim, part) or part.event.goals >= claim.incident.goals


def _tier(claim: Claim, part: Part) -> bool:
    event = part.event
    tier = tier_of(event.goals, gauntlet=event.gauntlet, edition=claim.edition)
    return _itself(claim, part) or tier is claim.incident.tier


def _kind(claim: Claim, part: Part) -> bool:
    return _itself(claim, part) or claim.incident.kind is not EventKind.USPA or part.event.kind is EventKind.USPA


def _stage(claim: Claim, part: Part) -> bool:
    return part.game.stage not in claim.edition.excluded_stages


def _published(claim: Claim, part: Part) -> bool:
    published = part.event.published
    return published is not None and published <= claim.issued


def _last_day(claim: Claim, part: Part) -> bool:
    return claim.limits is None or part.day <= claim.limits.last_day


def _approved(claim: Claim, part: Part) -> bool:
    return claim.approved_for(part.game)


Tests = tuple[tuple[Criterion, Callable[[Claim, Part], bool]], ...]

_ALWAYS: Tests = (
    (Criterion.LATER, _later),
    (Criterion.STATUS, _status),
    (Criterion.NOT_BARRED, _not_barred),
)
_DEFINITION: Tests = ((Criterion.HANDICAP, _handicap), (Criterion.KIND, _kind))
_OF_THE_RULE: Tests = (*_ALWAYS, (Criterion.IN_TIME, _in_time), (Criterion.TEAM, _team))
_PUBLIC: Tests = ((Criterion.PUBLISHED, _published),)

# What was not published in time comes first: of the games of a long career it leaves out most.
_PARTIAL: Tests = (*_OF_THE_RULE, *_DEFINITION, (Criterion.STAGE, _stage))
_FULL: Tests = (*_PUBLIC, *_PARTIAL)
# for accumulated yellows neither the stage counts nor, for the same team, handicap and kind.
_SAME_TEAM: Tests = (*_PUBLIC, *_OF_THE_RULE)
_ANY_TEAM: Tests = (*_PUBLIC, *_OF_THE_RULE, *_DEFINITION)
_SAME_TEAM_TIER: Tests = (*_SAME_TEAM, (Criterion.TIER, _tier))
_ANY_TEAM_TIER: Tests = (*_ANY_TEAM, (Criterion.TIER, _tier))
# after a year only the committee's approval binds, with the game's status and the bars.
_OVERDUE: Tests = (*_ALWAYS, (Criterion.LAST_DAY, _last_day), (Criterion.APPROVED, _approved))


def tests_for(claim: Claim, part: Part) -> Tests:
    """The tests by which a game is judged for a suspension."""
    if not _in_time(claim, part):
        return _OVERDUE
    if claim.kind is SuspensionKind.ACCUMULATED_TIER:
        return _ANY_TEAM_TIER if claim.scope.team is None else _SAME_TEAM_TIER
    if claim.kind is SuspensionKind.ACCUMULATED_ALL_TIERS:
        return _ANY_TEAM if claim.scope.team is None else _SAME_TEAM
    return _FULL if claim.full_game else _PARTIAL


def eligible(claim: Claim, part: Part) -> bool:
    """Whether a game passes every test."""
    return all(test(claim, part) for _, test in tests_for(claim, part))


def only_unapproved(claim: Claim, part: Part) -> bool:
    """Whether nothing but the committee's approval keeps a game from serving."""
    return all(test(claim, part) for criterion, test in tests_for(claim, part) if criterion is not Criterion.APPROVED)


# ------------------------------------------------------------------ which of them


def moved_on(claim: Claim, part: Part, parts: Mapping[Id, Part]) -> bool:
    """R-11: whether the approval of a later game, complete before this one starts, moves a
    full-game suspension there; ``parts`` are all of his games, by id.

    Once that later game has fallen away, or its approval has lapsed, only games that are over stay
    as they were.
    """
    decisions, over, start = claim.decisions, part.game.status in OVER, part.game.start
    if claim.approved_for(part.game) or not (decisions.approved or decisions.lapsed):
        return False
    standing = {game for game, complete in decisions.approved.items() if complete < start}
    lapsed = {game for game, complete, until in decisions.lapsed if over and complete < start < until}
    return any(
        start < other.game.start
        and _in_time(claim, other)
        and ((other.game.id in standing and (over or other.game.status not in FALLEN_AWAY)) or other.game.id in lapsed)
        and _could_serve_if_approved(claim, other)
        for other in (parts[game] for game in standing | lapsed if game in parts)
    )


def _could_serve_if_approved(claim: Claim, part: Part) -> bool:
    """Whether a game that is, or was, approved passes every test but that of its status."""
    return _team_if(claim, part, approved=True) and all(
        test(claim, part)
        for criterion, test in tests_for(claim, part)
        if criterion not in (Criterion.STATUS, Criterion.TEAM)
    )


def held_back(claim: Claim, part: Part, owed: Iterable[Claim]) -> bool:
    """Whether a more severe suspension of the same game, issued before this one starts and not past
    its last day, must be served first (33(b)(3)) – even while it has no eligible game itself.
    """
    return claim.in_sequence and any(
        other.in_sequence
        and other.game is claim.game
        and other.severity < claim.severity
        and other.since < part.game.start
        and _last_day(other, part)
        for other in owed
    )


def not_too_late(owed: Iterable[Claim], part: Part) -> list[Claim]:
    """The suspensions for which the last day is not past in this game, and so in every later one."""
    earliest = part.day - DAYS_APART
    return [claim for claim in owed if claim.limits is None or earliest <= claim.limits.last_day]


def most_severe_first(owed: Iterable[Claim], part: Part) -> list[Claim]:
    """R-8: the order in which suspensions compete for a game – the most severe, then one approved for
    it, then the one that arose first.
    """
    return sorted(owed, key=lambda claim: (claim.severity, not claim.approved_for(part.game), claim.arose))


def siblings(one: Claim, other: Claim) -> bool:
    """R-7: whether one card reached a mark of its tier by the one and a mark of all tiers by the other."""
    return one.trigger == other.trigger and one.accumulated and other.accumulated
