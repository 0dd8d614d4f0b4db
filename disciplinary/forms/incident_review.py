"""What every form of an incident needs: the players of its game, and a look at what will follow.

Such a form is saved in two steps. First it is checked, and answers with what saving it would do; its
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

from disciplinary.choices import When
from disciplinary.models import PenaltyBoxStay
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

CONFIRM = "confirm"
"""The code of the error that asks whether cards that do not fit were shown like this."""


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


class ReviewedIncidentForm(forms.ModelForm):
    """One offense of a player of the game, with its cards. Forms that look different build on it; they
    have the fields ``side_player``, ``shown``, ``clock``, ``confirmed`` and ``reviewed``.
    """

    IGNORED = frozenset({"reviewed", "confirmed", "reason", "token", VERSION})
    """What two sendings of the same entries may differ in."""

    game_shown: Game
    """The game whose players are offered; set by the page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.forecast: Forecast | None = None
        self.stays: list[PenaltyBoxStay] = []
        self.sides: list[Side] = sides_of(self.game_shown)
        self.fields["side_player"].choices = [("", "---------"), *offered(self.sides)]
        if self.instance.pk is None:
            self.instance.game = self.game_shown

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
                    code=CONFIRM,
                ),
            )
        # Shown again, the form carries what has been reviewed now.
        self.data = self.data.copy()
        self.data[self.add_prefix("reviewed")] = digest

    def _box_time(self) -> list[PenaltyBoxStay]:
        """The stay in the penalty box, where the form asks about it."""
        return []

    def digest(self) -> str:
        """What was entered, in short: the same entries have the same digest."""
        entered = {
            name: getattr(value, "pk", value)
            for name, value in self.cleaned_data.items()
            if name in self.fields and name not in self.IGNORED
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
                error.code not in (REVIEW, CONFIRM) for errors in self.errors.as_data().values() for error in errors
            )
        )

    @property
    def player(self) -> Player:
        """Whose offense it is."""
        return self.instance.player


def offered(sides: list[Side]) -> list[tuple[str, list[tuple[str, str]]]]:
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
