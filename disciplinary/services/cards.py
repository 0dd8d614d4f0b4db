"""Entering, amending, moving and rescinding incidents and their cards.

A card actually shown is a fact and never refused; one that does not fit the rule must be confirmed
by whoever enters it (``MisfitError``). Nothing is overwritten: cards are superseded, incidents rescinded,
and the history says who changed what, when and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from disciplinary.choices import Color
from disciplinary.models import Card, Incident, Increase, PenaltyBoxStay
from disciplinary.rule33.answers import Problem
from disciplinary.services import recalculation
from disciplinary.services.errors import RefusedError, require_reason
from disciplinary.services.recalculation import Batch
from disciplinary.services.signing import signed
from players.models import Player, User
from tournaments.models import Game, Team

CARDS_SHOWN = ("Y", "YY", "YYY", "R")
"""What an Umpire can show for one offense."""


class MisfitError(RefusedError):
    """Cards that do not fit the rule and were not confirmed; nothing is saved.

    ``problems`` are those that the rule finds at the incident.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(
            _("These cards do not fit the rule. Confirm that they were shown all the same, or correct them.")
        )
        self.problems = problems


def incident_record(
    incident: Incident,
    *,
    cards: str,
    by: User | None,
    stays: Iterable[PenaltyBoxStay] = (),
    confirmed: bool = False,
) -> Incident:
    """Record a new incident with its cards (``CARDS_SHOWN``) and penalty-box time.

    It stands after the incidents already known of its game. Raises ``MisfitError`` where the cards do
    not fit the rule and ``confirmed`` is not set, and ValueError for cards that are none.
    """
    _check_shown(cards)
    with signed("incident_record", by):
        with recalculation.batch(savepoint=False) as batch:
            _stand_last(incident)
            if not incident.tier:
                incident.snapshot_event()
            incident.recorded_by = by
            _confirm(incident, by, confirmed=confirmed)
            # Without signals: all of it bears on this player alone.
            Incident.objects.bulk_create([incident])
            _show(incident, cards, timezone.now())
            _box(incident, stays)
            recalculation.request([incident.player_id])
        _refuse_misfit(incident, batch)
    return incident


def incident_amend(
    incident: Incident,
    *,
    cards: str,
    by: User,
    reason: str,
    stays: Iterable[PenaltyBoxStay] = (),
    confirmed: bool = False,
) -> Incident:
    """Save a corrected incident, with the cards as they are understood now.

    ``incident`` carries the corrected values; whether it is rescinded is not among them. Cards that
    changed are superseded; increases of a card that is no longer red are withdrawn. A correction to
    another game takes goals, tier and kind from its event. Raises ``MisfitError`` as
    ``incident_record`` does, and ``RefusedError`` without a reason.
    """
    _check_shown(cards)
    reason = require_reason(reason)
    with signed("incident_amend", by, reason):
        with recalculation.batch(savepoint=False) as batch:
            stored = Incident.objects.select_for_update(no_key=True).get(pk=incident.pk)
            for name in ("rescinded_at", "rescinded_by_id", "rescind_reason", "recorded_by_id", "position"):
                setattr(incident, name, getattr(stored, name))
            if incident.game_id != stored.game_id:
                _stand_last(incident)
                incident.snapshot_event()
            _confirm(incident, by, confirmed=confirmed)
            incident.save()
            _supersede(incident, cards, by, reason)
            for stay in stays:
                stay.incident = incident
                stay.save()
        _refuse_misfit(incident, batch)
    return incident


def incident_move(incident: Incident, *, player: Player, team: Team, by: User, reason: str) -> Incident:
    """Correct whose offense it was. What followed for the one no longer does, and follows for the
    other; a complaint already filed stays, marked for the Executive Committee.

    Raises ``RefusedError`` for a team that does not play in the game.
    """
    reason = require_reason(reason)
    with signed("incident_move", by, reason), recalculation.batch(savepoint=False):
        incident = _locked(incident)
        if team.pk not in incident.game.team_ids:
            raise RefusedError(_("%(team)s does not play in this game.") % {"team": team})
        incident.player = player
        incident.team = team
        incident.save()
    return incident


def incident_place(incident: Incident, *, place: int, by: User, reason: str) -> Incident:
    """Correct the order in which a game's incidents were carded: put one of them at a place, from 1;
    a place past the end is the last.

    The order numbers the offenses and says which card reaches a mark.
    """
    reason = require_reason(reason)
    with signed("incident_place", by, reason), recalculation.batch(savepoint=False):
        rows = list(
            Incident.objects.select_for_update(no_key=True).filter(game_id=incident.game_id).order_by("position")
        )
        moved = next(row for row in rows if row.pk == incident.pk)
        rows.remove(moved)
        rows.insert(place - 1, moved)
        changed = [row for position, row in enumerate(rows, start=1) if row.position != position]
        for position, row in enumerate(rows, start=1):
            row.position = position
        Incident.objects.bulk_update(changed, ["position"])
        recalculation.request({row.player_id for row in rows})
    return moved


def incident_rescind(incident: Incident, *, by: User, reason: str) -> Incident:
    """Make an incident count for nothing, from the beginning. It stays, with who, when and why."""
    reason = require_reason(reason)
    with signed("incident_rescind", by, reason), recalculation.batch(savepoint=False):
        incident = _locked(incident)
        if not incident.rescinded:
            incident.rescinded_at = timezone.now()
            incident.rescinded_by = by
            incident.rescind_reason = reason
            incident.save()
    return incident


def incidents_rescind(incidents: Iterable[Incident], *, by: User, reason: str) -> int:
    """Rescind several at once, with one recalculation; how many did count until now."""
    rescinded = 0
    with recalculation.batch():
        for incident in sorted(incidents, key=lambda one: one.pk):
            if not incident.rescinded:
                incident_rescind(incident, by=by, reason=reason)
                rescinded += 1
    return rescinded


def incident_reinstate(incident: Incident, *, by: User, reason: str) -> Incident:
    """Take a rescission back: the incident counts again, as if it had always done."""
    reason = require_reason(reason)
    with signed("incident_reinstate", by, reason), recalculation.batch(savepoint=False):
        incident = _locked(incident)
        if incident.rescinded:
            incident.rescinded_at = None
            incident.rescinded_by = None
            incident.rescind_reason = ""
            incident.save()
    return incident


# ------------------------------------------------------------------ parts


def _check_shown(cards: str) -> None:
    if cards not in CARDS_SHOWN:
        raise ValueError(f"cards are one of {', '.join(CARDS_SHOWN)}, not {cards!r}")


def _show(incident: Incident, cards: str, now: datetime) -> None:
    Card.objects.bulk_create(
        Card(incident=incident, number=number, color=color, created_at=now)
        for number, color in enumerate(cards, start=1)
    )


def _box(incident: Incident, stays: Iterable[PenaltyBoxStay]) -> None:
    stays = list(stays)
    for stay in stays:
        stay.incident = incident
    if stays:
        PenaltyBoxStay.objects.bulk_create(stays)


def _locked(incident: Incident) -> Incident:
    rows = Incident.objects.select_for_update(no_key=True, of=("self",)).select_related("game")
    return rows.get(pk=incident.pk)


def _stand_last(incident: Incident) -> None:
    """Place it after the incidents of its game. Nobody else records one meanwhile."""
    others = Incident.objects.filter(game=OuterRef("pk")).order_by("-position").values("position")[:1]
    game = Game.objects.select_related("event").annotate(last=Subquery(others)).get(pk=incident.game_id)
    incident.game = game
    incident.position = (game.last or 0) + 1


def _supersede(incident: Incident, cards: str, by: User, reason: str) -> None:
    now = timezone.now()
    standing = {card.number: card for card in Card.objects.standing().filter(incident=incident)}
    wanted = dict(enumerate(cards, start=1))
    replaced = [card for number, card in standing.items() if wanted.get(number) != card.color]
    if not replaced and len(standing) == len(wanted):
        return
    if cards != Color.RED:
        for increase in Increase.objects.filter(incident=incident, withdrawn_at__isnull=True):
            increase.withdrawn_at, increase.withdrawn_by = now, by
            increase.withdrawn_reason = reason
            increase.save()
    for card in replaced:
        card.superseded_at, card.superseded_by = now, by
    Card.objects.bulk_update(replaced, ["superseded_at", "superseded_by"])
    gone = {card.number for card in replaced}
    Card.objects.bulk_create(
        Card(incident=incident, number=number, color=color, created_at=now)
        for number, color in wanted.items()
        if number not in standing or number in gone
    )


def _confirm(incident: Incident, by: User | None, *, confirmed: bool) -> None:
    if confirmed and not incident.confirmed_misfit:
        incident.confirmed_misfit = True
        incident.confirmed_at = timezone.now()
        incident.confirmed_by = by


def _refuse_misfit(incident: Incident, batch: Batch) -> None:
    """What the rule finds at the incident, once everything is saved, must have been confirmed."""
    if incident.confirmed_misfit or incident.rescinded:
        return
    record = batch.record_of(incident.player_id)
    problems = [problem for problem in record.problems if problem.incident == incident.pk]
    if problems:
        raise MisfitError(problems)
