"""The first working day of somebody in the office, in a real browser."""

import re

from django.urls import reverse
from playwright.sync_api import Page, expect

from disciplinary.models import Incident, Suspension
from tests.office import url

ADD = reverse("admin:disciplinary_incident_add")
FORECAST = "#forecast-body"
SUSPENDED = "Ana Ibáñez will be suspended from Los Robles v. Red Hills, Sat, Feb. 21, 2026, 2 p.m. EST."


def add_page(rows, game="g3"):
    return f"{ADD}?game={rows.games[game].pk}"


def fill_in(page: Page, player="1. Ana Ibáñez (1001)", shown="Two yellow cards at once"):
    page.get_by_label("Player").select_option(label=player)
    page.get_by_label("Offense").select_option(label="Arguing with umpires or other officials")
    page.get_by_label(shown, exact=True).check()


def save(page: Page):
    page.get_by_role("button", name="Save", exact=True).click()


def saved(page: Page):
    expect(page.get_by_text("was added successfully")).to_be_visible()


def recorded(letters):
    incident = Incident.objects.latest("pk")
    assert incident.standing_letters == letters
    return incident


def tab_to(page: Page, target):
    """Press Tab until `target` has the focus."""
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{target} cannot be reached by Tab")


def test_from_signing_in_to_rescinding(desk, olga, rows):
    page = desk().page("/accounts/login/")
    page.get_by_label("Email").fill("olga@example.org")
    page.get_by_label("Password").fill("secret")
    page.get_by_role("button", name="Sign In").click()

    page.get_by_role("navigation").get_by_role("link", name="Incidents").click()
    page.locator(f"a[href='{ADD}']").first.click()
    page.get_by_role("link", name="Los Robles v. Red Hills, February 14").click()
    fill_in(page)
    expect(page.locator(FORECAST)).to_contain_text("Fifth yellow card in Low Goal")
    expect(page.locator(FORECAST)).to_contain_text(SUSPENDED)
    assert Incident.objects.count() == 4, "recorded before anybody saved"
    save(page)
    saved(page)
    expect(page.get_by_text(SUSPENDED)).to_be_visible()

    suspension = Suspension.objects.get()
    assert (suspension.state, suspension.thresholds) == ("due", ["two_month/low/5"])
    assert suspension.serving_game == rows.games["g4"]
    incident = recorded("YY")
    assert incident.recorded_by == olga

    page.get_by_role("link", name="Sat, Feb. 14, 2026").click()
    page.get_by_role("link", name="Rescind").click()
    page.get_by_label("Reason").fill("Mistaken identity")
    page.get_by_role("button", name="Rescind").click()
    expect(page.get_by_text("Rescinded: it counts for nothing.")).to_be_visible()
    expect(page.get_by_text("By Olga Office: Mistaken identity")).to_be_visible()
    suspension.refresh_from_db()
    assert suspension.state == "void"

    page.goto(url("disciplinary.incident", "history", incident.pk))
    expect(page.get_by_text("Mistaken identity")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Olga Office")


def test_without_scripts_the_forecast_comes_on_saving(desk, olga, rows):
    page = desk(olga, java_script_enabled=False).page(ADD)
    page.get_by_role("link", name="Los Robles v. Red Hills, February 14").click()
    fill_in(page)
    save(page)
    expect(page.locator(FORECAST)).to_contain_text(SUSPENDED)
    expect(page.get_by_text("Check what will follow, then save.")).to_be_visible()
    assert Incident.objects.count() == 4
    save(page)
    saved(page)
    recorded("YY")


def test_a_fourth_yellow_wants_to_be_confirmed(desk, olga, rows):
    page = desk(olga).page(add_page(rows))
    fill_in(page, player="2. Ben O'Hara (1002)", shown="Three yellow cards at once")
    expect(page.locator(FORECAST)).to_contain_text("In this game")
    page.get_by_role("button", name="Save and add another").click()
    saved(page)

    fill_in(page, player="2. Ben O'Hara (1002)", shown="One yellow card")
    expect(page.locator(FORECAST)).to_contain_text("Does not fit the rule.")
    save(page)
    expect(page.get_by_text("Confirm that the cards were shown like this, or correct them.")).to_be_visible()
    assert Incident.objects.count() == 5
    page.get_by_label("The cards were shown like this. Record them as shown.").check()
    save(page)
    saved(page)
    assert recorded("Y").confirmed_by == olga


def test_another_game_is_found_and_opens_its_players(desk, olga, rows):
    page = desk(olga).page(ADD)
    page.get_by_role("combobox", name="Game").click()
    page.locator(".select2-search__field").press_sequentially("blue lake")
    page.get_by_role("option", name="Blue Lake v. Red Hills").click()
    page.wait_for_url(re.compile(rf"game={rows.games['g5'].pk}$"))
    offered = page.get_by_label("Player").locator("option").all_inner_texts()
    assert [re.sub(r" \(\d+\)$", "", one.strip()) for one in offered[1:]] == ["Emil Ek", "Dora Quinn"]


def test_by_keyboard_alone(desk, olga, rows):
    page = desk(olga).page(add_page(rows))
    player = page.get_by_label("Player")
    tab_to(page, player)
    page.keyboard.press("ArrowDown")
    expect(player.locator("option:checked")).to_contain_text("Ana Ibáñez")
    tab_to(page, page.get_by_label("One yellow card"))
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Two yellow cards at once")).to_be_checked()
    tab_to(page, page.get_by_label("Offense"))
    page.keyboard.type("Arg")
    page.keyboard.press("Tab")
    expect(page.locator(FORECAST)).to_contain_text(SUSPENDED)
    tab_to(page, page.get_by_role("button", name="Save", exact=True))
    page.keyboard.press("Enter")
    saved(page)
    assert recorded("YY").category == "arguing"


def test_the_menu_can_be_skipped(desk, olga, rows):
    page = desk(olga).page(url("disciplinary.incident", "changelist"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()


def test_the_second_of_two_tabs_is_told(desk, olga, rows):
    browser = desk(olga)
    address = url("disciplinary.incident", "change", rows.incidents["i4"].pk)
    first, second = browser.page(address), browser.page(address)
    for page, shown, follows in (
        (first, "Two yellow cards at once", "Fifth yellow card in Low Goal"),
        (second, "Red card", "A Conduct Violation Complaint will be filed"),
    ):
        page.get_by_label("Reason for the correction").fill(f"It was this: {shown}")
        page.get_by_label(shown, exact=True).check()
        expect(page.locator(FORECAST)).to_contain_text(follows)
    save(first)
    expect(first.get_by_text("was changed successfully")).to_be_visible()
    save(second)
    told = second.get_by_role("main")
    expect(told).to_contain_text("Olga Office changed this")
    expect(told).to_contain_text("Two yellow cards at once")
    expect(told.get_by_role("radio", name="Red card")).to_be_checked()
    rows.incidents["i4"].refresh_from_db()
    assert rows.incidents["i4"].standing_letters == "YY"


def test_the_record_of_a_player(desk, olga, rows):
    page = desk(olga).page(add_page(rows))
    fill_in(page)
    expect(page.locator(FORECAST)).to_contain_text(SUSPENDED)
    save(page)
    saved(page)
    page.goto(url("players.player", "change", rows.players["Ana Ibáñez"].pk))
    record = page.get_by_role("region", name="Record")
    expect(record).to_contain_text("Suspended from the game against Red Hills on Saturday, February 21, 2026")
    expect(record.get_by_role("row", name=re.compile("^Low Goal"))).to_contain_text("6 yellow cards")
    expect(record.get_by_role("link", name="Fifth yellow card in Low Goal in January–February 2026")).to_be_visible()
