"""The outbox in the office: what was sent to whom, and what still waits. To be read, not edited."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from post_office.models import Attachment, Email, EmailTemplate, Log
from unfold.admin import ModelAdmin
from unfold.decorators import display

from players.rules import is_office

for model in (Attachment, Email, EmailTemplate, Log):
    admin.site.unregister(model)


@admin.register(Email)
class OutboxAdmin(ModelAdmin):
    """Mails, newest first."""

    list_display = ("subject", "recipients", "status", "created", "last_updated")
    list_filter = ("status",)
    search_fields = ("to", "subject")
    # The package brings a template of its own, with actions that are none of the office's.
    change_form_template = "admin/change_form.html"
    ordering = ("-created", "-pk")
    fields = ("subject", "from_email", "to", "cc", "bcc", "message", "status", "created", "last_updated")
    actions = None
    list_per_page = 50
    show_full_result_count = False

    @display(description=_("to"))
    def recipients(self, email: Email) -> str:
        return ", ".join(email.to)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(is_office(request.user))

    def has_view_permission(self, request: HttpRequest, obj: Email | None = None) -> bool:
        return bool(is_office(request.user))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Email | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Email | None = None) -> bool:
        return False
