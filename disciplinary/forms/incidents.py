"""Entering and correcting an incident: only players of the game, and what will follow before saving.

The form is saved in two steps. First it is checked, and answers with what saving it would do; its
digest then stands in ``reviewed``, and the same entries sent again are saved. Entries that differ
from those reviewed are reviewed anew.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django import forms
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from disciplinary.choices import LeftEarly, When
from disciplinary.models import Incident, PenaltyBoxStay
from disciplinary.models.incidents import LONGEST_STAY
from disciplinary.selectors.forecast import Forecast, forecast
from disciplinary.selectors.sides import Side, sides_of
from disciplinary.selectors.standing import preview
from players.admin.stale import VERSION
from players.models import Player
from tournaments.models import Game

CARDS = (
    ("Y", _("One yellow card")),
    ("YY", _("Two yellow cards at once")),
    ("YYY", _("Three yellow cards at once")),
    ("R", _("Red card")),
)

SECONDS_OF_MINUTE = 60

REVIEW = "review"
"""The code of the error that is none: look at what will follow, then save."""


class ClockField(forms.CharField):
    """Time left in the chukker, entered as minutes and seconds (``3:25``) and kept in seconds."""

    default_error_messages = {
        "invalid": _("Enter the time left as minutes and seconds, such as 3:25."),
    }

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, int):
            return f"{value // SECONDS_OF_MINUTE}:{value % SECONDS_OF_MINUTE:02}"
        return value

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        minutes, colon, seconds = text.partition(":")
        if not colon:
            minutes, seconds = "0", text
        if not (minutes.isdecimal() and seconds.isdecimal() and int(seconds) < SECONDS_OF_MINUTE):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return int(minutes) * SECONDS_OF_MINUTE + int(seconds)


class GameForm(forms.ModelForm):
    """The first question of a new incident: in which game?"""

    class Meta:
        model = Incident
        fields = ("game",)

    forecast: Forecast | None = None


class IncidentForm(forms.ModelForm):
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

    game_shown: Game
    """The game whose players are offered; set by the page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.forecast: Forecast | None = None
        self.sides: list[Side] = sides_of(self.game_shown)
        self.fields["side_player"].choices = [("", "---------"), *_offered(self.sides)]
        if self.instance.pk is None:
            del self.fields["reason"]
            self.instance.game = self.game_shown
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

    # ------------------------------------------------------------ checking

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("when") == When.AFTER:
            self._nothing_of_play(cleaned)
        side = cleaned.get("side_player")
        if side:
            team, player = side.split(":")
            self.instance.team_id, self.instance.player_id = int(team), int(player)
        self.instance.clock = cleaned.get("clock")
        return cleaned

    def _nothing_of_play(self, cleaned: dict[str, Any]) -> None:
        for name in ("chukker", "clock"):
            if cleaned.get(name) is not None:
                self.add_error(name, _("After the game there is no chukker and no clock: leave it empty."))
        for name in ("unserved", "seconds_added"):
            if cleaned.get(name):
                self.add_error(name, _("A card after the game brings no time in the penalty box: leave it empty."))

    def _post_clean(self) -> None:
        super()._post_clean()
        if self.errors:
            return
        self.stays = self._box_time()
        if self.errors:
            return
        if self.instance.pk is None:
            self.instance.recorded_at = timezone.now()
        if self.instance.pk is None or "game" in self.changed_data:
            self.instance.snapshot_event()
        answer = preview(
            self.instance,
            cards=self.cleaned_data["shown"],
            stays=self.stays,
            now=timezone.now(),
        )
        for stay in self.stays:
            off = sum(consequence.sit_out for consequence in answer.player.consequences)
            stay.seconds_imposed = max(stay.seconds_imposed or off, stay.unserved_seconds, 1)
        self.forecast = forecast(answer)
        digest = self.digest()
        if self.cleaned_data.get("reviewed") != digest:
            self.add_error(None, forms.ValidationError(_("Check what will follow, then save."), code=REVIEW))
        elif not self.forecast.fits and not self.cleaned_data["confirmed"]:
            self.add_error(
                "confirmed",
                forms.ValidationError(
                    _("Confirm that the cards were shown like this, or correct them."),
                    code="confirm",
                ),
            )
        # Shown again, the form carries what has been reviewed now.
        self.data = self.data.copy()
        self.data[self.add_prefix("reviewed")] = digest

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

    def digest(self) -> str:
        """What was entered, in short: the same entries have the same digest."""
        ignored = {"reviewed", "confirmed", "reason", VERSION}
        entered = {
            name: getattr(value, "pk", value)
            for name, value in self.cleaned_data.items()
            if name in self.fields and name not in ignored
        }
        text = json.dumps(entered, cls=DjangoJSONEncoder, sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    @property
    def only_to_review(self) -> bool:
        """Whether nothing is wrong, and it only waits for a second look."""
        return (
            self.is_bound
            and self.forecast is not None
            and not any(
                error.code not in (REVIEW, "confirm") for errors in self.errors.as_data().values() for error in errors
            )
        )

    @property
    def player(self) -> Player:
        """Whose offense it is."""
        return self.instance.player


def _offered(sides: list[Side]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The players of both teams: starters by position, then substitutes, then the roster."""
    groups = []
    for side in sides:
        places = {player.pk: place for place, player in side.starting}
        options = []
        for player in side.players:
            place = places.get(player.pk)
            label = f"{place}. {player.name}" if place else player.name
            options.append((f"{side.team.pk}:{player.pk}", f"{label} ({player.member_number})"))
        groups.append((str(side.team), options))
    return groups
