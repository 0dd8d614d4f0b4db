"""Two people, one form: the second to save is told, sees both versions, and decides.

The page carries a fingerprint of the row, and of the rows in its inlines, as they were when it was
opened. If they are others when it is saved, under a lock of the row, nothing is written.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any, cast

from django import forms
from django.contrib.admin.utils import display_for_value
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models
from django.forms.models import _get_foreign_key
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.choices import flatten_choices
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from players.selectors.history import Related, history_rows

VERSION = "row_version"


def fingerprint(rows: Iterable[Iterable[Any]]) -> str:
    """A short hash of field values, equal exactly if all values are equal."""
    text = json.dumps([list(row) for row in rows], cls=DjangoJSONEncoder, ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def row_values(row: models.Model, exclude: Iterable[str] = ()) -> list[Any]:
    """The stored values of a row, without generated columns and those in `exclude`."""
    return [
        getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.generated and field.name not in exclude
    ]


class VersionedForm(forms.ModelForm):
    """A form that carries the version of its row; the admin below adds it to its own form."""

    read_version: Callable[[], str]
    explain_change: Callable[[], str]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_stale = False
        if VERSION not in self.fields:
            return
        self.version = self.read_version()
        self.fields[VERSION].initial = self.version
        name = self.add_prefix(VERSION)
        if self.is_bound and self.data.get(name) != self.version:
            self.is_stale = True
            # Shown again with both versions, the form may be saved: now in knowledge of the other.
            data = cast("QueryDict", self.data).copy()
            data[name] = self.version
            self.data = data

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self.is_stale:
            self.add_error(None, ValidationError(self._stale_message(), code="stale"))
        return cleaned

    def _stale_message(self) -> str:
        differences = [
            (field.label or name, self._shown(name, yours), self._shown(name, theirs))
            for name, field in self.fields.items()
            if name != VERSION and not field.disabled
            for yours, theirs in [(self._submitted(name), self._stored(name))]
            if yours != theirs
        ]
        table = (
            format_html(
                '<table class="mt-3 text-left"><thead><tr><th></th><th scope="col" class="px-3 py-2">{}</th>'
                '<th scope="col" class="px-3 py-2">{}</th></tr></thead><tbody>{}</tbody></table>',
                _("Your version"),
                _("The saved version"),
                format_html_join(
                    "",
                    '<tr><th scope="row" class="py-2">{}</th><td class="px-3 py-2">{}</td>'
                    '<td class="px-3 py-2">{}</td></tr>',
                    differences,
                ),
            )
            if differences
            else ""
        )
        return format_html(
            "<p>{} {}</p>{}",
            self.explain_change(),
            _("Nothing of yours has been saved. Compare, then save again to keep your version."),
            table,
        )

    def _submitted(self, name: str) -> Any:
        if name in self.cleaned_data:
            return _comparable(self.cleaned_data[name])
        return self[name].data

    def _stored(self, name: str) -> Any:
        value, field = self[name].initial, self.fields[name]
        try:
            return _comparable(field.clean(field.prepare_value(value)))
        except (ValidationError, TypeError, AttributeError):
            return _comparable(value)

    def _shown(self, name: str, value: Any) -> str:
        if value in (None, "", ()):
            return "–"
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, tuple):
            return ", ".join(str(one) for one in value)
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.ModelChoiceField):
            return str(dict(flatten_choices(cast(Any, field.choices))).get(value, value))
        return str(display_for_value(value, "–"))


def _comparable(value: Any) -> Any:
    """A value that equals another one exactly if both would be stored alike."""
    if isinstance(value, models.QuerySet | list | set):
        return tuple(value)
    return "" if value is None else value


class StaleForm:
    """Mix into a ModelAdmin: its change form refuses to overwrite what another has saved meanwhile.

    `version_exclude` names fields that change on their own and are no reason to refuse.
    `version_related` names other rows that the page edits beside its inlines: models, each with the
    path of foreign keys to the row.
    """

    version_exclude: Iterable[str] = ()
    version_related: Iterable[Related] = ()

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        """The fieldsets, and unseen among them the version."""
        fieldsets = list(super().get_fieldsets(request, obj))
        if obj is not None and self.has_change_permission(request, obj):
            fieldsets.append((None, {"fields": [VERSION], "classes": ["hidden"]}))
        return fieldsets

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form, with the hidden version where an existing row may be changed."""
        guarded = change and obj is not None and self.has_change_permission(request, obj)
        fields = kwargs.get("fields")
        if fields is not None:
            kwargs["fields"] = [name for name in fields if name != VERSION]
        form = super().get_form(request, obj, change=change, **kwargs)
        if not guarded:
            return form
        return type(form)(
            form.__name__,
            (VersionedForm, form),
            {
                VERSION: forms.CharField(required=False, widget=forms.HiddenInput, label=""),
                "read_version": staticmethod(lambda: self.row_version(request, obj)),
                "explain_change": staticmethod(lambda: self.explain_change(request, obj)),
            },
        )

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row; while it is being saved, locked and as it is now."""
        found = super().get_object(request, object_id, from_field)
        if found is not None and request.method == "POST" and connection.in_atomic_block:
            locked = self.model._base_manager.select_for_update().filter(pk=found.pk)
            if not locked.values_list("pk").first():
                return None
            found = super().get_object(request, object_id, from_field)
        return found

    def row_version(self, request: HttpRequest, obj: models.Model) -> str:
        """The fingerprint of the row and of all rows that its page shows in inlines."""
        rows = [row_values(obj, self.version_exclude)]
        for model, key in self.related_rows(request, obj):
            names = [f.attname for f in model._meta.concrete_fields if not f.generated]
            rows.extend(model._base_manager.filter(**{key: obj}).order_by("pk").values_list(*names))
        return fingerprint(rows)

    def explain_change(self, request: HttpRequest, obj: models.Model) -> str:
        """Who changed the row or its inlines last, and when, as history tells."""
        latest = None
        for model, path in [(type(obj), ""), *self.related_rows(request, obj)]:
            rows = history_rows(model, path, obj)
            row = rows.order_by("-pgh_created_at", "-pgh_id").first() if rows is not None else None
            if row is not None and (latest is None or row.pgh_created_at >= latest.pgh_created_at):
                latest = row
        if latest is None:
            return _("This was changed while you had it open.")
        at = date_format(timezone.localtime(latest.pgh_created_at), "TIME_FORMAT")
        user_id = latest.pgh_context.metadata.get("user") if latest.pgh_context else None
        who = get_user_model()._base_manager.filter(pk=user_id).first() if user_id else None
        if who is None:
            return _("This was changed at %(time)s, while you had it open.") % {"time": at}
        return _("%(who)s changed this at %(time)s, while you had it open.") % {
            "who": who,
            "time": at,
        }

    def related_rows(self, request: HttpRequest, obj: models.Model) -> list[Related]:
        """What the page edits beside the row: the rows of its inlines and of `version_related`."""
        inlines = [
            (inline.model, _get_foreign_key(self.model, inline.model, fk_name=inline.fk_name).name)
            for inline in self.get_inline_instances(request, obj)
        ]
        return [*inlines, *self.version_related]
