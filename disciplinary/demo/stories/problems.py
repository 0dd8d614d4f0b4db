"""What staff must resolve: cards that do not fit the rule, and players who played all the same."""

from collections.abc import Iterator

from disciplinary.choices import BarReason
from disciplinary.demo.names import LOW_TEAMS, MEDIUM_TEAMS
from disciplinary.demo.season import DemoSeason


def played_while_suspended(s: DemoSeason) -> Iterator[None]:
    """Nobody looked at the sheet: he played the game from which he was suspended."""
    team = LOW_TEAMS[1]
    player = s.cast(team)
    game, following = s.played("league", team)[-4:-2]
    s.card(game, player, "R", category="dangerous_riding")
    s.sits_out_since(player, following, team)
    s.sits_out(player, [other for other in s.played("blossom", team) if other.starts_at > game.starts_at])
    yield


def recorded_too_late(s: DemoSeason) -> Iterator[None]:
    """The card reached the office only after he had played again."""
    team = LOW_TEAMS[2]
    player = s.cast(team)
    game, following = s.played("league", team)[-4:-2]
    s.card(
        game,
        player,
        "R",
        category="arguing",
        recorded_at=s.local_time(following, (following.starts_at.date() - s.today).days + 1),
    )
    s.sits_out_since(player, following, team)
    yield


def played_while_barred(s: DemoSeason) -> Iterator[None]:
    """Barred for a month, and in the line-up."""
    team = MEDIUM_TEAMS[3]
    player = s.cast(team)
    s.card(s.played("twelve", team)[0], player, "YY", category="abusive_language")
    yield
    s.bar(player, -22, -16, BarReason.PENALTY)


def fourth_yellow(s: DemoSeason) -> Iterator[None]:
    """A yellow card for a fourth offense, confirmed by whoever entered it."""
    team = LOW_TEAMS[2]
    player, game = s.cast(team), s.played("league", team)[-8]
    s.card(game, player, "Y", minute=12)
    s.box(s.card(game, player, "Y", minute=33))
    s.box(s.card(game, player, "Y", minute=51))
    fourth = s.card(game, player, "Y", minute=66)
    s.box(fourth)
    s.confirm(fourth)
    yield


def card_after_a_red(s: DemoSeason) -> Iterator[None]:
    """Sent off, and shown a yellow card from the sideline later in the same game."""
    team = MEDIUM_TEAMS[1]
    player = s.cast(team)
    game = s.played("live_oak", team)[-1]
    s.card(game, player, "R", minute=30, category="striking")
    s.confirm(s.card(game, player, "Y", minute=60, category="abusive_language"))
    yield


def single_yellow_after_the_game(s: DemoSeason) -> Iterator[None]:
    """One yellow card after the game, which the rule does not know."""
    team = MEDIUM_TEAMS[1]
    s.confirm(s.card(s.played("twelve", team)[-2], s.cast(team), "Y", after=True, category="arguing"))
    yield


def on_two_rosters(s: DemoSeason) -> Iterator[None]:
    """Put on the rosters of both teams of a game, and named by neither."""
    first, second = MEDIUM_TEAMS[0], MEDIUM_TEAMS[3]
    player = s.newcomer("redwood", first)
    s.join(player, "redwood", second)
    yield


STORIES = [
    played_while_suspended,
    recorded_too_late,
    played_while_barred,
    fourth_yellow,
    card_after_a_red,
    single_yellow_after_the_game,
    on_two_rosters,
]
