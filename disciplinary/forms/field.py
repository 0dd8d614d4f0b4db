"""Forms filled in at the field side, on a phone: each is one sending, however often it is sent."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any
from uuid import uuid4

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.choices import FieldPenaltyEffect, GameStatus, LeftEarly, When
from disciplinary.forms.incident_review import CARDS, ClockField, ReviewedIncidentForm
from disciplinary.models import Incident
from disciplinary.models.incidents import LONGEST_STAY, MOST_CHUKKERS
from disciplinary.rule33.editions import edition_for
from disciplinary.selectors.reports import BoxLine
from disciplinary.services.box_time import BoxTime
from disciplinary.services.reports import CLOSING
from disciplinary.wording import duration
from tournaments.models import Game, Umpire
from tournaments.models.games import SCORE

HALF_A_DAY = timedelta(hours=12)


class TokenField(forms.UUIDField):
    """What tells one sending of a form from another; see ``services.tokens``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"widget": forms.HiddenInput, "initial": uuid4, **kwargs})


class TokenForm(forms.Form):
    """A form whose sending counts once."""

    token = TokenField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)


class TimeOfDay(forms.TimeField):
    """A time by the clock of the event, which belongs to the day of the game or the night after it."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
        super().__init__(**{"widget": widget, "input_formats": ["%H:%M", "%H:%M:%S"], **kwargs})


def moment_of(game: Game, entered: time) -> datetime:
    """The moment of a time of day: on the local day of the game, or after midnight if the game was late."""
    moment = datetime.combine(game.local_day, entered, game.event.zone)
    return moment + timedelta(days=1) if game.starts_at - moment > HALF_A_DAY else moment


def clock_of(game: Game, moment: datetime) -> time:
    """The time of day of a moment by the clock of the event, without seconds."""
    return moment.astimezone(game.event.zone).time().replace(second=0, microsecond=0)


# ------------------------------------------------------------ an incident


class FieldIncidentForm(ReviewedIncidentForm):
    """One offense in a few taps: who, which cards, when, for what."""

    field_order = ("side_player", "shown", "when", "chukker", "category", "shown_at", "clock", "umpire")

    side_player = forms.ChoiceField(
        label=_("Player"), widget=forms.RadioSelect, error_messages={"required": _("Choose whose offense it was.")}
    )
    shown = forms.ChoiceField(
        label=_("Cards shown"),
        choices=CARDS,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the cards that were shown.")},
    )
    when = forms.ChoiceField(label=_("When"), choices=When, initial=When.DURING, widget=forms.RadioSelect)
    chukker = forms.TypedChoiceField(
        label=_("Chukker"),
        required=False,
        choices=[("", "–"), *((str(number), str(number)) for number in range(1, MOST_CHUKKERS + 1))],
        coerce=int,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    clock = ClockField(
        label=_("Clock"),
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "3:25", "autocomplete": "off"}),
        help_text=_("Time left in the chukker, in minutes and seconds."),
    )
    shown_at = TimeOfDay(label=_("Time of day"))
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reviewed = forms.CharField(required=False, widget=forms.HiddenInput)
    token = TokenField()

    class Meta:
        model = Incident
        fields = ("when", "chukker", "category", "umpire", "field_penalty", "field_penalty_effect", "narrative")
        widgets = {"narrative": forms.Textarea(attrs={"rows": 3})}
        error_messages = {"category": {"required": _("Choose what it was for.")}}

    def __init__(self, *args: Any, umpire: Umpire | None = None, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        game, now = self.game_shown, timezone.now()
        self.fields["umpire"].queryset = Umpire.objects.filter(game_umpires__game=game).distinct()
        self.fields["umpire"].initial = umpire
        self.fields["field_penalty_effect"].required = False
        self.fields["field_penalty_effect"].initial = FieldPenaltyEffect.NONE
        today = now.astimezone(game.event.zone).date() == game.local_day
        self.fields["shown_at"].initial = clock_of(game, max(now, game.starts_at) if today else game.starts_at)

    def clean_field_penalty_effect(self) -> str:
        return self.cleaned_data.get("field_penalty_effect") or FieldPenaltyEffect.NONE

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        entered = cleaned.get("shown_at")
        if entered is not None:
            self.instance.at = moment_of(self.game_shown, entered)
            if self.instance.at > timezone.now() + timedelta(minutes=1):
                self.add_error("shown_at", _("This is in the future. Enter when the card was shown."))
        return cleaned


# ------------------------------------------------------------ time in the penalty box


class BoxTimeForm(forms.Form):
    """The time off for the cards of one incident."""

    unserved = ClockField(
        label=_("Left when the game ended"),
        error_messages={"required": _("Enter the time that was left, 0:00 for none.")},
        widget=forms.TextInput(attrs={"placeholder": "0:45", "autocomplete": "off"}),
        help_text=_("Minutes and seconds of the original time; 0:00 if all of it was served."),
    )
    left_early = forms.ChoiceField(
        label=_("Left the box early"), choices=LeftEarly, required=False, widget=forms.RadioSelect
    )
    added = ClockField(
        label=_("Time added for it"),
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "2:00", "autocomplete": "off"}),
        help_text=_("Two minutes each time. It does not carry over."),
    )
    injured = forms.BooleanField(
        label=_("Injured: his team plays short for him"),
        required=False,
    )

    def __init__(self, *args: Any, line: BoxLine, **kwargs: Any) -> None:
        self.line = line
        stay = line.stay
        initial: dict[str, Any] = {"left_early": LeftEarly.NO}
        if stay is not None:
            initial = {
                "unserved": stay.unserved_seconds,
                "left_early": stay.left_early,
                "added": stay.seconds_added or None,
                "injured": stay.injured,
            }
        prefix = f"i{line.incident.pk}"
        super().__init__(*args, initial=initial, prefix=prefix, label_suffix="", **kwargs)

    @property
    def imposed(self) -> int:
        """Seconds of the original stay."""
        known = self.line.stay.seconds_imposed if self.line.stay is not None else 0
        return max(self.line.off, known)

    @property
    def imposed_text(self) -> str:
        """The same in words."""
        return duration(self.imposed)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        left = cleaned.get("unserved")
        if left is not None and left > self.imposed:
            self.add_error("unserved", _("No more time can be left than was imposed."))
        added, early = cleaned.get("added"), cleaned.get("left_early") or LeftEarly.NO
        if added and added > LONGEST_STAY:
            self.add_error("added", _("This is more than an hour."))
        if early == LeftEarly.NO and added:
            self.add_error("left_early", _("Time is added only where the player left early: say so."))
        elif early != LeftEarly.NO and added is None:
            day = self.line.incident.game.local_day
            cleaned["added"] = edition_for(day).time_off
        return cleaned

    @property
    def time(self) -> BoxTime:
        """What was entered."""
        cleaned = self.cleaned_data
        return BoxTime(
            incident=self.line.incident.pk,
            imposed=self.imposed,
            unserved=cleaned["unserved"],
            left_early=LeftEarly(cleaned.get("left_early") or LeftEarly.NO),
            added=cleaned.get("added") or 0,
            injured=cleaned["injured"],
        )


# ------------------------------------------------------------ attendance


class AttendanceForm(TokenForm):
    """One report of a suspended player to the umpires: before the game, or after it."""

    BEFORE, AFTER = "before", "after"

    player = forms.IntegerField(widget=forms.HiddenInput)
    which = forms.ChoiceField(choices=[(BEFORE, BEFORE), (AFTER, AFTER)], widget=forms.HiddenInput)
    reported_at = TimeOfDay(label=_("Time of day"))

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("reported_at") is None or "which" not in cleaned:
            return cleaned
        moment = moment_of(self.game, cleaned["reported_at"])
        if moment > timezone.now() + timedelta(minutes=1):
            self.add_error("reported_at", _("This is in the future."))
        elif cleaned["which"] == self.BEFORE and moment > self.game.starts_at:
            self.add_error("reported_at", _("This is after the start of the game."))
        elif cleaned["which"] == self.AFTER and moment < self.game.starts_at:
            self.add_error("reported_at", _("This is before the start of the game."))
        # Whoever reports within this minute has not done so in the future.
        cleaned["moment"] = min(moment, timezone.now())
        return cleaned


# ------------------------------------------------------------ closing


class CloseForm(TokenForm):
    """How the game ended, and that the report is complete."""

    status = forms.ChoiceField(
        label=_("How did the game end?"),
        choices=[(status.value, GameStatus(status.value).label) for status in CLOSING],
        widget=forms.RadioSelect,
    )
    goals_a = forms.DecimalField(**{k: v for k, v in SCORE.items() if k not in ("null", "blank")}, required=False)
    goals_b = forms.DecimalField(**{k: v for k, v in SCORE.items() if k not in ("null", "blank")}, required=False)
    note = forms.CharField(label=_("Note for the office"), required=False, widget=forms.Textarea(attrs={"rows": 2}))
    confirmed = forms.BooleanField(label=_("Close it all the same"), required=False)

    def __init__(self, *args: Any, game: Game, gaps: bool, **kwargs: Any) -> None:
        initial = {
            "status": game.status if game.status in CLOSING else GameStatus.PLAYED,
            "goals_a": game.goals_a,
            "goals_b": game.goals_b,
        }
        super().__init__(*args, initial=initial, **kwargs)
        self.gaps = gaps
        for name, team in (("goals_a", game.team_a), ("goals_b", game.team_b)):
            self.fields[name].label = _("Goals of %(team)s") % {"team": team}
            self.fields[name].widget.attrs["inputmode"] = "decimal"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.gaps and not cleaned.get("confirmed"):
            self.add_error("confirmed", _("Something is not entered yet. Enter it, or say that it stays so."))
        return cleaned


class ReopenForm(TokenForm):
    """Why a closed report is opened again."""

    reason = forms.CharField(
        label=_("Reason"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It is kept with the history."),
    )
