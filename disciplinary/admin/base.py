"""What the pages of discipline have in common: one is looked at, and decided on with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display

from disciplinary.forms.reasons import ReasonForm
from disciplinary.office import OFFICE_ZONE
from disciplinary.services.decisions import withdraw
from disciplinary.services.errors import RefusedError
from players.admin.base import OfficeModelAdmin
from players.models import User
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
        reason_form: type[forms.Form] | None = None,
    ) -> HttpResponse:
        """Show what is about to be decided and ask why; then ``decide`` with what was entered.

        ``decide`` returns what is said when it is done. ``action`` names the list's action that asks,
        ``reason_form`` what to ask in place of the class's own.
        """
        sent = request.method == "POST" and (not action or "reason" in request.POST)
        form = (reason_form or self.reason_form)(request.POST if sent else None)
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


def become(obj: Model, saved: Model) -> None:
    """Let the admin's own object be the row that a service has saved."""
    obj.__dict__.update(saved.__dict__)


class Refusing:
    """Mix into a ModelAdmin whose rows are saved by services: what they refuse stands on the form.

    Nothing is saved then, and nothing of what was entered is lost.
    """

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except RefusedError as refusal:
            request.refusal = refusal
            return super().changeform_view(request, object_id, form_url, extra_context)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        refusal: RefusedError | None = getattr(request, "refusal", None)
        if refusal is None:
            return form

        class RefusedForm(form):
            """Says again, at the form, what the service has refused."""

            def clean(self) -> dict[str, Any] | None:
                cleaned = super().clean()
                self.add_error(None, forms.ValidationError(refusal.message, code="refused"))
                return cleaned

        return RefusedForm


class DecisionAdmin(Refusing, Deciding, DetailAdmin):
    """Decisions that can be withdrawn: recorded once, shown as recorded, withdrawn with a reason.

    Subclasses ``record`` a new one through its service and describe one by ``headline`` and ``lines``.
    """

    summary_template = "admin/disciplinary/decision/summary.html"
    actions = ("withdraw_selected",)
    actions_detail = ("withdraw",)
    history_silent = ("recorded_at", "recorded_by", "withdrawn_at", "withdrawn_by", "cast_at")
    decider = "recorded_by"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related(*self.list_select_related)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        become(obj, self.record(request, obj, form))

    def record(self, request: HttpRequest, obj: Any, form: Any) -> Any:
        """Keep a new decision, through its service."""
        raise NotImplementedError

    def headline(self, row: Any) -> str:
        """What the decision says, in one sentence."""
        raise NotImplementedError

    def lines(self, row: Any) -> list[tuple[Any, Any]]:
        """Label and value of all that was entered."""
        raise NotImplementedError

    def summary(self, request: HttpRequest, obj: Any) -> dict[str, Any]:
        return {
            "headline": self.headline(obj),
            "lines": [(label, value) for label, value in self.lines(obj) if value not in (None, "")],
            "decided_by": getattr(obj, self.decider),
        }

    def has_withdraw_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether this person may withdraw such decisions, and this one still stands."""
        if not self.may_decide(request):
            return False
        if object_id is None:
            return True
        return (
            str(object_id).isdecimal()
            and self.model._base_manager.filter(pk=object_id, withdrawn_at__isnull=True).exists()
        )

    def withdraw_one(self, row: Any, *, by: User, reason: str) -> None:
        """Withdraw one decision, through its service."""
        withdraw(row, by=by, reason=reason)

    @action(description=_("Withdraw"), icon="undo", permissions=["withdraw"], url_path="withdraw")
    def withdraw(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask why, then withdraw the decision."""
        row = self.one(request, object_id)

        def decide(entered: dict[str, Any]) -> str:
            self.withdraw_one(row, by=request.user, reason=entered["reason"])
            return gettext("It is withdrawn: %(what)s") % {"what": self.headline(row)}

        return self.decide(
            request,
            [self.headline(row)],
            title=_("Withdraw a decision"),
            text=_("It no longer counts from now on. It stays in the records, with your name and reason."),
            button=_("Withdraw"),
            decide=decide,
            back=self.page(row),
        )

    @admin.action(description=_("Withdraw what is selected"), permissions=["withdraw"])
    def withdraw_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Ask once why, then withdraw all of them."""
        rows = list(queryset.filter(withdrawn_at__isnull=True))

        def decide(entered: dict[str, Any]) -> str:
            for row in rows:
                self.withdraw_one(row, by=request.user, reason=entered["reason"])
            return ngettext("%(count)d decision is withdrawn.", "%(count)d decisions are withdrawn.", len(rows)) % {
                "count": len(rows)
            }

        return self.decide(
            request,
            [self.headline(row) for row in rows],
            title=_("Withdraw what is selected"),
            text=_("They no longer count from now on. They stay in the records, with your name and reason."),
            button=_("Withdraw"),
            decide=decide,
            back=self.list_page(),
            action="withdraw_selected",
        )

    @display(description=_("state"), label={"stands": "success", "withdrawn": "warning"})
    def standing(self, row: Any) -> tuple[str, Any]:
        return ("stands", _("Stands")) if row.stands else ("withdrawn", _("Withdrawn"))
