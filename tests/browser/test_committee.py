"""Three people on their phones, between two games: the committee approves, and the player may serve."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from disciplinary.choices import Seat
from disciplinary.models import Approval, Incident, Suspension
from disciplinary.services.cards import incident_record
from tests.browser.test_pages import PHONE, check, wide
from tests.disciplinary.season import member
from tests.factories import OfficeUserFactory


@pytest.fixture
def asked(rows):
    """The request that opens by itself once Ana has her fifth yellow card."""
    game = rows.games["g3"]
    incident = Incident(
        game=game,
        player=rows.players["Ana Ibáñez"],
        team=rows.teams["Los Robles"],
        category="arguing",
        at=game.starts_at,
    )
    incident_record(incident, cards="Y", by=OfficeUserFactory())
    return Approval.objects.get()


def test_the_committee_approves(desk, rows, asked):
    event = asked.game.event
    for number, seat in enumerate(Seat, start=1):
        page = desk(member(seat, event), viewport=PHONE, has_touch=True).page(reverse("committee:requests"))
        check(page)
        assert wide(page) == 0
        page.get_by_role("link", name="Ana Ibáñez").tap()
        expect(page.locator(".field-headline")).to_contain_text("Open.")
        check(page)
        assert wide(page) == 0
        page.get_by_role("button", name="Approve this game").tap()
        expect(page.get_by_role("alert")).to_contain_text("Say whether you have a conflict of interest")
        check(page)
        page.get_by_role("radio", name="No conflict of interest").tap()
        page.get_by_role("button", name="Approve this game").tap()
        expect(page.get_by_role("status")).to_contain_text("You approved this game.")
        assert asked.votes.count() == number
    expect(page.locator(".field-headline")).to_contain_text("All three seats approve this game.")
    assert Suspension.objects.get().approved


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_wide_screen_shows_a_table(desk, rows, asked, scheme):
    desktop = desk(member(Seat.EXECUTIVE_COMMITTEE, asked.game.event), color_scheme=scheme)
    page = desktop.page(reverse("committee:request", args=[asked.pk]))
    expect(page.get_by_role("table")).to_be_visible()
    check(page)
    assert wide(page) == 0
    page.goto(reverse("committee:designees"))
    check(page)
