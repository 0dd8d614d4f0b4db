"""The umpires' report of a game: begun with its first entry, closed once, opened again by the office."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext as _

from disciplinary.models import GameReport
from disciplinary.selectors.reports import LATE_AFTER, end_of
from disciplinary.services import recalculation
from disciplinary.services.errors import RefusedError, require_reason
from disciplinary.services.signing import signed
from players.models import User
from tournaments.choices import GameStatus
from tournaments.models import Game

CLOSING = (GameStatus.PLAYED, GameStatus.ABANDONED, GameStatus.FORFEITED)
"""How a game that the umpires report on can have ended. One that never began has no report."""


@contextmanager
def entering(game: Game, by: User, action: str) -> Iterator[GameReport]:
    """Write something into the report of a game, which begins with it: all of it, or nothing.

    What follows from it is recalculated once, at the end. Raises ``RefusedError`` once the report is closed.
    """
    with signed(action, by), recalculation.batch(savepoint=False):
        report = GameReport.objects.select_for_update(no_key=True, of=("self",)).filter(game=game).first()
        if report is None:
            report = GameReport.objects.create(game=game, begun_by=by)
        if report.closed:
            raise RefusedError(_("The report is closed. Ask the office to open it again."))
        yield report


def report_close(
    game: Game,
    *,
    status: GameStatus,
    by: User,
    goals: tuple[Decimal | None, Decimal | None] = (None, None),
    note: str = "",
    now: datetime | None = None,
) -> GameReport:
    """Say that the report is complete, and how the game ended (``CLOSING``); without a score, one that is
    known stays.

    In one transaction with what follows for everybody in the game. More than a day after the game it is
    marked late. Raises ``RefusedError`` before the game, and for a report that is closed.
    """
    if status not in CLOSING:
        raise ValueError(f"a report is closed with one of {', '.join(CLOSING)}, not {status}")
    moment = now or timezone.now()
    with entering(game, by, "report_close") as report:
        locked = Game.objects.select_for_update(no_key=True, of=("self",)).get(pk=game.pk)
        if moment < locked.starts_at and status != GameStatus.FORFEITED:
            raise RefusedError(_("The game has not begun yet: close the report when it is over."))
        locked.status = status
        for name, value in zip(("goals_a", "goals_b"), goals, strict=True):
            if value is not None:
                setattr(locked, name, value)
        locked.save(update_fields=["status", "goals_a", "goals_b"])
        report.closed_at, report.closed_by = moment, by
        report.late = moment > end_of(locked) + LATE_AFTER
        report.note = note
        report.save()
    return report


def report_reopen(game: Game, *, by: User, reason: str) -> GameReport:
    """Let a closed report be corrected; it must be closed anew. The history keeps the reason.

    Raises ``RefusedError`` for a report that is not closed, or without a reason.
    """
    reason = require_reason(reason)
    with signed("report_reopen", by, reason):
        report = GameReport.objects.select_for_update(no_key=True, of=("self",)).filter(game=game).first()
        if report is None or not report.closed:
            raise RefusedError(_("This report is not closed."))
        report.closed_at = report.closed_by = None
        report.save()
    return report
