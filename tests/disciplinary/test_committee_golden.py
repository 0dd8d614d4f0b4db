"""Golden scenarios with the votes cast on the committee's pages: the rows are what the pure rule answers."""

from __future__ import annotations

from dataclasses import replace

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from disciplinary.choices import Seat
from disciplinary.models import Approval, Suspension, Vote
from disciplinary.services.approvals import approval_open
from tests.disciplinary.season import member
from tests.disciplinary.test_reports_golden import Afternoons
from tests.factories import HostCommitteeMemberFactory, OfficeUserFactory

pytestmark = pytest.mark.django_db

ENTERED = [
    "approved_too_late",
    "attendance_incomplete",
    "later_game_approved_instead",
    "late_approval_rewrites_nothing",
    "red_card_approval_missing",
    "red_card_served",
]


class Voted(Afternoons):
    """The season of a scenario in which the members of the committee vote on their pages."""

    refusing: Seat | None = None

    def begin(self):
        super().begin()
        events = list(self.rows.events.values())
        self.seats = {seat: member(seat, events[0]) for seat in Seat}
        for event in events[1:]:
            HostCommitteeMemberFactory(event=event, user=self.seats[Seat.HOST_COMMITTEE])

    def _vote(self, approval, seat):
        game, seat = self.rows.games[approval.game], Seat(seat.value)
        game.refresh_from_db()
        late = game.starts_at <= timezone.now()
        player = next(one.player for one in self.facts.incidents if one.id == approval.suspension.card.incident)
        asked = Approval.objects.filter(game=game, suspension__player=self.rows.players[player])
        request = asked.filter(closed_at=None).first()
        if request is None and not late:
            # The office asks about another game than the next one.
            suspension = Suspension.objects.get(player=self.rows.players[player], full_game=True)
            request = approval_open(suspension, game, by=OfficeUserFactory())
        request = request or asked.first()
        if request is None:
            return
        client = Client()
        client.force_login(self.seats[seat])
        choice = "refuse" if seat == self.refusing else "approve"
        entered = {"seat": seat.value, "choice": choice, "conflict": "none", "reason": "He plays on"}
        response = client.post(reverse("committee:request", args=[request.pk]), entered)
        assert response.status_code == (200 if late else 302)


def _lived(season):
    with time_machine.travel("2025-12-15 12:00Z", tick=False):
        season.begin()
    season.plan()
    season.live()
    return season


@pytest.mark.parametrize("name", ENTERED)
def test_voted_through_the_pages_it_is_what_the_rule_answers(name):
    season = _lived(Voted(name))
    with time_machine.travel(season.scenario.now, tick=False):
        assert season.rows.stored() == season.rows.expected(season.facts, season.scenario.now)
    in_time = sum(
        moment < next(game.start for game in season.facts.games if game.id == approval.game)
        for approval in season.facts.approvals
        for moment in approval.votes.values()
    )
    assert Vote.objects.count() == in_time


@pytest.mark.parametrize("seat", Seat)
def test_a_refusal_approves_nothing(seat):
    season = Voted("red_card_served")
    season.refusing = seat
    _lived(season)
    without = tuple(
        replace(one, votes={by: at for by, at in one.votes.items() if by.value != seat})
        for one in season.facts.approvals
    )
    with time_machine.travel(season.scenario.now, tick=False):
        expected = season.rows.expected(replace(season.facts, approvals=without), season.scenario.now)
        assert season.rows.stored() == expected
    assert Suspension.objects.get().state == "due"
