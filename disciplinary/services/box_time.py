"""Time in the penalty box, as the umpires saw it: what was left of it, who left it early, who was injured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from disciplinary.choices import LeftEarly
from disciplinary.models import Incident, PenaltyBoxStay
from disciplinary.services.reports import entering
from players.models import User
from tournaments.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxTime:
    """The stay for the cards of one incident, in seconds of play.

    ``imposed`` is the original stay, ``unserved`` what was left of it when the game ended; ``added`` came
    on top for leaving early and does not carry over (R-17).
    """

    incident: int
    imposed: int
    unserved: int
    left_early: LeftEarly = LeftEarly.NO
    added: int = 0
    injured: bool = False


def box_times_record(game: Game, times: Iterable[BoxTime], *, by: User) -> None:
    """Record the stays of a game, with one recalculation. What is so already is not touched.

    Raises ``RefusedError`` once the report is closed, and Incident.DoesNotExist for one of another game.
    """
    with entering(game, by, "box_times_record"):
        incidents = Incident.objects.filter(game=game).in_bulk()
        stays: dict[int, PenaltyBoxStay] = {}
        for stay in PenaltyBoxStay.objects.filter(incident__game=game).select_related("incident").order_by("-pk"):
            stays[stay.incident_id] = stay
        for time in times:
            if time.incident not in incidents:
                raise Incident.DoesNotExist
            stay = stays.get(time.incident) or PenaltyBoxStay(incident=incidents[time.incident], seconds_imposed=0)
            # What was imposed stays as it was entered, be it more than the cards call for.
            imposed = max(stay.seconds_imposed, time.imposed, time.unserved, 1)
            wanted = (imposed, time.unserved, time.left_early, time.added, time.injured)
            standing = (
                stay.seconds_imposed,
                stay.unserved_seconds,
                stay.left_early,
                stay.seconds_added,
                stay.injured,
            )
            if wanted == standing:
                continue
            (
                stay.seconds_imposed,
                stay.unserved_seconds,
                stay.left_early,
                stay.seconds_added,
                stay.injured,
            ) = wanted
            stay.save()
