"""Increases, rulings, bars, approvals, votes and attendance: recorded once, withdrawn for a reason, never lost."""

from datetime import date, timedelta

import pytest
import time_machine
from django.utils import timezone

from disciplinary.choices import (
    BarReason,
    ClosedReason,
    Conflict,
    Effect,
    IncreaseAuthority,
    RulingAuthority,
    Seat,
    VoteChoice,
)
from disciplinary.models import Attendance, Bar, Increase, Ruling, Suspension, Vote
from disciplinary.services import approvals, attendance, cards, decisions
from disciplinary.services.designees import designee_name
from disciplinary.services.errors import RefusedError
from players.choices import Role
from tests.disciplinary.season import BEFORE, Season, context_of, member, vote
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
HOST = Seat.HOST_COMMITTEE


@pytest.fixture
def season():
    with time_machine.travel(BEFORE, tick=False):
        yield Season()


@pytest.fixture
def suspension(season):
    """For a red card; it is due in game 4."""
    season.record("R")
    return Suspension.objects.get()


def _state(suspension):
    suspension.refresh_from_db()
    return suspension.state, suspension.serving_game


def _increase(season, incident, **fields):
    said = {"authority": IncreaseAuthority.ASSOCIATION, "games": 1, "decided_at": timezone.now()}
    return decisions.increase_add(incident, **{**said, "by": season.office, **fields})


def _lift(season, suspension, **fields):
    said = {"effect": Effect.LIFTED, "authority": RulingAuthority.HEARING, "decided_on": date(2026, 1, 2)}
    return decisions.ruling_record(suspension, **{**said, "reason": "On appeal", "by": season.office, **fields})


def _bar(season, first=date(2026, 1, 1), last=None, **fields):
    said = {"reason": BarReason.PENALTY, "authority": RulingAuthority.CHAIRMAN, "by": season.office}
    return decisions.bar_record(season.player, first_day=first, last_day=last, **{**said, **fields})


# ------------------------------------------------------------ increases


def test_further_games_make_further_suspensions(season, suspension):
    first = _increase(season, suspension.incident, games=2, note="Struck a horse")
    second = _increase(season, suspension.incident, authority=IncreaseAuthority.HOST_COMMITTEE)
    assert (first.number, second.number, first.recorded_by) == (1, 2, season.office)
    assert list(Suspension.objects.filter(kind="increase").values_list("number", flat=True).order_by("number")) == [
        1,
        2,
        3,
    ]


def test_a_note_alone_suspends_nobody(season, suspension):
    _increase(season, suspension.incident, games=0, note=" A warning ")
    assert Increase.objects.get().note == "A warning"
    assert Suspension.objects.count() == 1


def test_an_increase_says_something(season, suspension):
    with pytest.raises(RefusedError, match="at least one game"):
        _increase(season, suspension.incident, games=0, note=" ")


def test_yellow_and_rescinded_cards_cannot_be_increased(season):
    yellow, red = season.record("YY"), season.record("R", 1)
    cards.incident_rescind(red, by=season.office, reason="Mistaken")
    for incident in (yellow, red):
        with pytest.raises(RefusedError, match="Only a red card"):
            _increase(season, incident)


# ------------------------------------------------------------ rulings and bars


def test_lifted_until_the_ruling_is_withdrawn(season, suspension):
    ruling = _lift(season, suspension)
    assert _state(suspension) == ("lifted", None)
    decisions.withdraw(ruling, by=season.office, reason="Appeal of the other side")
    assert _state(suspension) == ("due", season.games[4])
    _lift(season, suspension)
    assert Ruling.objects.count() == 2


def test_the_same_ruling_stands_once(season, suspension):
    _lift(season, suspension)
    with pytest.raises(RefusedError, match="already stands"):
        _lift(season, suspension)
    _lift(season, suspension, effect=Effect.ANY_TEAM)


def test_nothing_to_rule_on(season, suspension):
    cards.incident_rescind(suspension.incident, by=season.office, reason="Mistaken")
    with pytest.raises(RefusedError, match="void"):
        _lift(season, suspension)
    with pytest.raises(RefusedError, match="Say why"):
        _lift(season, suspension, reason=" ")


def test_who_is_barred_serves_nothing_meanwhile(season, suspension):
    day = season.games[4].local_day
    bar = _bar(season, day, day)
    assert _state(suspension) == ("due", season.games[5])
    decisions.withdraw(bar, by=season.office, reason="Settled")
    assert _state(suspension) == ("due", season.games[4])


def test_a_bar_does_not_end_before_it_begins(season):
    with pytest.raises(RefusedError, match="last day is before the first"):
        _bar(season, date(2026, 1, 2), date(2026, 1, 1))
    assert not Bar.objects.exists()


# ------------------------------------------------------------ withdrawing


def test_every_decision_is_withdrawn_once_for_a_reason(season, suspension):
    named = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31), "by": season.office}
    boss = UserFactory(roles=[Role.EXECUTIVE_COMMITTEE])
    made = [
        _increase(season, suspension.incident),
        _bar(season),
        _lift(season, suspension),
        designee_name(member=boss, designee=UserFactory(), **named),
    ]
    for decision in made:
        with pytest.raises(RefusedError, match="Say why"):
            decisions.withdraw(decision, by=season.office, reason="  ")
        withdrawn = decisions.withdraw(decision, by=season.office, reason="In error")
        assert (withdrawn.withdrawn_at, withdrawn.withdrawn_by, withdrawn.stands) == (
            timezone.now(),
            season.office,
            False,
        )
        assert context_of(withdrawn) == {"action": "withdraw", "reason": "In error", "user": season.office.pk}
        with pytest.raises(RefusedError, match="already withdrawn"):
            decisions.withdraw(decision, by=UserFactory(), reason="Again")


# ------------------------------------------------------------ approvals


def test_three_votes_before_the_game_approve_it(season, suspension):
    assert not suspension.approved
    season.approve(suspension, 5)
    assert (_state(suspension), suspension.approved) == (("due", season.games[5]), True)


def test_a_refusal_or_an_empty_seat_approves_nothing(season, suspension):
    approval = approvals.approval_open(suspension, season.games[5], by=season.office)
    llc, committee, host = Seat
    vote(approval, llc)
    vote(approval, committee)
    assert _state(suspension) == ("due", season.games[4])
    with pytest.raises(RefusedError, match="Say why"):
        vote(approval, host, choice=VoteChoice.REFUSE, reason=" ")
    vote(approval, host, choice=VoteChoice.REFUSE, reason="He plays on")
    assert _state(suspension) == ("due", season.games[4])


def test_another_answer_withdraws_the_earlier_one(season, suspension):
    approval = approvals.approval_open(suspension, season.games[5], by=season.office)
    voter, refused = member(HOST, season.event), {"choice": VoteChoice.REFUSE, "reason": "He plays on"}
    first = vote(approval, HOST, voter, **refused)
    again = vote(approval, HOST, voter, **refused)
    assert again == first
    second = vote(approval, HOST, voter)
    first.refresh_from_db()
    assert (first.stands, first.withdrawn_by, first.withdrawn_reason) == (False, voter, "Another vote was cast.")
    assert [one for one in Vote.objects.all() if one.stands] == [second]
    third = vote(approval, HOST, voter, conflict=Conflict.OWN_CLUB)
    assert [one for one in Vote.objects.all() if one.stands] == [third], "another conflict is another vote"


def test_a_seat_that_is_filled_and_a_second_seat_are_refused(season, suspension):
    approval = approvals.approval_open(suspension, season.games[5], by=season.office)
    voter = member(HOST, season.event, name="Vera Voter", roles=[Role.UMPIRES_LLC])
    vote(approval, HOST, voter)
    with pytest.raises(RefusedError, match="already voted: Vera Voter"):
        vote(approval, HOST)
    with pytest.raises(RefusedError, match="nobody fills two seats"):
        vote(approval, Seat.UMPIRES_LLC, voter)
    assert Vote.objects.count() == 1


def test_votes_come_before_the_game_starts(season, suspension):
    game = season.games[5]
    approval = approvals.approval_open(suspension, game, by=season.office)
    with time_machine.travel(game.starts_at - timedelta(seconds=1), tick=False):
        vote(approval, Seat.UMPIRES_LLC)
    with time_machine.travel(game.starts_at, tick=False), pytest.raises(RefusedError, match="too late"):
        vote(approval, HOST)
    assert Vote.objects.count() == 1


def test_only_whoever_cast_a_vote_withdraws_it(season, suspension):
    approval = season.approve(suspension, 5)
    cast = approval.votes.get(seat=HOST)
    for somebody in (season.office, member(HOST, season.event)):
        with pytest.raises(RefusedError, match="Only whoever has cast"):
            approvals.vote_withdraw(cast, by=somebody, reason="In error")
    with pytest.raises(RefusedError, match="Say why"):
        approvals.vote_withdraw(cast, by=cast.voter, reason=" ")
    approvals.vote_withdraw(cast, by=cast.voter, reason="He plays on")
    assert (_state(suspension), suspension.approved) == (("due", season.games[4]), False)
    with pytest.raises(RefusedError, match="already withdrawn"):
        approvals.vote_withdraw(cast, by=cast.voter, reason="Again")
    vote(approval, HOST, cast.voter)
    assert _state(suspension) == ("due", season.games[5])


def test_what_was_approved_in_time_stays_so(season, suspension):
    approval = season.approve(suspension, 5)
    with time_machine.travel(season.games[5].starts_at, tick=False):
        first = approval.votes.first()
        with pytest.raises(RefusedError, match="stays as it was"):
            approvals.vote_withdraw(first, by=first.voter, reason="Changed my mind")
        with pytest.raises(RefusedError, match="has started"):
            approvals.approval_close(approval, by=season.office, reason=ClosedReason.WITHDRAWN)
        approvals.approval_close(approval, by=season.office, reason=ClosedReason.SETTLED)
    assert (_state(suspension), suspension.approved) == (("due", season.games[5]), True)


def test_a_withdrawn_request_takes_its_votes_along(season, suspension):
    approval = season.approve(suspension, 5)
    closed = approvals.approval_close(approval, by=season.office, reason=ClosedReason.WITHDRAWN)
    assert (closed.closed_at, closed.closed_by) == (timezone.now(), season.office)
    assert _state(suspension) == ("due", season.games[4])
    with pytest.raises(RefusedError, match="This request is closed: Withdrawn"):
        vote(approval, Seat.UMPIRES_LLC)
    with pytest.raises(RefusedError, match="closed"):
        approvals.approval_close(approval, by=season.office, reason=ClosedReason.SETTLED)
    approvals.approval_open(suspension, season.games[5], by=season.office)


def test_the_committee_is_asked_only_what_it_can_answer(season, suspension):
    approvals.approval_open(suspension, season.games[5], by=season.office)
    with pytest.raises(RefusedError, match="already asked"):
        approvals.approval_open(suspension, season.games[5], by=season.office)

    season.games[4].status = "cancelled"
    season.games[4].save()
    with pytest.raises(RefusedError, match="This game is off"):
        approvals.approval_open(suspension, season.games[4], by=season.office)

    with (
        time_machine.travel(season.games[5].starts_at, tick=False),
        pytest.raises(RefusedError, match="has started"),
    ):
        approvals.approval_open(suspension, season.games[5], by=season.office)

    _lift(season, suspension)
    with pytest.raises(RefusedError, match="no longer owed"):
        approvals.approval_open(suspension, season.games[3], by=season.office)


def test_less_than_a_full_game_needs_approval_only_after_a_year(season):
    season.record("YY", 3, when="after")
    suspension = Suspension.objects.get()
    with pytest.raises(RefusedError, match="Less than a full game"):
        approvals.approval_open(suspension, season.games[4], by=season.office)
    season.games[5].starts_at += timedelta(days=380)
    season.games[5].save()
    assert approvals.approval_open(suspension, season.games[5], by=season.office)


def test_a_game_that_moves_asks_the_committee_again(season, suspension):
    earlier = season.approve(suspension, 5)
    game = season.games[5]
    game.starts_at += timedelta(days=3)
    game.save()
    earlier.refresh_from_db()
    assert earlier.closed_reason == ClosedReason.GAME_CHANGED
    assert (_state(suspension), suspension.approved) == (("due", season.games[4]), False)
    again = season.approve(suspension, 5)
    assert again != earlier
    assert (_state(suspension), suspension.approved) == (("due", game), True)


def test_a_postponed_game_with_a_new_date_asks_the_committee_again(season, suspension):
    earlier, game = season.approve(suspension, 4), season.games[4]
    for status, hours in (("postponed", 0), ("scheduled", 3)):
        game.status, game.starts_at = status, game.starts_at + timedelta(hours=hours)
        game.save()
    earlier.refresh_from_db()
    assert earlier.closed_reason == ClosedReason.GAME_OFF
    assert (_state(suspension), suspension.approved) == (("due", game), False)
    assert not suspension.approvals.get(game=game, closed_at__isnull=True).votes.exists()
    season.approve(suspension, 4)
    assert (_state(suspension), suspension.approved) == (("due", game), True)


# ------------------------------------------------------------ attendance


def test_two_reports_and_an_approval_serve_the_suspension(season, suspension):
    season.approve(suspension, 4)
    game = season.games[4]
    with time_machine.travel(game.starts_at + timedelta(hours=3), tick=False):
        game.status = "played"
        game.save()
        assert _state(suspension) == ("due", season.games[5])

        before = attendance.attendance_report(suspension, game, by=season.office, before=game.starts_at)
        after = attendance.attendance_report(suspension, game, by=season.office, after=timezone.now())
        assert before == after
        assert (after.before_by, after.after_by) == (season.office, season.office)
    assert _state(suspension) == ("served", game)


@pytest.mark.parametrize(
    ("moments", "why"),
    [
        ({}, "before or after"),
        ({"before": BEFORE + timedelta(seconds=1)}, "future"),
        ({"before": BEFORE, "after": BEFORE - timedelta(hours=1)}, "is before the one before it"),
    ],
    ids=["nothing", "future", "order"],
)
def test_reports_that_cannot_be(season, suspension, moments, why):
    with pytest.raises(RefusedError, match=why):
        attendance.attendance_report(suspension, season.games[4], by=season.office, **moments)
    assert not Attendance.objects.exists()


def test_a_report_is_not_overwritten(season, suspension):
    attendance.attendance_report(suspension, season.games[4], by=season.office, before=BEFORE)
    with pytest.raises(RefusedError, match="already recorded"):
        attendance.attendance_report(suspension, season.games[4], by=UserFactory(), before=BEFORE)
    assert Attendance.objects.get().before_by == season.office
