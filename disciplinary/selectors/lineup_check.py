"""May these people play, and if not, who, why, and what can be done (SPEC section 7.3).

The answers are the rule's own, for the line-up as it is about to be named: nothing is saved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from disciplinary import facts
from disciplinary.facts import Named, identities_of
from disciplinary.models import Bar, Suspension
from disciplinary.rule33.answers import Appearance, Play, Record
from disciplinary.rule33.ledger import assess_player
from disciplinary.rule33.season import Season
from disciplinary.selectors.suspensions import suspensions_shown
from players.models import Player
from tournaments.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCheck:
    """One player of a line-up: how he goes into the game, and what it rests on."""

    player: Player
    starts: bool
    appearance: Appearance | None
    """None where he belongs to neither team: the lists contradict each other."""
    suspensions: tuple[Suspension, ...]
    bars: tuple[Bar, ...]

    @property
    def may_play(self) -> bool:
        """Whether nothing keeps him out of the whole game."""
        return self.appearance is None or self.appearance.play is Play.CLEAR

    @property
    def warns(self) -> bool:
        """Whether there is something to know: kept out, in the box, with a yellow, or on two lists."""
        one = self.appearance
        return one is None or one.play is not Play.CLEAR or bool(one.sit_out) or one.carried_yellow


@dataclass(frozen=True, slots=True, kw_only=True)
class LineupCheck:
    """The players of a line-up, those who start first, each with what the rule says of him."""

    players: tuple[PlayerCheck, ...]

    @property
    def kept_out(self) -> tuple[PlayerCheck, ...]:
        """Those who may not play."""
        return tuple(one for one in self.players if not one.may_play)

    @property
    def warnings(self) -> tuple[PlayerCheck, ...]:
        """Everyone about whom there is something to know."""
        return tuple(one for one in self.players if one.warns)


def lineup_check(
    game: Game, team: int, starting: Iterable[int], coming_on: Iterable[int] = (), *, now: datetime
) -> LineupCheck:
    """Check a line-up of a team, with the substitutes who come on, in a fixed number of queries."""
    named = Named(game.pk, team, tuple(starting), tuple(coming_on))
    ids = list(dict.fromkeys((*named.starting, *named.coming_on)))
    season = Season(facts.load(ids, lineups=[named], now=now))
    records = {player: assess_player(season, player, now) for player in ids}
    players = Player.objects.in_bulk(ids)
    rows = _rows_by_name(ids)
    bars = list(Bar.objects.filter(player_id__in=ids, withdrawn_at__isnull=True).order_by("pk"))
    return LineupCheck(
        players=tuple(
            _check(records[pk], players[pk], game, named, rows, [bar for bar in bars if bar.player_id == pk])
            for pk in ids
            if pk in players
        )
    )


def _check(
    record: Record, player: Player, game: Game, named: Named, rows: dict[tuple[int, str], Suspension], bars: list[Bar]
) -> PlayerCheck:
    appearance = next((one for one in record.appearances if one.game == game.pk), None)
    serves = set(appearance.serves) if appearance is not None else set()
    day = game.local_day
    return PlayerCheck(
        player=player,
        starts=player.pk in named.starting,
        appearance=appearance,
        suspensions=tuple(
            row
            for one in record.suspensions
            if one.key in serves
            for row in [next((rows[player.pk, n] for n in identities_of(one) if (player.pk, n) in rows), None)]
            if row is not None
        ),
        bars=tuple(bar for bar in bars if bar.first_day <= day and (bar.last_day is None or day <= bar.last_day)),
    )


def _rows_by_name(players: Iterable[int]) -> dict[tuple[int, str], Suspension]:
    rows = suspensions_shown().filter(player_id__in=list(players))
    return {(row.player_id, row.identity): row for row in rows}
