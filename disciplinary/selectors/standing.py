"""A player's answers, straight from the rule: his counts, suspensions, and what if."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime

from disciplinary import facts
from disciplinary.models import Incident, PenaltyBoxStay
from disciplinary.rule33.accumulation import board
from disciplinary.rule33.answers import Record, Tally
from disciplinary.rule33.editions import edition_for
from disciplinary.rule33.ledger import assess_player
from disciplinary.rule33.season import Season
from disciplinary.rule33.what_if import Difference, what_if


def record_of(player: int, now: datetime) -> Record:
    """All the rule's answers for a player at a moment."""
    return assess_player(Season(facts.load([player])), player, now)


def records_of(players: Collection[int], now: datetime) -> dict[int, Record]:
    """The same for several, from one load of their facts."""
    season = Season(facts.load(players))
    return {player: assess_player(season, player, now) for player in players}


def counts_on(record: Record, day: date) -> tuple[Tally, ...]:
    """How far the player is from every mark of the periods of a local day, noughts included."""
    return board(record.player, record.tallies, day, edition_for(day))


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What saving an incident would do: for its player, and for the one it is taken from, if any.

    ``complaint`` says that a Conduct Violation Complaint would be filed.
    """

    player: Difference
    taken_from: Difference | None
    complaint: bool


def preview(incident: Incident, *, cards: str, stays: Iterable[PenaltyBoxStay] = (), now: datetime) -> Preview:
    """What an incident, new or corrected but not saved, would do. Nothing is written or locked."""
    if not incident.tier:
        incident.snapshot_event()
    unserved = sum(stay.unserved_seconds for stay in stays)
    supposed = facts.incident_fact(incident, cards=cards, box_unserved=unserved)
    stored = (
        Incident.objects.filter(pk=incident.pk).values_list("player_id", flat=True).first() if incident.pk else None
    )
    players = {incident.player_id} | ({stored} if stored is not None else set())
    known = facts.load(players)
    with_it = facts.load(players, supposed=[supposed])

    def difference(player: int) -> Difference:
        return what_if(known, with_it, supposed.id, player, now)

    red_before = any(
        one.id == supposed.id and one.cards == supposed.cards and one.player == supposed.player
        for one in known.incidents
    )
    return Preview(
        player=difference(incident.player_id),
        taken_from=difference(stored) if stored not in (None, incident.player_id) else None,
        complaint=cards == "R" and not red_before,
    )
