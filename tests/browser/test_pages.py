"""Everybody can use the pages: those who do not see them, and those with a small screen."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.test_first_day import FORECAST, add_page, fill_in
from tests.office import url

PHONE = {"width": 390, "height": 844}


def check(page: Page):
    """Nothing on the page keeps people out."""
    found = Axe().run(page)
    grave = [fault for fault in found.response["violations"] if fault["impact"] in ("serious", "critical")]
    faults = [f"{fault['id']}: {fault['help']} – {node['target']}" for fault in grave for node in fault["nodes"]]
    assert not faults, f"{page.url}\n" + "\n".join(faults)


def wide(page: Page):
    """How many pixels of the page lie beyond the screen."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_before_signing_in(desk, transactional_db, scheme):
    page = desk(color_scheme=scheme).page("/")
    check(page)
    page.goto("/accounts/login/")
    check(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_the_office(desk, olga, rows, scheme):
    page = desk(olga, color_scheme=scheme).page(reverse("admin:index"))
    check(page)
    page.goto(reverse("admin:disciplinary_incident_add"))
    check(page)
    page.goto(add_page(rows))
    fill_in(page)
    expect(page.locator(FORECAST)).to_contain_text("Fifth yellow card in Low Goal")
    check(page)
    for address in (
        url("disciplinary.incident", "changelist"),
        url("disciplinary.incident", "rescind", rows.incidents["i1"].pk),
        url("players.player", "change", rows.players["Ana Ibáñez"].pk),
        url("tournaments.game", "change", rows.games["g3"].pk),
        url("disciplinary.suspension", "changelist"),
    ):
        page.goto(address)
        check(page)


def test_on_a_phone_nothing_lies_beyond_the_screen(desk, olga, rows):
    page = desk(olga, viewport=PHONE).page(add_page(rows))
    fill_in(page)
    expect(page.locator(FORECAST)).to_contain_text("Fifth yellow card in Low Goal")
    assert wide(page) == 0
    button = page.get_by_role("button", name="Save", exact=True)
    button.scroll_into_view_if_needed()
    expect(button).to_be_in_viewport(ratio=1)
    button.click(trial=True)
    for address in (
        url("players.player", "change", rows.players["Ana Ibáñez"].pk),
        url("tournaments.game", "change", rows.games["g3"].pk),
        url("disciplinary.suspension", "changelist"),
    ):
        page.goto(address)
        assert wide(page) == 0, address


def test_times_are_the_events_and_no_clock_is_warned_of(desk, olga, rows):
    page = desk(olga, timezone_id="Asia/Tokyo").page(add_page(rows))
    expect(page.get_by_label("Shown (New York time): Time")).to_have_value("14:00:00")
    expect(page.locator(".timezonewarning").first).to_be_hidden()
