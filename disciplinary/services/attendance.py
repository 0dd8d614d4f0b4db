"""The suspended player's reports to the umpires, before and after the serving game (33, Full game
suspensions for a red card or excessive yellow cards).
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from disciplinary.models import Attendance, Suspension
from disciplinary.services import recalculation
from disciplinary.services.errors import RefusedError
from disciplinary.services.signing import signed
from players.models import User
from tournaments.models import Game, Umpire


def attendance_report(
    suspension: Suspension,
    game: Game,
    *,
    by: User,
    before: datetime | None = None,
    after: datetime | None = None,
    umpire: Umpire | None = None,
) -> Attendance:
    """Confirm that the player reported to an umpire before the game, after it, or both.

    Raises ``RefusedError`` for a report that is recorded already, lies in the future, or comes in the
    wrong order.
    """
    if before is None and after is None:
        raise RefusedError(_("Say whether he reported before or after the game."))
    now = timezone.now()
    if any(moment is not None and moment > now for moment in (before, after)):
        raise RefusedError(_("The report lies in the future."))
    with signed("attendance_report", by), recalculation.batch(savepoint=False):
        rows = Attendance.objects.select_for_update(no_key=True)
        report = rows.filter(suspension=suspension, game=game).first()
        report = report or Attendance(suspension=suspension, game=game)
        if before is not None:
            if report.before_at is not None:
                raise RefusedError(_("The report before this game is already recorded."))
            report.before_at, report.before_by, report.before_umpire = before, by, umpire
        if after is not None:
            if report.after_at is not None:
                raise RefusedError(_("The report after this game is already recorded."))
            report.after_at, report.after_by, report.after_umpire = after, by, umpire
        if report.before_at and report.after_at and report.after_at < report.before_at:
            raise RefusedError(_("The report after the game is before the one before it."))
        report.save()
    return report


def attendance_correct(
    report: Attendance,
    *,
    by: User,
    before: tuple[datetime, Umpire | None] | None,
    after: tuple[datetime, Umpire | None] | None,
) -> Attendance:
    """Correct what is recorded of a player's presence: each report's moment and umpire, or that there
    was none. The history keeps what was recorded before.

    Raises ``RefusedError`` for a report in the future or in the wrong order.
    """
    now = timezone.now()
    if any(given is not None and given[0] > now for given in (before, after)):
        raise RefusedError(_("The report lies in the future."))
    if before is not None and after is not None and after[0] < before[0]:
        raise RefusedError(_("The report after the game is before the one before it."))
    with signed("attendance_correct", by), recalculation.batch(savepoint=False):
        report = Attendance.objects.select_for_update(no_key=True).get(pk=report.pk)
        if before != ((report.before_at, report.before_umpire) if report.before_at else None):
            report.before_at, report.before_umpire = before or (None, None)
            report.before_by = by if before is not None else None
        if after != ((report.after_at, report.after_umpire) if report.after_at else None):
            report.after_at, report.after_umpire = after or (None, None)
            report.after_by = by if after is not None else None
        report.save()
    return report
