"""Games and their umpires' reports: whose they are, what is entered, what is still missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import DateTimeField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from disciplinary.choices import When
from disciplinary.facts import GAME_LASTS
from disciplinary.models import Attendance, Bar, GameReport, Incident, PenaltyBoxStay, Suspension
from disciplinary.rule33.answers import Play, Record
from disciplinary.rule33.presence import GOING
from disciplinary.selectors.game_file import Entrance, GameFile, game_file
from disciplinary.selectors.sides import Side
from disciplinary.selectors.suspensions import attendance_at
from players.choices import Role
from players.models import User
from players.rules import has_role, is_office
from tournaments.choices import Discipline
from tournaments.models import Game, GameUmpire, HostCommitteeMember, Lineup
from tournaments.moments import LocalDay

LATE_AFTER = timedelta(days=1)
"""A report is late, and one that is not there missing, so long after the end of the game."""
ANY_ZONE = timedelta(days=2)
"""More than the days of any two places can differ."""

is_umpire = has_role(Role.UMPIRE)


def end_of(game: Game) -> datetime:
    """When the game ended, or is taken to have."""
    return game.ends_at or game.starts_at + GAME_LASTS


# ------------------------------------------------------------ whose games


def games_of(user: User, now: datetime) -> QuerySet[Game]:
    """The games whose report the account may write: the office all, an umpire his own, a member of a Host
    Tournament Committee those of its event. Outdoor games, with what their names and reports need.
    """
    games = Game.objects.filter(event__discipline=Discipline.OUTDOOR).select_related(
        "event", "team_a", "team_b", "report"
    )
    if is_office(user):
        return games
    today = LocalDay("event__time_zone", Value(now, output_field=DateTimeField()))
    member = HostCommitteeMember.objects.filter(
        Q(from_day__isnull=True) | Q(from_day__lte=today),
        Q(until__isnull=True) | Q(until__gte=today),
        event=OuterRef("event"),
        user=user.pk,
    )
    theirs = Q(Exists(member))
    if is_umpire(user):
        theirs |= Q(Exists(GameUmpire.objects.filter(game=OuterRef("pk"), umpire__user=user.pk)))
    return games.filter(theirs)


def games_today(games: QuerySet[Game], now: datetime) -> QuerySet[Game]:
    """Those of them that are played today, by the clock of each event, in their order."""
    today = LocalDay("event__time_zone", Value(now, output_field=DateTimeField()))
    return games.filter(starts_at__range=(now - ANY_ZONE, now + ANY_ZONE)).filter(
        Exists(
            Game.objects.filter(pk=OuterRef("pk"))
            .annotate(day=LocalDay("event__time_zone", "starts_at"), today=today)
            .filter(day=F("today"))
        )
    )


def games_coming(games: QuerySet[Game], now: datetime, days: int) -> QuerySet[Game]:
    """Those that start within so many days, today's left out."""
    coming = games.filter(starts_at__gt=now, starts_at__lte=now + timedelta(days=days))
    return coming.exclude(pk__in=games_today(games, now).values("pk"))


def reports_missing(games: QuerySet[Game], now: datetime) -> QuerySet[Game]:
    """Those that are long past and have no closed report, the latest first; games that are off have none."""
    closed = GameReport.objects.filter(game=OuterRef("pk"), closed_at__isnull=False)
    ended = Coalesce("ends_at", F("starts_at") + GAME_LASTS, output_field=DateTimeField())
    return (
        games.filter(event__discipline=Discipline.OUTDOOR, status__in=[status.value for status in GOING])
        .filter(starts_at__lt=now - LATE_AFTER)
        .annotate(ended=ended)
        .filter(~Exists(closed), ended__lt=now - LATE_AFTER)
        .order_by("-starts_at", "-schedule_order", "-pk")
    )


def reports_missing_of(record: Record) -> list[Game]:
    """The games of a player, by the rule's answer, that are long past and still have no report."""
    games = Game.objects.filter(pk__in=[one.game for one in record.appearances])
    return list(reports_missing(games.select_related("event", "team_a", "team_b"), record.now))


# ------------------------------------------------------------ one report


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxLine:
    """The time off that the cards of one incident brought, in seconds, and the stay if it is entered."""

    incident: Incident
    off: int
    stay: PenaltyBoxStay | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """A player who is suspended from the whole game and must report to the umpires before and after it."""

    entrance: Entrance
    reports: tuple[tuple[Suspension, Attendance | None], ...]

    @property
    def before(self) -> datetime | None:
        """When he reported before it, for all that the game is for."""
        return self._earliest([one.before_at if one else None for _row, one in self.reports])

    @property
    def after(self) -> datetime | None:
        """When he reported after it, for all that the game is for."""
        return self._earliest([one.after_at if one else None for _row, one in self.reports])

    @property
    def complete(self) -> bool:
        """Whether both reports are recorded."""
        return self.before is not None and self.after is not None

    @staticmethod
    def _earliest(moments: Iterable[datetime | None]) -> datetime | None:
        found = list(moments)
        known = [one for one in found if one is not None]
        return min(known) if known and len(known) == len(found) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFile:
    """All that is entered of a game, and what the rule answers for its players."""

    game: Game
    report: GameReport | None
    file: GameFile
    named: frozenset[int]
    """The teams that have a line-up."""
    box: tuple[BoxLine, ...]
    attendance: tuple[Expected, ...]
    bars: tuple[Bar, ...]
    """The bars that hold on the day of the game."""

    @property
    def sides(self) -> list[Side]:
        """Both teams with their lists."""
        return self.file.sides

    @property
    def closed(self) -> bool:
        """Whether the report is closed."""
        return self.report is not None and self.report.closed

    @property
    def box_missing(self) -> list[BoxLine]:
        """Time off of which nobody has said yet how much was served."""
        return [line for line in self.box if line.stay is None]

    @property
    def attendance_missing(self) -> list[Expected]:
        """Those whose reports to the umpires are not complete."""
        return [one for one in self.attendance if not one.complete]


def report_file(game: Game, *, now: datetime) -> ReportFile:
    """Everything about the report of a game, in a fixed number of queries."""
    file = game_file(game, now=now)
    stays = {
        stay.incident_id: stay
        for stay in PenaltyBoxStay.objects.filter(incident__game=game, incident__rescinded_at=None).order_by("-pk")
    }
    return ReportFile(
        game=game,
        report=GameReport.objects.filter(game=game).select_related("closed_by").first(),
        file=file,
        named=frozenset(Lineup.objects.filter(game=game).values_list("team", flat=True)),
        box=tuple(
            BoxLine(incident=incident, off=off, stay=stays.get(incident.pk))
            for incident in file.incidents
            if not incident.rescinded and incident.when == When.DURING
            for off in [_off(file.records[incident.player_id], incident)]
            if off or incident.pk in stays
        ),
        attendance=tuple(one for entrance in file.out if (one := _expected(game, entrance)) is not None),
        bars=tuple(
            Bar.objects.filter(
                Q(last_day__isnull=True) | Q(last_day__gte=game.local_day),
                player__in=[one.player.pk for one in file.out],
                first_day__lte=game.local_day,
                withdrawn_at=None,
            ).order_by("pk")
        ),
    )


def _off(record: Record, incident: Incident) -> int:
    return sum(one.sit_out for one in record.consequences if one.card.incident == incident.pk)


def _expected(game: Game, entrance: Entrance) -> Expected | None:
    full = [row for row in entrance.suspensions if row.full_game]
    if entrance.answer.play is not Play.SUSPENDED or not full:
        return None
    return Expected(entrance=entrance, reports=tuple((row, attendance_at(row, game.pk)) for row in full))
