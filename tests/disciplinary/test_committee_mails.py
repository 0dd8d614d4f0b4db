"""Members of committees are told of each request once, in their languages, and of what has changed."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from post_office.models import Email

from disciplinary import tasks
from disciplinary.models import Approval, Designee, Suspension
from disciplinary.services import approvals, request_notices
from disciplinary.services.errors import RefusedError
from players.choices import Role
from tests.disciplinary.season import BEFORE, Season, at_once, member, vote
from tests.factories import HostCommitteeMemberFactory, OfficeUserFactory, UserFactory
from tests.office import url


@pytest.fixture
def season(db):
    with time_machine.travel(BEFORE, tick=False):
        yield Season()


def _members(season):
    """One of each seat, a designee, and people who have nothing to do with this game."""
    boss = UserFactory(email="boss@example.org", roles=[Role.EXECUTIVE_COMMITTEE], language="es")
    deputy = UserFactory(email="deputy@example.org")
    Designee.objects.create(member=boss, designee=deputy, first_day="2026-01-01", last_day="2026-01-02")
    former = UserFactory(email="former@example.org")
    Designee.objects.create(member=boss, designee=former, first_day="2025-12-01", last_day="2026-01-01")
    UserFactory(email="llc@example.org", roles=[Role.UMPIRES_LLC])
    UserFactory(email="left@example.org", roles=[Role.UMPIRES_LLC], is_active=False)
    HostCommitteeMemberFactory(event=season.event, user=UserFactory(email="host@example.org"))
    HostCommitteeMemberFactory(user=UserFactory(email="elsewhere@example.org"))
    return ["boss@example.org", "deputy@example.org", "host@example.org", "llc@example.org"]


def _told():
    return sorted(address for mail in Email.objects.all() for address in mail.to)


def test_all_who_may_fill_a_seat_are_told_once(season):
    members = _members(season)
    season.record("R")
    approval = Approval.objects.get()
    assert request_notices.announce(approval.pk)
    assert _told() == members
    approval.refresh_from_db()
    assert approval.announced_at == timezone.now()
    assert not request_notices.announce(approval.pk)
    tasks.sweep_announcements()
    tasks.announce_requests([approval.pk])
    assert _told() == members
    english, spanish = (Email.objects.get(to=one) for one in ("llc@example.org", "boss@example.org"))
    assert english.subject == f"Approval of a serving game: {season.player.name}"
    assert "Sunday, January 11, 2026, 2 p.m. EST" in english.message
    assert settings.SITE_URL + reverse("committee:request", args=[approval.pk]) in english.message
    assert "January" not in spanish.message


def test_a_request_opened_by_the_office_is_told_too(season, django_capture_on_commit_callbacks, monkeypatch):
    season.record("R")
    asked = []
    monkeypatch.setattr(tasks.announce_requests, "delay", asked.append)
    with django_capture_on_commit_callbacks(execute=True):
        approval = approvals.approval_open(Suspension.objects.get(), season.games[5], by=season.office)
    assert asked == [[approval.pk]]


def test_a_request_that_opens_by_itself_is_told_after_the_commit(
    season, django_capture_on_commit_callbacks, monkeypatch
):
    asked = []
    monkeypatch.setattr(tasks.announce_requests, "delay", asked.append)
    with django_capture_on_commit_callbacks(execute=True):
        season.record("R")
    assert asked == [[Approval.objects.get().pk]]


def test_one_that_was_asked_again_says_what_has_changed(season):
    _members(season)
    season.record("R")
    tasks.sweep_announcements()
    Email.objects.all().delete()
    season.games[4].starts_at += timedelta(hours=1)
    season.games[4].save()
    season.event.goals = 10
    season.event.save()
    tasks.sweep_announcements()
    mail = Email.objects.get(to="llc@example.org")
    assert mail.subject.startswith("The game has changed, please vote again")
    assert "It is rated" not in mail.message
    assert "Its event is rated 10 goals, USPA Event, before 8 goals, USPA Event." in mail.message
    assert Email.objects.count() == 4, "the one between was closed before anybody was told"


def test_with_nobody_to_tell_it_waits_and_past_games_and_closed_ones_are_let_alone(season):
    season.record("R")
    tasks.sweep_announcements()
    approval = Approval.objects.get()
    assert approval.announced_at is None
    _members(season)
    with time_machine.travel(approval.game.starts_at, tick=False):
        tasks.sweep_announcements()
    assert not _told()
    Approval.objects.update(closed_at=timezone.now(), closed_reason="settled")
    tasks.sweep_announcements()
    assert not _told()
    Approval.objects.update(closed_at=None, closed_reason="")
    tasks.sweep_announcements()
    assert len(_told()) == 4


def test_one_wrong_address_silences_nobody_else(season, caplog):
    members = _members(season)
    UserFactory(email="nobody at all", roles=[Role.UMPIRES_LLC])
    season.record("R")
    tasks.sweep_announcements()
    assert _told() == members
    assert "cannot be addressed" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_two_at_once_tell_once():
    with time_machine.travel(BEFORE, tick=False):
        season = Season()
        members = _members(season)
        season.record("R")
        Email.objects.all().delete()
        Approval.objects.update(announced_at=None)
        outcomes = at_once(*[request_notices.announce_missing] * 4)
    assert sorted(outcomes) == [0, 0, 0, 1]
    assert _told() == members


# ------------------------------------------------------------ reminding


def test_the_office_reminds_the_seats_that_have_not_voted_once_a_day(season, client):
    _members(season)
    season.record("R")
    approval = Approval.objects.get()
    vote(approval, "umpires_llc")
    vote(approval, "executive_committee", Designee.objects.get(designee__email="deputy@example.org").designee)
    client.force_login(season.office)
    address = url("disciplinary.approval", "remind", approval.pk)
    assert client.get(address).status_code == 200
    assert not _told(), "it asks first"
    said = client.post(address, follow=True).content.decode()
    assert "1 reminder is on its way." in said
    assert _told() == ["host@example.org"]
    assert "Your vote is missing" in Email.objects.get().subject
    assert "reminded today already" in client.post(address, follow=True).content.decode()
    assert _told() == ["host@example.org"]
    with time_machine.travel(BEFORE + timedelta(days=1), tick=False):
        assert request_notices.remind(approval, by=season.office) == 1
    vote(approval, "host_committee")
    with pytest.raises(RefusedError, match="Every seat has voted"), time_machine.travel(BEFORE + timedelta(days=2)):
        request_notices.remind(approval, by=season.office)
    with pytest.raises(RefusedError, match="has started"), time_machine.travel(approval.game.starts_at):
        request_notices.remind(approval, by=season.office)


def test_many_are_reminded_from_the_list(season, client):
    _members(season)
    season.record("R")
    season.record("R", 0, season.players[1])
    client.force_login(season.office)
    chosen = list(Approval.objects.values_list("pk", flat=True))
    listed = url("disciplinary.approval", "changelist")
    said = client.post(listed, {"action": "remind_selected", "_selected_action": chosen}, follow=True)
    assert "8 reminders are on their way." in said.content.decode()
    assert len(_told()) == 8


def test_officers_who_look_do_not_remind(season, client):
    season.record("R")
    approval = Approval.objects.get()
    for role in (Role.COO, Role.EXECUTIVE_COMMITTEE):
        client.force_login(UserFactory(roles=[role], is_staff=True))
        for page in ("remind", "withdraw", "close"):
            assert client.post(url("disciplinary.approval", page, approval.pk), {"reason": "x"}).status_code == 403
    assert not _told()


# ------------------------------------------------------------ the office's list


def _found(client, **query):
    response = client.get(url("disciplinary.approval", "changelist"), query)
    assert response.status_code == 200
    return set(response.context["cl"].queryset)


def test_requests_are_found_by_urgency_seat_event_and_state(season, client):
    season.record("R")
    soon = Approval.objects.get()
    later = approvals.approval_open(Suspension.objects.get(), season.games[5], by=season.office)
    vote(soon, "umpires_llc")
    client.force_login(OfficeUserFactory())
    assert _found(client) == {soon, later}
    assert _found(client, seat="umpires_llc") == {later}
    assert _found(client, seat="host_committee") == {soon, later}
    assert _found(client, game__event__id__exact=season.event.pk) == {soon, later}
    with time_machine.travel(soon.game.starts_at - timedelta(days=1), tick=False):
        client.force_login(season.office)
        assert _found(client, within="2") == {soon}
        assert _found(client, within="7") == {soon, later}
    approvals.approval_close(later, by=season.office, reason="settled")
    assert _found(client, state="closed") == {later}
    assert _found(client) == {soon}


def test_a_seat_that_nobody_can_fill_is_shown(season, client):
    season.record("R")
    member("umpires_llc", season.event, name="Lola Llc")
    client.force_login(season.office)
    page = client.get(url("disciplinary.approval", "change", Approval.objects.get().pk)).content.decode()
    assert page.count("Nobody can fill this seat") == 2
    assert "Lola Llc" in page
