"""Writes about events, entries and games.

They write facts and nothing else; what follows from facts is the matter of the apps above, which
`players.hooks.batch` lets act once for all rows of a call. `by` is the account that decided; it is
signed in the history of every row.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pghistory
from django.utils import timezone

from players import hooks
from players.models import Player, User
from tournaments.choices import GameStatus
from tournaments.models import (
    Entry,
    Event,
    Game,
    Lineup,
    LineupPlace,
    RosterPlace,
    Substitution,
    Team,
)


@contextmanager
def _writing(service: str, by: User | None, reason: str = "") -> Iterator[None]:
    signature: dict[str, Any] = {"service": service}
    if by is not None:
        signature["user"] = by.pk
    if reason:
        signature["reason"] = reason
    with pghistory.context(**signature), hooks.batch():
        yield


def event_publish(event: Event, at: datetime | None = None, by: User | None = None) -> Event:
    """Note that the event is on a publicly available schedule, since `at` or since now.

    Only the first time counts: an event that was published before keeps that moment (33(f): the
    schedule must have been public when the card was shown).
    """
    with _writing("event_publish", by):
        event = Event.objects.select_for_update().get(pk=event.pk)
        if event.published_at is None:
            event.published_at = at or timezone.now()
            event.save(update_fields=["published_at"])
    return event


def entry_make(
    event: Event,
    team: Team,
    players: Iterable[Player] = (),
    *,
    at: datetime | None = None,
    team_name: str = "",
    by: User | None = None,
) -> Entry:
    """Enter a team with its roster; without `at` it counts from the beginning.

    Raises IntegrityError if the team has an entry in this event that is not withdrawn.
    """
    with _writing("entry_make", by):
        entry = Entry.objects.create(event=event, team=team, team_name=team_name, entered_at=at)
        for player in players:
            RosterPlace.objects.create(entry=entry, player=player)
    return entry


def entry_withdraw(entry: Entry, at: datetime, by: User | None = None) -> Entry:
    """Withdraw the team from the event; its roster ends at `at`."""
    return _change("entry_withdraw", entry, by, withdrawn_at=at)


def entry_eliminate(entry: Entry, at: datetime, by: User | None = None) -> Entry:
    """Note that the team is out of the event since `at`; its roster still holds."""
    return _change("entry_eliminate", entry, by, out_at=at)


def game_reschedule(game: Game, starts_at: datetime, ends_at: datetime | None = None, by: User | None = None) -> Game:
    """Give the game a new date. A postponed game is thereby scheduled again."""
    status = GameStatus.SCHEDULED if game.status == GameStatus.POSTPONED else game.status
    return _change("game_reschedule", game, by, starts_at=starts_at, ends_at=ends_at, status=status)


def game_set_status(game: Game, status: GameStatus, by: User | None = None) -> Game:
    """Note how far the game has come, such as played, cancelled or abandoned under way."""
    return _change("game_set_status", game, by, status=status)


def lineup_name(
    game: Game,
    team: Team,
    places: Iterable[tuple[Player, int | None]],
    by: User | None = None,
    reason: str = "",
) -> Lineup:
    """Name who starts for the team, with positions 1–4 or None; replaces an earlier line-up.

    A line-up that names nobody is one, too. Places that stay as they are are not touched. ``reason`` is
    why somebody is named who may not play; the history keeps it.
    """
    with _writing("lineup_name", by, reason):
        # The lock on the game keeps two line-ups of one team from being mixed.
        Game.objects.select_for_update().get(pk=game.pk)
        lineup, _made = Lineup.objects.get_or_create(game=game, team=team)
        wanted = {(player.pk, position) for player, position in places}
        for place in lineup.places.all():
            if (place.player_id, place.position) in wanted:
                wanted.remove((place.player_id, place.position))
            else:
                place.delete()
        for player_id, position in sorted(wanted, key=lambda one: (one[1] or 9, one[0])):
            LineupPlace.objects.create(lineup=lineup, player_id=player_id, position=position)
    return lineup


def lineup_remove(game: Game, team: Team, by: User | None = None) -> None:
    """Take the team's line-up back, so that it named none. Its history stays."""
    with _writing("lineup_remove", by):
        Game.objects.select_for_update().get(pk=game.pk)
        for lineup in Lineup.objects.filter(game=game, team=team):
            for place in lineup.places.all():
                place.delete()
            lineup.delete()


def substitutes_name(
    game: Game, team: Team, players: Iterable[Player], by: User | None = None, reason: str = ""
) -> None:
    """Name who came on for the team; replaces those named before. ``reason`` as in `lineup_name`."""
    with _writing("substitutes_name", by, reason):
        Game.objects.select_for_update().get(pk=game.pk)
        wanted = {player.pk for player in players}
        for substitution in Substitution.objects.filter(game=game, team=team):
            if substitution.player_id in wanted:
                wanted.remove(substitution.player_id)
            else:
                substitution.delete()
        for player_id in sorted(wanted):
            Substitution.objects.create(game=game, team=team, player_id=player_id)


def _change[T: (Entry, Game)](service: str, row: T, by: User | None, **values: Any) -> T:
    """Lock the row as it is now, set `values` and save only them."""
    with _writing(service, by):
        locked = type(row).objects.select_for_update(of=("self",)).get(pk=row.pk)
        for name, value in values.items():
            setattr(locked, name, value)
        locked.save(update_fields=list(values))
    return locked
