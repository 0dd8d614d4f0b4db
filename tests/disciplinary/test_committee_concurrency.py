"""Votes at the same instant, on connections of their own: exactly one outcome."""

from functools import partial

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from disciplinary.choices import ClosedReason, Seat, VoteChoice
from disciplinary.models import Approval, Designee, Suspension, Vote
from disciplinary.services import approvals, recalculation, upkeep
from disciplinary.services.designees import designee_name
from disciplinary.services.errors import RefusedError
from tests.disciplinary.season import BEFORE, Season, at_once, member, vote
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db(transaction=True)

LLC, COMMITTEE, HOST = Seat
ROUNDS = 3


@pytest.fixture
def season():
    with time_machine.travel(BEFORE, tick=False):
        season = Season()
        season.record("R")
        yield season


def _refused(outcomes):
    assert all(not isinstance(one, Exception) or isinstance(one, RefusedError) for one in outcomes), outcomes
    return [one for one in outcomes if isinstance(one, RefusedError)]


def _standing():
    return Vote.objects.filter(withdrawn_at__isnull=True)


def _sent(user, approval, **entered):
    """The page's form, sent over a connection of its own."""
    client = Client()
    client.force_login(user)
    address = reverse("committee:request", args=[approval.pk])
    return partial(client.post, address, {"choice": "approve", "conflict": "none", **entered})


def test_a_double_click_is_one_vote(season):
    approval = Approval.objects.get()
    voter = member(LLC, season.event)
    answers = at_once(*(_sent(voter, approval, seat=LLC.value) for _ in range(3)))
    assert [answer.status_code for answer in answers] == [302, 302, 302]
    assert Vote.objects.count() == 1


def test_approve_and_refuse_of_one_person_leave_one_vote(season):
    approval = Approval.objects.get()
    voter = member(LLC, season.event)
    for _ in range(ROUNDS):
        outcomes = at_once(
            partial(vote, approval, LLC, voter),
            partial(vote, approval, LLC, voter, choice=VoteChoice.REFUSE, reason="No"),
        )
        assert not _refused(outcomes)
        assert _standing().count() == 1


def test_two_people_for_one_seat_through_the_pages(season):
    approval = Approval.objects.get()
    for seat in Seat:
        people = [member(seat, season.event) for _ in range(2)]
        answers = at_once(*(_sent(one, approval, seat=seat.value) for one in people))
        assert sorted(answer.status_code for answer in answers) == [200, 302]
    assert _standing().count() == 3
    assert Suspension.objects.get().approved


def test_three_seats_at_once_all_count(season):
    approval = Approval.objects.get()
    people = {seat: member(seat, season.event) for seat in Seat}
    assert not _refused(at_once(*(partial(vote, approval, seat, one) for seat, one in people.items())))
    assert Suspension.objects.get().approved
    assert not upkeep.reconcile().changes


def _cancel(game):
    game.refresh_from_db()
    game.status = "cancelled"
    game.save()


def test_a_vote_against_a_cancellation(season):
    """Either the vote came first and stands on a request that then closed, or it is refused."""
    for number in (4, 5):
        game = season.games[number]
        approval = Approval.objects.get(game=game, closed_at__isnull=True)
        voter = member(LLC, season.event)
        voted, cancelled = at_once(partial(vote, approval, LLC, voter), partial(_cancel, game))
        assert cancelled is None
        approval.refresh_from_db()
        assert approval.closed_reason == ClosedReason.GAME_OFF
        if isinstance(voted, RefusedError):
            assert "closed" in str(voted)
            assert not approval.votes.exists()
        else:
            assert approval.votes.get() == voted
            assert voted.cast_at <= approval.closed_at
    assert not upkeep.reconcile().changes


def test_a_vote_against_a_change_of_the_game(season):
    game = season.games[4]
    approval = Approval.objects.get(game=game)

    def restage():
        game.refresh_from_db()
        game.stage = "semifinal"
        game.save()

    voted, _changed = at_once(partial(vote, approval, LLC), restage)
    approval.refresh_from_db()
    assert approval.closed_reason == ClosedReason.GAME_CHANGED
    again = Approval.objects.get(game=game, closed_at__isnull=True)
    assert not again.votes.exists(), "nobody has voted on what it is now"
    assert isinstance(voted, RefusedError) or approval.votes.get() == voted


def test_a_vote_against_the_withdrawal_of_the_request(season):
    approval = Approval.objects.get()
    close = partial(approvals.approval_close, approval, by=season.office, reason=ClosedReason.WITHDRAWN, note="Slip")
    voted, closed = at_once(partial(vote, approval, LLC), close)
    assert closed.closed_reason == ClosedReason.WITHDRAWN
    assert isinstance(voted, RefusedError) or voted.cast_at <= closed.closed_at


def test_withdrawing_twice_at_once_withdraws_once(season):
    approval = Approval.objects.get()
    for _ in range(ROUNDS):
        row = vote(approval, LLC, Vote.objects.first().voter if Vote.objects.exists() else None)
        outcomes = at_once(*[partial(approvals.vote_withdraw, row, by=row.voter, reason="So")] * 3)
        assert len(_refused(outcomes)) == 2
    assert not _standing().exists()


def test_a_seat_changes_hands_once(season):
    """A withdrawal and another's vote for the same seat: never two standing votes."""
    approval = Approval.objects.get()
    first, second = (member(LLC, season.event) for _ in range(2))
    for _ in range(ROUNDS):
        row = vote(approval, LLC, first)
        withdrawn, other = at_once(
            partial(approvals.vote_withdraw, row, by=first, reason="So"), partial(vote, approval, LLC, second)
        )
        assert not isinstance(withdrawn, Exception)
        standing = list(_standing())
        assert standing == ([] if isinstance(other, RefusedError) else [other])
        if standing:
            approvals.vote_withdraw(standing[0], by=second, reason="Over")


def test_the_same_game_is_asked_about_once(season):
    suspension = Suspension.objects.get()
    opened = partial(approvals.approval_open, suspension, season.games[5], by=season.office)
    outcomes = at_once(opened, opened, partial(recalculation.recalculate, [season.player.pk]))
    assert len(_refused(outcomes)) == 1
    assert Approval.objects.filter(game=season.games[5], closed_at__isnull=True).count() == 1


def test_a_designee_is_named_once(season):
    boss, user = member(COMMITTEE, season.event), UserFactory()
    name = partial(designee_name, member=boss, designee=user, first_day=BEFORE.date(), last_day=BEFORE.date(), by=boss)
    assert len(_refused(at_once(name, name, name))) == 2
    assert Designee.objects.count() == 1
