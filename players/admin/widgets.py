"""Autocompletes of the office pages."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.admin.widgets import AutocompleteSelect, AutocompleteSelectMultiple
from django.db.models import Model
from django.forms import Field


class _Known:
    """An autocomplete that does not ask the database for what the page has already loaded.

    `context` is sent along with each request for suggestions, so that they can be sorted by it.
    """

    def __init__(self, *args: Any, context: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.context = context or {}
        self.known: dict[str, str] = {}

    def know(self, *rows: Model) -> None:
        """Remember rows that are loaded already, so that they are shown without a query."""
        self.known.update({str(row.pk): str(row) for row in rows})

    def get_url(self) -> str:
        url = super().get_url()
        return f"{url}?{urlencode(self.context)}" if self.context else url

    def optgroups(self, name: str, value: list, attr: Any = None) -> list:
        # Anything else than an id comes from an address that somebody typed.
        chosen = [str(one) for one in value if str(one).isdecimal()]
        if not all(one in self.known for one in chosen):
            return super().optgroups(name, chosen, attr)
        options = []
        if not self.is_required and not self.allow_multiple_selected:
            options.append(self.create_option(name, "", "", False, 0))
        for one in chosen:
            options.append(self.create_option(name, one, self.known[one], True, len(options)))
        return [(None, options, 0)]


class Autocomplete(_Known, AutocompleteSelect):
    """One row, found while typing."""


class AutocompleteMultiple(_Known, AutocompleteSelectMultiple):
    """Several rows, found while typing; each can be taken away, but not all at one stroke."""

    def build_attrs(self, base_attrs: dict[str, Any], extra_attrs: dict[str, Any] | None = None) -> dict[str, Any]:
        return super().build_attrs(base_attrs, extra_attrs) | {"data-allow-clear": "false"}


def autocomplete_of(field: Field) -> _Known | None:
    """The autocomplete of a form field, also inside the admin's wrapper; None if it has another."""
    widget = getattr(field.widget, "widget", field.widget)
    return widget if isinstance(widget, _Known) else None
