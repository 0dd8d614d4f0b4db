"""The umpires' games and their reports: whose they are, what is missing, closing and opening again."""

from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from disciplinary.models import GameReport, Incident, PenaltyBoxStay, Suspension
from disciplinary.rule33.scenario import read_text
from disciplinary.selectors.reports import games_of, games_today, reports_missing, reports_missing_of
from disciplinary.selectors.standing import record_of
from disciplinary.services import reports
from disciplinary.services.errors import RefusedError
from players.choices import Role
from players.models import Handicap
from tests.disciplinary.field import Field, text_of
from tests.disciplinary.rows import Rows
from tests.disciplinary.season import at_once, context_of
from tests.factories import (
    EntryFactory,
    EventFactory,
    GameFactory,
    GameUmpireFactory,
    HostCommitteeMemberFactory,
    OfficeUserFactory,
    PlayerFactory,
    UmpireFactory,
    UserFactory,
)
from tests.office import query_count, url
from tournaments.models import Game

pytestmark = pytest.mark.django_db

SEASON = """
title: A game is on
now: 2026-02-21 15:00
events:
  winter: {kind: club, goals: 8, published: 2025-11-01 09:00, starts: 2026-01-01, ends: 2026-12-31}
entries:
  - {event: winter, team: Robles, roster: [Ana Ibáñez, Ben O'Hara, Cid, Eva, Gus]}
  - {event: winter, team: Pampa, roster: [Dora]}
games:
  g1: {event: winter, at: 2026-02-07 14:00, teams: [Robles, Pampa], status: played}
  g2: {event: winter, at: 2026-02-21 14:00, teams: [Robles, Pampa]}
  g3: {event: winter, at: 2026-02-28 14:00, teams: [Robles, Pampa]}
  g4: {event: winter, at: 2026-02-08 14:00, teams: [Robles, Pampa], status: cancelled}
incidents:
  i1: {game: g1, player: Ana Ibáñez, team: Robles, cards: R}
"""
PAGES = ("game", "incident_add", "box_time", "attendance", "report_close")


@pytest.fixture
def rows():
    scenario = read_text(SEASON)
    with time_machine.travel(scenario.now, tick=False):
        yield Rows(scenario.facts).save(1)


@pytest.fixture
def field(rows):
    return Field(rows.games["g2"])


def addresses(game):
    found = [reverse(f"officials:{name}", args=[game.pk]) for name in PAGES]
    return [*found, reverse("officials:lineup", args=[game.pk, game.team_a_id])]


def answers(user, game):
    client = Client()
    if user is not None:
        client.force_login(user)
    return {client.get(address).status_code for address in addresses(game)}


# ------------------------------------------------------------ whose it is


def test_its_umpire_opens_every_page(field):
    assert answers(field.user, field.game) == {200}


def test_the_office_opens_every_page(field):
    assert answers(OfficeUserFactory(), field.game) == {200}


def test_the_host_committee_of_its_event_opens_every_page(field):
    assert answers(HostCommitteeMemberFactory(event=field.game.event).user, field.game) == {200}


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OFFICE])
def test_for_everybody_else_there_is_no_such_page(field, role):
    assert answers(UserFactory(roles=[role]), field.game) == {404}


def test_an_umpire_of_another_game_finds_nothing(field, rows):
    assert answers(Field(rows.games["g3"]).user, field.game) == {404}


def test_an_umpire_without_the_role_finds_nothing(field):
    user = UserFactory()
    GameUmpireFactory(game=field.game, umpire=UmpireFactory(user=user))
    assert answers(user, field.game) == {404}


def test_the_committee_of_another_event_or_of_yesterday_finds_nothing(field):
    assert answers(HostCommitteeMemberFactory().user, field.game) == {404}
    over = HostCommitteeMemberFactory(event=field.game.event, until="2026-02-20")
    assert answers(over.user, field.game) == {404}


def test_whoever_is_not_signed_in_is_sent_to_sign_in(field):
    client = Client()
    for address in [*addresses(field.game), reverse("officials:games")]:
        response = client.get(address)
        assert response.status_code == 302
        assert response.url.startswith(reverse("account_login"))


def test_nobody_sends_a_form_of_a_foreign_game(field):
    client = Client()
    client.force_login(UserFactory(roles=[Role.UMPIRE]))
    assert {client.post(address, {}).status_code for address in addresses(field.game)[1:]} == {404}
    assert not GameReport.objects.exists()


def test_an_arena_game_has_no_report():
    game = GameFactory(event=EventFactory(discipline="arena"))
    assert answers(OfficeUserFactory(), game) == {404}


def test_who_sees_the_list():
    def status(user):
        client = Client()
        client.force_login(user)
        return client.get(reverse("officials:games")).status_code

    assert status(OfficeUserFactory()) == status(UserFactory(roles=[Role.UMPIRE])) == 200
    assert status(HostCommitteeMemberFactory().user) == 200
    assert status(UserFactory(roles=[Role.PLAYER])) == status(UserFactory()) == 404


# ------------------------------------------------------------ the list


def test_today_is_the_day_of_the_event():
    west = EventFactory(time_zone="America/Los_Angeles")
    game = GameFactory(event=west, starts_at="2026-01-11T05:00Z")  # nine in the evening of the 10th
    user = OfficeUserFactory()
    for moment, found in (("2026-01-11 06:00Z", True), ("2026-01-11 09:00Z", False), ("2026-01-10 09:00Z", True)):
        with time_machine.travel(moment, tick=False):
            now = timezone.now()
            assert games_today(games_of(user, now), now).filter(pk=game.pk).exists() is found


def test_an_umpire_sees_his_games_and_what_is_missing(field, rows):
    GameUmpireFactory(game=rows.games["g1"], umpire=field.user.umpire)
    text = text_of(field.client.get(reverse("officials:games")))
    assert "Today Robles v. Pampa Sat, Feb. 21, 2026, 2 p.m. EST winter 2026 Report to write" in text
    assert "Reports missing" in text
    assert "Sat, Feb. 7, 2026, 2 p.m. EST winter 2026 Report missing" in text
    assert "The next days" not in text


def test_nothing_to_do():
    client = Client()
    client.force_login(UserFactory(roles=[Role.UMPIRE]))
    assert "You have no game today." in text_of(client.get(reverse("officials:games")))


def test_the_list_takes_the_same_number_of_queries_for_many():
    user = OfficeUserFactory()
    event = EventFactory()
    client = Client()
    client.force_login(user)
    with time_machine.travel("2026-01-10 20:00Z", tick=False):
        new = partial(GameFactory, event=event, starts_at="2026-01-10T19:00Z")
        new()
        new(starts_at="2026-01-05T19:00Z")
        client.get(reverse("officials:games"))
        one = query_count(client, reverse("officials:games"))
        for _number in range(30):
            new()
            new(starts_at="2026-01-05T19:00Z")
        assert query_count(client, reverse("officials:games")) == one


# ------------------------------------------------------------ what is missing


def test_a_report_is_missing_a_day_after_the_game(rows):
    games = Game.objects.all()

    def missing():
        return {game.pk for game in reports_missing(games, timezone.now())}

    assert missing() == {rows.games["g1"].pk}
    end = rows.games["g2"].starts_at + timedelta(hours=2)
    with time_machine.travel(end + timedelta(days=1), tick=False):
        assert rows.games["g2"].pk not in missing()
    with time_machine.travel(end + timedelta(days=1, seconds=1), tick=False):
        assert rows.games["g2"].pk in missing()


def test_closed_it_is_not_missing(rows):
    reports.report_close(rows.games["g1"], status="played", by=OfficeUserFactory())
    assert not reports_missing(Game.objects.all(), timezone.now())


def test_its_players_know_of_a_missing_report(rows):
    missing = reports_missing_of(record_of(rows.players["Ana Ibáñez"].pk, timezone.now()))
    assert missing == [rows.games["g1"]]
    assert reports_missing_of(record_of(PlayerFactory().pk, timezone.now())) == []


def test_staff_filter_games_by_their_reports(client, rows):
    client.force_login(OfficeUserFactory())
    text = client.get(url("tournaments.game", "changelist"), {"report": "missing"}).content.decode()
    assert "Report missing" in text
    assert f"/{rows.games['g1'].pk}/change/" in text
    assert f"/{rows.games['g2'].pk}/change/" not in text


# ------------------------------------------------------------ the tasks


def test_status_first_then_the_tasks(field):
    text = text_of(field.get())
    assert text.startswith("Games Robles v. Pampa Report to write Sat, Feb. 21, 2026, 2 p.m. EST")
    assert "Ana Ibáñez Robles Suspended from this game; a substitute may play. Why? Red card, Robles v." in text
    assert "Line-up of Robles Not named yet" in text
    assert "Suspended players report 1 still to report" in text
    assert "Penalty box No time off in this game" in text


def test_the_page_takes_the_same_number_of_queries_whatever_it_holds(field, rows):
    field.get()
    empty = query_count(field.client, field.address("game"))
    field.lineup(rows.teams["Robles"], {rows.players[n]: str(i) for i, n in enumerate(["Ben O'Hara", "Cid", "Eva"], 1)})
    for name in ("Ben O'Hara", "Cid", "Eva"):
        field.incident(rows.players[name], rows.teams["Robles"], "YY")
    assert query_count(field.client, field.address("game")) == empty


@pytest.mark.parametrize("page", ["incident_add", "box_time", "attendance", "report_close", "lineup"])
def test_the_other_pages_too(field, rows, page):
    robles = rows.teams["Robles"]
    address = field.address(page, *([robles.pk] if page == "lineup" else []))
    field.incident(rows.players["Gus"], robles, "YY")
    before = query_count(field.client, address)
    for name in ("Ben O'Hara", "Cid", "Eva"):
        field.incident(rows.players[name], robles, "YY")
    for player in PlayerFactory.create_batch(10):
        rows.entries[0].roster.create(player=player)
    assert query_count(field.client, address) == before


# ------------------------------------------------------------ closing


def test_closing_says_how_the_game_ended(field):
    response = field.close(status="abandoned", goals_a="7.5", goals_b="6", note="Rain")
    assert response.status_code == 302
    game = Game.objects.get(pk=field.game.pk)
    assert (game.status, float(game.goals_a), game.goals_b) == ("abandoned", 7.5, 6)
    report = GameReport.objects.get()
    assert (report.closed_by, report.late, report.note) == (field.user, False, "Rain")


def test_what_is_not_entered_must_be_confirmed(field):
    response = field.close(confirmed="")
    text = text_of(response)
    assert "Robles has no line-up: everybody on its roster is taken to have started." in text
    assert "Ana Ibáñez reported neither before nor after the game: he does not serve it." in text
    assert "Something is not entered yet." in text
    assert not GameReport.objects.filter(closed_at__isnull=False).exists()


def test_it_is_not_closed_before_the_game(rows):
    field = Field(rows.games["g3"])
    assert "The game has not begun yet" in text_of(field.close())
    assert Game.objects.get(pk=field.game.pk).status == "scheduled"


def test_closed_nothing_is_entered_any_more(field, rows):
    data = field.entries(rows.players["Eva"], rows.teams["Robles"], "Y")
    _shown, reviewed = field.review(data)
    field.close()
    for name in ("incident_add", "box_time", "attendance", "report_close"):
        assert field.get(name).url == field.address("game")
    assert "The report is closed." in text_of(field.post("incident_add", reviewed))
    assert Incident.objects.count() == 1


def test_entered_late_it_says_so(rows):
    field = Field(rows.games["g1"])
    assert "will say that it was entered late" in text_of(field.get("report_close"))
    field.close()
    assert GameReport.objects.get().late
    assert "Closed, late" in text_of(field.get())
    assert "Entered late: closed Saturday, February 21, 2026, 3 p.m. EST" in text_of(field.get())


def test_only_the_office_opens_it_again_and_says_why(field):
    field.close()
    assert field.get("report_reopen").status_code == 404
    office = Field(field.game, OfficeUserFactory())
    assert "Open it again" in text_of(office.get())
    token = {"token": "6f0d1c2e-8a53-4a0e-9a55-0123456789ab"}
    assert office.post("report_reopen", token | {"reason": " "}).status_code == 200
    assert office.post("report_reopen", token | {"reason": "A card is missing"}).status_code == 302
    report = GameReport.objects.get()
    assert not report.closed
    assert context_of(report)["reason"] == "A card is missing"
    assert field.get("incident_add").status_code == 200


def test_what_is_not_closed_is_not_opened(rows):
    with pytest.raises(RefusedError):
        reports.report_reopen(rows.games["g2"], by=OfficeUserFactory(), reason="why not")


def test_closing_is_one_transaction(field, monkeypatch):
    def fail(*_args, **_kwargs):
        raise RuntimeError("in the middle")

    monkeypatch.setattr(GameReport, "save", fail)
    with pytest.raises(RuntimeError):
        reports.report_close(field.game, status="played", by=field.user)
    assert Game.objects.get(pk=field.game.pk).status == "scheduled"


def test_what_follows_is_there_once_it_is_closed(field, rows):
    """The suspended player reported before and after, and nobody approved: he still owes it."""
    player = rows.players["Ana Ibáñez"]
    field.report_in(player, "before", "13:40")
    field.report_in(player, "after", "15:00")
    with CaptureQueriesContext(connection):
        field.close()
    row = Suspension.objects.get()
    assert (row.state, row.serving_game) == ("due", rows.games["g3"])


@pytest.mark.django_db(transaction=True)
def test_closed_and_entered_at_the_same_moment():
    """Either the card was recorded before, or it is refused: none slips in behind."""
    event = EventFactory(kind="uspa", last_day="2026-12-31")
    players = PlayerFactory.create_batch(2)
    home = EntryFactory(event=event, roster=players).team
    for _round in range(3):
        game = GameFactory(event=event, team_a=home)
        office = OfficeUserFactory()

        def enter(game=game, office=office):
            with reports.entering(game, office, "incident"):
                return Incident.objects.filter(game=game).count()

        done = at_once(partial(reports.report_close, game, status="played", by=office), enter)
        assert isinstance(done[0], GameReport)
        assert isinstance(done[1], int | RefusedError)
        assert GameReport.objects.get(game=game).closed


# ------------------------------------------------------------ time in the penalty box


def test_box_time_is_entered_in_minutes_and_seconds(field, rows):
    one = field.incident(rows.players["Eva"], rows.teams["Robles"], "YY")
    assert "Eva [2 yellow cards] Robles, chukker 3: 2 minutes" in text_of(field.get("box_time"))
    assert field.box({one: {"unserved": "0:45", "left_early": "not_deliberate"}}).status_code == 302
    stay = PenaltyBoxStay.objects.get()
    assert (stay.seconds_imposed, stay.unserved_seconds, stay.left_early, stay.seconds_added) == (
        120,
        45,
        "not_deliberate",
        120,
    )
    assert Suspension.objects.get(kind="penalty_box").seconds == 45


def test_no_more_is_left_than_was_imposed(field, rows):
    one = field.incident(rows.players["Eva"], rows.teams["Robles"], "YY")
    assert "No more time can be left than was imposed." in text_of(field.box({one: {"unserved": "2:01"}}))
    assert not PenaltyBoxStay.objects.exists()


def test_an_injured_player_puts_a_cap_on_the_field(field, rows):
    goals = {"Eva": 2, "Cid": 3, "Ben O'Hara": -1, "Gus": 4}
    for name, number in goals.items():
        Handicap.objects.create(player=rows.players[name], goals=number - 1, from_day="2025-01-01")
        Handicap.objects.create(player=rows.players[name], goals=number, from_day="2026-01-01")
        Handicap.objects.create(player=rows.players[name], goals=9, from_day="2026-03-01")
    robles = rows.teams["Robles"]
    field.lineup(robles, {rows.players[n]: str(i) for i, n in enumerate(["Eva", "Cid", "Ben O'Hara"], 1)})
    one = field.incident(rows.players["Eva"], robles, "YY")
    field.box({one: {"unserved": "0:00", "injured": "on"}})
    stay = PenaltyBoxStay.objects.get()
    assert "Cap: 2 goals. Within the cap." in text_of(field.get("cap", stay.pk))
    then = [rows.players["Cid"].pk, rows.players["Ben O'Hara"].pk]
    over = [rows.players["Cid"].pk, rows.players["Gus"].pk]
    text = text_of(field.get("cap", stay.pk, asked="1", then=then, now=over))
    assert "On the field: 7 goals. Cap: 2 goals. Over the cap" in text
    text = text_of(field.get("cap", stay.pk, asked="1", then=then, now=[*then, rows.players["Gus"].pk]))
    assert "More players than remained: nobody may come on for him yet." in text
    text = text_of(field.get("cap", stay.pk, asked="1", then=then, now=[rows.players["Ana Ibáñez"].pk]))
    assert "The sums are not complete. Without a handicap on the day of the game: Ana Ibáñez" in text
    assert "Add up the handicaps" in text_of(field.get("lineup", robles.pk))


# ------------------------------------------------------------ attendance


def test_exactly_those_whom_the_rule_suspends_report(field):
    text = text_of(field.get("attendance"))
    assert "Ana Ibáñez Robles" in text
    assert "Eva" not in text
    assert "Nobody is suspended from this game" not in text


def test_a_report_counts_once_and_at_its_time(field, rows):
    player = rows.players["Ana Ibáñez"]
    assert "This is after the start of the game." in text_of(field.report_in(player, "before", "14:10"))
    assert "This is in the future." in text_of(field.report_in(player, "after", "15:10"))
    assert "This is before the start of the game." in text_of(field.report_in(player, "after", "13:10"))
    field.report_in(player, "before", "13:40")
    field.report_in(player, "after", "15:00")
    row = Suspension.objects.get().attendances.get()
    assert (row.before_at.hour, row.before_at.minute, row.after_at.hour) == (18, 40, 20)
    assert row.before_by == row.after_by == field.user
    assert row.before_umpire == row.after_umpire == field.user.umpire


def test_one_who_need_not_report_is_not_recorded(field, rows):
    field.report_in(rows.players["Eva"], "before", "13:40")
    assert not GameReport.objects.exists()


def test_nobody_has_to_report(rows):
    assert "Nobody is suspended from this game" in text_of(Field(rows.games["g3"]).get("attendance"))
