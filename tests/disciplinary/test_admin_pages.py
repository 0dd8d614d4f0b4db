"""Every office page of discipline: who opens it, what it finds, and what it costs."""

from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils.translation import override

from disciplinary.choices import State
from disciplinary.models import (
    Approval,
    Attendance,
    Bar,
    Complaint,
    Designee,
    Increase,
    Problem,
    Ruling,
    Suspension,
    Vote,
)
from players.choices import Role
from tests import factories_disciplinary as rows
from tests.factories import OfficeUserFactory, UserFactory
from tests.office import query_count, url

pytestmark = pytest.mark.django_db

_number = count(1)


def approval(**fields):
    suspension = rows.suspension()
    return rows.row(Approval, suspension=suspension, game=suspension.game, opened_by=rows.user(), **fields)


def vote():
    cast_at = datetime(2026, 1, 9, tzinfo=UTC)
    return rows.row(Vote, approval=approval(), seat="umpires_llc", voter=rows.user(), choice="approve", cast_at=cast_at)


def attendance():
    suspension = rows.suspension()
    return rows.row(Attendance, suspension=suspension, game=suspension.game, before_at=rows.NOON, before_by=rows.user())


def bar():
    return rows.row(
        Bar,
        player=rows.player(),
        first_day=date(2026, 1, 1),
        reason="penalty",
        authority="chairman",
        recorded_by=rows.user(),
        complaint=complaint(),
    )


def ruling():
    return rows.row(
        Ruling,
        suspension=rows.suspension(),
        effect="lifted",
        authority="hearing",
        decided_on=date(2026, 1, 12),
        reason="On appeal",
        recorded_by=rows.user(),
    )


def increase():
    return rows.row(
        Increase,
        incident=rows.incident("R"),
        number=1,
        by="association",
        games=2,
        decided_at=rows.NOON,
        recorded_by=rows.user(),
    )


def problem():
    incident = rows.incident("Y", when="after")
    return rows.row(
        Problem,
        player=incident.player,
        code="single_yellow_after_game",
        game=incident.game,
        incident=incident,
        at=str(incident.pk),
    )


def complaint():
    incident = rows.incident("R")
    return rows.row(
        Complaint,
        number=f"CVC-2026-{next(_number):04}",
        respondent=incident.player,
        incident=incident,
        card=incident.cards.get(),
        capacity="coo",
        automatic=True,
    )


def designee(member=None, **fields):
    member = member or UserFactory(roles=[Role.EXECUTIVE_COMMITTEE])
    days = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    return rows.row(Designee, **{"member": member, "designee": rows.user(), **days, **fields})


ENTERED = {
    "disciplinary.designee": designee,
    "disciplinary.increase": increase,
    "disciplinary.ruling": ruling,
    "disciplinary.bar": bar,
    "disciplinary.approval": approval,
    "disciplinary.attendance": attendance,
}
DERIVED = {
    "disciplinary.vote": vote,
    "disciplinary.suspension": rows.suspension,
    "disciplinary.problem": problem,
    "disciplinary.complaint": complaint,
}
MADE = ENTERED | DERIVED | {"disciplinary.incident": rows.incident}


@pytest.fixture
def office(client):
    client.force_login(OfficeUserFactory())
    return client


def pages(label, row):
    found = [url(label, "changelist"), url(label, "change", row.pk)]
    return found if label in DERIVED else [*found, url(label, "add")]


def test_every_model_is_made_here():
    assert sorted(MADE) == sorted(
        model._meta.label_lower for model in admin.site._registry if model._meta.app_label == "disciplinary"
    )


@pytest.mark.parametrize("label", sorted(MADE))
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_office_opens_every_page(office, label, language):
    row = MADE[label]()
    with override(language):
        for page in pages(label, row):
            assert office.get(page, headers={"accept-language": language}).status_code == 200, page
        assert office.get(url(label, "changelist"), {"q": "a"}).status_code == 200
        history = office.get(url(label, "history", row.pk), follow=True)
        assert history.status_code == 200


@pytest.mark.parametrize("label", sorted(MADE))
@pytest.mark.parametrize("is_staff", [False, True])
def test_a_player_opens_none(client, label, is_staff):
    row = MADE[label]()
    client.force_login(UserFactory(roles=[Role.PLAYER, Role.UMPIRE], is_staff=is_staff))
    for page in (*pages(label, row), url(label, "history", row.pk)):
        assert client.get(page).status_code in (302, 403, 404), page
        assert client.post(page, {}).status_code in (302, 403, 404), page


@pytest.mark.parametrize("label", sorted(MADE))
def test_nobody_opens_one_without_signing_in(client, label):
    row = MADE[label]()
    for page in pages(label, row):
        assert client.get(page).status_code == 302


@pytest.mark.parametrize("role", [Role.COO, Role.CHAIRMAN, Role.EXECUTIVE_COMMITTEE])
@pytest.mark.parametrize("label", sorted(MADE))
def test_officers_of_the_association_look_and_change_nothing(client, label, role):
    row = MADE[label]()
    client.force_login(UserFactory(roles=[role], is_staff=True))
    assert client.get(url(label, "changelist")).status_code == 200
    page = client.get(url(label, "change", row.pk))
    assert page.status_code == 200
    assert b'name="_save"' not in page.content
    assert client.post(url(label, "change", row.pk), {}).status_code == 403
    assert client.get(url(label, "add")).status_code == 403


@pytest.mark.parametrize("label", ["players.player", "tournaments.game", "tournaments.event", "tournaments.team"])
def test_officers_follow_the_links_of_a_case(client, label):
    incident = rows.incident()
    row = {
        "player": incident.player,
        "game": incident.game,
        "event": incident.game.event,
        "team": incident.team,
    }[label.partition(".")[2]]
    client.force_login(UserFactory(roles=[Role.COO], is_staff=True))
    page = client.get(url(label, "change", row.pk))
    assert page.status_code == 200
    assert b'name="_save"' not in page.content
    assert client.get(url(label, "add")).status_code == 403
    assert client.post(url(label, "change", row.pk), {}).status_code == 403


@pytest.mark.parametrize("label", sorted(DERIVED))
def test_what_is_derived_is_neither_added_nor_changed(office, label):
    row = DERIVED[label]()
    assert office.get(url(label, "add")).status_code == 403
    assert office.post(url(label, "add"), {}).status_code == 403
    assert office.post(url(label, "change", row.pk), {"state": "served"}).status_code == 403
    assert b'name="_save"' not in office.get(url(label, "change", row.pk)).content


@pytest.mark.parametrize("label", sorted(MADE))
def test_nothing_is_deleted(office, label):
    row = MADE[label]()
    assert office.get(url(label, "delete", row.pk)).status_code == 403
    assert office.post(url(label, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert b"deletelink" not in office.get(url(label, "change", row.pk)).content
    data = {"action": "delete_selected", "_selected_action": [row.pk]}
    office.post(url(label, "changelist"), data)
    assert type(row)._base_manager.filter(pk=row.pk).exists()


@pytest.mark.parametrize("label", sorted(MADE))
def test_lists_take_the_same_number_of_queries(office, label):
    page = url(label, "changelist") + "?q=e"
    MADE[label]()
    office.get(page)
    one = query_count(office, page)
    for _ in range(19):
        MADE[label]()
    assert query_count(office, page) == one <= 14


@pytest.mark.parametrize("label", sorted(MADE))
@pytest.mark.parametrize("text", ["999999", "x", "%", "1.5"])
def test_nonsense_in_an_address_is_no_fault(office, label, text):
    assert office.get(url(label, "changelist"), {"state": text, "tier": text}).status_code in (200, 302)
    assert office.get(url(label, "changelist"), {"period": text}).status_code in (200, 302)
    assert office.get(url(label, "change", text)).status_code in (302, 404)
    if label not in DERIVED:
        prefilled = {"suspension": text, "game": text, "approval": text, "incident": text, "player": text}
        assert office.get(url(label, "add"), prefilled).status_code == 200


# ------------------------------------------------------------ finding


def found(office, label, **query):
    response = office.get(url(label, "changelist"), query)
    assert response.status_code == 200
    return set(response.context["cl"].queryset)


def suspension(name="Ana Ibáñez", **fields):
    player = rows.player(name=name)
    return rows.suspension(rows.incident("R", player=player), **fields)


@pytest.mark.parametrize("text", ["ibanez", "IBÁÑEZ ana", "Ana Ibáñez", "47119", "harri"])
def test_a_suspension_is_found_without_accents_by_number_and_by_team(office, text):
    player = rows.player(name="Ana Ibáñez", member_number="47119")
    game = rows.game(team_a=rows.team(name="Marsh Hárriers"))
    wanted = rows.suspension(rows.incident("R", player=player, game=game))
    suspension("Ben O’Hara")
    assert found(office, "disciplinary.suspension", q=text) == {wanted}


@pytest.mark.parametrize("label", sorted(set(MADE) - {"disciplinary.designee"}))
def test_every_list_finds_a_player_without_accents(office, label):
    row = MADE[label]()
    other = MADE[label]()
    path = {
        "approval": "suspension.player",
        "attendance": "suspension.player",
        "ruling": "suspension.player",
        "vote": "approval.suspension.player",
        "increase": "incident.player",
        "complaint": "respondent",
    }.get(label.partition(".")[2], "player")
    player = row
    for step in path.split("."):
        player = getattr(player, step)
    player.name = "Señor Peña"
    player.save()
    assert found(office, label, q="pena senor") == {row}
    assert found(office, label, q=player.member_number) >= {row}
    assert other not in found(office, label, q=player.member_number)


def test_suspensions_still_owed_come_first_and_void_ones_only_if_asked_for(office):
    waiting = suspension()
    served = suspension(state=State.SERVED, serving_game=rows.game())
    void = suspension(state=State.VOID, voided_at=rows.NOON)
    label = "disciplinary.suspension"
    assert found(office, label) == {waiting}
    assert found(office, label, q="ana") == {waiting, served}
    assert found(office, label, state="served") == {served}
    assert found(office, label, state="void") == {void}
    assert found(office, label, state="all", q="ana") == {waiting, served, void}


def test_only_suspensions_that_are_not_void_are_offered_for_a_decision(office):
    waiting = suspension()
    suspension(state=State.VOID, voided_at=rows.NOON)
    field = {"app_label": "disciplinary", "model_name": "ruling", "field_name": "suspension", "term": "ibanez"}
    offered = office.get(reverse("admin:autocomplete"), field).json()["results"]
    assert [one["id"] for one in offered] == [str(waiting.pk)]


def test_those_without_approval_are_found(office):
    waiting = suspension()
    due = suspension(state=State.DUE, serving_game=rows.game())
    approved = suspension(state=State.DUE, serving_game=rows.game(), approved=True)
    partial = suspension(
        state=State.DUE,
        serving_game=rows.game(),
        full_game=False,
        seconds=120,
        no_substitute=120,
        kind="two_yellows_after_game",
    )
    assert found(office, "disciplinary.suspension", state="unapproved") == {due}
    assert found(office, "disciplinary.suspension") == {waiting, due, approved, partial}


def test_suspensions_of_an_event_are_those_from_it_and_those_served_in_it(office):
    event = rows.event()
    from_it = rows.suspension(rows.incident("R", game=rows.game(event)))
    in_it = suspension(state=State.DUE, serving_game=rows.game(event))
    suspension()
    assert found(office, "disciplinary.suspension", event__id__exact=event.pk) == {from_it, in_it}


@pytest.mark.parametrize(
    ("at", "zone", "period", "there"),
    [
        ("2026-03-01 04:30", "America/New_York", "2026/1", True),
        ("2026-03-01 05:30", "America/New_York", "2026/1", False),
        ("2026-03-01 05:30", "America/New_York", "2026/2", True),
        ("2026-03-01 05:30", "America/Los_Angeles", "2026/1", True),
        ("2026-01-01 04:30", "America/New_York", "2026", False),
        ("2026-01-01 05:30", "America/New_York", "2026", True),
        ("2027-01-01 04:30", "America/New_York", "2026/6", True),
        ("2027-01-01 04:30", "America/New_York", "2026", True),
        ("2027-01-01 05:30", "America/New_York", "2026", False),
    ],
)
def test_a_period_is_that_of_the_day_where_the_card_was_shown(office, at, zone, period, there):
    moment = datetime.fromisoformat(at).replace(tzinfo=UTC)
    game = rows.game(rows.event(time_zone=zone), starts_at=moment)
    days = {"serve_by": date(2028, 1, 1), "last_day": date(2028, 2, 1)}
    row = rows.suspension(rows.incident("R", game=game), **days)
    assert found(office, "disciplinary.suspension", period=period) == ({row} if there else set())


TIERS = [(0, False, "low"), (8, False, "low"), (9, False, "medium"), (15, False, "medium"), (16, False, "high")]


@pytest.mark.parametrize(("goals", "gauntlet", "tier"), [*TIERS, (6, True, "gauntlet"), (22, True, "gauntlet")])
def test_events_and_games_are_found_by_tier(office, goals, gauntlet, tier):
    game = rows.game(rows.event(goals=goals, gauntlet=gauntlet))
    for other in ("low", "medium", "high", "gauntlet"):
        assert found(office, "tournaments.event", tier=other) == ({game.event} if other == tier else set())
        assert found(office, "tournaments.game", tier=other) == ({game} if other == tier else set())
        entered = rows.entry(game.event, rows.team())
        assert (entered in found(office, "tournaments.entry", tier=other)) is (other == tier)


def test_events_and_games_are_found_by_period(office):
    event = rows.event(first_day=date(2026, 2, 20), last_day=date(2026, 3, 5))
    game = rows.game(event, starts_at=datetime(2026, 3, 1, 3, tzinfo=UTC))
    for period, of_event, of_game in (("2026/1", 1, 1), ("2026/2", 1, 0), ("2026/3", 0, 0), ("2026", 1, 1)):
        assert found(office, "tournaments.event", period=period) == ({event} if of_event else set())
        assert found(office, "tournaments.game", period=period) == ({game} if of_game else set())


def test_the_periods_offered_reach_from_the_first_row_to_this_year(office):
    game = rows.game(starts_at=datetime(2023, 5, 1, tzinfo=UTC))
    rows.suspension(rows.incident("R", game=game), serve_by=date(2024, 5, 1), last_day=date(2024, 6, 1))
    page = office.get(url("disciplinary.suspension", "changelist")).content.decode()
    assert '<option value="2023"' in page
    assert '<option value="2023/3"' not in page, "two-month periods of long ago are not offered"
    this = datetime.now(UTC).year
    assert f'<option value="{this}/6"' in page


def test_incidents_are_found_by_state_cards_and_period(office):
    yellow, red = rows.incident("YY"), rows.incident("R")
    rescinded = rows.incident("Y", rescinded_at=rows.NOON, rescinded_by=rows.user(), rescind_reason="In error")
    misfit = rows.incident("Y", confirmed_misfit=True, confirmed_at=rows.NOON, confirmed_by=rows.user())
    label = "disciplinary.incident"
    assert found(office, label) == {yellow, red, rescinded, misfit}
    assert found(office, label, state="counts") == {yellow, red, misfit}
    assert found(office, label, state="rescinded") == {rescinded}
    assert found(office, label, state="misfit") == {misfit}
    assert found(office, label, shown="R") == {red}
    assert found(office, label, shown="Y") == {yellow, rescinded, misfit}
    assert found(office, label, period="2026/1", tier__exact="low") == {yellow, red, rescinded, misfit}
    assert found(office, label, period="2026/2") == set()
    assert found(office, label, tier__exact="high") == set()


def test_problems_to_resolve_come_first(office):
    to_resolve, acknowledged, resolved = problem(), problem(), problem()
    Problem.objects.filter(pk=acknowledged.pk).update(acknowledged_at=rows.NOON, acknowledged_by=rows.user())
    Problem.objects.filter(pk=resolved.pk).update(resolved_at=rows.NOON)
    label = "disciplinary.problem"
    assert found(office, label) == {to_resolve}
    assert found(office, label, state="acknowledged") == {acknowledged}
    assert found(office, label, state="resolved") == {resolved}
    assert found(office, label, state="all") == {to_resolve, acknowledged, resolved}


def test_complaints_are_found_by_what_they_wait_for_and_by_year(office):
    waiting, noticed, marked = complaint(), complaint(), complaint()
    Complaint.objects.update(filed_at=datetime(2026, 1, 1, 4, tzinfo=UTC))
    Complaint.objects.filter(pk=noticed.pk).update(notice_queued_at=rows.NOON)
    Complaint.objects.filter(pk=marked.pk).update(attention=True, attention_reason="The red card was rescinded.")
    label = "disciplinary.complaint"
    assert found(office, label, state="attention") == {marked}
    assert found(office, label, state="no_notice") == {waiting, marked}
    assert found(office, label, state="noticed") == {noticed}
    assert found(office, label, period="2026") == set(), "in the office it was still the year before"
    assert found(office, label, period="2025") == {waiting, noticed, marked}
    assert found(office, label, q=waiting.number) == {waiting}


def test_decisions_and_presence_are_found_by_their_state(office):
    stands, withdrawn = bar(), bar()
    Bar.objects.filter(pk=withdrawn.pk).update(
        withdrawn_at=rows.NOON, withdrawn_by=rows.user(), withdrawn_reason="In error"
    )
    assert found(office, "disciplinary.bar") == {stands, withdrawn}
    assert found(office, "disciplinary.bar", state="stands") == {stands}
    assert found(office, "disciplinary.bar", state="withdrawn") == {withdrawn}
    missing, whole = attendance(), attendance()
    Attendance.objects.filter(pk=whole.pk).update(after_at=rows.NOON + timedelta(hours=2), after_by=rows.user())
    assert found(office, "disciplinary.attendance", state="missing") == {missing}
    assert found(office, "disciplinary.attendance", state="whole") == {whole}
    asked, closed = approval(), approval(closed_at=rows.NOON, closed_reason="settled")
    assert found(office, "disciplinary.approval") == {asked}
    assert found(office, "disciplinary.approval", state="closed") == {closed}
    assert found(office, "disciplinary.approval", state="all") == {asked, closed}


def test_the_navigation_says_what_waits(office):
    problem()
    suspension(state=State.DUE, serving_game=rows.game())
    suspension()
    page = office.get(reverse("admin:index"))
    badges = {
        item["link"]: item.get("badge") for group in page.context["sidebar_navigation"] for item in group["items"]
    }
    assert badges[url("disciplinary.problem", "changelist")] == 1
    assert badges[url("disciplinary.suspension", "changelist")] == 1
    assert badges[url("disciplinary.complaint", "changelist")] is None
    assert Suspension.objects.count() == 2
