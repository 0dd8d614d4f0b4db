"""What happens to everybody else: games that are off, substitutes, and ordinary cards by chance."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from disciplinary.choices import LeftEarly
from disciplinary.demo.schedule import Schedule
from disciplinary.demo.season import STARTERS, DemoSeason
from disciplinary.demo.stories.yellow_cards import two_month_period
from disciplinary.models import GameReport
from disciplinary.selectors.reports import LATE_AFTER, end_of
from tournaments.choices import Discipline, GameStatus
from tournaments.models import Game, Substitution

INCIDENTS = 210
"""As many as the season has, those of the stories included."""
MOST_YELLOWS = 3
"""So many in two months happen by chance; more are a story's matter."""
WITHOUT_REPORT = 3
"""So many of the latest games still wait for their umpires' report."""
LATE_EVERY = 20
"""One report in so many was closed late."""
AWARDS = [("Y", False, 80), ("YY", False, 12), ("YYY", False, 3), ("YY", True, 5)]
"""Cards, whether after the game, and how often."""


def games_off(schedule: Schedule) -> None:
    """Let some games not be played, or not to the end. No story plays in them."""
    league = schedule.games["league"]
    circuit = schedule.games["twelve"]
    for game, status in (
        (league[1], GameStatus.CANCELLED),
        (league[4], GameStatus.FORFEITED),
        (league[7], GameStatus.ABANDONED),
        (circuit[1], GameStatus.POSTPONED),
        (league[-1], GameStatus.CANCELLED),
        (circuit[-1], GameStatus.POSTPONED),
    ):
        game.status = status
        if status != GameStatus.ABANDONED:
            game.ends_at = None
        Game.objects.filter(pk=game.pk).update(status=status, ends_at=game.ends_at, goals_a=None, goals_b=None)


def substitutes(s: DemoSeason) -> None:
    """Let whoever stands by come on in every sixth line-up."""
    for (game, team), starters in s.lineups.items():
        squad = next(squad for name, squad in s.people.squads.items() if s.people.teams[name].pk == team)
        standing_by = squad[STARTERS:]
        if standing_by and standing_by[0] not in starters and s.rng.random() < 1 / 6:
            s.substitutions.append(Substitution(game_id=game, team_id=team, player=standing_by[0]))


def reports(s: DemoSeason) -> None:
    """Let the umpires have reported every game that was played but some of the latest; a few did so late."""
    over = [
        game
        for of_event in s.schedule.games.values()
        for game in of_event
        if game.event.discipline == Discipline.OUTDOOR
        and game.status in (GameStatus.PLAYED, GameStatus.ABANDONED)
        and end_of(game) < s.now
    ]
    over.sort(key=lambda game: (game.starts_at, game.pk))
    by = s.people.accounts["umpire"]
    made = []
    for number, game in enumerate(over[:-WITHOUT_REPORT]):
        late = number % LATE_EVERY == LATE_EVERY - 1 and end_of(game) + 2 * LATE_AFTER < s.now
        closed = min(end_of(game) + (LATE_AFTER + timedelta(hours=4) if late else timedelta(minutes=30)), s.now)
        made.append(
            GameReport(game=game, begun_at=game.starts_at, begun_by=by, closed_at=closed, closed_by=by, late=late)
        )
    GameReport.objects.bulk_create(made)


def cards_by_chance(s: DemoSeason) -> None:
    """Fill the season up to its number of incidents with players who have no story."""
    games = {
        game.pk: game
        for of_event in s.schedule.games.values()
        for game in of_event
        if game.event.discipline == Discipline.OUTDOOR
    }
    places = [
        (games[game], player)
        for (game, _team), starters in s.lineups.items()
        if game in games
        for player in starters
        if player.pk not in s.reserved
    ]
    s.rng.shuffle(places)
    awards = [award[:2] for award in AWARDS]
    weights = [award[2] for award in AWARDS]
    yellows: Counter[tuple[int, object]] = Counter()
    for game, player in places:
        if len(s.shown) >= INCIDENTS:
            return
        cards, after = s.rng.choices(awards, weights)[0]
        period = (player.pk, two_month_period(game))
        if yellows[period] + len(cards) > MOST_YELLOWS:
            continue
        yellows[period] += len(cards)
        shown = s.card(game, player, cards, after=after)
        if not after and len(cards) > 1:
            early = s.rng.random() < 1 / 8
            s.box(
                shown,
                imposed=120 * (len(cards) - 1),
                left_early=LeftEarly.NOT_DELIBERATE if early else LeftEarly.NO,
            )
    raise LookupError(f"the season is too short for {INCIDENTS} incidents")
