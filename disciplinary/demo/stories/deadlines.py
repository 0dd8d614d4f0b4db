"""Suspensions that nobody has served: soon overdue, overdue, and in default."""

from collections.abc import Iterator

from disciplinary.choices import Seat, VoteChoice
from disciplinary.demo.names import HIGH_TEAMS, LOW_TEAMS, MEDIUM_TEAMS
from disciplinary.demo.season import DemoSeason


def in_default(s: DemoSeason) -> Iterator[None]:
    """Fourteen months ago, and on no roster since."""
    team = MEDIUM_TEAMS[0]
    player = s.newcomer("old_medium", team)
    game = s.played("old_medium", team)[0]
    s.plays(player, [game], team)
    s.card(game, player, "R", category="striking")
    yield


def overdue(s: DemoSeason) -> Iterator[None]:
    """A little over a year ago; the committee is asked about a game of another team."""
    team = HIGH_TEAMS[0]
    player = s.newcomer("old_high", team)
    game = s.played("old_high", team)[1]
    s.plays(player, [game], team)
    red = s.card(game, player, "R", category="rough_play")
    yield
    votes = {Seat.EXECUTIVE_COMMITTEE: VoteChoice.APPROVE}
    s.request(s.suspension(red, "red_card"), s.coming("league", LOW_TEAMS[2])[0], votes)


def soon_overdue(s: DemoSeason) -> Iterator[None]:
    """Almost a year ago: a few weeks are left, and no game is known."""
    team = LOW_TEAMS[2]
    player = s.newcomer("old_low", team)
    game = s.played("old_low", team)[1]
    s.plays(player, [game], team)
    s.card(game, player, "R", after=True, category="abusive_language")
    yield


STORIES = [in_default, overdue, soon_overdue]
