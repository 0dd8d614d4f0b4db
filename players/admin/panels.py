"""A place on the office pages for what the apps above know about a row.

    PlayerAdmin.panels = (*PlayerAdmin.panels, record_panel)

A panel is a function of the request and the row; what it returns, safe HTML or nothing, stands on top
of the row's page.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import Model
from django.http import HttpRequest, HttpResponse

Panel = Callable[[HttpRequest, Any], str]


class Panels:
    """Mix into a ModelAdmin: its change page begins with the panels."""

    panels: ClassVar[tuple[Panel, ...]] = ()
    change_form_outer_before_template = "admin/panels.html"

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Model | None = None,
    ) -> HttpResponse:
        """The page, with what each panel says about the row."""
        if change and obj is not None and not context.get("is_popup"):
            context["panels"] = [html for panel in self.panels if (html := panel(request, obj))]
        return super().render_change_form(request, context, add=add, change=change, form_url=form_url, obj=obj)
