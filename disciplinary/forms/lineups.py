"""A line-up on a phone: one row for each player, one tap for his place."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from disciplinary.forms.field import TokenForm
from disciplinary.selectors.sides import Side
from players.admin.stale import fingerprint
from players.models import Player
from tournaments.models import Game

OUT, COMES_ON, SOMEWHERE = "", "s", "x"
"""Not in the game; came on as a substitute; starts, but where is not known."""

PLACES = (
    (OUT, "–"),
    ("1", "1"),
    ("2", "2"),
    ("3", "3"),
    ("4", "4"),
    (COMES_ON, _("Sub")),
)
ANYWHERE = (SOMEWHERE, _("Any"))


def version_of(side: Side, named: bool) -> str:
    """A fingerprint of a line-up as it is stored."""
    starting = [[player.pk, place] for place, player in side.starting]
    return fingerprint([[named], *starting, *(["s", player.pk] for player in side.substitutes)])


class LineupForm(TokenForm):
    """Who starts for a team, where, and who came on. Others than those on the roster are added by their
    member number. ``reason`` is asked for where somebody is named who may not play.
    """

    number = forms.CharField(
        label=_("Somebody else, by member number"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Why he is named although he may not play. It is kept with the history."),
    )
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, game: Game, side: Side, named: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.side, self.named = game, side, named
        self.kept_out = False
        self.version = version_of(side, named)
        self.fields["seen"].initial = self.version
        self.places = {player.pk: position for position, player in side.starting}
        came_on = {player.pk for player in side.substitutes}
        self.players = [*side.players, *self._added()]
        for player in self.players:
            somewhere = player.pk in self.places and self.places[player.pk] is None
            field = forms.ChoiceField(
                label=player.name,
                choices=[*PLACES, ANYWHERE] if somewhere else PLACES,
                required=False,
                widget=forms.RadioSelect,
                initial=COMES_ON if player.pk in came_on else OUT,
            )
            if player.pk in self.places:
                field.initial = str(self.places[player.pk] or SOMEWHERE)
            self.fields[self._name(player)] = field

    def rows(self) -> list[tuple[Player, Any]]:
        """Each player with his field."""
        return [(player, self[self._name(player)]) for player in self.players]

    @property
    def added_numbers(self) -> list[str]:
        """The member numbers of those who are on no list, to be sent again."""
        listed = {player.pk for player in self.side.players}
        return [player.member_number for player in self.players if player.pk not in listed]

    def _name(self, player: Player) -> str:
        return f"p{player.pk}"

    def _added(self) -> list[Player]:
        """Those who were added by their member numbers, this time or before."""
        if not self.is_bound:
            return []
        listed = {player.pk for player in self.side.players}
        numbers = [*self.data.getlist("added"), self.data.get("number", "").strip()]
        found = Player.objects.filter(member_number__in=[number for number in numbers if number])
        return sorted((one for one in found if one.pk not in listed), key=lambda one: numbers.index(one.member_number))

    # ------------------------------------------------------------ checking

    def clean_number(self) -> str:
        number = self.cleaned_data["number"].strip()
        if number and not any(player.member_number == number for player in self.players):
            raise forms.ValidationError(
                _("There is no player with the member number %(number)s."), params={"number": number}
            )
        return number

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("seen") != self.version:
            self.add_error(None, _("Somebody has changed this line-up since you opened it. Open it anew."))
        taken: dict[str, Player] = {}
        for player in self.players:
            place = cleaned.get(self._name(player), OUT)
            if not place.isdecimal():
                continue
            if place in taken:
                self.add_error(
                    self._name(player),
                    _("Position %(place)s is taken by %(player)s.") % {"place": place, "player": taken[place].name},
                )
            taken.setdefault(place, player)
        return cleaned

    @property
    def starting(self) -> list[tuple[Player, int | None]]:
        """Who starts, with their positions."""
        return [
            (player, int(place) if place.isdecimal() else None)
            for player in self.players
            if (place := self.cleaned_data.get(self._name(player), OUT)) not in (OUT, COMES_ON)
        ]

    @property
    def coming_on(self) -> list[Player]:
        """Who came on. Of one who starts as well, it stays as it was said elsewhere."""
        starting = {player.pk for player, _place in self.starting}
        both = {player.pk for player in self.side.substitutes} & set(self.places) & starting
        return [
            player
            for player in self.players
            if self.cleaned_data.get(self._name(player)) == COMES_ON or player.pk in both
        ]

    @property
    def changed(self) -> bool:
        """Whether it is another line-up than the one stored."""
        return (
            not self.named
            or {(player.pk, place) for player, place in self.starting} != set(self.places.items())
            or {player.pk for player in self.coming_on} != {player.pk for player in self.side.substitutes}
        )
