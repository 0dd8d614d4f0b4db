"""What members of the ad-hoc committees enter: a vote, its withdrawal, a designee."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.choices import Conflict, Seat, VoteChoice
from disciplinary.office import office_day
from players.models import User


class VoteForm(forms.Form):
    """The answer of one seat. The two buttons say which."""

    seat = forms.ChoiceField(label=_("Your seat"), choices=Seat, widget=forms.RadioSelect)
    conflict = forms.ChoiceField(
        label=_("Your conflict of interest"),
        choices=Conflict,
        widget=forms.RadioSelect,
        help_text=_("It is shown to everybody who sees this request."),
        error_messages={"required": _("Say whether you have a conflict of interest. “None” is an answer too.")},
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Needed for a refusal."),
    )
    choice = forms.ChoiceField(
        choices=VoteChoice, error_messages={"required": _("Choose “Approve” or “Refuse”.")}, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, seats: Sequence[Seat], **kwargs: Any) -> None:
        """``seats`` are offered; whether another one may be filled is for the service to say."""
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["seat"].widget.choices = [(seat.value, seat.label) for seat in seats]
        if len(seats) == 1:
            self.fields["seat"].initial = seats[0].value
            self.fields["seat"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("choice") == VoteChoice.REFUSE and not cleaned.get("reason", "").strip():
            self.add_error("reason", _("Say why you refuse."))
        return cleaned


class WithdrawForm(forms.Form):
    """Why a vote, or a designation, is taken back."""

    reason = forms.CharField(label=_("Reason"), max_length=2000, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", auto_id="withdraw_%s", **kwargs)


class DesigneeForm(forms.Form):
    """Whom a member names, and for which days."""

    email = forms.EmailField(label=_("E-mail of the account"), help_text=_("The one he or she signs in with."))
    first_day = forms.DateField(label=_("First day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    last_day = forms.DateField(
        label=_("Last day"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text=_("This day is included."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        today: date = office_day(timezone.now())
        self.fields["first_day"].initial = today
        for name in ("first_day", "last_day"):
            self.fields[name].input_formats = ["%Y-%m-%d"]

    def clean_email(self) -> User:
        user = User.objects.filter(email__iexact=self.cleaned_data["email"], is_active=True).first()
        if user is None:
            raise forms.ValidationError(
                _("There is no account with this e-mail. Ask the office to make one."), code="unknown"
            )
        return user

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, last = cleaned.get("first_day"), cleaned.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", _("The last day is before the first day."))
        elif last and last < office_day(timezone.now()):
            self.add_error("last_day", _("This day is over."))
        return cleaned
