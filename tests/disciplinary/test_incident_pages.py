"""The office's main job in its pages: record what happened, see what follows, correct it."""

import re

import pytest
import time_machine
from django.urls import reverse

from disciplinary.models import Complaint, Incident, Problem, Suspension
from disciplinary.rule33.scenario import read_text
from tests.disciplinary.rows import Rows

pytestmark = pytest.mark.django_db

SEASON = """
title: Four low-goal yellows, and a game just played
now: 2026-02-14 18:00
events:
  winter: {kind: club, goals: 8, published: 2025-11-01 09:00, starts: 2026-01-01, ends: 2026-12-31}
entries:
  - {event: winter, team: red, roster: [Ana Ibáñez, Ben O'Hara, Cid]}
  - {event: winter, team: blue, roster: [Dora]}
games:
  g1: {event: winter, at: 2026-01-10 14:00, teams: [red, blue], status: played}
  g2: {event: winter, at: 2026-01-17 14:00, teams: [red, blue], status: played}
  g3: {event: winter, at: 2026-02-14 14:00, teams: [red, blue], status: played,
       lineups: {red: [Ana Ibáñez, Ben O'Hara]}, substitutes: {red: [Cid]}}
  g4: {event: winter, at: 2026-02-21 14:00, teams: [red, blue]}
incidents:
  i1: {game: g1, player: Ana Ibáñez, team: red, cards: Y}
  i2: {game: g1, player: Ana Ibáñez, team: red, cards: Y}
  i3: {game: g2, player: Ana Ibáñez, team: red, cards: Y}
  i4: {game: g2, player: Ana Ibáñez, team: red, cards: Y}
"""
ADD = reverse("admin:disciplinary_incident_add")


@pytest.fixture
def rows():
    scenario = read_text(SEASON)
    with time_machine.travel(scenario.now, tick=False):
        yield Rows(scenario.facts).save(1)


@pytest.fixture
def office(client, rows, django_user_model):
    user = django_user_model.objects.create_superuser("office@example.org", "x", name="Olga Office")
    client.force_login(user)
    return client


def entries(rows, player="Ana Ibáñez", game="g3", **changes):
    """What a person enters; the card was shown at the clock of the event."""
    return {
        "game": rows.games[game].pk,
        "side_player": f"{rows.teams['red'].pk}:{rows.players[player].pk}",
        "when": "during",
        "at_0": "2026-02-14",
        "at_1": "14:30",
        "shown": "YY",
        "category": "arguing",
        "field_penalty_effect": "none",
        "left_early": "no",
    } | changes


def review(office, address, data):
    """Open the page and send it once; back come the page with the forecast and its hidden values."""
    data = data | hidden(office.get(address, {"game": data["game"]}))
    response = office.post(address, data)
    assert response.status_code == 200, "saved without having been looked at"
    return response.content.decode(), data | hidden(response)


def hidden(response):
    html = response.content.decode()
    found = {
        name: re.findall(rf'<input type="hidden" name="{name}" value="([^"]*)"', html)
        for name in ("reviewed", "row_version")
    }
    return {name: values[-1] for name, values in found.items() if values and values[-1]}


def save(office, address, data):
    html, reviewed = review(office, address, data)
    response = office.post(address, reviewed)
    assert response.status_code == 302, re.findall(r'role="alert">([^<]*)', response.content.decode())
    return html


def change_page(incident):
    return reverse("admin:disciplinary_incident_change", args=[incident.pk])


def stored():
    return list(Suspension.objects.exclude(state="void").values_list("kind", "state"))


def test_only_the_players_of_the_game_are_offered(office, rows):
    html = office.get(ADD, {"game": rows.games["g3"].pk}).content.decode()
    offered = re.findall(r'<option value="\d+:\d+"[^>]*>\s*([^<]*?)\s*</option>', html)
    assert [re.sub(r" \(\d+\)$", "", one) for one in offered] == [
        "1. Ana Ibáñez",
        "2. Ben O&#x27;Hara",
        "Cid",
        "Dora",
    ]


def test_the_forecast_comes_before_saving(office, rows):
    html, _ = review(office, ADD, entries(rows))
    assert Incident.objects.count() == 4
    assert "Ana Ibáñez will be suspended from red v. blue, Sat, Feb. 21, 2026, 2 p.m. EST." in html
    assert "Fifth yellow card in Low Goal in January–February 2026: one full game" in html
    assert "6 yellow cards: the fifth suspends" in html


def test_recorded_it_suspends(office, rows):
    save(office, ADD, entries(rows))
    suspension = Suspension.objects.get()
    assert suspension.thresholds == ["two_month/low/5"]
    assert suspension.serving_game == rows.games["g4"]
    incident = Incident.objects.latest("pk")
    assert (incident.position, incident.standing_letters) == (1, "YY")
    assert incident.recorded_by.name == "Olga Office"
    assert incident.at.isoformat() == "2026-02-14T19:30:00+00:00"


def test_what_was_not_reviewed_is_not_saved(office, rows):
    _, reviewed = review(office, ADD, entries(rows))
    response = office.post(ADD, reviewed | {"shown": "YYY"})
    assert response.status_code == 200
    assert Incident.objects.count() == 4


def test_a_fourth_yellow_wants_to_be_confirmed(office, rows):
    save(office, ADD, entries(rows, player="Ben O'Hara", shown="YYY"))
    html, reviewed = review(office, ADD, entries(rows, player="Ben O'Hara", shown="Y"))
    assert "fourth or later offense" in html
    assert office.post(ADD, reviewed).status_code == 200
    assert Incident.objects.count() == 5
    assert office.post(ADD, reviewed | {"confirmed": "on"}).status_code == 302
    incident = Incident.objects.latest("pk")
    assert incident.confirmed_misfit
    assert incident.confirmed_by.name == "Olga Office"


def test_a_red_card_says_that_it_files_a_complaint(office, rows):
    html = save(office, ADD, entries(rows, player="Ben O'Hara", shown="R"))
    assert "A Conduct Violation Complaint will be filed" in html
    assert Complaint.objects.get().respondent == rows.players["Ben O'Hara"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"when": "after", "chukker": "3"}, "After the game there is no chukker"),
        ({"when": "after", "unserved": "30"}, "A card after the game brings no time"),
        ({"clock": "1:75"}, "Enter the time left as minutes and seconds"),
        ({"seconds_added": "120"}, "Time is added only where the player left early"),
        ({"shown": ""}, "This field is required"),
        ({"shown": "RR"}, "Select a valid choice"),
        ({"side_player": "1:999999"}, "Select a valid choice"),
        ({"at_1": "soon"}, "Enter a valid time"),
        ({"field_penalty_effect": "raised"}, "Say which penalty the card raised or lowered"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_mistakes_are_named_and_nothing_is_saved(office, rows, changes, message):
    html = office.post(ADD, entries(rows) | changes).content.decode()
    assert message in html
    assert Incident.objects.count() == 4


def test_box_time_is_kept_with_what_was_imposed(office, rows):
    save(office, ADD, entries(rows, player="Ben O'Hara", unserved="75"))
    stay = Incident.objects.latest("pk").box_stays.get()
    assert (stay.seconds_imposed, stay.unserved_seconds) == (120, 75)
    assert stored() == [("penalty_box", "due")]


def test_amending_shows_the_change_and_keeps_history(office, rows):
    save(office, ADD, entries(rows))
    incident = Incident.objects.latest("pk")
    html = save(office, change_page(incident), entries(rows, shown="R", reason="Misheard on the radio"))
    assert "What changes" in html
    assert [kind for kind, _ in stored()] == ["red_card"]
    superseded = incident.cards.get(superseded_at__isnull=False, number=1)
    step = superseded.history.get(pgh_label="update")
    assert step.pgh_context.metadata["reason"] == "Misheard on the radio"
    assert step.pgh_context.metadata["action"] == "incident_amend"


def test_a_correction_without_a_reason_is_refused(office, rows):
    save(office, ADD, entries(rows))
    incident = Incident.objects.latest("pk")
    response = office.post(change_page(incident), entries(rows, shown="R"))
    assert response.status_code == 200
    assert "This field is required" in response.content.decode()
    assert stored() == [("accumulated_tier", "due")]


def test_moving_to_another_player_says_whose_it_was(office, rows):
    save(office, ADD, entries(rows))
    incident = Incident.objects.latest("pk")
    data = entries(rows, player="Cid", reason="It was Cid")
    html = save(office, change_page(incident), data)
    assert "Taken from Ana Ibáñez:" in html
    assert stored() == []


def test_the_second_to_save_is_told_and_sees_both_versions(office, rows):
    save(office, ADD, entries(rows))
    incident = Incident.objects.latest("pk")
    page = change_page(incident)
    _, mine = review(office, page, entries(rows, shown="Y", reason="Only one"))
    save(office, page, entries(rows, shown="YYY", reason="It was three"))
    response = office.post(page, mine)
    html = response.content.decode()
    assert response.status_code == 200
    assert "Olga Office changed this" in html
    assert "One yellow card" in html
    assert "Three yellow cards at once" in html
    incident.refresh_from_db()
    assert incident.standing_letters == "YYY"


def test_rescinded_it_is_gone_with_its_history_kept(office, rows):
    save(office, ADD, entries(rows))
    incident = Incident.objects.latest("pk")
    page = reverse("admin:disciplinary_incident_rescind", args=[incident.pk])
    assert "from the beginning" in office.get(page).content.decode()
    assert office.post(page, {"reason": ""}).status_code == 200
    assert stored() == [("accumulated_tier", "due")]
    office.post(page, {"reason": "Mistaken identity"})
    assert stored() == []
    assert Suspension.objects.get().state == "void"
    html = office.get(change_page(incident)).content.decode()
    assert "Rescinded: it counts for nothing." in html
    assert "Mistaken identity" in html
    office.post(reverse("admin:disciplinary_incident_reinstate", args=[incident.pk]), {"reason": "It was him"})
    assert stored() == [("accumulated_tier", "due")]


def test_rescinding_several_asks_once(office, rows):
    page = reverse("admin:disciplinary_incident_changelist")
    chosen = [rows.incidents[i].pk for i in ("i1", "i2")]
    data = {"action": "rescind_selected", "_selected_action": chosen}
    assert "Rescind selected incidents" in office.post(page, data).content.decode()
    office.post(page, data | {"reason": "Wrong game"})
    assert Incident.objects.filter(rescinded_at__isnull=False).count() == 2


def test_the_live_forecast_is_the_same(office, rows):
    response = office.post(reverse("admin:disciplinary_incident_forecast"), entries(rows))
    html = response.content.decode()
    assert "Ana Ibáñez will be suspended from red v. blue" in html
    assert 'name="reviewed" value="' in html
    assert Incident.objects.count() == 4


@pytest.mark.parametrize("query", ["ibanez", "IBÁÑEZ", "1001"])
def test_found_without_accents_and_by_number(office, rows, query):
    html = office.get(reverse("admin:disciplinary_incident_changelist"), {"q": query}).content.decode()
    assert html.count("field-cards_shown") == 4


def test_the_order_of_a_game_can_be_corrected(office, rows):
    save(office, ADD, entries(rows, player="Ben O'Hara", shown="R"))
    save(office, ADD, entries(rows, player="Ben O'Hara", shown="Y") | {"confirmed": "on"})
    later = Incident.objects.latest("pk")
    page = reverse("admin:disciplinary_incident_place", args=[later.pk])
    assert "2. Ben O&#x27;Hara" in office.get(page).content.decode()
    assert office.post(page, {"place": "0", "reason": "Shown first"}).status_code == 200
    assert office.post(page, {"place": "1", "reason": "Shown first"}).status_code == 302
    assert list(Incident.objects.filter(game=rows.games["g3"]).order_by("position").values_list("pk", flat=True)) == [
        later.pk,
        later.pk - 1,
    ]
    assert not Problem.objects.filter(resolved_at=None).exists()
