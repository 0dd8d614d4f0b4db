"""Naming who fills the seat of the Executive Committee in place of its members, and until when."""

from __future__ import annotations

from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from disciplinary.models import Designee
from disciplinary.office import office_day
from disciplinary.services.decisions import withdraw
from disciplinary.services.errors import RefusedError
from disciplinary.services.signing import signed
from players.choices import Role
from players.models import User
from players.rules import has_role, is_office

is_member = has_role(Role.EXECUTIVE_COMMITTEE)


def designee_name(*, member: User, designee: User, first_day: date, last_day: date, by: User) -> Designee:
    """Let somebody fill the seat of the Executive Committee between two days, both included.

    ``by`` is the member, or somebody of the office who records it. Raises ``RefusedError`` for anybody
    else, for an account that cannot sign in or sits on the committee anyway, for days in the wrong
    order or over, and where the member has named this person for some of these days.
    """
    with signed("designee_name", by):
        # Two at the same moment wait for each other here.
        member = User.objects.select_for_update(no_key=True).get(pk=member.pk)
        if not is_member(member):
            raise RefusedError(_("Only a member of the Executive Committee names a designee."))
        if by.pk != member.pk and not is_office(by):
            raise RefusedError(_("Only the member or the office records a designee."))
        if not designee.is_active:
            raise RefusedError(_("This account is not active: nobody can sign in with it."))
        if is_member(designee):
            raise RefusedError(_("%(name)s is a member of the Executive Committee already.") % {"name": designee})
        if last_day < first_day:
            raise RefusedError(_("The last day is before the first day."))
        if last_day < office_day(timezone.now()):
            raise RefusedError(_("The last day is over."))
        standing = Designee.objects.filter(member=member, designee=designee, withdrawn_at__isnull=True)
        if standing.filter(first_day__lte=last_day, last_day__gte=first_day).exists():
            raise RefusedError(
                _("%(name)s is already named for some of these days. Withdraw that first.") % {"name": designee}
            )
        return Designee.objects.create(member=member, designee=designee, first_day=first_day, last_day=last_day)


def designee_withdraw(row: Designee, *, by: User, reason: str) -> Designee:
    """Take a designation back; votes that were cast under it stand.

    Raises ``RefusedError`` without a reason, and for anybody but the member and the office.
    """
    if by.pk != row.member_id and not is_office(by):
        raise RefusedError(_("Only the member or the office withdraws a designee."))
    return withdraw(row, by=by, reason=reason)
