"""Conduct Violation Complaints: what the rule files by itself (33, Additional potential penalty for
red card).

The row is written in the transaction of the card. The notice follows through the queue, and the row
itself says whether it has: a message that is lost loses nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db import connection
from django.dispatch import Signal
from django.utils.translation import gettext_noop

from disciplinary.choices import Capacity
from disciplinary.models import Complaint
from disciplinary.office import office_day
from disciplinary.rule33.facts import CardId, Incident

complaint_filed = Signal()
"""Sent in the transaction that files a complaint by the rule, with ``complaint``."""

RESCINDED = gettext_noop("The red card was rescinded.")
AMENDED = gettext_noop("The red card was amended.")
MOVED = gettext_noop("The red card was moved to another player.")


def keep_up(
    players: Collection[int], reds: Iterable[Incident], cards: Mapping[str, int], now: datetime
) -> list[Complaint]:
    """File the complaint of every standing red card that has none, in the COO's name, and mark for
    the Executive Committee those whose card no longer stands as it was.

    ``reds`` are all the red cards of these players that count, ``cards`` the keys of the cards by the
    rule's names for them. Called while nobody else writes facts, so that no card is filed twice; the
    unique constraint on card and respondent holds the same. Returns those filed or marked.
    """
    earlier = list(
        Complaint.objects.filter(respondent_id__in=players, card__isnull=False)
        .select_related("card__incident")
        .only(
            "respondent_id",
            "attention",
            "attention_reason",
            "card__superseded_at",
            "card__incident__player_id",
            "card__incident__rescinded_at",
        )
    )
    marked = _mark_corrected(earlier)
    filed = {(complaint.card_id, complaint.respondent_id) for complaint in earlier}
    shown = [(incident, cards[str(CardId(incident.id, 1))]) for incident in reds]
    missing = [(incident, card) for incident, card in shown if (card, incident.player) not in filed]
    return marked + (_file(missing, now) if missing else [])


def _file(reds: Sequence[tuple[Incident, int]], now: datetime) -> list[Complaint]:
    numbers = take_numbers(office_day(now).year, len(reds))
    filed = Complaint.objects.bulk_create(
        Complaint(
            number=number,
            respondent_id=incident.player,
            incident_id=incident.id,
            card_id=card,
            filed_at=now,
            capacity=Capacity.COO,
            automatic=True,
        )
        for (incident, card), number in zip(reds, numbers, strict=True)
    )
    for complaint in filed:
        complaint_filed.send(sender=Complaint, complaint=complaint)
    return filed


def _mark_corrected(complaints: Iterable[Complaint]) -> list[Complaint]:
    corrected = []
    for complaint in complaints:
        if not complaint.attention and (change := _change_of(complaint)):
            complaint.attention = True
            complaint.attention_reason = change
            corrected.append(complaint)
    Complaint.objects.bulk_update(corrected, ["attention", "attention_reason"])
    return corrected


def _change_of(complaint: Complaint) -> str:
    card = complaint.card
    if card is None:
        return ""
    if card.incident.rescinded:
        return RESCINDED
    if card.incident.player_id != complaint.respondent_id:
        return MOVED
    return AMENDED if card.superseded_at is not None else ""


def take_numbers(year: int, count: int) -> Sequence[str]:
    """The next numbers of a year, without gaps or doubles: the counter is locked until the end of
    the transaction, and a transaction that is rolled back gives them back.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [year, count])
        (last,) = cursor.fetchone()
    return [f"CVC-{year}-{number:04}" for number in range(last - count + 1, last + 1)]


_TAKE = """
INSERT INTO disciplinary_complaintcounter AS counter (year, last) VALUES (%s, %s)
ON CONFLICT (year) DO UPDATE SET last = counter.last + excluded.last
RETURNING last
"""
