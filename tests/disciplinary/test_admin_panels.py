"""What the office reads on the pages of a player, a game and a suspension: checked against sentences by hand."""

import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from disciplinary.models import Incident, Suspension
from disciplinary.rule33.scenario import read_text
from disciplinary.services import cards
from players.choices import Role
from tests.disciplinary.rows import Rows
from tests.factories import OfficeUserFactory, UserFactory
from tests.office import url

pytestmark = pytest.mark.django_db

SEASON = """
title: Everything a panel tells
now: 2026-02-14 18:00
events:
  winter: {kind: club, goals: 8, published: 2025-11-01 09:00, starts: 2026-01-01, ends: 2026-12-31}
entries:
  - {event: winter, team: Robles, roster: [Ana Ibáñez, Ben O'Hara, Cid, Eva, Fay]}
  - {event: winter, team: Pampa, roster: [Dora]}
games:
  g1: {event: winter, at: 2026-01-10 14:00, teams: [Robles, Pampa], status: played}
  g2: {event: winter, at: 2026-02-07 14:00, teams: [Robles, Pampa], status: played}
  g3: {event: winter, at: 2026-02-21 14:00, teams: [Robles, Pampa]}
  g4: {event: winter, at: 2026-02-28 14:00, teams: [Pampa, Robles]}
incidents:
  i1: {game: g1, player: Ana Ibáñez, team: Robles, cards: YY}
  i2: {game: g2, player: Ana Ibáñez, team: Robles, cards: YYY}
  i3: {game: g2, player: Ben O'Hara, team: Robles, cards: YY, when: after}
  i4: {game: g2, player: Cid, team: Robles, cards: R}
  i5: {game: g1, player: Eva, team: Robles, cards: YY, rescinded: true}
bars:
  - {player: Dora, from: 2026-02-10}
"""


@pytest.fixture
def rows():
    scenario = read_text(SEASON)
    with time_machine.travel(scenario.now, tick=False):
        yield Rows(scenario.facts).save(1)


@pytest.fixture
def office(client, rows):
    client.force_login(OfficeUserFactory(name="Olga Office"))
    return client


def text_of(response):
    """What is read in the record of a page, without its markup; pictures by their text."""
    html = response.content.decode()
    found = re.search(r'<section class="record".*?</section>', html, re.DOTALL)
    assert found, "there is no record on this page"
    html = re.sub(r'<svg[^>]*aria-label="([^"]*)".*?</svg>', r" [\1] ", found[0], flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).replace(" .", ".").replace(" ,", ",").strip()


def player_text(office, rows, name):
    response = office.get(url("players.player", "change", rows.players[name].pk))
    assert response.status_code == 200
    return text_of(response)


def game_text(office, rows, name):
    return text_of(office.get(url("tournaments.game", "change", rows.games[name].pk)))


def lines(text, *expected):
    for line in expected:
        assert line in text, text


def test_a_player_who_is_suspended(office, rows):
    text = player_text(office, rows, "Ana Ibáñez")
    assert text.startswith(
        "Suspended Suspended from the game against Pampa on Saturday, February 21, 2026, 2 p.m. EST."
    )
    lines(
        text,
        "Tier January–February 2026 The calendar year 2026",
        "Low Goal [5 yellow cards; the eighth suspends] 5 yellow cards; the eighth suspends "
        "[5 yellow cards; the twelfth suspends] 5 yellow cards; the twelfth suspends",
        "Medium Goal [0 yellow cards; the fifth suspends] 0 yellow cards; the fifth suspends",
        "All tiers [5 yellow cards; the eighth suspends] 5 yellow cards; the eighth suspends "
        "[5 yellow cards; the sixteenth suspends]",
        "Due Fifth yellow card in Low Goal in January–February 2026",
        "One full game, a substitute allowed.",
        "Serving game Robles v. Pampa, Sat, Feb. 21, 2026, 2 p.m. EST – winter 2026",
        "Approval by USPA Umpires LLC, the Executive Committee and the Host Tournament Committee, before the game "
        "starts.",
        "The player must attend, and report to the Umpires before and after the game.",
        "Serve by Sunday, February 7, 2027. After that only in a game approved by the committee, up to "
        "Sunday, March 7, 2027.",
        "Rule 33, two-month yellow card suspensions. With Robles only: after the game of the card it was still in "
        "winter 2026.",
        "R-10: All three seats of the committee must approve the game",
        "Cards of 2026",
        "[3 yellow cards]",
        "[2 yellow cards]",
    )
    assert "Record an incident" in text


def test_a_player_who_starts_late(office, rows):
    text = player_text(office, rows, "Ben O'Hara")
    assert text.startswith(
        "May play Starts 2 minutes late, without a substitute, in the game against Pampa on Saturday, "
        "February 21, 2026, 2 p.m. EST."
    )
    lines(text, "Still missing That the player starts that game.")


def test_a_player_with_a_complaint(office, rows):
    text = player_text(office, rows, "Cid")
    lines(text, "Conduct Violation Complaints CVC-2026-0001", "Due Red card", "[Red card]")


def test_a_player_whose_card_was_rescinded(office, rows):
    text = player_text(office, rows, "Eva")
    assert text.startswith("May play No suspension is owed.")
    lines(
        text,
        "Low Goal [0 yellow cards; the fifth suspends]",
        "Suspensions still owed None.",
        "[2 yellow cards] Rescinded",
    )


def test_a_player_without_any_card(office, rows):
    text = player_text(office, rows, "Fay")
    assert text.startswith("May play No suspension is owed.")
    lines(text, "Cards of 2026 None.")


def test_a_player_who_is_barred(office, rows):
    text = player_text(office, rows, "Dora")
    assert text.startswith("Barred Barred from playing since Tuesday, February 10, 2026, until further notice.")
    lines(text, "Bars from playing Penalty from a Conduct Violation Complaint")


OWED = """
title: What is owed and has no game
now: 2026-12-01 12:00
events:
  old: {kind: club, goals: 8, published: 2025-01-01 09:00, starts: 2025-01-01, ends: 2025-12-31}
  next: {kind: club, goals: 2, published: 2026-11-01 09:00, starts: 2026-11-01, ends: 2026-12-31}
entries:
  - {event: old, team: Robles, roster: [Gil, Hal, Ida]}
  - {event: next, team: Pampa, roster: [Gil, Hal, Ida]}
games:
  g1: {event: old, at: 2025-09-10 14:00, teams: [Robles, Tigres], status: played}
  g2: {event: old, at: 2025-11-20 14:00, teams: [Robles, Tigres], status: played}
  g3: {event: old, at: 2025-12-20 14:00, teams: [Robles, Tigres], status: played}
  g4: {event: next, at: 2026-12-05 14:00, teams: [Pampa, Tigres]}
incidents:
  i1: {game: g1, player: Gil, team: Robles, cards: R}
  i2: {game: g2, player: Hal, team: Robles, cards: R}
  i3: {game: g3, player: Ida, team: Robles, cards: R}
"""


@pytest.mark.parametrize(
    ("name", "status", "where"),
    [
        (
            "Gil",
            "In default In default: still owed, no game serves it any more, and it is before the Executive Committee.",
            "No game serves it any more.",
        ),
        (
            "Hal",
            "Overdue Overdue: only a game that the committee approves beforehand can still serve it.",
            "In any game that the committee approves: after a year team and handicap no longer bind.",
        ),
        ("Ida", "Suspended Suspended from the next eligible game; none is known yet.", "of the card"),
    ],
)
def test_a_player_who_owes_a_game_that_is_not_known(client, name, status, where):
    scenario = read_text(OWED)
    with time_machine.travel(scenario.now, tick=False):
        rows = Rows(scenario.facts).save(1)
        client.force_login(OfficeUserFactory())
        text = player_text(client, rows, name)
        assert text.startswith(f"{status} May play in Pampa v. Tigres on Saturday, December 5, 2026, 2 p.m. EST."), text
        lines(text, where)
        page = client.get(url("disciplinary.suspension", "change", Suspension.objects.get(player__name=name).pk))
        asked = url("disciplinary.approval", "add") in page.content.decode()
        assert asked is (name != "Gil"), "nobody approves a game for what is in default"


def test_whoever_may_not_see_suspensions_sees_no_record(client, rows):
    client.force_login(UserFactory(roles=[Role.PLAYER], is_staff=True))
    assert client.get(url("players.player", "change", rows.players["Cid"].pk)).status_code == 403


def test_a_new_player_has_no_record_yet(office):
    assert b'class="record"' not in office.get(url("players.player", "add")).content


def test_a_game_to_come(office, rows):
    text = game_text(office, rows, "g3")
    assert text.startswith("May not play Ana Ibáñez, Cid, Dora")
    lines(
        text,
        "Ana Ibáñez Robles Fifth yellow card in Low Goal in January–February 2026 Not yet Approval by USPA Umpires LLC",
        "Cid Robles Red card Not yet",
        "Dora Pampa Barred from playing on this day.",
        "Start differently Ben O&#x27;Hara (Robles): Starts 2 minutes late, without a substitute.",
        "Incidents of this game None recorded.",
        "Record an incident of this game",
    )


def test_a_carried_yellow_waits_for_the_next_game(office, rows):
    text = game_text(office, rows, "g4")
    assert text.startswith("May not play Dora")
    lines(text, "Ana Ibáñez (Robles): Starts with one yellow card: the next offense is the second.")


def test_a_game_that_was_played(office, rows):
    text = game_text(office, rows, "g2")
    assert text.startswith("May play Nobody on the rosters and line-ups is suspended from this game or barred.")
    lines(
        text, "[3 yellow cards] Ana Ibáñez Robles", "After the game [2 yellow cards] Ben O&#x27;Hara", "[Red card] Cid"
    )


def test_a_game_that_is_cancelled(office, rows):
    rows.games["g3"].status = "cancelled"
    rows.games["g3"].save()
    assert game_text(office, rows, "g3").startswith("Cancelled Nobody serves anything in this game.")


def test_a_suspension_says_why(office, rows):
    suspension = Suspension.objects.get(kind="accumulated_tier")
    page = office.get(url("disciplinary.suspension", "change", suspension.pk))
    text = text_of(page)
    assert text.startswith("Due Suspended from the game against Pampa on Saturday, February 21, 2026, 2 p.m. EST.")
    lines(
        text,
        "Clause Rule 33, two-month yellow card suspensions",
        "With whom With Robles only: after the game of the card it was still in winter 2026.",
        "Reading R-10 All three seats of the committee must approve the game before it starts",
        "The 5 cards it rests on",
        "[1 yellow card] Yellow card Sat, Jan. 10, 2026, 2 p.m. EST",
    )
    assert text.count("[1 yellow card]") == 5
    html = page.content.decode()
    for incident in ("i1", "i2"):
        assert url("disciplinary.incident", "change", rows.incidents[incident].pk) in html
    assert "automatically · <strong>Suspension</strong>" in re.sub(r"\s+", " ", html)


def test_spanish_pages_have_no_english_frame(office, rows):
    response = office.get(
        url("players.player", "change", rows.players["Ana Ibáñez"].pk), headers={"accept-language": "es"}
    )
    assert response.status_code == 200
    assert "sábado" in text_of(response).lower()


def count(office, page):
    with CaptureQueriesContext(connection) as queries:
        assert office.get(page).status_code == 200
    return len(queries)


def test_the_records_take_the_same_number_of_queries_whatever_they_hold(office, rows):
    by = OfficeUserFactory()
    pages = [
        url("players.player", "change", rows.players["Ana Ibáñez"].pk),
        url("tournaments.game", "change", rows.games["g2"].pk),
        url("disciplinary.suspension", "change", Suspension.objects.get(kind="accumulated_tier").pk),
    ]
    before = [count(office, page) for page in pages]
    game = rows.games["g2"]
    for _ in range(20):
        incident = Incident(
            game=game,
            player=rows.players["Ana Ibáñez"],
            team=rows.teams["Robles"],
            category="arguing",
            at=game.starts_at,
        )
        cards.incident_record(incident, cards="Y", by=by, confirmed=True)
    assert [count(office, page) for page in pages] == before
