"""Office pages in tests: their addresses, what a browser sends back, and what they cost."""

from contextlib import nullcontext

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone


def url(label, page, *args):
    """The address of an office page, such as `url("players.player", "change", 1)`."""
    return reverse(f"admin:{label.replace('.', '_')}_{page}", args=args)


def form_data(response, **changes):
    """What a browser would send back from this page, inlines included, with `changes`."""
    zone = getattr(response.wsgi_request, "event_zone", None)
    forms = [response.context["adminform"].form]
    for inline in response.context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.forms]
    data = {}
    with timezone.override(zone) if zone else nullcontext():
        for form in forms:
            for bound in form:
                data |= _sent(bound)
    return data | changes


def _sent(bound):
    value, widget = bound.value(), bound.field.widget
    if hasattr(widget, "widgets"):
        parts = value if isinstance(value, list) else widget.decompress(value)
        return {f"{bound.html_name}_{n}": "" if part is None else part for n, part in enumerate(parts)}
    return {} if value is None or value is False else {bound.html_name: value}


def query_count(client, page):
    """How many queries it takes to open a page."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200
    return len(queries)
