"""People who write at the same moment: every count is right, nobody is refused, nobody waits for ever."""

from functools import partial
from threading import Thread

import pytest
from django.db import connection, transaction

from disciplinary.choices import Seat
from disciplinary.models import Incident, Suspension, Vote
from disciplinary.services import approvals, cards, recalculation, upkeep
from disciplinary.services.errors import RefusedError
from players.choices import Role
from tests.disciplinary.season import Season, at_once, member, vote
from tests.factories import EventFactory, GameFactory
from tournaments.models import Entry, RosterPlace

pytestmark = pytest.mark.django_db(transaction=True)


def _all_done(*work):
    outcomes = at_once(*work)
    failed = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert not failed


def _nothing_to_reconcile():
    assert not upkeep.reconcile().changes


def test_cards_of_one_player_at_once_are_all_counted():
    season = Season(games=24)
    for number in range(0, 20, 2):
        _all_done(
            partial(season.record, "Y", number),
            partial(season.record, "Y", number + 1),
        )
    assert Incident.objects.count() == 20
    marks = {mark for row in Suspension.objects.exclude(state="void") for mark in row.thresholds}
    assert {"two_month/low/5", "two_month/low/8", "two_month/all/8", "year/low/12", "year/all/16"} <= marks
    _nothing_to_reconcile()


def test_incidents_of_one_game_at_once_have_different_positions():
    season = Season(players=6)
    _all_done(*(partial(season.record, "Y", 0, player) for player in season.players))
    assert sorted(Incident.objects.values_list("position", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_two_players_in_opposite_order():
    season = Season()
    first, second = season.players

    def both(order, game):
        with transaction.atomic():
            for player in order:
                season.record("Y", game, player)

    for game in range(6):
        _all_done(partial(both, [first, second], game), partial(both, [second, first], game))
    assert Incident.objects.count() == 24
    _nothing_to_reconcile()


def test_sweeps_and_people_do_not_cross():
    season = Season(players=8)

    def backwards():
        with transaction.atomic():
            for player in reversed(season.players):
                season.record("R", 0, player, confirmed=True)

    for _round in range(3):
        _all_done(backwards, upkeep.reconcile, upkeep.pass_deadlines, backwards)
    _nothing_to_reconcile()


def _new_date(season):
    game = season.games[4]
    game.starts_at = season.games[0].starts_at.replace(year=2025)
    game.save()


def _more_of_the_event(season):
    """A later game of another event keeps the suspension with the team."""
    GameFactory(event=season.other, team_a=season.home, starts_at=season.games[5].starts_at)


def _another_handicap(season):
    season.event.goals = 6
    season.event.save()


def _out(season):
    entry = Entry.objects.get(event=season.event, team=season.home)
    entry.withdrawn_at = season.games[0].starts_at.replace(year=2025)
    entry.save()


def _off_the_roster(season):
    RosterPlace.objects.filter(player=season.player).delete()


@pytest.mark.parametrize("edit", [_new_date, _more_of_the_event, _another_handicap, _out, _off_the_roster])
@pytest.mark.parametrize("first", ["card", "edit"])
def test_a_card_and_what_it_hangs_on_at_once(edit, first):
    """Whoever commits first: the other, who could not see it, has waited for it."""
    season = Season()
    season.other = EventFactory(kind="uspa", goals=8, last_day="2026-12-31")
    Entry.objects.create(event=season.other, team=season.home)
    work = [partial(season.record, "R"), partial(edit, season)]
    if first == "edit":
        work.reverse()

    second = Thread(target=_on_its_own_connection, args=[work[1]])
    with transaction.atomic():
        work[0]()
        second.start()
        second.join(0.3)
        assert second.is_alive(), "it has not waited"
    second.join(10)
    assert not second.is_alive()
    _nothing_to_reconcile()


def _on_its_own_connection(work):
    try:
        work()
    finally:
        connection.close()


def test_one_of_two_for_a_seat_is_refused():
    season = Season()
    season.games[5].starts_at = season.games[5].starts_at.replace(year=2099)
    season.games[5].save()
    season.record("R")
    approval = approvals.approval_open(Suspension.objects.get(), season.games[5], by=season.office)
    for seat in Seat:
        voters = [member(seat, season.event) for _ in range(2)]
        outcomes = at_once(*(partial(vote, approval, seat, voter) for voter in voters))
        assert sorted(type(outcome) for outcome in outcomes if not isinstance(outcome, Vote)) == [RefusedError]
    assert Vote.objects.count() == 3
    assert Suspension.objects.get().approvals.get() == approval


def test_nobody_fills_two_seats_however_fast():
    season = Season()
    season.games[5].starts_at = season.games[5].starts_at.replace(year=2099)
    season.games[5].save()
    season.record("R")
    approval = approvals.approval_open(Suspension.objects.get(), season.games[5], by=season.office)
    voter = member(Seat.HOST_COMMITTEE, season.event, roles=[Role.UMPIRES_LLC, Role.EXECUTIVE_COMMITTEE])
    at_once(*(partial(vote, approval, seat, voter) for seat in Seat))
    assert Vote.objects.count() == 1


def test_an_amendment_and_a_rescission_at_once_keep_both():
    season = Season()
    for game in range(5):
        incident = season.record("R", game)
        _all_done(
            partial(cards.incident_rescind, incident, by=season.office, reason="Mistaken"),
            partial(cards.incident_amend, incident, cards="YY", by=season.office, reason="Two yellows"),
        )
        incident.refresh_from_db()
        assert incident.rescinded
        assert [card.color for card in incident.cards.filter(superseded_at=None)] == ["Y", "Y"]
    _nothing_to_reconcile()


def test_recalculating_the_same_at_once_writes_once():
    season = Season()
    season.record("R")
    Suspension.objects.update(state="waiting", serving_game=None)
    outcomes = at_once(*[partial(recalculation.recalculate, [season.player.pk])] * 3)
    assert sorted(outcome.suspensions for outcome in outcomes) == [0, 0, 1]
