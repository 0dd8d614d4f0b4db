"""The ad-hoc committees: who may fill which seat, what the pages show and record, and who sees them."""

from datetime import date, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from disciplinary.choices import Seat
from disciplinary.models import Approval, Designee, Suspension, Vote
from disciplinary.selectors.seats import day_at, members_on, seats_of
from disciplinary.services import recalculation
from disciplinary.services.designees import designee_name, designee_withdraw
from disciplinary.services.errors import RefusedError
from players.choices import Role
from tests.disciplinary.season import BEFORE, Season, context_of, member, vote
from tests.factories import EventFactory, HostCommitteeMemberFactory, UserFactory
from tests.office import query_count

pytestmark = pytest.mark.django_db

LLC, COMMITTEE, HOST = Seat
LIST = reverse("committee:requests")


@pytest.fixture
def season():
    with time_machine.travel(BEFORE, tick=False):
        yield Season()


@pytest.fixture
def asked(season):
    """The request that opened by itself for game 4, after a red card in game 0."""
    season.record("R")
    return Approval.objects.get()


def page_of(approval):
    return reverse("committee:request", args=[approval.pk])


def cast(client, approval, choice="approve", **entered):
    return client.post(page_of(approval), {"choice": choice, "conflict": "none", **entered})


def errors(response):
    assert response.status_code == 200, "it was recorded"
    return str(response.context["form"].errors)


# ------------------------------------------------------------ seats


def test_the_seats_of_roles_and_events(season, asked):
    day = season.games[4].local_day
    for user, seats in (
        (UserFactory(), ()),
        (season.office, ()),
        (UserFactory(roles=[Role.UMPIRE, Role.COO, Role.CHAIRMAN, Role.PLAYER, Role.HOST_COMMITTEE]), ()),
        (UserFactory(roles=[Role.UMPIRES_LLC]), (LLC,)),
        (UserFactory(roles=[Role.EXECUTIVE_COMMITTEE]), (COMMITTEE,)),
        (UserFactory(roles=[Role.EXECUTIVE_COMMITTEE], is_active=False), ()),
        (UserFactory(is_superuser=True), ()),
        (HostCommitteeMemberFactory(event=season.event).user, (HOST,)),
        (HostCommitteeMemberFactory(event=EventFactory()).user, ()),
        (member(HOST, season.event, roles=[Role.UMPIRES_LLC]), (LLC, HOST)),
    ):
        assert seats_of(user, asked, day) == seats


@pytest.mark.parametrize(
    ("from_day", "until", "sits"),
    [
        (None, None, True),
        (date(2026, 1, 2), date(2026, 1, 2), True),
        (date(2026, 1, 3), None, False),
        (None, date(2026, 1, 1), False),
    ],
)
def test_a_host_committee_sits_on_its_days_only(season, asked, from_day, until, sits):
    user = HostCommitteeMemberFactory(event=season.event, from_day=from_day, until=until).user
    assert seats_of(user, asked, date(2026, 1, 2)) == ((HOST,) if sits else ())
    assert (user in members_on(date(2026, 1, 2), season.event)[HOST]) is sits


@pytest.mark.parametrize(
    ("first", "last", "sits"),
    [("2026-01-02", "2026-01-02", True), ("2026-01-03", "2026-01-09", False), ("2025-12-01", "2026-01-01", False)],
)
def test_a_designee_sits_between_the_days_while_the_member_does(season, asked, first, last, sits):
    boss, user = UserFactory(roles=[Role.EXECUTIVE_COMMITTEE]), UserFactory()
    Designee.objects.create(member=boss, designee=user, first_day=first, last_day=last)
    day = date(2026, 1, 2)
    assert seats_of(user, asked, day) == ((COMMITTEE,) if sits else ())
    assert (user in members_on(day)[COMMITTEE]) is sits
    boss.groups.clear()
    assert seats_of(user, asked, day) == ()
    assert user not in members_on(day)[COMMITTEE]


def test_a_day_is_that_of_the_games_event(season):
    late = BEFORE.replace(day=3, hour=3)
    assert day_at(season.event, late) == date(2026, 1, 2)


# ------------------------------------------------------------ voting


@pytest.mark.parametrize("seat", Seat)
def test_whoever_fills_a_seat_votes_with_one_tap(client, season, asked, seat):
    voter = member(seat, season.event)
    client.force_login(voter)
    page = client.get(page_of(asked)).content.decode()
    assert "Approve this game" in page
    assert client.get(LIST).context["pending"][0][0] == asked
    assert cast(client, asked, seat=seat, conflict="own_club", reason=" Fine ").status_code == 302
    row = Vote.objects.get()
    assert (row.seat, row.voter, row.choice, row.conflict, row.reason) == (seat, voter, "approve", "own_club", "Fine")
    assert row.cast_at == timezone.now()
    assert context_of(row)["user"] == voter.pk
    shown = client.get(page_of(asked)).content.decode()
    assert "Belongs to the player" in shown
    assert "Approve this game" not in shown
    listed = client.get(LIST)
    assert (listed.context["pending"], list(listed.context["past"])) == ([], [row])


def test_three_seats_approve_and_the_page_says_so_first(client, season, asked):
    for seat in Seat:
        client.force_login(member(seat, season.event))
        assert cast(client, asked, seat=seat).status_code == 302
    page = client.get(page_of(asked)).content.decode()
    assert "All three seats approve this game." in page
    assert Suspension.objects.get().approved


@pytest.mark.parametrize("seat", [COMMITTEE, HOST])
def test_a_seat_of_others_is_refused(client, season, asked, seat):
    client.force_login(member(LLC, season.event))
    assert "this seat is not yours to fill" in errors(cast(client, asked, seat=seat))
    assert not Vote.objects.exists()


def test_nobody_fills_two_seats(client, season, asked):
    client.force_login(member(HOST, season.event, roles=[Role.UMPIRES_LLC]))
    assert client.get(page_of(asked)).content.decode().count('name="seat"') == 2
    assert cast(client, asked, seat=HOST).status_code == 302
    assert "nobody fills two seats" in errors(cast(client, asked, seat=LLC))
    assert Vote.objects.get().seat == HOST


def test_a_seat_that_somebody_else_filled_is_taken(client, season, asked):
    first = vote(asked, LLC)
    client.force_login(member(LLC, season.event))
    assert "already voted" in errors(cast(client, asked, seat=LLC))
    assert Vote.objects.get() == first
    listed = client.get(LIST)
    assert not listed.context["pending"]
    assert [one for one, _status in listed.context["others"]] == [asked]


@pytest.mark.parametrize(
    ("entered", "message"),
    [
        ({"conflict": ""}, "Say whether you have a conflict of interest"),
        ({"conflict": "cousin"}, "Select a valid choice"),
        ({"choice": "refuse"}, "Say why you refuse"),
        ({"choice": "refuse", "reason": "  "}, "Say why you refuse"),
        ({"choice": ""}, "Choose “Approve” or “Refuse”"),
        ({"choice": "perhaps"}, "Select a valid choice"),
        ({"seat": ""}, "This field is required"),
    ],
)
def test_what_is_missing_stands_on_top_and_nothing_is_recorded(client, season, asked, entered, message):
    client.force_login(member(LLC, season.event))
    response = cast(client, asked, **{"seat": LLC, **entered})
    assert message in errors(response).replace("&quot;", '"')
    assert 'role="alert"' in response.content.decode()
    assert not Vote.objects.exists()


def test_the_player_himself_has_to_say_so(client, season, asked):
    voter = member(LLC, season.event)
    season.player.user = voter
    season.player.save()
    client.force_login(voter)
    assert "You are the player" in errors(cast(client, asked, seat=LLC))
    assert cast(client, asked, seat=LLC, conflict="himself").status_code == 302
    assert "Is the player" in client.get(page_of(asked)).content.decode()


def test_a_vote_is_withdrawn_with_a_reason_and_cast_again(client, season, asked):
    client.force_login(member(LLC, season.event))
    cast(client, asked, seat=LLC)
    address = reverse("committee:withdraw", args=[asked.pk])
    assert client.get(address).status_code == 405
    refused = client.post(address, {"reason": " "})
    assert "This field is required" in refused.content.decode()
    assert client.post(address, {"reason": "He plays on"}).status_code == 302
    row = Vote.objects.get()
    assert (row.withdrawn_by, row.withdrawn_reason) == (row.voter, "He plays on")
    shown = client.get(page_of(asked)).content.decode()
    assert "He plays on" in shown
    assert "Approve this game" in shown
    assert client.post(address, {"reason": "Again"}).status_code == 302, "says there is none"
    assert cast(client, asked, "refuse", seat=LLC, reason="He plays on").status_code == 302
    assert "Refused by USPA Umpires LLC." in client.get(page_of(asked)).content.decode()


def test_after_the_start_nothing_is_voted_or_withdrawn(client, season, asked):
    first = vote(asked, LLC)
    with time_machine.travel(season.games[4].starts_at, tick=False):
        client.force_login(member(HOST, season.event))
        assert "too late" in errors(cast(client, asked, seat=HOST))
        assert "Approve this game" not in client.get(page_of(asked)).content.decode()
        assert client.get(LIST).context["pending"] == []
        client.force_login(first.voter)
        page = client.post(reverse("committee:withdraw", args=[asked.pk]), {"reason": "Too late"})
        assert page.status_code == 200
        assert "Withdraw my vote" not in client.get(page_of(asked)).content.decode()
    first.refresh_from_db()
    assert first.stands


def test_a_double_click_is_one_vote(client, season, asked):
    client.force_login(member(LLC, season.event))
    for _ in range(2):
        assert cast(client, asked, seat=LLC).status_code == 302
    assert Vote.objects.count() == 1


# ------------------------------------------------------------ what a request shows


def test_every_coming_game_is_judged_with_its_figures(client, season, asked):
    lower = EventFactory(kind="club", goals=6, last_day="2026-12-31", name="Low Cup", published_at=None)
    season.event, was = lower, season.event
    other = season.add_game(6)
    season.event = was
    client.force_login(member(LLC, season.event))
    response = client.get(page_of(asked))
    rows = [row for row, _cells in response.context["rows"]]
    assert [row.game for row in rows] == season.games
    by_game = {row.game.pk: row for row in rows}
    assert (by_game[asked.game_id].asked, by_game[asked.game_id].eligible, by_game[asked.game_id].serves) == (
        True,
        True,
        True,
    )
    page = response.content.decode()
    assert "8 goals; at least 8 goals" in page
    assert "USPA Event; card in a USPA Event" in page
    assert other.pk not in by_game, "he is on no roster there"


def test_a_failed_test_says_so_in_words(client, season, asked):
    season.games[5].stage = "consolation"
    season.games[5].save()
    client.force_login(member(LLC, season.event))
    response = client.get(page_of(asked))
    row = next(row for row, _cells in response.context["rows"] if row.game == season.games[5])
    failed = [test for test in row.tests.values() if not test.passed]
    assert [(test.name, test.figures) for test in failed] == [("Stage", "Consolation")]
    page = response.content.decode()
    assert "Not eligible: 1 test fails." in page
    assert "<strong >Failed:</strong> Consolation" in page


def test_it_says_whether_the_player_plays_on(client, season, asked):
    client.force_login(member(LLC, season.event))
    rows = {row.game.pk: row.plays_on for row, _ in client.get(page_of(asked)).context["rows"]}
    assert rows[season.games[4].pk].startswith("Yes, in 1 later game")
    assert rows[season.games[5].pk] == "No later game of the team is known."


def test_a_request_that_was_asked_again_says_what_has_changed(client, season, asked):
    game = season.games[4]
    game.starts_at += timedelta(hours=2)
    game.stage = "final"
    game.save()
    asked.refresh_from_db()
    again = Approval.objects.get(closed_at__isnull=True)
    client.force_login(member(LLC, season.event))
    page = client.get(page_of(again)).content.decode()
    assert "4 p.m. EST, no longer on Sunday, January 11, 2026, 2 p.m. EST" in page
    assert "Its stage is now “Final”, before “Regular”" in page.replace("Regular game", "Regular")
    old = client.get(page_of(asked)).content.decode()
    assert page_of(again) in old
    assert "The game has changed." in old
    assert "closed" in errors(cast(client, asked, seat=LLC))


def test_a_served_suspension_has_no_games_to_judge(client, season, asked):
    Suspension.objects.update(state="lifted", serving_game=None)
    Approval.objects.filter(pk=asked.pk).update(closed_at=timezone.now(), closed_reason="settled")
    client.force_login(member(LLC, season.event))
    assert client.get(page_of(asked)).status_code == 200


# ------------------------------------------------------------ who sees what


PAGES = {
    "list": lambda season, asked: LIST,
    "request": lambda season, asked: page_of(asked),
    "withdraw": lambda season, asked: reverse("committee:withdraw", args=[asked.pk]),
    "designees": lambda season, asked: reverse("committee:designees"),
}
PEOPLE = {
    "office": (lambda season: season.office, {"list": 404, "request": 200, "designees": 404}),
    "llc": (lambda season: member(LLC, season.event), {"list": 200, "request": 200, "designees": 404}),
    "executive": (lambda season: member(COMMITTEE, season.event), {"list": 200, "request": 200, "designees": 200}),
    "host": (lambda season: member(HOST, season.event), {"list": 200, "request": 200, "designees": 404}),
    "another host": (
        lambda season: member(HOST, EventFactory()),
        {"list": 200, "request": 404, "designees": 404},
    ),
    "coo": (lambda season: UserFactory(roles=[Role.COO]), {"list": 404, "request": 200, "designees": 404}),
    "chairman": (lambda season: UserFactory(roles=[Role.CHAIRMAN]), {"list": 404, "request": 200, "designees": 404}),
    "umpire": (lambda season: UserFactory(roles=[Role.UMPIRE]), {"list": 404, "request": 404, "designees": 404}),
    "host role": (
        lambda season: UserFactory(roles=[Role.HOST_COMMITTEE]),
        {"list": 404, "request": 404, "designees": 404},
    ),
    "player": (lambda season: UserFactory(roles=[Role.PLAYER]), {"list": 404, "request": 404, "designees": 404}),
    "nobody": (lambda season: None, {"list": 302, "request": 302, "designees": 302}),
}


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("page", ["list", "request", "designees"])
def test_who_sees_which_page(client, season, asked, who, page):
    make, answers = PEOPLE[who]
    user = make(season)
    if user is not None:
        client.force_login(user)
    response = client.get(PAGES[page](season, asked))
    assert response.status_code == answers[page]
    if answers[page] == 302:
        assert reverse("account_login") in response["Location"]


@pytest.mark.parametrize("who", PEOPLE)
def test_who_votes(client, season, asked, who):
    make, answers = PEOPLE[who]
    user = make(season)
    if user is not None:
        client.force_login(user)
    sits = {"llc": LLC, "executive": COMMITTEE, "host": HOST}
    seat = sits.get(who, LLC)
    response = cast(client, asked, seat=seat)
    if who in sits:
        assert response.status_code == 302
        assert Vote.objects.count() == 1
    else:
        assert response.status_code == answers["request"]
        assert not Vote.objects.exists()
    client.post(PAGES["withdraw"](season, asked), {"reason": "So"})
    assert not [one for one in Vote.objects.all() if one.stands]


def test_a_request_that_is_not_there_answers_the_same(client, season, asked):
    client.force_login(member(LLC, season.event))
    assert client.get(reverse("committee:request", args=[asked.pk + 999])).status_code == 404


def test_whoever_voted_keeps_seeing_the_request(client, season, asked):
    row = vote(asked, HOST)
    row.voter.host_committees.update(until=date(2026, 1, 1))
    client.force_login(row.voter)
    assert client.get(page_of(asked)).status_code == 200
    assert list(client.get(LIST).context["past"]) == [row]


def test_the_way_there_is_shown_to_members_only(client, season):
    for user, shown in ((member(LLC, season.event), True), (UserFactory(), False)):
        client.force_login(user)
        assert (LIST in client.get(reverse("home")).content.decode()) is shown


# ------------------------------------------------------------ designees


def test_a_member_names_a_designee_who_then_votes(client, season, asked):
    boss, user = member(COMMITTEE, season.event), UserFactory(email="deputy@example.org", name="Dana Deputy")
    client.force_login(boss)
    address = reverse("committee:designees")
    entered = {"email": "Deputy@Example.org", "first_day": "2026-01-02", "last_day": "2026-01-31"}
    assert client.post(address, entered).status_code == 302
    row = Designee.objects.get()
    assert (row.member, row.designee, str(row.last_day)) == (boss, user, "2026-01-31")
    assert "Dana Deputy" in client.get(address).content.decode()
    assert "already named" in str(client.post(address, entered).context["form"].errors)

    client.force_login(user)
    assert cast(client, asked, seat=COMMITTEE).status_code == 302
    assert client.get(address).status_code == 404

    client.force_login(boss)
    withdraw = reverse("committee:designee_withdraw", args=[row.pk])
    assert client.get(withdraw).status_code == 200
    assert client.post(withdraw, {"reason": ""}).status_code == 200
    assert client.post(withdraw, {"reason": "Back from leave"}).status_code == 302
    assert client.get(withdraw).status_code == 404
    assert seats_of(user, asked, date(2026, 1, 2)) == ()
    assert Vote.objects.get().stands, "what was voted while named stands"


@pytest.mark.parametrize(
    ("entered", "message"),
    [
        ({"email": "nobody@example.org"}, "no account"),
        ({"email": "boss@example.org"}, "is a member"),
        ({"last_day": "2026-01-01"}, "before the first day"),
        ({"first_day": "2025-12-01", "last_day": "2026-01-01"}, "This day is over"),
        ({"last_day": ""}, "required"),
    ],
)
def test_a_designee_is_refused_at_the_field(client, season, entered, message):
    UserFactory(email="deputy@example.org")
    client.force_login(UserFactory(email="boss@example.org", roles=[Role.EXECUTIVE_COMMITTEE]))
    given = {"email": "deputy@example.org", "first_day": "2026-01-02", "last_day": "2026-01-31", **entered}
    response = client.post(reverse("committee:designees"), given)
    assert response.status_code == 200
    assert message in str(response.context["form"].errors)
    assert not Designee.objects.exists()


def test_only_members_name_and_only_they_and_the_office_withdraw(client, season):
    boss, other, user = member(COMMITTEE, season.event), member(COMMITTEE, season.event), UserFactory()
    days = {"first_day": date(2026, 1, 1), "last_day": date(2026, 2, 1)}
    for who, by, message in (
        (UserFactory(roles=[Role.CHAIRMAN]), season.office, "Only a member"),
        (boss, other, "Only the member or the office"),
    ):
        with pytest.raises(RefusedError, match=message):
            designee_name(member=who, designee=user, by=by, **days)
    row = designee_name(member=boss, designee=user, by=season.office, **days)
    with pytest.raises(RefusedError, match="Only the member or the office"):
        designee_withdraw(row, by=other, reason="Mine is better")
    client.force_login(other)
    assert client.get(reverse("committee:designee_withdraw", args=[row.pk])).status_code == 404
    designee_withdraw(row, by=season.office, reason="By telephone")


# ------------------------------------------------------------ what it costs


def _many(season, count):
    """So many further requests, each voted on by somebody of the Executive Committee."""
    suspension = Suspension.objects.first()
    voter = member(COMMITTEE, season.event)
    for number in range(count):
        game = season.add_game(20 + number)
        approval = Approval.objects.filter(game=game).first()
        approval = approval or Approval.objects.create(suspension=suspension, game=game, opened_by=season.office)
        Vote.objects.bulk_create(
            [Vote(approval=approval, seat=COMMITTEE, voter=voter, choice="approve", conflict="none")]
        )


def test_list_and_request_ask_as_much_for_1_and_200_rows(client, season, asked):
    llc = member(LLC, season.event)
    vote(asked, HOST)
    client.force_login(llc)
    vote(asked, LLC, llc)
    _many(season, 1)
    few = (query_count(client, LIST), query_count(client, page_of(asked)))
    with recalculation.batch():
        _many(season, 200)
    many = (query_count(client, LIST), query_count(client, page_of(asked)))
    assert few == many
    assert len(client.get(LIST).context["pending"]) == 201
    assert len(client.get(page_of(asked)).context["rows"]) >= 200
