"""Decisions in the office: recorded through the services, shown as recorded, withdrawn with a reason."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from disciplinary.choices import Seat
from disciplinary.models import Approval, Attendance, Bar, Increase, Problem, Ruling, Suspension, Vote
from disciplinary.services import cards
from tests.disciplinary.season import BEFORE, Season, context_of, vote
from tests.factories import OfficeUserFactory, PlayerFactory, UmpireFactory
from tests.office import form_data, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    with time_machine.travel(BEFORE, tick=False):
        yield Season()


@pytest.fixture
def suspension(season):
    """For a red card in the first game; it is due in the fifth."""
    season.record("R")
    return Suspension.objects.get()


@pytest.fixture
def office(client, season):
    client.force_login(season.office)
    return client


def add(office, label, prefilled=None, **entered):
    """Fill in the form for a new row and send it."""
    address = url(label, "add")
    page = office.get(address, prefilled or {})
    return office.post(address, form_data(page) | entered)


def errors(response):
    assert response.status_code == 200, "it was saved"
    return str(response.context["adminform"].form.errors)


def withdraw(office, label, row, reason="Decided in error"):
    return office.post(url(label, "withdraw", row.pk), {"reason": reason})


def state_of(suspension):
    suspension.refresh_from_db()
    return suspension.state


# ------------------------------------------------------------ rulings


RULING = {"effect": "lifted", "authority": "hearing", "decided_on": "2026-01-02", "reason": "On appeal"}


def test_a_ruling_is_recorded_from_the_suspension_and_lifts_it(office, season, suspension):
    page = office.get(url("disciplinary.suspension", "change", suspension.pk)).content.decode()
    address = f"{url('disciplinary.ruling', 'add')}?suspension={suspension.pk}"
    assert address in page
    response = add(office, "disciplinary.ruling", {"suspension": suspension.pk}, **RULING)
    assert response.status_code == 302, response.context["errors"]
    ruling = Ruling.objects.get()
    assert (ruling.suspension, ruling.recorded_by) == (suspension, season.office)
    assert state_of(suspension) == "lifted"
    assert context_of(ruling)["user"] == season.office.pk
    shown = office.get(url("disciplinary.ruling", "change", ruling.pk)).content.decode()
    assert "Lifted: the card stands and counts" in shown
    assert "On appeal" in shown
    assert ">Stands<" in shown


def test_a_ruling_opens_a_suspension_to_any_team_at_once(office, suspension):
    assert suspension.team is not None
    given = RULING | {"effect": "any_team", "authority": "executive_committee", "document": "EC 2026-7"}
    assert add(office, "disciplinary.ruling", {"suspension": suspension.pk}, **given).status_code == 302
    suspension.refresh_from_db()
    assert (suspension.team, suspension.by_ruling) == (None, True)
    page = office.get(url("disciplinary.ruling", "change", Ruling.objects.get().pk)).content.decode()
    assert "EC 2026-7" in page
    assert "Executive Committee" in page


def test_a_ruling_is_withdrawn_with_a_reason_and_stays(office, season, suspension):
    add(office, "disciplinary.ruling", {"suspension": suspension.pk}, **RULING)
    ruling = Ruling.objects.get()
    asked = office.get(url("disciplinary.ruling", "withdraw", ruling.pk))
    assert f"{suspension.player.name}, Red card: Lifted" in asked.content.decode()
    refused = withdraw(office, "disciplinary.ruling", ruling, reason="  ")
    assert "This field is required" in refused.content.decode()
    assert withdraw(office, "disciplinary.ruling", ruling).status_code == 302
    ruling.refresh_from_db()
    assert (ruling.withdrawn_by, ruling.withdrawn_reason) == (season.office, "Decided in error")
    assert state_of(suspension) == "due"
    page = office.get(url("disciplinary.ruling", "change", ruling.pk)).content.decode()
    assert ">Withdrawn<" in page
    assert "Decided in error" in page
    assert url("disciplinary.ruling", "withdraw", ruling.pk) not in page
    assert withdraw(office, "disciplinary.ruling", ruling).status_code == 403, "it is withdrawn already"
    listed = office.get(url("disciplinary.suspension", "change", suspension.pk)).content.decode()
    assert "Decided in error" in listed


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"reason": " "}, "This field is required"),
        ({"effect": "forgiven"}, "Select a valid choice"),
        ({"decided_on": "2026-01-03"}, "in the future"),
        ({"decided_on": "soon"}, "Enter a valid date"),
        ({"suspension": "999"}, "Select a valid choice"),
    ],
)
def test_a_ruling_is_refused_at_its_field(office, suspension, changes, message):
    response = add(office, "disciplinary.ruling", {"suspension": suspension.pk}, **RULING | changes)
    assert message in errors(response)
    assert not Ruling.objects.exists()


def test_what_the_service_refuses_stands_on_the_form_and_nothing_is_lost(office, suspension):
    add(office, "disciplinary.ruling", {"suspension": suspension.pk}, **RULING)
    again = add(office, "disciplinary.ruling", {"suspension": suspension.pk}, **RULING | {"reason": "Twice"})
    assert "This ruling already stands." in errors(again)
    assert again.context["adminform"].form["reason"].value() == "Twice"
    assert Ruling.objects.count() == 1


def test_a_void_suspension_is_not_ruled_on(office, season, suspension):
    cards.incident_rescind(suspension.incident, by=season.office, reason="In error")
    assert "suspension=" not in office.get(url("disciplinary.suspension", "change", suspension.pk)).content.decode()
    response = add(office, "disciplinary.ruling", {"suspension": suspension.pk}, **RULING)
    assert "This suspension is void" in errors(response)


# ------------------------------------------------------------ bars


BAR = {"reason": "penalty", "authority": "chairman", "first_day": "2026-01-10", "last_day": "2026-01-20"}


def test_a_bar_is_recorded_and_several_are_withdrawn_at_once(office, season):
    for day in ("2026-01-20", "2026-01-21"):
        response = add(office, "disciplinary.bar", {"player": season.player.pk}, **BAR | {"last_day": day})
        assert response.status_code == 302, response.context["errors"]
    bars = list(Bar.objects.all())
    selected = {"action": "withdraw_selected", "_selected_action": [bar.pk for bar in bars]}
    address = url("disciplinary.bar", "changelist")
    asked = office.post(address, selected)
    assert "may not play from Saturday, January 10, 2026 to" in asked.content.decode()
    assert not Bar.objects.filter(withdrawn_at__isnull=False).exists(), "nothing happens before the reason is given"
    empty = office.post(address, selected | {"reason": ""})
    assert "This field is required" in empty.content.decode()
    done = office.post(address, selected | {"reason": "Resolved"}, follow=True)
    assert "2 decisions are withdrawn." in done.content.decode()
    assert {bar.withdrawn_reason for bar in Bar.objects.all()} == {"Resolved"}
    page = office.get(address).content.decode()
    assert "Withdrawn" in page
    assert office.post(address, selected | {"reason": "Again"}).status_code == 200, "nothing is left to decide"


def test_a_bar_without_a_last_day_holds_until_further_notice(office, season):
    add(office, "disciplinary.bar", {"player": season.player.pk}, **BAR | {"last_day": ""})
    page = office.get(url("disciplinary.bar", "change", Bar.objects.get().pk)).content.decode()
    assert "until further notice" in page


def test_a_bar_names_days_in_order_and_a_complaint_about_the_player(office, season, suspension):
    complaint = suspension.incident.complaints.get()
    wrong = add(office, "disciplinary.bar", {"player": season.player.pk}, **BAR | {"last_day": "2026-01-09"})
    assert "The last day is before the first day." in errors(wrong)
    other = PlayerFactory()
    wrong = add(office, "disciplinary.bar", {"player": other.pk, "complaint": complaint.pk}, **BAR)
    assert "not about this player" in errors(wrong)
    right = {"player": season.player.pk, "complaint": complaint.pk}
    page = office.get(url("disciplinary.complaint", "change", complaint.pk)).content.decode()
    assert f"?player={season.player.pk}&amp;complaint={complaint.pk}" in page
    assert add(office, "disciplinary.bar", right, **BAR).status_code == 302
    assert Bar.objects.get().complaint == complaint


# ------------------------------------------------------------ increases


INCREASE = {"by": "association", "games": "2", "decided_at_0": "2026-01-02", "decided_at_1": "09:00"}


def test_an_increase_adds_games_by_the_clock_of_the_event(office, season, suspension):
    incident = suspension.incident
    response = add(office, "disciplinary.increase", {"incident": incident.pk}, **INCREASE)
    assert response.status_code == 302, response.context["errors"]
    increase = Increase.objects.get()
    assert increase.decided_at.isoformat() == "2026-01-02T14:00:00+00:00", "it was 9 a.m. in New York"
    assert (increase.number, increase.recorded_by) == (1, season.office)
    assert Suspension.objects.filter(kind="increase").count() == 2
    page = office.get(url("disciplinary.increase", "change", increase.pk)).content.decode()
    assert "2 further games added by the Association." in page
    assert withdraw(office, "disciplinary.increase", increase).status_code == 302
    assert set(Suspension.objects.filter(kind="increase").values_list("state", flat=True)) == {"void"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": "0"}, "Add at least one game, or write a note."),
        ({"games": "100"}, "less than or equal to 99"),
        ({"games": "-1"}, "greater than or equal to 0"),
        ({"decided_at_0": "2026-01-03"}, "in the future"),
        ({"decided_at_0": ""}, "This field is required"),
    ],
)
def test_an_increase_is_refused_at_its_field(office, suspension, changes, message):
    response = add(office, "disciplinary.increase", {"incident": suspension.incident_id}, **INCREASE | changes)
    assert message in errors(response)
    assert not Increase.objects.exists()


def test_only_a_red_card_is_increased(office, season):
    incident = season.record("Y")
    assert "No red card" in errors(add(office, "disciplinary.increase", {"incident": incident.pk}, **INCREASE))


# ------------------------------------------------------------ approval and presence


def ask(office, season, suspension, game=5):
    response = add(office, "disciplinary.approval", {"suspension": suspension.pk, "game": season.games[game].pk})
    assert response.status_code == 302, response.context["errors"]
    return Approval.objects.get(game=season.games[game])


def test_a_game_is_approved_seat_by_seat(office, season, suspension):
    approval = ask(office, season, suspension)
    assert approval.opened_by == season.office
    page = url("disciplinary.approval", "change", approval.pk)
    assert "Approval is missing from USPA Umpires LLC, " in office.get(page).content.decode()
    for seat in Seat:
        vote(approval, seat)
    assert "All three seats approve this game." in office.get(page).content.decode()
    suspension.refresh_from_db()
    assert suspension.approved


def test_nobody_votes_in_the_office_for_somebody_else(office, season, suspension):
    approval = season.approve(suspension, 4)
    cast = approval.votes.first()
    for somebody in (season.office, OfficeUserFactory(is_superuser=True)):
        office.force_login(somebody)
        assert office.get(url("disciplinary.vote", "add")).status_code == 403
        assert office.post(url("disciplinary.vote", "add"), {}).status_code == 403
        assert office.post(url("disciplinary.vote", "change", cast.pk), {"choice": "refuse"}).status_code == 403
        listed = url("disciplinary.vote", "changelist")
        office.post(listed, {"action": "withdraw_selected", "_selected_action": cast.pk, "reason": "So"})
        page = office.get(url("disciplinary.vote", "change", cast.pk)).content.decode()
        assert "No conflict of interest" in page
        assert "withdraw" not in page
        cast.refresh_from_db()
        assert cast.stands
    assert Vote.objects.count() == 3


def test_the_same_game_is_asked_for_once(office, season, suspension):
    ask(office, season, suspension)
    again = add(office, "disciplinary.approval", {"suspension": suspension.pk, "game": season.games[5].pk})
    assert "already asked about this game" in errors(again)


def test_a_request_is_closed_with_its_reason(office, season, suspension):
    approval = ask(office, season, suspension)
    address = url("disciplinary.approval", "close", approval.pk)
    assert office.get(address).status_code == 200
    assert office.post(address, {"reason": " "}).status_code == 200
    assert office.post(address, {"reason": "He has left"}).status_code == 302
    approval.refresh_from_db()
    assert (approval.closed_reason, approval.closed_by) == ("settled", season.office)
    assert office.get(address).status_code == 403
    assert "He has left" in office.get(url("disciplinary.approval", "change", approval.pk)).content.decode()


def test_a_request_is_withdrawn_with_a_reason_before_the_game(office, season, suspension):
    approval = season.approve(suspension, 5)
    address = url("disciplinary.approval", "withdraw", approval.pk)
    with time_machine.travel(season.games[5].starts_at, tick=False):
        office.force_login(season.office)
        assert office.get(address).status_code == 403
    office.force_login(season.office)
    assert office.post(address, {"reason": " "}).status_code == 200
    assert office.post(address, {"reason": "The wrong game"}).status_code == 302
    approval.refresh_from_db()
    assert (approval.closed_reason, approval.closed_note) == ("withdrawn", "The wrong game")
    suspension.refresh_from_db()
    assert not suspension.approved


REPORT = {"before_at_0": "2026-01-11", "before_at_1": "13:40"}


def test_presence_is_recorded_completed_and_corrected(office, season, suspension):
    umpire = UmpireFactory()
    asked = {"suspension": suspension.pk, "game": season.games[4].pk}
    with time_machine.travel(season.games[4].starts_at + timedelta(hours=4), tick=False):
        office.force_login(season.office)
        response = add(office, "disciplinary.attendance", asked, **REPORT, before_umpire=umpire.pk)
        assert response.status_code == 302, response.context["errors"]
        report = Attendance.objects.get()
        assert report.before_at.isoformat() == "2026-01-11T18:40:00+00:00"
        assert (report.before_by, report.before_umpire, report.after_at) == (season.office, umpire, None)
        page = url("disciplinary.attendance", "change", report.pk)
        data = form_data(office.get(page), after_at_0="2026-01-11", after_at_1="16:05")
        assert office.post(page, data).status_code == 302
        data = form_data(office.get(page), before_at_1="13:30", before_umpire="")
        assert office.post(page, data).status_code == 302
    report.refresh_from_db()
    assert report.after_at.isoformat() == "2026-01-11T21:05:00+00:00"
    assert report.before_at.isoformat() == "2026-01-11T18:30:00+00:00"
    assert report.before_umpire is None
    assert report.history.count() == 3


@pytest.mark.parametrize(
    ("entered", "message"),
    [
        ({}, "before or after the game"),
        ({"before_at_0": "2026-01-13", "before_at_1": "13:40"}, "in the future"),
        (REPORT | {"after_at_0": "2026-01-11", "after_at_1": "12:00"}, "before the one before it"),
    ],
)
def test_presence_is_refused_where_it_cannot_be(office, season, suspension, entered, message):
    asked = {"suspension": suspension.pk, "game": season.games[4].pk}
    with time_machine.travel(season.games[4].starts_at + timedelta(hours=4), tick=False):
        office.force_login(season.office)
        assert message in errors(add(office, "disciplinary.attendance", asked, **entered))
    assert not Attendance.objects.exists()


def test_an_umpire_without_a_moment_is_asked_for_it(office, season, suspension):
    asked = {"suspension": suspension.pk, "game": season.games[4].pk}
    response = add(office, "disciplinary.attendance", asked, before_umpire=UmpireFactory().pk)
    assert "Say when the player reported" in errors(response)


# ------------------------------------------------------------ problems


def test_a_problem_is_acknowledged_with_what_was_found_out(office, season):
    season.record("Y", when="after", confirmed=True)
    problem = Problem.objects.get()
    page = url("disciplinary.problem", "change", problem.pk)
    assert "was shown a single yellow card after" in office.get(page).content.decode()
    address = url("disciplinary.problem", "acknowledge", problem.pk)
    assert office.get(address).status_code == 200
    assert "This field is required" in office.post(address, {"reason": ""}).content.decode()
    assert office.post(address, {"reason": "The umpire meant two"}).status_code == 302
    problem.refresh_from_db()
    assert (problem.acknowledged_by, problem.note) == (season.office, "The umpire meant two")
    assert problem.acknowledged_at == timezone.now()
    shown = office.get(page).content.decode()
    assert "The umpire meant two" in shown
    assert "Acknowledged" in shown
    assert context_of(problem)["reason"] == "The umpire meant two"


def test_several_problems_are_acknowledged_at_once(office, season):
    for game in (0, 1):
        season.record("Y", game, when="after", confirmed=True)
    selected = {
        "action": "acknowledge_selected",
        "_selected_action": list(Problem.objects.values_list("pk", flat=True)),
    }
    address = url("disciplinary.problem", "changelist")
    assert "single yellow card" in office.post(address, selected).content.decode()
    done = office.post(address, selected | {"reason": "Known"}, follow=True)
    assert "2 problems are acknowledged." in done.content.decode()
    assert set(Problem.objects.values_list("note", flat=True)) == {"Known"}
