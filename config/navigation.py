"""The admin's navigation, in the order in which people work."""

from collections.abc import Callable, Iterator

from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from disciplinary.selectors.suspensions import (
    problems_open,
    suspensions_in_default,
    suspensions_overdue,
    suspensions_without_approval,
)

# Group, then model and symbol of each entry.
GROUPS: tuple[tuple[Promise, tuple[tuple[str, str], ...]], ...] = (
    (
        _("Season"),
        (
            ("tournaments.EventSeries", "stacks"),
            ("tournaments.Event", "emoji_events"),
            ("tournaments.Team", "groups"),
            ("players.Club", "home_pin"),
        ),
    ),
    (_("Entries"), (("tournaments.Entry", "how_to_reg"),)),
    (
        _("Games"),
        (
            ("tournaments.Game", "calendar_month"),
            ("tournaments.Lineup", "format_list_numbered"),
            ("disciplinary.Incident", "style"),
        ),
    ),
    (
        _("Suspensions"),
        (
            ("disciplinary.Suspension", "event_busy"),
            ("disciplinary.Approval", "how_to_vote"),
            ("disciplinary.Attendance", "fact_check"),
            ("disciplinary.Increase", "playlist_add"),
            ("disciplinary.Ruling", "gavel"),
            ("disciplinary.Bar", "block"),
            ("disciplinary.Designee", "supervisor_account"),
        ),
    ),
    (
        _("To resolve"),
        (
            ("disciplinary.Problem", "report"),
            ("disciplinary.Complaint", "balance"),
        ),
    ),
    (
        _("People"),
        (
            ("players.Player", "person"),
            ("tournaments.Umpire", "sports"),
            ("tournaments.HostCommitteeMember", "handshake"),
            ("players.User", "badge"),
        ),
    ),
    (_("Mail"), (("post_office.Email", "outbox"),)),
)


# What waits for somebody: what is counted, and how the badge is colored.
BADGES: dict[str, tuple[Callable[[], QuerySet], str]] = {
    "disciplinary.Problem": (problems_open, "danger"),
    "disciplinary.Suspension": (suspensions_without_approval, "warning"),
}


# Parts of a list that stand in the navigation of their own: title, symbol, query, and what is counted.
PARTS: dict[str, tuple[tuple[Promise, str, str, Callable[[], QuerySet]], ...]] = {
    "disciplinary.Suspension": (
        (_("Overdue"), "schedule", "state=overdue", suspensions_overdue),
        (_("In default"), "gpp_bad", "state=in_default", suspensions_in_default),
    )
}


def _badge(label: str) -> dict[str, object]:
    if label not in BADGES:
        return {}
    waiting, variant = BADGES[label]
    return _counted(waiting, variant)


def _counted(waiting: Callable[[], QuerySet], variant: str) -> dict[str, object]:
    count = waiting().count()
    return {"badge": count, "badge_variant": variant} if count else {}


def _items(request: HttpRequest, entries: tuple[tuple[str, str], ...]) -> Iterator[dict[str, object]]:
    for label, symbol in entries:
        model = apps.get_model(label)
        site_admin = admin.site.get_model_admin(model) if admin.site.is_registered(model) else None
        if site_admin is not None and site_admin.has_view_permission(request):
            item = {
                "title": capfirst(model._meta.verbose_name_plural),
                "icon": symbol,
                "link": reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"),
            }
            yield item | _badge(label)
            for title, part_symbol, query, waiting in PARTS.get(label, ()):
                part = {"title": title, "icon": part_symbol, "link": f"{item['link']}?{query}"}
                yield part | _counted(waiting, "danger")


def sidebar(request: HttpRequest) -> list[dict[str, object]]:
    """The groups and entries that this account may open."""
    groups = [{"title": title, "items": list(_items(request, entries))} for title, entries in GROUPS]
    return [{"separator": True, **group} for group in groups if group["items"]]


def account(request: HttpRequest) -> list[dict[str, object]]:
    """What a person does about the own account."""
    entries = ((_("Second factor"), "mfa_index"), (_("Change password"), "account_change_password"))
    return [{"title": title, "link": reverse(name)} for title, name in entries]
