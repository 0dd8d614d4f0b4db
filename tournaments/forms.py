"""Forms for events and for games with their line-ups."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.contrib.admin import AdminSite
from django.forms.models import ModelFormMetaclass
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldBooleanSwitchWidget

from players.admin.widgets import Autocomplete, AutocompleteMultiple, autocomplete_of
from players.models import Player, User
from tournaments import hooks, services
from tournaments.models import Entry, Game, Lineup, LineupPlace, Substitution, Team

POSITIONS = (1, 2, 3, 4)
REASON = "lineup_reason"
"""The field that says why somebody is named who may not play."""


class EventForm(forms.ModelForm):
    """An event; a first publication cannot lie in the future."""

    def clean_published_at(self) -> Any:
        moment = self.cleaned_data.get("published_at")
        if moment is not None and moment > timezone.now():
            raise forms.ValidationError(
                _("This is in the future. Enter when the event was first published, or leave it empty.")
            )
        return moment


@dataclass(frozen=True, kw_only=True)
class TeamFields:
    """The names of the form's fields for one of the two teams, `a` or `b`."""

    letter: str
    team: Team

    @property
    def named(self) -> str:
        return f"{self.letter}_named"

    @property
    def others(self) -> str:
        return f"{self.letter}_others"

    @property
    def substitutes(self) -> str:
        return f"{self.letter}_substitutes"

    def position(self, number: int) -> str:
        return f"{self.letter}_{number}"

    @property
    def positions(self) -> list[str]:
        return [self.position(number) for number in POSITIONS]

    @property
    def lineup(self) -> list[str]:
        return [self.named, *self.positions, self.others]

    @property
    def all(self) -> list[str]:
        return [*self.lineup, self.substitutes]


def both_teams(game: Game) -> list[TeamFields]:
    """The fields of the first and of the second team of a game."""
    return [TeamFields(letter="a", team=game.team_a), TeamFields(letter="b", team=game.team_b)]


class GameForm(forms.ModelForm):
    """A game; once it is there, with the line-ups and substitutes of both teams.

    Anybody may be named: who is on no roster is a matter of the rule, not of this form.
    """

    sides: tuple[TeamFields, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lineup_warnings: list[hooks.LineupWarning] = []
        if self.sides:
            self._load_lineups()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for side in self.sides:
            seen: dict[Player, str] = {}
            for name, player in self._starters(side, cleaned):
                if player in seen:
                    self.add_error(name, _("%(player)s is in this line-up twice.") % {"player": player})
                seen[player] = name
            self._check_team_stays(side, cleaned)
        if not self.errors:
            self._check_who_may_play(cleaned)
        return cleaned

    def save_lineups(self, by: User | None) -> None:
        """Write what has changed of line-ups and substitutes, through the services."""
        reason = self.cleaned_data.get(REASON, "")
        for side in self.sides:
            if side.team.pk not in self.instance.team_ids:
                continue
            if not set(side.lineup).isdisjoint(self.changed_data):
                places = [
                    (player, int(name[-1]) if name in side.positions else None)
                    for name, player in self._starters(side, self.cleaned_data)
                ]
                if places or self.cleaned_data[side.named]:
                    services.lineup_name(self.instance, side.team, places, by=by, reason=reason)
                else:
                    services.lineup_remove(self.instance, side.team, by=by)
            if side.substitutes in self.changed_data:
                substitutes = self.cleaned_data[side.substitutes]
                services.substitutes_name(self.instance, side.team, substitutes, by=by, reason=reason)

    def named_players(self, side: TeamFields) -> set[Player]:
        """Everyone named for a team in this form, to start or as a substitute."""
        starters = {player for _name, player in self._starters(side, self.cleaned_data)}
        return starters | set(self.cleaned_data.get(side.substitutes) or ())

    def _starters(self, side: TeamFields, cleaned: dict[str, Any]) -> Iterator[tuple[str, Player]]:
        for name in side.positions:
            if cleaned.get(name):
                yield name, cleaned[name]
        for player in cleaned.get(side.others) or ():
            yield side.others, player

    def _check_team_stays(self, side: TeamFields, cleaned: dict[str, Any]) -> None:
        chosen = {cleaned.get("team_a"), cleaned.get("team_b")}
        had_players = any(self.fields[name].initial for name in side.all)
        if None not in chosen and side.team not in chosen and had_players:
            self.add_error(
                f"team_{side.letter}",
                _(
                    "%(team)s still has a line-up or substitutes in this game. "
                    "Take them out and save, then change the team."
                )
                % {"team": side.team},
            )

    def _check_who_may_play(self, cleaned: dict[str, Any]) -> None:
        """Whoever may not play is named all the same, if he did: that takes a reason."""
        for side in self.sides:
            if set(side.all).isdisjoint(self.changed_data):
                continue
            starting = [player.pk for _name, player in self._starters(side, cleaned)]
            coming_on = [player.pk for player in cleaned.get(side.substitutes) or ()]
            self.lineup_warnings += hooks.lineup_warnings(self.instance, side.team.pk, starting, coming_on)
        kept_out = [warning for warning in self.lineup_warnings if warning.keeps_out]
        if kept_out and not cleaned.get(REASON):
            ask = _("If this is how it was, say why and save again.")
            self.add_error(REASON, [*(warning.text for warning in kept_out), ask])

    def _load_lineups(self) -> None:
        by_team = {side.team.pk: side for side in self.sides}
        starters: dict[int, list[LineupPlace]] = {team: [] for team in by_team}
        for lineup in Lineup.objects.filter(game=self.instance.pk, team__in=by_team):
            self.fields[by_team[lineup.team_id].named].initial = True
        places = LineupPlace.objects.filter(lineup__game=self.instance.pk)
        for place in places.select_related("lineup", "player"):
            starters[place.lineup.team_id].append(place)
        for team_id, side in by_team.items():
            placed = {place.position: place.player for place in starters[team_id]}
            for number in POSITIONS:
                if number in placed:
                    self._offer(side.position(number), [placed[number]], single=True)
            self._offer(side.others, [p.player for p in starters[team_id] if p.position is None])
        came_on: dict[int, list[Player]] = {team: [] for team in by_team}
        for one in Substitution.objects.filter(game=self.instance.pk).select_related("player"):
            came_on[one.team_id].append(one.player)
        for team_id, side in by_team.items():
            self._offer(side.substitutes, came_on[team_id])

    def _offer(self, name: str, players: list[Player], *, single: bool = False) -> None:
        keys = [player.pk for player in players]
        self.fields[name].initial = keys[0] if single else keys
        widget = autocomplete_of(self.fields[name])
        if widget is not None:
            widget.know(*players)


def game_form_with_lineups(game: Game, admin_site: AdminSite) -> type[GameForm]:
    """The form of a game that is there, with fields for the line-ups of its two teams."""
    sides = both_teams(game)
    entries = dict(
        Entry.objects.filter(event=game.event_id, team__in=game.team_ids, withdrawn_at__isnull=True).values_list(
            "team", "pk"
        )
    )
    declared: dict[str, Any] = {"sides": tuple(sides)}
    for side in sides:
        context = {"entry": entries[side.team.pk]} if side.team.pk in entries else {}
        declared |= _team_fields(side, context, admin_site)
    declared[REASON] = forms.CharField(
        required=False,
        label=_("Reason"),
        help_text=_("Needed where somebody is named who may not play. It is kept with the history."),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
    )
    return cast("type[GameForm]", ModelFormMetaclass("GameFormWithLineups", (GameForm,), declared))


def _team_fields(side: TeamFields, context: dict[str, int], admin_site: AdminSite) -> dict[str, forms.Field]:
    relation = LineupPlace._meta.get_field("player")
    players = Player.objects.all()
    # Named in each label: in a list of errors there is no heading above it.
    team = side.team.name
    fields: dict[str, forms.Field] = {
        side.named: forms.BooleanField(
            required=False,
            label=format_lazy(_("{team}: a line-up was named"), team=team),
            help_text=_("Check it for an empty line-up too. Names below count as one in any case."),
            widget=UnfoldBooleanSwitchWidget,
        )
    }
    for number in POSITIONS:
        fields[side.position(number)] = forms.ModelChoiceField(
            players,
            required=False,
            label=format_lazy(_("{team}: position {number}"), team=team, number=number),
            widget=Autocomplete(relation, admin_site, context=context),
        )
    fields[side.others] = forms.ModelMultipleChoiceField(
        players,
        required=False,
        label=format_lazy(_("{team}: position not known"), team=team),
        help_text=_("Players who start, without a known position."),
        widget=AutocompleteMultiple(relation, admin_site, context=context),
    )
    fields[side.substitutes] = forms.ModelMultipleChoiceField(
        players,
        required=False,
        label=format_lazy(_("{team}: substitutes who came on"), team=team),
        widget=AutocompleteMultiple(relation, admin_site, context=context),
    )
    return fields
