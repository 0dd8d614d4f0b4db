"""Red cards: how their games are found, approved, served, moved and increased."""

from collections.abc import Iterator

from disciplinary.choices import BarReason, Effect, IncreaseAuthority, Seat, VoteChoice
from disciplinary.demo.names import HIGH_TEAMS, LOW_TEAMS, MEDIUM_TEAMS
from disciplinary.demo.season import DemoSeason

APPROVE, REFUSE = VoteChoice.APPROVE, VoteChoice.REFUSE


def served(s: DemoSeason) -> Iterator[None]:
    """Approved by all three seats, reported before and after: served in the next game."""
    team = MEDIUM_TEAMS[4]
    player = s.cast(team)
    game, following = s.played("twelve", team)[2:4]
    red = s.card(game, player, "R", category="abusive_language")
    s.sits_out(player, [following])
    yield
    row = s.suspension(red, "red_card")
    s.request(row, following)
    s.attend(row, following)


def waits_for_two_seats(s: DemoSeason) -> Iterator[None]:
    """Due in a coming game that only one seat has approved so far."""
    team = MEDIUM_TEAMS[4]
    player = s.cast(team)
    red = s.card(s.played("twelve", team)[-1], player, "R", category="dangerous_riding")
    yield
    s.request(s.suspension(red, "red_card"), s.coming("twelve", team)[0], {Seat.HOST_COMMITTEE: APPROVE})


def approved(s: DemoSeason) -> Iterator[None]:
    """Due in a coming game that all three seats have approved."""
    team = MEDIUM_TEAMS[5]
    player = s.cast(team)
    red = s.card(s.played("twelve", team)[-1], player, "R", category="rough_play")
    yield
    s.request(s.suspension(red, "red_card"), s.coming("twelve", team)[0])


def after_the_game_report_missing(s: DemoSeason) -> Iterator[None]:
    """Approved, but he left without reporting after the game: it waits for the next, still to be approved."""
    team = MEDIUM_TEAMS[5]
    player = s.cast(team)
    game, following = s.played("twelve", team)[-2:]
    red = s.card(game, player, "R", after=True, category="disrespectful_attitude")
    s.sits_out(player, [following])
    yield
    row = s.suspension(red, "red_card_after_game")
    s.request(row, following)
    s.attend(row, following, after=False)
    s.request(row, s.coming("twelve", team)[0], {})


def increased(s: DemoSeason) -> Iterator[None]:
    """One further game by the Host Tournament Committee, and a note by the Association."""
    team = MEDIUM_TEAMS[4]
    player = s.cast(team)
    game, following = s.played("twelve", team)[-2:]
    red = s.card(game, player, "R", category="improper_use_of_mallet")
    s.increase(red, IncreaseAuthority.HOST_COMMITTEE, 1)
    s.increase(red, IncreaseAuthority.ASSOCIATION, 0, "A further offense of this kind will be charged.")
    s.sits_out(player, [following])
    yield
    row = s.suspension(red, "red_card")
    s.request(row, following)
    s.attend(row, following)
    s.request(s.suspension(red, "increase_1"), s.coming("twelve", team)[0], {Seat.UMPIRES_LLC: APPROVE})


def kept_by_the_series(s: DemoSeason) -> Iterator[None]:
    """Shown in a final: the next event of the series keeps it with the team."""
    team = HIGH_TEAMS[2]
    player = s.cast(team)
    red = s.card(s.played("gauntlet_1", team)[-1], player, "R", category="arguing")
    following = s.played("gauntlet_2", team)[0]
    s.sits_out(player, [following])
    yield
    row = s.suspension(red, "red_card")
    s.request(row, following)
    s.attend(row, following)


def lifted(s: DemoSeason) -> Iterator[None]:
    """Lifted by the Executive Committee: the card stands and counts."""
    team = HIGH_TEAMS[0]
    player = s.cast(team)
    red = s.card(s.played("coastal", team)[-1], player, "R", category="arguing")
    s.sits_out_since(player, s.played("coastal", team)[-1], team)
    yield
    s.rule(s.suspension(red, "red_card"), Effect.LIFTED, "The video shows that another player had spoken.")


def any_team_by_ruling(s: DemoSeason) -> Iterator[None]:
    """A ruling lets it be served with any team."""
    team = HIGH_TEAMS[1]
    player = s.cast(team)
    red = s.card(s.played("gauntlet_2", team)[-1], player, "R", category="rough_play")
    yield
    row = s.suspension(red, "red_card")
    s.rule(row, Effect.ANY_TEAM, "The team may not be able to field four players again this season.")
    s.request(row, s.coming("gauntlet_2", team)[0], {Seat.EXECUTIVE_COMMITTEE: APPROVE, Seat.HOST_COMMITTEE: APPROVE})


def waits_for_a_game(s: DemoSeason) -> Iterator[None]:
    """Shown in a final: any team, but he is on no roster of equal or higher handicap."""
    team = MEDIUM_TEAMS[0]
    player = s.cast(team)
    s.card(s.played("live_oak", team)[-1], player, "R", category="abusive_language")
    yield


def approved_for_a_later_game(s: DemoSeason) -> Iterator[None]:
    """The committee chose a later game, and he plays until then."""
    team = LOW_TEAMS[4]
    player = s.cast(team)
    red = s.card(s.played("league", team)[-2], player, "R", category="whipping")
    between = s.played("league", team)[-1]
    later = s.coming("league", team)[0]
    yield
    days_before = (later.starts_at - between.starts_at).days + 1
    s.request(s.suspension(red, "red_card"), later, days_before=days_before)


def refused(s: DemoSeason) -> Iterator[None]:
    """One seat refused: he sits out, but nothing is served."""
    team = LOW_TEAMS[5]
    player = s.cast(team)
    game, following = s.played("league", team)[-2:]
    red = s.card(game, player, "R", category="ball_after_whistle")
    s.sits_out(player, [following])
    yield
    votes = {Seat.UMPIRES_LLC: APPROVE, Seat.EXECUTIVE_COMMITTEE: APPROVE, Seat.HOST_COMMITTEE: REFUSE}
    row = s.suspension(red, "red_card")
    s.request(row, following, votes)
    s.request(row, s.coming("league", team)[0], {})


def rescinded(s: DemoSeason) -> Iterator[None]:
    """Rescinded after the video was seen: void, and the complaint goes to the Executive Committee."""
    team = LOW_TEAMS[5]
    player = s.cast(team)
    game = s.played("league", team)[-3]
    red = s.card(game, player, "R", category="striking")
    yield
    s.request(s.suspension(red, "red_card"), s.coming("league", team)[0], {Seat.UMPIRES_LLC: APPROVE})
    s.rescind(red, "The video shows that the pony stumbled; no blow was struck.")


def temporarily_suspended(s: DemoSeason) -> Iterator[None]:
    """Charged, and suspended until the charges are resolved: no game serves meanwhile."""
    team = HIGH_TEAMS[3]
    player = s.cast(team)
    s.card(s.played("gauntlet_2", team)[-1], player, "R", category="striking")
    yield
    s.bar(player, -6, None, BarReason.TEMPORARY_SUSPENSION)


def barred_by_a_resolution(s: DemoSeason) -> Iterator[None]:
    """A resolved complaint barred him for three weeks, which are over; he served the card after them."""
    team = HIGH_TEAMS[3]
    player = s.cast(team)
    game = s.played("gauntlet_1", team)[-1]
    red = s.card(game, player, "R", category="rough_play")
    following = s.played("gauntlet_2", team)[0]
    s.sits_out_since(player, game, team)
    s.plays(player, s.played("gauntlet_2", team)[1:], team)
    yield
    s.bar(player, -55, -34, BarReason.PENALTY)
    row = s.suspension(red, "red_card")
    s.request(row, following)
    s.attend(row, following)


STORIES = [
    served,
    waits_for_two_seats,
    approved,
    after_the_game_report_missing,
    increased,
    kept_by_the_series,
    lifted,
    any_team_by_ruling,
    waits_for_a_game,
    approved_for_a_later_game,
    refused,
    rescinded,
    temporarily_suspended,
    barred_by_a_resolution,
]
