"""Telling the members of an ad-hoc committee that they are asked, and reminding those who have not voted.

Promised: exactly one announcement of each request. Its row is locked, the mails and the moment are
written in one transaction; whoever comes second finds it done.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from disciplinary.models import Approval
from disciplinary.office import office_day
from disciplinary.request_words import changes, time_left
from disciplinary.selectors.request_file import asked_before
from disciplinary.selectors.seats import day_at, members_on
from disciplinary.sentences import cause, game_on
from disciplinary.services.errors import RefusedError
from disciplinary.services.mails import addressees, write
from disciplinary.services.signing import signed
from players.models import User


def announce(approval_id: int, *, now: datetime | None = None) -> bool:
    """Put the announcement of one request into the outbox; False if it is there already, or too late.

    With nobody to tell it stays for the next sweep.
    """
    moment = now or timezone.now()
    with transaction.atomic():
        approval = (
            _rows()
            .select_for_update(no_key=True, of=("self",))
            .filter(pk=approval_id, announced_at__isnull=True, closed_at__isnull=True, game__starts_at__gt=moment)
            .first()
        )
        if approval is None:
            return False
        members = members_on(day_at(approval.game.event, moment), approval.game.event)
        told = addressees(user for users in members.values() for user in users)
        before = asked_before(approval)
        if not write(told, lambda: _subject(approval, again=before is not None), lambda: _asked(approval, before)):
            return False
        approval.announced_at = moment
        approval.save(update_fields=["announced_at"])
    return True


def announce_all(approvals: Iterable[int]) -> int:
    """Announce each of them, unless it was; how many were."""
    return sum(announce(pk) for pk in approvals)


def announce_missing() -> int:
    """Announce every open request whose members have not been told; how many."""
    waiting = Approval.objects.filter(
        announced_at__isnull=True, closed_at__isnull=True, game__starts_at__gt=timezone.now()
    )
    return announce_all(list(waiting.order_by("pk").values_list("pk", flat=True)))


def remind(approval: Approval, *, by: User) -> int:
    """Write again to the members of the seats that have not voted; to how many.

    Raises ``RefusedError`` for a request that is closed, whose game has started, where every seat has
    voted or nobody is there to vote, and for a second time on one day of the office.
    """
    with signed("approval_remind", by), transaction.atomic():
        approval = _rows().select_for_update(no_key=True, of=("self",)).get(pk=approval.pk)
        now = timezone.now()
        if approval.closed_at is not None:
            raise RefusedError(_("This request is closed: there is nobody to remind."))
        if approval.game.starts_at <= now:
            raise RefusedError(_("The game has started: what is approved now comes too late for it."))
        if approval.reminded_at is not None and office_day(approval.reminded_at) == office_day(now):
            raise RefusedError(_("The members were reminded today already. Once a day is enough."))
        voted = set(approval.votes.filter(withdrawn_at__isnull=True).values_list("seat", "voter"))
        seats, voters = {seat for seat, _voter in voted}, {voter for _seat, voter in voted}
        members = members_on(day_at(approval.game.event, now), approval.game.event)
        left = {seat: users for seat, users in members.items() if seat.value not in seats}
        if not left:
            raise RefusedError(_("Every seat has voted."))
        told = addressees(user for users in left.values() for user in users if user.pk not in voters)
        written = write(told, lambda: _reminder_subject(approval), lambda: _asked(approval, None))
        if not written:
            raise RefusedError(_("Nobody who may fill the missing seats has an account that can be written to."))
        approval.reminded_at = now
        approval.save(update_fields=["reminded_at"])
    return written


def _rows() -> QuerySet[Approval]:
    return Approval.objects.select_related(
        "suspension__player", "game__event", "game__team_a", "game__team_b", "opened_by"
    )


def _subject(approval: Approval, *, again: bool) -> str:
    text = (
        _("The game has changed, please vote again: %(player)s")
        if again
        else _("Approval of a serving game: %(player)s")
    )
    return text % {"player": approval.suspension.player.name}


def _reminder_subject(approval: Approval) -> str:
    return _("Your vote is missing: %(player)s, the game starts in %(time)s") % {
        "player": approval.suspension.player.name,
        "time": time_left(approval.game, timezone.now()),
    }


def _asked(approval: Approval, before: Approval | None) -> str:
    suspension = approval.suspension
    parts = [
        _(
            "%(player)s (member %(member)s) is to serve a suspension (%(cause)s) in %(game)s, %(event)s. It is "
            "served only if all three seats of the committee approve this game before it starts."
        )
        % {
            "player": suspension.player.name,
            "member": suspension.player.member_number,
            "cause": cause(suspension),
            "game": game_on(approval.game),
            "event": approval.game.event.name,
        }
    ]
    if before is not None:
        said = changes(before.terms, approval.game, approval.terms)
        parts.append(
            _(
                "You were asked about this game before. It has changed since, and earlier votes no longer "
                "stand: %(what)s"
            )
            % {"what": " ".join(said)}
        )
    parts.append(settings.SITE_URL + reverse("committee:request", args=[approval.pk]))
    return "\n\n".join(parts) + "\n"
