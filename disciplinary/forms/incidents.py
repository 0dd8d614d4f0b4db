"""The office's form of an incident: entering it, correcting it, and its time in the penalty box."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from disciplinary.choices import LeftEarly
from disciplinary.forms.incident_review import CARDS, ClockField, ReviewedIncidentForm
from disciplinary.models import Incident, PenaltyBoxStay
from disciplinary.models.incidents import LONGEST_STAY
from disciplinary.selectors.forecast import Forecast


class GameForm(forms.ModelForm):
    """The first question of a new incident: in which game?"""

    class Meta:
        model = Incident
        fields = ("game",)

    forecast: Forecast | None = None


class IncidentForm(ReviewedIncidentForm):
    """One offense of a player of the game, with its cards and penalty-box time."""

    side_player = forms.ChoiceField(label=_("Player"), widget=UnfoldAdminSelectWidget)
    shown = forms.ChoiceField(label=_("Cards shown"), choices=CARDS, widget=UnfoldAdminRadioSelectWidget)
    clock = ClockField(
        label=_("Clock"),
        required=False,
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "numeric", "placeholder": "3:25"}),
        help_text=_("Time left in the chukker, in minutes and seconds."),
    )
    unserved = forms.IntegerField(
        label=_("Unexpired time"),
        required=False,
        min_value=0,
        max_value=LONGEST_STAY,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=_(
            "Seconds of the original time in the penalty box left when the game ended. Minutes "
            "added for leaving it early do not count."
        ),
    )
    left_early = forms.ChoiceField(
        label=_("Left the box early"),
        required=False,
        choices=LeftEarly,
        initial=LeftEarly.NO,
        widget=UnfoldAdminSelectWidget,
    )
    seconds_added = forms.IntegerField(
        label=_("Time added"),
        required=False,
        min_value=0,
        max_value=LONGEST_STAY,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=_("Seconds added for leaving early: two minutes more each time."),
    )
    injured = forms.BooleanField(
        label=_("Injured"),
        required=False,
        help_text=_("He could not sit his time out, and his team played short for him."),
    )
    reason = forms.CharField(
        label=_("Reason for the correction"),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        help_text=_("It is kept with the history."),
    )
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reviewed = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Incident
        fields = (
            "game",
            "when",
            "at",
            "chukker",
            "category",
            "umpire",
            "field_penalty",
            "field_penalty_effect",
            "narrative",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk is None:
            del self.fields["reason"]
            self.fields["at"].initial = self.game_shown.starts_at
        else:
            self._show_stored()

    def _show_stored(self) -> None:
        incident = self.instance
        value = f"{incident.team_id}:{incident.player_id}"
        field = self.fields["side_player"]
        if not any(value == option for _, group in field.choices[1:] for option, _ in group):
            # He is in no list of this game any more; the fact stays as it was entered.
            field.choices = [*field.choices, (str(incident.team), [(value, str(incident.player))])]
        self.initial |= {
            "side_player": value,
            "shown": incident.standing_letters,
            "clock": incident.clock,
        }
        stay = self._stay()
        if stay.pk is not None:
            self.initial |= {
                "unserved": stay.unserved_seconds,
                "left_early": stay.left_early,
                "seconds_added": stay.seconds_added,
                "injured": stay.injured,
            }

    def _stay(self) -> PenaltyBoxStay:
        stays = list(self.instance.box_stays.all()) if self.instance.pk else []
        return stays[0] if stays else PenaltyBoxStay(incident=self.instance)

    def _box_time(self) -> list[PenaltyBoxStay]:
        """The stay in the penalty box, where any of it was entered or is known already."""
        cleaned = self.cleaned_data
        stay = self._stay()
        entered = any(cleaned.get(name) for name in ("unserved", "seconds_added", "injured"))
        entered = entered or cleaned.get("left_early") not in ("", None, LeftEarly.NO)
        if not entered and stay.pk is None:
            return []
        stay.unserved_seconds = cleaned.get("unserved") or 0
        stay.left_early = cleaned.get("left_early") or LeftEarly.NO
        stay.seconds_added = cleaned.get("seconds_added") or 0
        stay.injured = bool(cleaned.get("injured"))
        if stay.seconds_added and stay.left_early == LeftEarly.NO:
            self.add_error("left_early", _("Time is added only where the player left early: say so."))
        return [stay]
