"""All that the office wants to see of a player at once, from the rule's answers at a moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet

from disciplinary.facts import identities_of
from disciplinary.models import Bar, Complaint, Incident, Problem, Suspension
from disciplinary.rule33.answers import Appearance, Record, Tally
from disciplinary.selectors.standing import counts_on, record_of
from disciplinary.selectors.suspensions import incidents_shown, overlaid, suspensions_shown, with_decisions
from players.models import Player
from tournaments.choices import GameStatus
from tournaments.models import Game
from tournaments.selectors import games_with_teams

TO_COME = (GameStatus.SCHEDULED, GameStatus.IN_PROGRESS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outing:
    """How the player goes into one game that is still to be played."""

    game: Game
    answer: Appearance

    @property
    def team_id(self) -> object:
        """The team the player belongs to there, None where that is open."""
        return self.answer.team


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFile:
    """A player's record on a local day: the rule's answers, and the rows they speak of."""

    player: Player
    record: Record
    day: date
    counts: tuple[Tally, ...]
    suspensions: list[Suspension]
    outings: list[Outing]
    incidents: list[Incident]
    problems: list[Problem]
    complaints: list[Complaint]
    bars: list[Bar]

    @property
    def open_suspensions(self) -> list[Suspension]:
        """Those still owed, in the order in which they arose."""
        return [one for one in self.suspensions if one.open]

    @property
    def earlier_counts(self) -> list[Tally]:
        """The counts of periods of the same year that are over, or are not begun."""
        running = {tally.period for tally in self.counts}
        return [t for t in self.record.tallies if t.period.year == self.day.year and t.period not in running]


def player_file(player: Player, *, now: datetime, day: date) -> PlayerFile:
    """Everything about a player, in a fixed number of queries whatever the history.

    ``day`` is the local day whose period and year are counted; incidents are those of its year.
    """
    record = record_of(player.pk, now)
    states = {
        identity: (one.state.value, one.serve_in, one.approved)
        for one in record.suspensions
        for identity in identities_of(one)
    }
    rows = with_decisions(suspensions_shown()).filter(player=player).order_by("arose", "pk")
    return PlayerFile(
        player=player,
        record=record,
        day=day,
        counts=counts_on(record, day),
        suspensions=overlaid(rows, states),  # type: ignore[arg-type]
        outings=_outings(record),
        incidents=list(_of_year(day.year).filter(player=player).order_by("-at", "-position", "-pk")),
        problems=list(_problems().filter(player=player)),
        complaints=list(Complaint.objects.filter(respondent=player).select_related("incident__game__event")),
        bars=list(
            Bar.objects.filter(Q(last_day__isnull=True) | Q(last_day__gte=day), player=player, withdrawn_at=None)
        ),
    )


def _of_year(year: int) -> QuerySet[Incident]:
    """Incidents of games that were played in a year where they were played, give or take a day."""
    return incidents_shown().filter(at__year=year)


def _problems() -> QuerySet[Problem]:
    return Problem.objects.filter(resolved_at__isnull=True).select_related(
        "player", "game__event", "game__team_a", "game__team_b", "acknowledged_by"
    )


def _outings(record: Record) -> list[Outing]:
    games = games_with_teams().filter(status__in=TO_COME).in_bulk([one.game for one in record.appearances])
    return [Outing(game=games[one.game], answer=one) for one in record.appearances if one.game in games]
