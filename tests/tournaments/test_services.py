"""Services write facts, sign them, and let others act once for all of them."""

from contextlib import contextmanager
from datetime import UTC, date, datetime

import pytest
from django.db import IntegrityError, transaction

from players import hooks
from tests.factories import (
    EntryFactory,
    EventFactory,
    GameFactory,
    GameUmpireFactory,
    HostCommitteeMemberFactory,
    LineupFactory,
    OfficeUserFactory,
    PlayerFactory,
    SubstitutionFactory,
    TeamFactory,
)
from tournaments import selectors, services
from tournaments.choices import GameStatus
from tournaments.models import Lineup, LineupPlace

pytestmark = pytest.mark.django_db

MOMENT = datetime(2026, 1, 10, 19, tzinfo=UTC)
LATER = datetime(2026, 1, 12, 19, tzinfo=UTC)


@pytest.fixture
def batches(monkeypatch):
    """What a registered hook saw: entered, left, or left with an exception."""
    seen = []

    @contextmanager
    def hook():
        seen.append("entered")
        try:
            yield
        except BaseException:
            seen.append("failed")
            raise
        seen.append("left")

    monkeypatch.setattr(hooks, "_batches", [])
    hooks.register_batch(hook)
    hooks.register_batch(hook)
    return seen


def test_only_the_first_publication_is_stamped(batches):
    by = OfficeUserFactory()
    event = services.event_publish(EventFactory(published_at=None), MOMENT, by)
    assert event.published_at == MOMENT
    assert services.event_publish(event, LATER, by).published_at == MOMENT
    row = event.history.latest("pgh_id")
    assert row.pgh_context.metadata == {"user": by.pk, "service": "event_publish"}
    assert batches == ["entered", "left"] * 2


def test_publishing_now():
    assert services.event_publish(EventFactory(published_at=None)).published_at is not None


def test_an_entry_comes_with_its_roster(batches):
    players = PlayerFactory.create_batch(3)
    entry = services.entry_make(EventFactory(), TeamFactory(), players, team_name="Sponsor", at=MOMENT)
    assert {place.player for place in entry.roster.all()} == set(players)
    assert (entry.entered_at, entry.shown_name) == (MOMENT, "Sponsor")
    assert batches == ["entered", "left"]


def test_an_entry_that_fails_leaves_nothing(batches):
    entry = EntryFactory()
    player = PlayerFactory()
    with pytest.raises(IntegrityError), transaction.atomic():
        services.entry_make(entry.event, TeamFactory(), [player, player])
    assert entry.event.entries.count() == 1
    assert batches == ["entered", "failed"]


def test_withdrawing_and_eliminating():
    entry = EntryFactory()
    assert services.entry_eliminate(entry, MOMENT).out_at == MOMENT
    entry = services.entry_withdraw(entry, LATER)
    assert (entry.out_at, entry.withdrawn_at) == (MOMENT, LATER)
    assert selectors.open_entry(entry.event, entry.team_id) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [("postponed", "scheduled"), ("scheduled", "scheduled"), ("played", "played"), ("cancelled", "cancelled")],
)
def test_a_postponed_game_with_a_new_date_is_scheduled_again(before, after):
    game = services.game_reschedule(GameFactory(status=before), LATER)
    assert (game.starts_at, game.status) == (LATER, after)


def test_the_status_of_a_game():
    game = services.game_set_status(GameFactory(), GameStatus.ABANDONED)
    game.refresh_from_db()
    assert game.status == "abandoned"


def test_a_line_up_replaces_the_one_before(batches):
    game = GameFactory()
    ana, bea, cai, dan = PlayerFactory.create_batch(4)
    services.lineup_name(game, game.team_a, [(ana, 1), (bea, 2), (cai, None)])
    kept = LineupPlace.objects.get(player=cai)
    services.lineup_name(game, game.team_a, [(ana, 2), (bea, 1), (cai, None), (dan, 4)])
    places = LineupPlace.objects.filter(lineup__game=game)
    assert {(place.player, place.position) for place in places} == {(ana, 2), (bea, 1), (cai, None), (dan, 4)}
    assert kept in places
    assert batches == ["entered", "left"] * 2


def test_an_empty_line_up_is_one_until_it_is_removed():
    game = LineupFactory(places=PlayerFactory.create_batch(4)).game
    services.lineup_name(game, game.team_a, [])
    assert Lineup.objects.get(game=game).places.count() == 0
    services.lineup_remove(game, game.team_a)
    assert not game.lineups.exists()


def test_a_line_up_that_cannot_be_leaves_the_one_before():
    players = PlayerFactory.create_batch(2)
    game = LineupFactory(places=players).game
    with pytest.raises(IntegrityError), transaction.atomic():
        services.lineup_name(game, game.team_a, [(players[0], 1), (PlayerFactory(), 1)])
    assert {place.player for place in LineupPlace.objects.all()} == set(players)


def test_substitutes_replace_those_before():
    one = SubstitutionFactory()
    two = PlayerFactory()
    services.substitutes_name(one.game, one.team, [one.player, two])
    assert one.game.substitutions.filter(pk=one.pk).exists()
    services.substitutes_name(one.game, one.team, [two])
    assert [row.player for row in one.game.substitutions.all()] == [two]


def test_batches_inside_a_batch_join_it(batches):
    with hooks.batch():
        services.event_publish(EventFactory(published_at=None), MOMENT)
        services.entry_make(EventFactory(), TeamFactory())
        assert batches == ["entered"]
    assert batches == ["entered", "left"]


def test_a_sheet_takes_the_same_number_of_queries_however_many_played(django_assert_num_queries):
    def game_with(count):
        game = LineupFactory(places=PlayerFactory.create_batch(min(count, 4))).game
        for _ in range(count):
            SubstitutionFactory(game=game)
            GameUmpireFactory(game=game)
        return game

    for count in (1, 20):
        game = game_with(count)
        with django_assert_num_queries(7):
            sheet = selectors.game_for_sheet(game.pk)
            assert str(sheet)
            assert all(str(p.player) for line in sheet.lineups.all() for p in line.places.all())
            assert len([str(row.player) for row in sheet.substitutions.all()]) == count
            assert len([str(row.umpire) for row in sheet.game_umpires.all()]) == count


def test_players_of_teams_leaves_out_who_withdrew():
    event = EventFactory()
    inside, gone = PlayerFactory(), PlayerFactory()
    entry = EntryFactory(event=event, roster=[inside])
    other = EntryFactory(event=event, roster=[gone], withdrawn_at=MOMENT)
    assert list(selectors.players_of_teams(event, [entry.team_id, other.team_id])) == [inside]


def test_the_host_committee_of_a_day():
    event = EventFactory()
    always = HostCommitteeMemberFactory(event=event)
    HostCommitteeMemberFactory(event=event, until=date(2026, 1, 9))
    later = HostCommitteeMemberFactory(event=event, from_day=date(2026, 1, 11))
    assert list(selectors.host_committee_on(event, date(2026, 1, 10))) == [always]
    assert list(selectors.host_committee_on(event, date(2026, 1, 11))) == [always, later]
