"""What has happened to a row: read from the histories that the triggers wrote, in words."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

#: Rows of another model that belong to a row: the model, and its path of foreign keys to the row.
type Related = tuple[type[models.Model], str]

NOTHING = "–"


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One field of a change; `before` and `after` in words, "–" for nothing."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Change:
    """One insert, update or delete: when, by whom and why ("" if nobody said), and of what."""

    at: datetime
    who: str
    reason: str
    label: str
    subject: str
    differences: tuple[Difference, ...]


def changes_of(row: models.Model, related: Iterable[Related] = (), *, silent: Collection[str] = ()) -> list[Change]:
    """Everything that happened to the row and the rows that belong to it, the latest first.

    Changes of `silent` fields alone are left out, and so are these fields. Times are those of the
    active time zone. The number of queries depends on the models alone.
    """
    sources = [(type(row), "", history_rows(type(row), "", row))]
    sources += [(model, path, history_rows(model, path, row)) for model, path in related]
    snapshots = [
        (model, path.partition("__")[0], list(rows.order_by("pgh_created_at", "pgh_id")))
        for model, path, rows in sources
        if rows is not None
    ]
    names = _names(snapshots)
    users = {str(user.pk): str(user) for user in _users(snapshots)}
    found: list[tuple[datetime, int, Change]] = []
    for model, parent, rows in snapshots:
        before: dict[Any, Any] = {}
        for snapshot in rows:
            key = snapshot.id
            change = Change(
                at=snapshot.pgh_created_at,
                who=users.get(str(_said(snapshot, "user")), ""),
                reason=_said(snapshot, "reason") or "",
                label=snapshot.pgh_label,
                subject=capfirst(str(model._meta.verbose_name)),
                differences=tuple(_differences(model, {parent, *silent}, before.get(key), snapshot, names)),
            )
            before[key] = snapshot
            if change.differences or change.label != "update":
                found.append((change.at, len(found), change))
    return [change for _at, _number, change in sorted(found, key=lambda one: one[:2], reverse=True)]


def history_rows(model: type[models.Model], path: str, row: models.Model) -> models.QuerySet[Any] | None:
    """The history of `row` itself, or of the rows of `model` that lead to it by `path`.

    Also those that have left it or are gone. None for a model without history.
    """
    history = getattr(model, "history", None)
    if history is None:
        return None
    rows = history.rel.related_model._base_manager.select_related("pgh_context")
    if not path:
        return rows.filter(pgh_obj_id=row.pk)
    first, _dot, rest = path.partition("__")
    if not rest:
        return rows.filter(**{f"{first}_id": row.pk})
    between: Any = model._meta.get_field(first).related_model
    passed = history_rows(between, rest, row)
    return rows.none() if passed is None else rows.filter(**{f"{first}_id__in": passed.values("id")})


def _differences(
    model: type[models.Model], left_out: Collection[str], before: Any, after: Any, names: dict[type, dict[Any, str]]
) -> Iterable[Difference]:
    gone = after.pgh_label == "delete"
    for field in model._meta.concrete_fields:
        if field.name == "id" or field.name in left_out or not hasattr(after, field.attname):
            continue
        value = getattr(after, field.attname)
        old = value if gone else getattr(before, field.attname, None)
        new = None if gone else value
        if old == new or (old in (None, "") and new in (None, "")):
            continue
        yield Difference(
            label=capfirst(str(field.verbose_name)),
            before=_in_words(field, old, names),
            after=_in_words(field, new, names),
        )


def _in_words(field: Any, value: Any, names: dict[type, dict[Any, str]]) -> str:
    if value is None or value == "":
        return NOTHING
    if field.is_relation:
        return names[field.related_model].get(value, _("deleted row %(number)s") % {"number": value})
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if field.choices:
        return str(dict(field.flatchoices).get(value, value))
    return _day_in_words(value) if isinstance(value, date) else str(value)


def _day_in_words(value: date) -> str:
    if not isinstance(value, datetime):
        return date_format(value, "DATE_FORMAT")
    local = timezone.localtime(value)
    return f"{date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"


def _names(snapshots: Sequence[tuple[type[models.Model], str, list[Any]]]) -> dict[type, dict[Any, str]]:
    """How the rows to which the snapshots point are called, one query for each of their models."""
    wanted: dict[Any, set[Any]] = defaultdict(set)
    for model, parent, rows in snapshots:
        for field in model._meta.concrete_fields:
            if field.is_relation and field.name != parent:
                wanted[field.related_model] |= {getattr(row, field.attname, None) for row in rows}
    names: dict[type, dict[Any, str]] = {}
    for target, keys in wanted.items():
        links = [field.name for field in target._meta.concrete_fields if field.is_relation]
        found = target._base_manager.filter(pk__in=keys - {None})
        names[target] = {one.pk: str(one) for one in (found.select_related(*links) if links else found)}
    return names


def _users(snapshots: Sequence[tuple[type[models.Model], str, list[Any]]]) -> Iterable[Any]:
    keys = {_said(row, "user") for _model, _parent, rows in snapshots for row in rows} - {None}
    return get_user_model()._base_manager.filter(pk__in=keys)


def _said(snapshot: Any, name: str) -> Any:
    """What the context of a write says of it: its `user`, its `reason`."""
    return snapshot.pgh_context.metadata.get(name) if snapshot.pgh_context else None
