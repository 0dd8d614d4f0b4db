"""Reminders of suspensions that are still owed, by their deadlines (33, Unserved full or partial game
suspensions): at nine, eleven and twelve months after the card, and before the thirteenth ends.

Promised: each once. The suspension's row is locked, the reminder and its mails are written in one
transaction, and the pair of suspension and milestone is unique. What is due stands in the days
themselves, so a sweep that comes late catches up; of several that are due it sends the latest, and
notes the others as passed over.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from disciplinary.choices import Milestone, State
from disciplinary.models import Approval, Reminder, Suspension
from disciplinary.request_words import about
from disciplinary.rule33 import deadlines as rule
from disciplinary.rule33.editions import edition_for
from disciplinary.selectors.seats import day_at, members_on
from disciplinary.selectors.suspensions import suspensions_shown
from disciplinary.sentences import cause, headline
from disciplinary.services.mails import Addressee, addressees, write
from disciplinary.wording import day as day_text
from players.choices import Role
from players.models import User
from tournaments.models import Event

REMINDED = (State.WAITING, State.DUE, State.OVERDUE)
"""States in which a suspension can still be served."""


def reminders_due(suspension: Suspension, now: datetime) -> list[Milestone]:
    """The milestones that have come, by the clock of the card's event, the earliest first."""
    if suspension.state not in REMINDED or suspension.last_day is None:
        return []
    today = day_at(suspension.event, now)
    if today > suspension.last_day:
        return []
    issued_on = day_at(suspension.event, suspension.issued_at)
    days = rule.milestones(issued_on, edition_for(issued_on))
    return [Milestone(milestone.value) for milestone, on in days.items() if on <= today]


def remind_due(*, now: datetime | None = None) -> int:
    """Send every reminder that is due and was not sent; how many. Running it twice, or late, does no harm."""
    moment = now or timezone.now()
    open_ones = Suspension.objects.filter(state__in=REMINDED, last_day__isnull=False)
    candidates = open_ones.select_related("event").prefetch_related("reminders").order_by("pk")
    sent = 0
    for suspension in candidates.iterator(chunk_size=500):
        known = {reminder.milestone for reminder in suspension.reminders.all()}
        if any(milestone not in known for milestone in reminders_due(suspension, moment)):
            sent += _remind(suspension.pk, moment)
    return sent


def _remind(suspension_id: int, now: datetime) -> bool:
    with transaction.atomic():
        held = Suspension.objects.select_for_update(no_key=True).get(pk=suspension_id)
        suspension = suspensions_shown().get(pk=held.pk)
        known = set(suspension.reminders.values_list("milestone", flat=True))
        due = reminders_due(suspension, now)
        if not due or due[-1] in known:
            return False
        for passed_over in due[:-1]:
            if passed_over not in known:
                Reminder.objects.create(suspension=suspension, milestone=passed_over, queued_at=now)
        written = _write(suspension, now)
        Reminder.objects.create(suspension=suspension, milestone=due[-1], queued_at=now, recipients=written)
    return True


# ------------------------------------------------------------ whom it goes to, and what it says


def _write(suspension: Suspension, now: datetime) -> int:
    """To the player, to the office, and to the committee; nobody twice. How many."""
    player = suspension.player
    members = members_on(day_at(suspension.event, now), _event_of_request(suspension))
    written, told = 0, set()
    for people, message in (
        ([Addressee(player.email, player.language)] if player.email else [], _to_player),
        (addressees(_office()), _to_office),
        (addressees(user for users in members.values() for user in users), _to_committee),
    ):
        new = [one for one in people if one.email not in told]
        told |= {one.email for one in new}
        written += write(new, partial(_subject, suspension), partial(message, suspension))
    return written


def _office() -> QuerySet[User]:
    return User.objects.filter(is_active=True, groups__name=Role.OFFICE.value).order_by("pk")


def _event_of_request(suspension: Suspension) -> Event | None:
    """The event of the game the committee is asked about, whose host committee has a seat in it."""
    approval = (
        Approval.objects.filter(suspension=suspension, closed_at__isnull=True)
        .select_related("game__event")
        .order_by("game__starts_at", "pk")
        .first()
    )
    return approval.game.event if approval else None


def _subject(suspension: Suspension) -> str:
    text = (
        _("Overdue suspension of %(player)s: last day %(day)s")
        if suspension.state == State.OVERDUE
        else _("Unserved suspension of %(player)s: serve by %(day)s")
    )
    limit = suspension.last_day if suspension.state == State.OVERDUE else suspension.serve_by
    return text % {"player": suspension.player.name, "day": day_text(limit) if limit else "–"}


def _told(suspension: Suspension) -> list[str]:
    return [
        _("%(player)s (member %(member)s) still owes a suspension: %(cause)s.")
        % {
            "player": suspension.player.name,
            "member": suspension.player.member_number,
            "cause": cause(suspension),
        },
        headline(suspension),
        about(suspension),
    ]


def _to_player(suspension: Suspension) -> str:
    parts = _told(suspension)
    parts.append(
        _(
            "Tell the office of the games you are going to play. A suspension that is not served stays owed; "
            "time does not clear it."
        )
    )
    return "\n\n".join(parts) + "\n"


def _to_committee(suspension: Suspension) -> str:
    parts = _told(suspension)
    parts.append(_("You are asked to vote as soon as a game is known that can serve it."))
    return "\n\n".join(parts) + "\n"


def _to_office(suspension: Suspension) -> str:
    page = reverse("admin:disciplinary_suspension_change", args=[suspension.pk])
    return "\n\n".join([*_told(suspension), settings.SITE_URL + page]) + "\n"
