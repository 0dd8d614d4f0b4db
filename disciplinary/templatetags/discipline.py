"""Suspensions, problems and incidents in the words of ``sentences``, and links to their pages."""

from typing import Any

from django import template
from django.contrib import admin
from django.db.models import Model
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from disciplinary import sentences
from disciplinary.choices import State
from tournaments.moments import shown

register = template.Library()

for name in (
    "approval",
    "cards_shown",
    "cause",
    "clause",
    "deadlines",
    "extent",
    "game_on",
    "headline",
    "missing",
    "problem",
    "readings",
    "scope",
    "sentence",
    "teams",
    "what",
):
    register.filter(name, getattr(sentences, name))

TONES = {
    State.WAITING: "warning",
    State.DUE: "danger",
    State.OVERDUE: "danger",
    State.IN_DEFAULT: "danger",
    State.SERVED: "success",
    State.LIFTED: "info",
    State.VOID: "",
}


@register.filter
def tone(state: str) -> str:
    """How a state is colored; its text says the same."""
    return TONES[State(state)]


@register.filter
def at_place(moment: Any, game: Any) -> str:
    """A moment by the clock of a game's event, with weekday and zone."""
    return shown(moment, game.event.zone)


def page_of(row: Model) -> str:
    """The address of a row's office page, empty where it has none."""
    if not admin.site.is_registered(type(row)):
        return ""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


@register.simple_tag
def office_link(row: Model | None, text: Any = None) -> SafeString | str:
    """A link to a row's office page, with its name or another text; only the text where it has none."""
    if row is None:
        return "–"
    address = page_of(row)
    text = str(row) if text is None else text
    return (
        format_html('<a class="record-link" href="{}">{}</a>', address, text) if address else conditional_escape(text)
    )
