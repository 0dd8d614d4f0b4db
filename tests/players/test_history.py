"""What happened to a row is told in words: who, when, from what to what."""

from datetime import UTC, datetime

import pghistory
import pytest

from players.selectors import changes_of
from tests.factories import (
    ClubFactory,
    EntryFactory,
    HandicapFactory,
    LineupFactory,
    OfficeUserFactory,
    PlayerFactory,
    RosterPlaceFactory,
)
from tests.office import form_data, query_count, url
from tournaments.models import LineupPlace, RosterPlace

pytestmark = pytest.mark.django_db


def told(change):
    return (change.subject, change.label, [(d.label, d.before, d.after) for d in change.differences])


def test_a_change_is_told_with_its_fields():
    ana = OfficeUserFactory(name="Ana")
    player = PlayerFactory(name="Before", club=ClubFactory(name="Old Club"))
    with pghistory.context(user=ana.pk):
        player.name, player.language, player.club = "After", "es", ClubFactory(name="New Club")
        player.birth_date = "1990-05-17"
        player.save()
    latest, first = changes_of(player)
    assert latest.who == "Ana"
    assert told(latest) == (
        "Player",
        "update",
        [
            ("Name", "Before", "After"),
            ("Date of birth", "–", "May 17, 1990"),
            ("Language", "English", "Spanish"),
            ("Home club", "Old Club", "New Club"),
        ],
    )
    assert (first.label, first.who) == ("insert", "")


def test_rows_that_are_gone_are_told_too():
    place = RosterPlaceFactory(player__name="Ana", player__member_number="1")
    entry = place.entry
    place.delete()
    latest, first, _made = changes_of(entry, [(RosterPlace, "entry")])
    assert told(latest) == ("Roster place", "delete", [("Player", "Ana (1)", "–")])
    assert told(first) == ("Roster place", "insert", [("Player", "–", "Ana (1)")])


def test_also_those_of_a_line_up_that_is_gone():
    lineup = LineupFactory(places=[PlayerFactory()])
    game = lineup.game
    lineup.delete()
    changes = changes_of(game, [(LineupPlace, "lineup__game")])
    assert [change.label for change in changes] == ["delete", "insert", "insert"]


def test_moments_are_those_of_the_event(client):
    client.force_login(OfficeUserFactory())
    entry = EntryFactory(event__time_zone="America/Denver")
    entry.withdrawn_at = datetime(2026, 1, 10, 2, tzinfo=UTC)
    entry.save()
    text = client.get(url("tournaments.entry", "history", entry.pk)).content.decode()
    assert "– → Jan. 9, 2026, 7 p.m. MST" in text


def test_the_page_names_who_did_it(client):
    client.force_login(OfficeUserFactory(name="Ana Office"))
    player = PlayerFactory()
    page = url("players.player", "change", player.pk)
    client.post(page, form_data(client.get(page), name="<b>Renamed</b>"))
    text = client.get(url("players.player", "history", player.pk)).content.decode()
    assert "<td>Ana Office</td>" in text
    assert "&lt;b&gt;Renamed&lt;/b&gt;" in text
    assert client.get(url("players.player", "history", 999999)).status_code == 302


def test_the_number_of_queries_does_not_grow(client):
    client.force_login(OfficeUserFactory())
    player = PlayerFactory(club=ClubFactory())
    page = url("players.player", "history", player.pk)
    counts = []
    for size in (1, 20):
        while player.handicaps.count() < size:
            HandicapFactory(player=player, from_day=f"2026-01-{player.handicaps.count() + 1:02}")
            player.club = ClubFactory()
            player.save()
        counts.append(query_count(client, page))
    assert counts[0] == counts[1]


def test_a_long_history_comes_in_pages(client):
    client.force_login(OfficeUserFactory())
    player = PlayerFactory()
    for number in range(120):
        type(player).objects.filter(pk=player.pk).update(name=f"Name {number}")
    page = url("players.player", "history", player.pk)
    assert "Name 119" in client.get(page).content.decode()
    assert "Name 2<" not in client.get(page).content.decode()
    assert client.get(page, {"p": "2"}).status_code == 200
    assert client.get(page, {"p": "x"}).status_code == 200
