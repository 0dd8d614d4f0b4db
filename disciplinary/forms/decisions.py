"""Recording what authorities decide."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.choices import State
from disciplinary.filters import OFFICE_ZONE
from disciplinary.models import Approval, Attendance, Bar, Incident, Increase, Ruling, Suspension, Vote


def _not_in_the_future(moment: datetime | None) -> datetime | None:
    if moment is not None and moment > timezone.now():
        raise forms.ValidationError(_("This is in the future. Enter when it happened."), code="future")
    return moment


class RulingForm(forms.ModelForm):
    """A ruling on one suspension."""

    class Meta:
        model = Ruling
        fields = ("suspension", "effect", "authority", "decided_on", "reason", "document")

    def clean_suspension(self) -> Suspension:
        suspension = self.cleaned_data["suspension"]
        if suspension.state == State.VOID:
            raise forms.ValidationError(_("This suspension is void: there is nothing to rule on."), code="void")
        return suspension

    def clean_decided_on(self) -> date:
        decided: date = self.cleaned_data["decided_on"]
        if decided > timezone.now().astimezone(OFFICE_ZONE).date():
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


class ApprovalForm(forms.ModelForm):
    """A request that the committee approve a game for a suspension."""

    class Meta:
        model = Approval
        fields = ("suspension", "game")

    def clean_suspension(self) -> Suspension:
        suspension = self.cleaned_data["suspension"]
        if not suspension.full_game:
            raise forms.ValidationError(_("Only a suspension from a full game needs approval."))
        if not suspension.open:
            raise forms.ValidationError(_("This suspension is no longer owed."))
        return suspension


class VoteForm(forms.ModelForm):
    """The answer of one seat of the committee."""

    class Meta:
        model = Vote
        fields = ("approval", "seat", "voter", "choice", "reason", "cast_at")

    def clean_approval(self) -> Approval:
        approval = self.cleaned_data["approval"]
        if approval.closed_at is not None:
            raise forms.ValidationError(_("This request is closed."))
        return approval

    def clean_cast_at(self) -> datetime | None:
        return _not_in_the_future(self.cleaned_data.get("cast_at"))


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
