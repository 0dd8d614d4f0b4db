"""An umpire files the report of a game on a phone, with and without scripts."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from disciplinary.models import GameReport, Incident, PenaltyBoxStay, Suspension
from players.choices import Role
from tests.factories import GameUmpireFactory, UmpireFactory, UserFactory
from tournaments.models import LineupPlace

PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def umpire(rows):
    user = UserFactory(name="Uma Umpire", roles=[Role.UMPIRE])
    GameUmpireFactory(game=rows.games["g3"], umpire=UmpireFactory(user=user))
    return user


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_from_the_list_of_games_to_the_closed_report(desk, rows, umpire, scripts):
    game = rows.games["g3"]
    page = desk(umpire, **PHONE, java_script_enabled=scripts).page(reverse("officials:games"))
    page.get_by_role("link", name="Los Robles v. Red Hills").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Los Robles v. Red Hills"))

    page.get_by_role("link", name="Line-up of Red Hills").click()
    page.locator("fieldset", has_text="Dora Quinn").get_by_label("2", exact=True).check()
    page.get_by_role("button", name="Save the line-up").click()
    expect(page.get_by_text("The line-up of Red Hills is saved.")).to_be_visible()
    assert LineupPlace.objects.get(player=rows.players["Dora Quinn"]).position == 2

    page.get_by_role("link", name="Record a card").click()
    page.get_by_role("button", name="Check what follows").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose the cards that were shown.")
    page.get_by_label("1. Ana Ibáñez (1001)").check()
    page.get_by_label("Two yellow cards at once").check()
    page.locator("#id_chukker_box").get_by_label("4", exact=True).check()
    page.get_by_label("Offense").select_option(label="Arguing with umpires or other officials")
    page.get_by_role("button", name="Check what follows").click()
    expect(page.get_by_text("Fifth yellow card in Low Goal")).to_be_visible()
    assert Incident.objects.count() == 4
    page.get_by_role("button", name="Record", exact=True).dblclick()
    expect(page.get_by_text("chukker 4")).to_be_visible()
    assert Incident.objects.count() == 5

    # The form opened again is a new one.
    page.goto(reverse("officials:incident_add", args=[game.pk]))
    expect(page.get_by_label("Two yellow cards at once")).not_to_be_checked()
    page.goto(reverse("officials:game", args=[game.pk]))
    assert Incident.objects.count() == 5

    page.get_by_role("link", name="Penalty box").click()
    page.get_by_label("Left when the game ended").fill("0:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Time in the penalty box is saved.")).to_be_visible()
    assert PenaltyBoxStay.objects.get().unserved_seconds == 30

    page.get_by_role("link", name="Close the report").click()
    page.get_by_label("Goals of Los Robles").fill("9")
    page.get_by_role("button", name="Close the report").click()
    expect(page.get_by_text("The report is closed. Thank you.")).to_be_visible()
    assert GameReport.objects.get().closed
    assert {row.kind for row in Suspension.objects.exclude(state="void")} == {"accumulated_tier", "penalty_box"}
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth") if scripts else True
