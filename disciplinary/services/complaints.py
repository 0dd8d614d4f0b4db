"""Conduct Violation Complaints: what the rule files by itself (33, Additional potential penalty for
red card).

The row is written in the transaction of the card. The notice follows through the queue, and the row
itself says whether it has: a message that is lost loses nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Case, F, Q, Value, When
from django.dispatch import Signal
from django.utils.translation import gettext_noop

from disciplinary.choices import Capacity
from disciplinary.models import Card, Complaint, ComplaintCounter
from disciplinary.rule33.facts import Color, Facts

complaint_filed = Signal()
"""Sent in the transaction that files a complaint by the rule, with ``complaint``."""

OFFICE_ZONE = ZoneInfo(settings.OFFICE_TIME_ZONE)

RESCINDED = gettext_noop("The red card was rescinded.")
AMENDED = gettext_noop("The red card was amended.")
MOVED = gettext_noop("The red card was moved to another player.")


def keep_up(players: Collection[int], known: Facts, now: datetime) -> list[Complaint]:
    """File the complaint of every standing red card that has none, in the COO's name, and mark for
    the Executive Committee those whose card no longer stands as it was.

    Called while the players are locked, with their facts, so that no card is filed twice; the
    unique constraint on card and respondent holds the same. Returns the complaints filed.
    """
    _mark_corrected(players)
    respondents = {
        incident.id: incident.player
        for incident in known.incidents
        if Color.RED in incident.cards and not incident.rescinded
    }
    if not respondents:
        return []
    missing = list(
        Card.objects.standing()
        .filter(incident_id__in=respondents, color=Color.RED.value)
        .exclude(complaints__respondent_id=F("incident__player_id"))
        .order_by("pk")
    )
    if not missing:
        return []
    numbers = take_numbers(now.astimezone(OFFICE_ZONE).year, len(missing))
    filed = Complaint.objects.bulk_create(
        Complaint(
            number=number,
            respondent_id=respondents[card.incident_id],
            incident_id=card.incident_id,
            card=card,
            filed_at=now,
            capacity=Capacity.COO,
            automatic=True,
        )
        for card, number in zip(missing, numbers, strict=True)
    )
    for complaint in filed:
        complaint_filed.send(sender=Complaint, complaint=complaint)
    return filed


def _mark_corrected(players: Collection[int]) -> None:
    corrected = Complaint.objects.filter(respondent_id__in=players, card__isnull=False, attention=False)
    rescinded = Q(card__incident__rescinded_at__isnull=False)
    moved = ~Q(card__incident__player_id=F("respondent_id"))
    amended = Q(card__superseded_at__isnull=False)
    found = corrected.filter(rescinded | moved | amended).annotate(
        change=Case(
            When(rescinded, then=Value(RESCINDED)),
            When(moved, then=Value(MOVED)),
            default=Value(AMENDED),
        )
    )
    for complaint in found:
        complaint.attention = True
        complaint.attention_reason = complaint.change
        complaint.save(update_fields=["attention", "attention_reason"])


def take_numbers(year: int, count: int) -> Sequence[str]:
    """The next numbers of a year, without gaps or doubles: the counter is locked until the end of
    the transaction, and a transaction that is rolled back gives them back.
    """
    ComplaintCounter.objects.bulk_create([ComplaintCounter(year=year)], ignore_conflicts=True)
    ComplaintCounter.objects.filter(year=year).update(last=F("last") + count)
    last = ComplaintCounter.objects.values_list("last", flat=True).get(year=year)
    return [f"CVC-{year}-{number:04}" for number in range(last - count + 1, last + 1)]
