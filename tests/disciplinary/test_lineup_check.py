"""A line-up is checked before it is named: who may not play, why, from which clause, and what can be done."""

import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from disciplinary.lineup_words import warnings_of
from disciplinary.models import Problem
from disciplinary.rule33.scenario import read_text
from tests.disciplinary.rows import Rows
from tests.disciplinary.season import context_of
from tests.factories import OfficeUserFactory
from tests.office import form_data, url
from tournaments.models import Lineup, LineupPlace, Substitution

pytestmark = pytest.mark.django_db

SEASON = """
title: One of everything that a line-up is warned of
now: 2026-02-21 13:00
events:
  winter: {kind: club, goals: 8, published: 2025-11-01 09:00, starts: 2026-01-01, ends: 2026-12-31}
entries:
  - {event: winter, team: Robles, roster: [Ana Ibáñez, Ben O'Hara, Cid, Eva, Fay, Gus]}
  - {event: winter, team: Pampa, roster: [Dora]}
games:
  g1: {event: winter, at: 2026-02-07 14:00, teams: [Robles, Pampa], status: played}
  g2: {event: winter, at: 2026-02-21 14:00, teams: [Robles, Pampa]}
  g3: {event: winter, at: 2026-02-28 14:00, teams: [Robles, Pampa]}
incidents:
  i1: {game: g1, player: Ana Ibáñez, team: Robles, cards: R}
  i2: {game: g1, player: Ben O'Hara, team: Robles, cards: YY, box_unserved: 45}
  i3: {game: g1, player: Cid, team: Robles, cards: YYY}
bars:
  - {player: Fay, from: 2026-02-10, until: 2026-02-28}
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


def warned(rows, *starting, on=(), game="g2"):
    found = warnings_of(
        rows.games[game],
        rows.teams["Robles"].pk,
        [rows.players[name].pk for name in starting],
        [rows.players[name].pk for name in on],
    )
    return {one.player.name: one for one in found}


def test_nothing_to_say_of_one_who_simply_may_play(rows):
    assert warned(rows, "Eva", "Gus") == {}


def test_suspended(rows):
    one = warned(rows, "Eva", "Ana Ibáñez")["Ana Ibáñez"]
    assert one.keeps_out
    assert one.lines == (
        "Ana Ibáñez is suspended from this game.",
        "Why? Red card, Robles v. Pampa, Feb. 7, 2026. Rule 33(b)(2)(i), red card.",
        "Name somebody else. If he plays all the same, it serves nothing, and the office resolves it.",
        (
            "The committee has not approved this game. Only its approval of a later one, complete before this one "
            "starts, would let him play here."
        ),
    )


def test_a_suspended_substitute_is_warned_of_too(rows):
    assert warned(rows, "Eva", on=["Ana Ibáñez"])["Ana Ibáñez"].keeps_out


def test_barred(rows):
    one = warned(rows, "Fay")["Fay"]
    assert one.keeps_out
    assert one.lines[0] == "Fay is barred from playing on this day."
    assert "up to Saturday, February 28, 2026. Rule 33(b)(2), conduct complaints." in one.lines[1]


def test_in_the_box_and_with_a_yellow(rows):
    found = warned(rows, "Ben O'Hara", "Cid")
    assert not any(one.keeps_out for one in found.values())
    assert found["Ben O'Hara"].lines[0] == (
        "Ben O'Hara starts in the penalty box: 45 seconds of play, without a substitute."
    )
    assert found["Cid"].lines[0] == "Cid begins with one yellow card: the next offense is the second, two minutes off."


def test_a_fixed_number_of_queries(rows):
    def cost(*names):
        with CaptureQueriesContext(connection) as queries:
            warned(rows, *names)
        return len(queries)

    assert cost("Eva") == cost("Eva", "Ana Ibáñez", "Ben O'Hara", "Cid", "Fay")


# ------------------------------------------------------------ the office's page


def page(rows, game="g2"):
    return url("tournaments.game", "change", rows.games[game].pk)


def post(office, rows, game="g2", **changes):
    address = page(rows, game)
    return office.post(address, form_data(office.get(address), **changes), follow=True)


def test_the_office_is_asked_why(office, rows):
    response = post(office, rows, a_1=rows.players["Ana Ibáñez"].pk, a_2=rows.players["Eva"].pk)
    text = response.content.decode()
    assert "Ana Ibáñez is suspended from this game." in text
    assert "If this is how it was, say why and save again." in text
    assert not Lineup.objects.exists()


def test_with_a_reason_it_records_the_truth(office, rows):
    reason = "The team would have it so"
    post(office, rows, a_1=rows.players["Ana Ibáñez"].pk, lineup_reason=reason)
    place = LineupPlace.objects.get()
    assert place.player == rows.players["Ana Ibáñez"]
    assert context_of(place)["reason"] == reason
    with time_machine.travel("2026-02-22 12:00Z", tick=False):
        game = rows.games["g2"]
        game.status = "played"
        game.save()
    assert Problem.objects.get().code == "played_while_suspended"


def test_a_substitute_is_checked_in_the_office_too(office, rows):
    one = rows.players["Ana Ibáñez"].pk
    assert "is suspended from this game" in post(office, rows, a_substitutes=[one]).content.decode()
    assert not Substitution.objects.exists()
    post(office, rows, a_substitutes=[one], lineup_reason="Nobody else was there")
    assert context_of(Substitution.objects.get())["reason"] == "Nobody else was there"


def test_who_starts_differently_is_said_and_saved(office, rows):
    response = post(office, rows, a_1=rows.players["Ben O'Hara"].pk)
    assert LineupPlace.objects.count() == 1
    assert "starts in the penalty box: 45 seconds of play" in re.sub("&#x27;", "'", response.content.decode())


def test_a_line_up_that_is_not_touched_asks_for_nothing(office, rows):
    post(office, rows, a_1=rows.players["Ana Ibáñez"].pk, lineup_reason="So it was")
    response = post(office, rows, field="Field 2")
    assert rows.games["g2"].__class__.objects.get(pk=rows.games["g2"].pk).field == "Field 2"
    assert "is suspended from this game" not in response.content.decode()


def test_the_sheet_is_one_tap_away_for_the_umpires(office, rows):
    text = office.get(reverse("officials:game", args=[rows.games["g2"].pk])).content.decode()
    assert reverse("officials:sheet", args=[rows.games["g2"].pk]) in text
