"""Codes of this app with their translated labels.

The codes of kinds, stages and statuses are those of the rule; a test holds both sets together.
"""

import zoneinfo

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class EventKind(models.TextChoices):
    """Who holds an event."""

    CLUB = "club", _("Club Event")
    USPA = "uspa", _("USPA Event")


class Discipline(models.TextChoices):
    """Rule 33 is a rule of the outdoor game; arena events are only kept here."""

    OUTDOOR = "outdoor", _("Outdoor")
    ARENA = "arena", _("Arena")


class GameStage(models.TextChoices):
    """What a game is in its event."""

    REGULAR = "regular", _("Regular")
    SEMIFINAL = "semifinal", _("Semifinal")
    FINAL = "final", _("Final")
    CONSOLATION = "consolation", _("Consolation")
    SUBSIDIARY_FIRST_ROUND = "subsidiary_first_round", _("First round of a subsidiary event")
    SHOOTOUT = "shootout", _("Shootout")


class GameStatus(models.TextChoices):
    """How far a game has come."""

    SCHEDULED = "scheduled", _("Scheduled")
    IN_PROGRESS = "in_progress", _("In progress")
    PLAYED = "played", _("Played")
    POSTPONED = "postponed", _("Postponed")
    CANCELLED = "cancelled", _("Cancelled")
    FORFEITED = "forfeited", _("Forfeited")
    ABANDONED = "abandoned", _("Abandoned")


#: Handicap of an event, in goals: four players of -2 to 10 goals each, and no event below 0.
LOWEST_EVENT_GOALS = 0
HIGHEST_EVENT_GOALS = 40

DEFAULT_TIME_ZONE = "America/New_York"

_AMERICAN_ZONES = [
    (DEFAULT_TIME_ZONE, _("Eastern Time (New York, Florida)")),
    ("America/Chicago", _("Central Time (Chicago, Texas)")),
    ("America/Denver", _("Mountain Time (Denver)")),
    ("America/Phoenix", _("Mountain Time without daylight saving (Arizona)")),
    ("America/Los_Angeles", _("Pacific Time (California)")),
    ("America/Anchorage", _("Alaska Time (Anchorage)")),
    ("Pacific/Honolulu", _("Hawaii Time (Honolulu)")),
    ("America/Puerto_Rico", _("Atlantic Time (Puerto Rico)")),
]


def time_zones() -> list[tuple[str | Promise, list[tuple[str, str | Promise]]]]:
    """The time zones to choose from: those of the United States first, then all others by name."""
    first = {zone for zone, _label in _AMERICAN_ZONES}
    others = sorted(zone for zone in zoneinfo.available_timezones() if "/" in zone and zone not in first)
    return [
        (_("United States"), [(zone, label) for zone, label in _AMERICAN_ZONES]),
        (_("Elsewhere"), [(zone, zone.replace("_", " ")) for zone in others]),
    ]


def validate_time_zone(value: str) -> None:
    """Accept the names of the IANA time zone database.

    Raises ValidationError for anything else.
    """
    if value not in zoneinfo.available_timezones():
        raise ValidationError(
            _("“%(zone)s” is not a time zone. Choose one such as America/New_York."),
            code="time_zone",
            params={"zone": value},
        )
