"""Where the office is: the clock by which it files, records and asks what is running today."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.conf import settings

OFFICE_ZONE = ZoneInfo(settings.OFFICE_TIME_ZONE)


def office_day(moment: datetime) -> date:
    """The day in the office at a moment."""
    return moment.astimezone(OFFICE_ZONE).date()
