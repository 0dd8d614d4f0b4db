"""Accounts and their roles."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from players.admin.base import OfficeModelAdmin
from players.choices import Role
from players.models import User

# Roles are fixed; what one may do is decided by predicates, not by permissions of a group.
admin.site.unregister(Group)


class RoleField(forms.ModelMultipleChoiceField):
    """The roles of an account, under their names."""

    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, group: Group) -> str:
        return str(Role(group.name).label) if group.name in Role.values else group.name


class AccountCreationForm(UserCreationForm):
    """A new account: e-mail, name and a first password, or none at all."""

    class Meta:
        model = User
        fields = ("email", "name")


@admin.register(User)
class UserAdmin(OfficeModelAdmin, DjangoUserAdmin):
    """Accounts. Nobody but a superuser makes superusers or touches their accounts."""

    form = UserChangeForm
    add_form = AccountCreationForm
    change_password_form = AdminPasswordChangeForm
    version_exclude = ("last_login", "password")

    fieldsets = (
        (None, {"fields": ("email", "name", "language", "password")}),
        (
            _("What this person may do"),
            {"fields": ("is_active", "is_staff", "groups", "is_superuser")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("email", "name", "language")}),
        (_("Password"), {"fields": ("usable_password", "password1", "password2")}),
    )
    readonly_fields = ("last_login", "date_joined")
    list_display = ("name", "email", "shown_roles", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff", "groups")
    search_fields = ("search_name", "email")
    ordering = ("search_name", "email")
    filter_horizontal = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).prefetch_related("groups")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        fields = super().get_readonly_fields(request, obj)
        return (*fields,) if request.user.is_superuser else (*fields, "is_superuser")

    def formfield_for_manytomany(
        self, db_field: Any, request: HttpRequest, **kwargs: Any
    ) -> forms.ModelMultipleChoiceField | None:
        if db_field.name != "groups":
            return super().formfield_for_manytomany(db_field, request, **kwargs)
        return RoleField(
            queryset=Group.objects.order_by("pk"),
            required=False,
            label=_("Roles"),
            help_text=_("Every grant and removal of a role is kept in history."),
        )

    @display(description=_("roles"))
    def shown_roles(self, user: User) -> str:
        names = {group.name for group in user.groups.all()}
        return ", ".join(str(role.label) for role in Role if role.value in names) or "–"
