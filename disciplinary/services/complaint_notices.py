"""The notice of a complaint, to the COO and the Executive Committee, through the outbox.

Promised: at least one attempt, and exactly one notice. The complaint's row is locked, its mails and
the moment they were queued are written in one transaction; whoever comes second finds it done.
"""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from post_office import mail

from disciplinary.models import Complaint
from players.choices import Role
from players.models import User

log = logging.getLogger(__name__)

RECIPIENTS = (Role.COO, Role.EXECUTIVE_COMMITTEE)


def queue(complaint_id: int) -> bool:
    """Put the notices of one complaint that the rule has filed into the outbox; False if they are
    there already.

    With nobody to tell it stays queued for the next sweep: an office without a COO is not silence.
    """
    with transaction.atomic():
        complaint = (
            Complaint.objects.select_for_update(no_key=True, of=("self",))
            .select_related("respondent", "incident__game__event", "incident__game__team_a")
            .select_related("incident__game__team_b", "incident__team")
            .filter(pk=complaint_id, automatic=True, notice_queued_at__isnull=True)
            .first()
        )
        if complaint is None:
            return False
        told = [user for user in _recipients() if _tell(user, complaint)]
        if not told:
            return False
        complaint.notice_queued_at = timezone.now()
        complaint.save(update_fields=["notice_queued_at"])
    return True


def queue_missing() -> int:
    """Queue the notice of every complaint that has none yet; how many."""
    waiting = Complaint.objects.filter(automatic=True, notice_queued_at__isnull=True).order_by("pk")
    return sum(queue(pk) for pk in list(waiting.values_list("pk", flat=True)))


def _recipients() -> QuerySet[User]:
    people = User.objects.filter(is_active=True, groups__name__in=RECIPIENTS)
    return people.exclude(email="").order_by("pk").distinct()


def _tell(user: User, complaint: Complaint) -> bool:
    """Whether the notice could be addressed: one account's wrong address must not silence the others."""
    with translation.override(user.language):
        try:
            mail.send(user.email, subject=_subject(complaint), message=_message(complaint))
        except ValidationError:
            log.exception("the notice of complaint %s cannot be addressed to %s", complaint.number, user)
            return False
    return True


def _subject(complaint: Complaint) -> str:
    return _("Conduct Violation Complaint %(number)s: %(player)s") % {
        "number": complaint.number,
        "player": complaint.respondent.name,
    }


def _message(complaint: Complaint) -> str:
    game = complaint.incident.game
    start = game.starts_at.astimezone(game.event.zone)
    link = settings.SITE_URL + reverse("admin:disciplinary_complaint_change", args=[complaint.pk])
    return _(
        "%(player)s (member %(member)s) was shown a red card playing for %(team)s in the game "
        "%(team_a)s against %(team_b)s, %(event)s, on %(day)s.\n\n"
        "Complaint %(number)s was filed automatically in the name of the Chief Operating Officer. "
        "The Executive Committee decides whether to issue charges, and whether to suspend the "
        "player temporarily until they are resolved. The full game suspension of the red card "
        "stands in every case.\n\n%(link)s\n"
    ) % {
        "player": complaint.respondent.name,
        "member": complaint.respondent.member_number,
        "team": complaint.incident.team.name,
        "team_a": game.team_a.name,
        "team_b": game.team_b.name,
        "event": game.event.name,
        "day": date_format(start, "DATE_FORMAT"),
        "number": complaint.number,
        "link": link,
    }
