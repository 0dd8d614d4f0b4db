"""Yellow cards: what they carry over to the next game, and what they add up to."""

from collections.abc import Iterator, Sequence

from disciplinary.choices import LeftEarly, Seat, VoteChoice
from disciplinary.demo.names import HIGH_TEAMS, LOW_TEAMS, MEDIUM_TEAMS
from disciplinary.demo.season import DemoSeason, Shown
from disciplinary.rule33.editions import edition_for
from disciplinary.rule33.facts import Window
from disciplinary.rule33.periods import Period, local_day, period_of
from players.models import Player
from tournaments.models import Game


def two_month_period(game: Game) -> Period:
    """The two-month period in which a game lies."""
    day = local_day(game.starts_at, game.event.time_zone)
    return period_of(day, Window.TWO_MONTH, edition_for(day))


def games_of_one_period(games: Sequence[Game], count: int) -> list[Game]:
    """The latest games that lie in one two-month period and are followed by another game."""
    for last in range(len(games) - 1, count - 1, -1):
        found = list(games[last - count : last])
        if len({two_month_period(game) for game in found}) == 1:
            return found
    raise LookupError("no two-month period has so many games")


def one_short(s: DemoSeason) -> Iterator[None]:
    """Four yellow cards in Low Goal, and a game yesterday of which nothing has been entered yet."""
    team = LOW_TEAMS[0]
    player = s.reserve(s.people.squads[team][0])
    for game, cards in zip(s.played("blossom", team), ("Y", "YY", "Y"), strict=False):
        s.card(game, player, cards, minute=30)
    yield


def two_after_the_game(s: DemoSeason) -> Iterator[None]:
    """Two yellow cards after the last game: two minutes off at the start of the next."""
    team = LOW_TEAMS[4]
    s.card(s.played("league", team)[-1], s.cast(team), "YY", after=True, category="arguing")
    yield


def three_after_the_game(s: DemoSeason) -> Iterator[None]:
    """Three yellow cards after a game: he sat out the first four minutes of the next."""
    team = LOW_TEAMS[4]
    s.card(s.played("league", team)[-4], s.cast(team), "YYY", after=True, category="abusive_language")
    yield


def three_after_the_last_game(s: DemoSeason) -> Iterator[None]:
    """The same in the Gauntlet, still to come."""
    team = HIGH_TEAMS[0]
    s.card(s.played("gauntlet_2", team)[-1], s.cast(team), "YYY", after=True, category="disrespectful_attitude")
    yield


def still_in_the_box(s: DemoSeason) -> Iterator[None]:
    """In the penalty box when the last game ended: he starts the next one there."""
    team = LOW_TEAMS[5]
    player, game = s.cast(team), s.played("league", team)[-1]
    s.card(game, player, "Y", minute=20)
    s.box(s.card(game, player, "Y", minute=82), unserved=45)
    yield


def back_into_the_box(s: DemoSeason) -> Iterator[None]:
    """Left the box early, and deliberately: a yellow card more. The rest of the original time carried over."""
    team = MEDIUM_TEAMS[3]
    player, game = s.cast(team), s.played("twelve", team)[-4]
    s.card(game, player, "Y", minute=40)
    s.box(s.card(game, player, "Y", minute=81), unserved=30, left_early=LeftEarly.DELIBERATE)
    s.card(game, player, "Y", minute=83, category="other")
    yield


def starts_with_a_yellow(s: DemoSeason) -> Iterator[None]:
    """Three yellow cards in the last game: he begins the next one with one."""
    team = LOW_TEAMS[3]
    player, game = s.cast(team), s.played("league", team)[-1]
    s.card(game, player, "Y", minute=15)
    s.box(s.card(game, player, "YY", minute=50), imposed=240)
    yield


def fifth_in_low_goal(s: DemoSeason) -> Iterator[None]:
    """The fifth in two months of Low Goal, served in the next game."""
    team = LOW_TEAMS[3]
    games = s.played("league", team)
    shown = _accumulate(s, s.cast(team), games, ("YY", "Y", "YY"))
    following = _following(games, shown)
    yield
    row = s.suspension(shown, "accumulated_tier")
    s.request(row, following)
    s.attend(row, following)


def fifth_never_asked_about(s: DemoSeason) -> Iterator[None]:
    """The fifth in Medium Goal. Nobody has asked the committee yet, so he sits out game after game."""
    team = MEDIUM_TEAMS[2]
    games = s.played("twelve", team)
    player = s.cast(team)
    shown = _accumulate(s, player, games, ("YY", "YYY"))
    s.sits_out_since(player, shown.row.game, team)
    yield


def fifth_in_the_gauntlet(s: DemoSeason) -> Iterator[None]:
    """The Gauntlet is a tier of its own: five there, with one seat still to vote."""
    team = HIGH_TEAMS[2]
    player = s.cast(team)
    games = s.played("gauntlet_1", team)
    shown = _accumulate(s, player, games, ("YYY", "YY"))
    s.sits_out_since(player, shown.row.game, team)
    yield
    votes = {Seat.UMPIRES_LLC: VoteChoice.APPROVE, Seat.HOST_COMMITTEE: VoteChoice.APPROVE}
    s.request(s.suspension(shown, "accumulated_tier"), s.coming("gauntlet_2", team)[0], votes)


def eighth_across_tiers(s: DemoSeason) -> Iterator[None]:
    """Four in Low Goal and four in Medium Goal, with two teams: the eighth of all tiers."""
    low, medium = LOW_TEAMS[5], MEDIUM_TEAMS[5]
    player = s.newcomer("league", low)
    s.join(player, "twelve", medium)
    circuit = games_of_one_period(s.played("twelve", medium), 2)
    period = two_month_period(circuit[0])
    league = [
        game
        for game in s.played("league", low)
        if two_month_period(game) == period and game.starts_at < circuit[-1].starts_at
    ][-2:]
    s.plays(player, league, low)
    s.plays(player, circuit, medium)
    shown = [s.card(game, player, "YY") for game in (*league, *circuit)][-1]
    following = _following(s.played("twelve", medium), shown)
    yield
    row = s.suspension(shown, "accumulated_all_tiers")
    s.request(row, following)
    s.attend(row, following)


def _accumulate(s: DemoSeason, player: Player, games: Sequence[Game], cards: Sequence[str]) -> Shown:
    """Show a player cards in the latest games of one period; the last of them is returned.

    He sits out the game after them.
    """
    found = games_of_one_period(games, len(cards))
    shown = [s.card(game, player, each) for game, each in zip(found, cards, strict=True)][-1]
    s.sits_out(player, [_following(games, shown)])
    return shown


def _following(games: Sequence[Game], shown: Shown) -> Game:
    return games[games.index(shown.row.game) + 1]


STORIES = [
    one_short,
    two_after_the_game,
    three_after_the_game,
    three_after_the_last_game,
    still_in_the_box,
    back_into_the_box,
    starts_with_a_yellow,
    fifth_in_low_goal,
    fifth_never_asked_about,
    fifth_in_the_gauntlet,
    eighth_across_tiers,
]
