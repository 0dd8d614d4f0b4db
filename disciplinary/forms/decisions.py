"""Recording what authorities decide."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.models import Approval, Attendance, Bar, Designee, Incident, Increase, Ruling
from disciplinary.office import office_day
from players.choices import Role
from players.models import User


def _not_in_the_future(moment: datetime | None) -> datetime | None:
    if moment is not None and moment > timezone.now():
        raise forms.ValidationError(_("This is in the future. Enter when it happened."), code="future")
    return moment


class RulingForm(forms.ModelForm):
    """A ruling on one suspension."""

    class Meta:
        model = Ruling
        fields = ("suspension", "effect", "authority", "decided_on", "reason", "document")

    def clean_decided_on(self) -> date:
        decided: date = self.cleaned_data["decided_on"]
        if decided > office_day(timezone.now()):
            raise forms.ValidationError(_("This is in the future. Enter the day of the decision."), code="future")
        return decided


class BarForm(forms.ModelForm):
    """A span of days in which a player may not play."""

    class Meta:
        model = Bar
        fields = ("player", "reason", "authority", "first_day", "last_day", "complaint", "note")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        player, complaint = cleaned.get("player"), cleaned.get("complaint")
        if player is not None and complaint is not None and complaint.respondent_id != player.pk:
            self.add_error(
                "complaint",
                _("%(number)s is about %(respondent)s, not about this player.")
                % {"number": complaint, "respondent": complaint.respondent},
            )
        return cleaned


class IncreaseForm(forms.ModelForm):
    """What is added to a red card."""

    class Meta:
        model = Increase
        fields = ("incident", "by", "games", "decided_at", "note", "document")

    def clean_incident(self) -> Incident:
        incident = self.cleaned_data["incident"]
        if incident.standing_letters != "R":
            raise forms.ValidationError(_("No red card was shown for this incident: only one is increased."))
        if incident.rescinded:
            raise forms.ValidationError(_("This incident was rescinded: it counts for nothing."))
        return incident

    def clean_decided_at(self) -> datetime | None:
        return _not_in_the_future(self.cleaned_data.get("decided_at"))


class _NowOrThen(forms.ModelForm):
    """A form with a moment that is now where none is entered."""

    moment: str

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.moment in self.fields:
            self.fields[self.moment].required = False
            self.fields[self.moment].initial = None
            self.fields[self.moment].help_text = _("Empty: now. Otherwise when it happened, if it is recorded later.")


class ApprovalForm(_NowOrThen):
    """A request that the committee approve a game for a suspension."""

    moment = "opened_at"

    class Meta:
        model = Approval
        fields = ("suspension", "game", "opened_at")


class DesigneeForm(forms.ModelForm):
    """Who fills the seat of the Executive Committee in place of a member, as the member has said."""

    class Meta:
        model = Designee
        fields = ("member", "designee", "first_day", "last_day")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "member" in self.fields:
            self.fields["member"].queryset = User.objects.filter(
                is_active=True, groups__name=Role.EXECUTIVE_COMMITTEE.value
            ).order_by("name", "pk")


class AttendanceForm(forms.ModelForm):
    """The reports of a suspended player to the umpires, before and after a game."""

    class Meta:
        model = Attendance
        fields = ("suspension", "game", "before_at", "before_umpire", "after_at", "after_umpire")

    def clean_before_at(self) -> datetime | None:
        return _not_in_the_future(self.cleaned_data.get("before_at"))

    def clean_after_at(self) -> datetime | None:
        return _not_in_the_future(self.cleaned_data.get("after_at"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for when in ("before", "after"):
            if cleaned.get(f"{when}_umpire") and not cleaned.get(f"{when}_at"):
                self.add_error(f"{when}_at", _("Say when the player reported to this umpire."))
        return cleaned
