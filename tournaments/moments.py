"""Moments and days where an event takes place.

The database keeps moments; people live by the clock of the event. A game at 9 p.m. in Florida is on
that day, although it is the next day in UTC.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import DateField, Func
from django.utils.formats import date_format
from django.utils.translation import gettext as _


class LocalDay(Func):
    """The day of a moment in a time zone, in the database: `LocalDay("event__time_zone", "starts_at")`."""

    template = "(timezone(%(expressions)s))::date"
    arity = 2
    output_field = DateField()


def shown(moment: datetime | None, zone: ZoneInfo) -> str:
    """A moment with weekday and zone, such as "Sat, Jan. 10, 2026, 2 p.m. EST"; "–" for none."""
    if moment is None:
        return "–"
    local = moment.astimezone(zone)
    return _("%(weekday)s, %(moment)s %(zone)s") % {
        "weekday": date_format(local, "D"),
        "moment": date_format(local, "DATETIME_FORMAT"),
        "zone": local.tzname(),
    }
