"""Whom a member of the Executive Committee has named to fill its seat, and naming another."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from disciplinary.forms.committee import DesigneeForm, WithdrawForm
from disciplinary.models import Designee
from disciplinary.office import office_day
from disciplinary.services.designees import designee_name, designee_withdraw
from disciplinary.services.errors import RefusedError
from players.models import User


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def designee_list(request: HttpRequest) -> HttpResponse:
    """My designees, and naming another."""
    own = _own(request)
    form = DesigneeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        member, entered = cast("User", request.user), form.cleaned_data
        try:
            row = designee_name(
                member=member,
                designee=entered["email"],
                first_day=entered["first_day"],
                last_day=entered["last_day"],
                by=member,
            )
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("%(name)s may now vote in your place.") % {"name": row.designee})
            return HttpResponseRedirect(reverse("committee:designees"))
    context = {"form": form, "designees": own, "today": office_day(timezone.now())}
    return render(request, "officials/designees/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a designation back, with a reason."""
    row = get_object_or_404(_own(request), pk=pk, withdrawn_at__isnull=True)
    form = WithdrawForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            designee_withdraw(row, by=cast("User", request.user), reason=form.cleaned_data["reason"])
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("%(name)s votes no longer in your place.") % {"name": row.designee})
            return HttpResponseRedirect(reverse("committee:designees"))
    return render(request, "officials/designees/withdraw.html", {"form": form, "row": row})


def _own(request: HttpRequest) -> QuerySet[Designee]:
    """The account's designations; for those who cannot name anybody there is no such page."""
    if not request.user.has_perm("disciplinary.name_designees"):
        raise Http404
    return Designee.objects.filter(member=request.user.pk).select_related("designee").order_by("-last_day", "-pk")
