"""What all office pages have in common."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pghistory
from django.contrib import messages
from django.contrib.admin import ShowFacets
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import PAGE_VAR
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import IntegrityError, models
from django.db.models import ProtectedError
from django.forms import BaseInlineFormSet, Field
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from players import hooks
from players.admin.panels import Panels
from players.admin.search import FoldedSearch
from players.admin.stale import StaleForm
from players.admin.widgets import Autocomplete, autocomplete_of
from players.models import User
from players.selectors import changes_of


def signed_in(request: HttpRequest) -> User:
    """Who is signed in. Raises PermissionDenied if nobody is."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


class _OfficePermissions:
    """Ask the predicates about the very row at hand."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._allowed(request, "view", obj) or self._allowed(request, "change", obj)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._allowed(request, "add", None)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._allowed(request, "change", obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._allowed(request, "delete", obj)

    def _allowed(self, request: HttpRequest, action: str, obj: Any) -> bool:
        permission = f"{self.opts.app_label}.{action}_{self.opts.model_name}"
        return request.user.has_perm(permission, obj)


class _Autocompletes:
    """Autocompletes that show what is loaded without asking again."""

    def formfield_for_foreignkey(
        self, db_field: models.ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> Field | None:
        if "widget" not in kwargs and db_field.name in self.get_autocomplete_fields(request):
            kwargs["widget"] = Autocomplete(
                db_field,
                self.admin_site,
                context=self.autocomplete_context(request, db_field),
            )
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def autocomplete_context(self, request: HttpRequest, db_field: models.ForeignKey) -> dict[str, Any]:
        """What is sent along with each request for suggestions of this field."""
        return {}


class _Choices:
    """Where the model has no default, a person chooses: the first choice is not taken for granted."""

    def formfield_for_choice_field(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> Field | None:
        if "choices" not in kwargs and not db_field.has_default():
            kwargs["choices"] = db_field.get_choices(blank_choice=[("", _("Select value"))])
        return super().formfield_for_choice_field(db_field, request, **kwargs)


class OfficeModelAdmin(_OfficePermissions, Panels, StaleForm, FoldedSearch, _Autocompletes, _Choices, ModelAdmin):
    """The base of every office page.

    One write is one batch (`players.hooks`) with the signed-in person in its history; permissions
    come from predicates; stale forms are refused; there is no bulk deletion; search ignores accents.
    """

    actions = None
    list_filter_submit = True
    list_per_page = 50
    show_full_result_count = False
    # A count beside each filter would cost a query for each of them.
    show_facets = ShowFacets.NEVER
    warn_unsaved_form = True
    object_history_template = "admin/office_history.html"

    @contextmanager
    def writing(self, request: HttpRequest) -> Iterator[None]:
        """Everything written inside belongs together and is signed by who is signed in."""
        with pghistory.context(user=request.user.pk, page=request.path), hooks.batch():
            yield

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        return self._write(request, super().changeform_view, request, object_id, form_url, extra_context)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return self._write(request, super().changelist_view, request, extra_context)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return self._write(request, super().delete_view, request, object_id, extra_context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """What happened to the row and to all that its page edits, from the triggers' histories."""
        row = self.get_object(request, unquote(object_id))
        if row is not None and self.has_view_permission(request, row):
            changes = Paginator(changes_of(row, self.related_rows(request, row)), 100)
            extra_context = {**(extra_context or {}), "changes": changes.get_page(request.GET.get(PAGE_VAR))}
        return super().history_view(request, object_id, extra_context)

    def _write(self, request: HttpRequest, view: Any, *args: Any) -> HttpResponse:
        if request.method != "POST":
            return view(*args)
        try:
            with self.writing(request):
                return view(*args)
        except (IntegrityError, ProtectedError):
            # The forms check what the database does; only somebody else's write in the very same
            # moment gets here.
            messages.error(
                request,
                _(
                    "Nothing was saved: somebody else changed something that this depends on. "
                    "Look at it again, and repeat your change."
                ),
            )
            return HttpResponseRedirect(request.get_full_path())

    def delete_model(self, request: HttpRequest, obj: models.Model) -> None:
        obj.delete()


class _KnowingFormSet(BaseInlineFormSet):
    """Tells the autocompletes of each row what the row has loaded."""

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        for name, field in form.fields.items():
            widget = autocomplete_of(field)
            related = form.instance._state.fields_cache.get(name)
            if widget is not None and related is not None:
                widget.know(related)


class OfficeTabularInline(_OfficePermissions, _Autocompletes, _Choices, TabularInline):
    """Rows of another model on an office page; `list_select_related` names what they show."""

    formset = _KnowingFormSet
    extra = 0
    # Its columns say what the row is.
    show_title = False
    list_select_related: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        rows = super().get_queryset(request)
        return rows.select_related(*self.list_select_related) if self.list_select_related else rows
