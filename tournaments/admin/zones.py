"""Office pages on which times are those of the event, and say so."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.admin.utils import unquote
from django.core.exceptions import ValidationError
from django.db import models
from django.forms import Field
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.choices import validate_time_zone


class ZonedFields:
    """Names the zone in the label of every time. For admins with `EventZone` and for their inlines."""

    def formfield_for_dbfield(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> Field | None:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and isinstance(db_field, models.DateTimeField):
            zone = getattr(request, "event_zone", None)
            place = zone.key.rsplit("/", 1)[-1].replace("_", " ") if zone else None
            field.label = (
                format_lazy(_("{label} ({place} time)"), label=field.label, place=place)
                if place
                else format_lazy(_("{label} (time of the event's place)"), label=field.label)
            )
        return field


class EventZone(ZonedFields):
    """Reads and shows the times of a form in the time zone of its event.

    `zone_field` is the form's field that leads to the event, `zone_lookup` the path from there to the
    zone. What is chosen in the form itself goes before what is stored.
    """

    zone_field = "event"
    zone_lookup = "time_zone"

    def event_zone(self, request: HttpRequest, object_id: str | None) -> ZoneInfo | None:
        """The zone for this request; None while no event is chosen yet."""
        chosen = request.POST.get(self.zone_field, "")
        if not chosen and object_id is None:
            chosen = request.GET.get(self.zone_field, "")
        if chosen.isdecimal():
            related = self.opts.get_field(self.zone_field).related_model
            rows = related._base_manager.filter(pk=chosen).values_list(self.zone_lookup, flat=True)
        elif object_id is not None and unquote(object_id).isdecimal():
            rows = self.model._base_manager.filter(pk=unquote(object_id)).values_list(
                f"{self.zone_field}__{self.zone_lookup}", flat=True
            )
        else:
            return None
        name = rows.first()
        return ZoneInfo(name) if name else None

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        return self._in_zone(request, super().changeform_view, object_id, form_url, extra_context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return self._in_zone(request, super().history_view, object_id, extra_context)

    def _in_zone(
        self, request: HttpRequest, view: Callable[..., HttpResponse], object_id: str | None, *args: Any
    ) -> HttpResponse:
        zone = self.event_zone(request, object_id)
        request.event_zone = zone
        with timezone.override(zone) if zone else nullcontext():
            response = view(request, object_id, *args)
            # Templates are rendered later, when the zone would be another one again.
            if isinstance(response, SimpleTemplateResponse):
                response.render()
        return response


class OwnZone(EventZone):
    """For the event itself: the zone is a field of the form."""

    def event_zone(self, request: HttpRequest, object_id: str | None) -> ZoneInfo | None:
        name = request.POST.get("time_zone", "")
        try:
            validate_time_zone(name)
        except ValidationError:
            name = ""
        if not name and object_id is not None and unquote(object_id).isdecimal():
            rows = self.model._base_manager.filter(pk=unquote(object_id))
            name = rows.values_list("time_zone", flat=True).first()
        return ZoneInfo(name) if name else None
