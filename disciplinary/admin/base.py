"""What the pages of discipline have in common: one is looked at, and decided on with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise

from disciplinary.filters import OFFICE_ZONE
from disciplinary.forms.reasons import ReasonForm
from disciplinary.services.errors import RefusedError
from players.admin.base import OfficeModelAdmin
from players.selectors import changes_of


class DetailAdmin(OfficeModelAdmin):
    """A row that is looked at, not edited: a summary, and below it the history from the database.

    Subclasses name the ``summary_template``; ``summary`` adds to its context. A POST is refused.
    """

    add_form_template = "admin/change_form.html"
    change_form_template = "admin/disciplinary/detail.html"
    warn_unsaved_form = False
    summary_template: str
    #: Fields whose codes tell a reader of the history nothing.
    history_silent: tuple[str, ...] = ()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def may_decide(self, request: HttpRequest) -> bool:
        """Whether the decisions offered on the page are this person's to make."""
        return request.user.has_perm(f"disciplinary.change_{self.opts.model_name}")

    def may_add(self, request: HttpRequest, model_name: str) -> bool:
        """Whether this person may add a row of another model of discipline."""
        return request.user.has_perm(f"disciplinary.add_{model_name}")

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Any = None,
    ) -> HttpResponse:
        if obj is not None:
            context |= {
                "summary_template": self.summary_template,
                "row": obj,
                "changes": self.changes(request, obj),
                "office_zone": OFFICE_ZONE,
                "title": str(obj),
                "subtitle": None,
                **self.summary(request, obj),
            }
        return super().render_change_form(request, context, add=add, change=change, form_url=form_url, obj=obj)

    def summary(self, request: HttpRequest, obj: Any) -> dict[str, Any]:
        """What the summary's template needs beside the row."""
        return {}

    def changes(self, request: HttpRequest, obj: Any) -> list[Any]:
        """The history of the row and of those named in ``version_related``, by the office's clock."""
        with timezone.override(OFFICE_ZONE):
            return changes_of(obj, self.related_rows(request, obj), silent=self.history_silent)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The history stands on the page itself."""
        page = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[object_id])
        return HttpResponseRedirect(f"{page}#history")


class DerivedAdmin(DetailAdmin):
    """Rows that follow from the facts: nobody adds one."""

    show_add_link = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Deciding:
    """Mix into a ModelAdmin: decisions that ask for a reason on a page of their own first."""

    reason_form: type[forms.Form] = ReasonForm

    def one(self, request: HttpRequest, object_id: Any) -> Any:
        """The row of the page; 404 where there is none."""
        row = self.get_object(request, str(object_id))
        if row is None or not self.has_view_permission(request, row):
            raise Http404
        return row

    def decide(
        self,
        request: HttpRequest,
        rows: list[Any],
        *,
        title: str | Promise,
        text: str | Promise,
        button: str | Promise,
        decide: Callable[[dict[str, Any]], str],
        back: str,
        action: str = "",
    ) -> HttpResponse:
        """Show what is about to be decided and ask why; then ``decide`` with what was entered.

        ``decide`` returns what is said when it is done. ``action`` names the list's action that asks.
        """
        sent = request.method == "POST" and (not action or "reason" in request.POST)
        form = self.reason_form(request.POST if sent else None)
        if sent and rows and form.is_valid():
            try:
                with self.writing(request):
                    done = decide(form.cleaned_data)
            except RefusedError as refusal:
                form.add_error(None, refusal.message)
            else:
                messages.success(request, done)
                return HttpResponseRedirect(back)
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "text": text,
            "button": button,
            "form": form,
            "rows": rows,
            "action": action,
            "selected": request.POST.getlist("_selected_action"),
            "back": back,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/disciplinary/decide.html", context)

    def page(self, row: Model) -> str:
        """The address of a row's page."""
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[row.pk])

    def list_page(self) -> str:
        """The address of the list."""
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
