"""A card in a few taps: looked at before it is recorded, and recorded once however often it is sent."""

from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connection
from django.test import Client

from disciplinary.models import GameReport, Incident
from disciplinary.rule33.scenario import read_text
from tests.disciplinary.field import Field, hidden, text_of
from tests.disciplinary.rows import Rows
from tests.disciplinary.test_reports import SEASON
from tournaments.models import LineupPlace, Substitution

pytestmark = pytest.mark.django_db


@pytest.fixture
def rows():
    scenario = read_text(SEASON)
    with time_machine.travel(scenario.now, tick=False):
        yield Rows(scenario.facts).save(1)


@pytest.fixture
def field(rows):
    return Field(rows.games["g2"])


@pytest.fixture
def robles(rows):
    return rows.teams["Robles"]


def cards():
    return Incident.objects.filter(game__status="scheduled")


# ------------------------------------------------------------ entering


def test_players_are_offered_by_team_and_position(field, rows, robles):
    field.lineup(robles, {rows.players["Eva"]: "2", rows.players["Cid"]: "1", rows.players["Gus"]: "s"})
    text = text_of(field.get("incident_add"))
    places = [text.index(name) for name in ("Robles 1. Cid", "2. Eva", "Gus", "Pampa Dora")]
    assert places == sorted(places)


def test_what_will_be_recorded_and_what_follows_is_shown_first(field, rows, robles):
    shown, _data = field.review(field.entries(rows.players["Eva"], robles, "R"))
    text = text_of(shown)
    assert "Eva will be suspended from Robles v. Pampa, Sat, Feb. 28, 2026, 2 p.m. EST." in text
    assert "Player Eva Team Robles Cards A red card When During the game Chukker 3 Time of day 2:30 p.m. EST" in text
    assert "A Conduct Violation Complaint will be filed in the name of the COO." in text
    assert not cards()
    assert not GameReport.objects.exists()


def test_one_tap_records_it(field, rows, robles):
    one = field.incident(rows.players["Eva"], robles, "YY", clock="3:25", narrative="Argued on")
    assert (one.player, one.team, one.standing_letters) == (rows.players["Eva"], robles, "YY")
    assert (one.chukker, one.clock, one.narrative) == (3, 205, "Argued on")
    assert (one.at.hour, one.at.minute) == (19, 30)
    assert one.recorded_by == field.user
    assert GameReport.objects.get().begun_by == field.user
    assert "[2 yellow cards] Eva Robles · chukker 3 · Arguing with umpires" in text_of(field.get())


def test_the_umpire_who_enters_it_is_offered(field):
    html = field.get("incident_add").content.decode()
    assert f'<option value="{field.user.umpire.pk}" selected>' in html


def test_what_is_wrong_is_said_on_top_and_at_the_field(field, rows, robles):
    data = field.entries(rows.players["Eva"], robles, "")
    text = text_of(field.post("incident_add", data))
    assert "Please look at this first Cards shown: Choose the cards that were shown." in text
    later = field.entries(rows.players["Eva"], robles, "Y", shown_at="18:00")
    assert "This is in the future." in text_of(field.post("incident_add", later))
    after = field.entries(rows.players["Eva"], robles, "YY", when="after")
    assert "After the game there is no chukker" in text_of(field.post("incident_add", after))


def test_nobody_else_is_carded(field, rows, robles):
    data = field.entries(rows.players["Dora"], robles, "Y")
    assert "Select a valid choice" in text_of(field.post("incident_add", data))


def test_a_misfit_must_be_confirmed(field, rows, robles):
    eva = rows.players["Eva"]
    field.incident(eva, robles, "R")
    shown, data = field.review(field.entries(eva, robles, "Y"))
    assert "Does not fit the rule." in text_of(shown)
    again = field.post("incident_add", data)
    assert "Confirm that the cards were shown like this, or correct them." in text_of(again)
    assert cards().count() == 1
    assert field.post("incident_add", data | {"confirmed": "on"}).status_code == 302
    assert cards().order_by("-pk")[0].confirmed_misfit


def test_something_can_be_changed(field, rows, robles):
    _shown, data = field.review(field.entries(rows.players["Eva"], robles, "Y", narrative="So and so"))
    html = field.post("incident_add", data | {"change": "1"}).content.decode()
    assert "So and so" in html
    assert data["token"] in html
    assert 'value="Y" id="id_shown_0" checked' in html.replace(" required", "")
    assert not cards()


def test_a_card_after_midnight_belongs_to_the_night_of_the_game(rows, robles):
    game = rows.games["g2"]
    # Ten in the evening of the 21st.
    game.starts_at, game.ends_at = game.starts_at.replace(day=22, hour=3), None
    game.save()
    with time_machine.travel("2026-02-22 06:00Z", tick=False):
        one = Field(game).incident(rows.players["Eva"], robles, "Y", shown_at="00:10")
    assert (one.at.day, one.at.hour, one.at.minute) == (22, 5, 10)


# ------------------------------------------------------------ once


def test_sent_twice_it_is_recorded_once(field, rows, robles):
    _shown, data = field.review(field.entries(rows.players["Eva"], robles, "Y"))
    first, second = field.post("incident_add", data), field.post("incident_add", data)
    assert first.status_code == second.status_code == 302
    assert first.url == second.url
    assert cards().count() == 1
    assert "This was sent before: it is recorded once." in text_of(field.get())


def test_a_double_tap_on_the_last_card_before_a_red_one(field, rows, robles):
    """Counted again it would be the fourth offense: the second tap must not ask about that."""
    eva = rows.players["Eva"]
    field.incident(eva, robles, "YY")
    _shown, data = field.review(field.entries(eva, robles, "Y"))
    assert field.post("incident_add", data).url == field.post("incident_add", data).url
    assert cards().count() == 2


def test_two_yellows_in_the_same_minute_are_two(field, rows, robles):
    for _card in range(2):
        field.incident(rows.players["Eva"], robles, "Y", clock="3:25")
    assert cards().count() == 2


def test_back_to_the_form_of_a_recorded_card_asks_whether_it_is_another(field, rows, robles):
    first = field.entries(rows.players["Eva"], robles, "Y")
    _shown, data = field.review(first)
    field.post("incident_add", data)
    shown, other = field.review(first | {"side_player": f"{robles.pk}:{rows.players['Gus'].pk}"})
    assert "A card was already recorded from this form." in text_of(shown)
    assert other["token"] != data["token"]
    assert field.post("incident_add", other).status_code == 302
    assert sorted(cards().values_list("player__name", flat=True)) == ["Eva", "Gus"]


def test_somebody_elses_token_is_refused(field, rows, robles):
    _shown, data = field.review(field.entries(rows.players["Eva"], robles, "Y"))
    field.post("incident_add", data)
    other = Field(field.game)
    assert "This page is no longer good. Open it anew." in text_of(other.post("incident_add", data))
    assert cards().count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_the_same_moment_on_two_connections():
    scenario = read_text(SEASON)
    with time_machine.travel(scenario.now, tick=False):
        rows = Rows(scenario.facts).save(1)
        field = Field(rows.games["g2"])
        for _round in range(3):
            before = Incident.objects.count()
            _shown, data = field.review(field.entries(rows.players["Eva"], rows.teams["Robles"], "Y"))
            data["confirmed"] = "on"
            together, answers = Barrier(2), []

            def tap(data=data, together=together, answers=answers):
                client = Client()
                client.cookies = field.client.cookies
                try:
                    together.wait(10)
                    answers.append(client.post(field.address("incident_add"), data))
                finally:
                    connection.close()

            taps = [Thread(target=tap) for _tap in range(2)]
            for one in taps:
                one.start()
            for one in taps:
                one.join(30)
            assert [answer.status_code for answer in answers] == [302, 302]
            assert len({answer.url for answer in answers}) == 1
            assert Incident.objects.count() == before + 1


# ------------------------------------------------------------ line-ups


def test_a_line_up_in_one_tap_each(field, rows, robles):
    assert field.lineup(robles, {rows.players["Eva"]: "1", rows.players["Cid"]: "2"}).status_code == 302
    assert list(LineupPlace.objects.order_by("position").values_list("player__name", "position")) == [
        ("Eva", 1),
        ("Cid", 2),
    ]
    assert "Line-up of Robles 2 start" in text_of(field.get())


def test_a_substitute_comes_on(field, rows, robles):
    field.lineup(robles, {rows.players["Eva"]: "1"})
    field.lineup(robles, {rows.players["Eva"]: "1", rows.players["Gus"]: "s"})
    assert Substitution.objects.get().player == rows.players["Gus"]
    assert "1 starts, 1 came on" in text_of(field.get())


def test_an_empty_line_up_is_one(field, robles):
    field.lineup(robles, {})
    assert "Line-up of Robles 0 start" in text_of(field.get())


def test_who_may_not_play_is_named_only_with_a_reason(field, rows, robles):
    places = {rows.players["Ana Ibáñez"]: "1"}
    text = text_of(field.lineup(robles, places))
    assert "Ana Ibáñez is suspended from this game. Why? Red card" in text
    assert "Somebody is named who may not play. If this is how it is, say why." in text
    assert not LineupPlace.objects.exists()
    field.lineup(robles, places, reason="He would not leave")
    place = LineupPlace.objects.get()
    assert place.history.latest("pgh_id").pgh_context.metadata["reason"] == "He would not leave"


def test_a_position_is_taken_once(field, rows, robles):
    text = text_of(field.lineup(robles, {rows.players["Eva"]: "1", rows.players["Cid"]: "1"}))
    assert "Position 1 is taken by Cid." in text


def test_somebody_who_is_on_no_roster_is_added_by_number(field, rows, robles):
    dora = rows.players["Dora"]
    assert "There is no player with the member number 99." in text_of(field.lineup(robles, {}, add="1", number="99"))
    shown = field.lineup(robles, {rows.players["Eva"]: "1"}, add="1", number=dora.member_number)
    html = shown.content.decode()
    assert f'name="p{dora.pk}"' in html
    assert f'name="added" value="{dora.member_number}"' in html
    field.lineup(robles, {rows.players["Eva"]: "1", dora: "2"})
    assert LineupPlace.objects.filter(player=dora, lineup__team=robles).exists()


def test_a_line_up_that_was_changed_meanwhile_is_not_overwritten(field, rows, robles):
    stale = field.get("lineup", robles.pk)
    field.lineup(robles, {rows.players["Eva"]: "1"})
    answer = field.post("lineup", hidden(stale) | {f"p{rows.players['Cid'].pk}": "1"}, robles.pk)
    assert "Somebody has changed this line-up since you opened it." in text_of(answer)
    assert LineupPlace.objects.get().player == rows.players["Eva"]


def test_sent_twice_a_line_up_leads_to_the_same_page(field, rows, robles):
    data = hidden(field.get("lineup", robles.pk)) | {f"p{rows.players['Eva'].pk}": "1"}
    first, second = field.post("lineup", data, robles.pk), field.post("lineup", data, robles.pk)
    assert first.status_code == second.status_code == 302


def test_a_team_of_another_game_is_not_found(field, rows):
    assert field.get("lineup", 0).status_code == 404


def test_a_starter_without_a_position_keeps_it_so(field, rows, robles):
    field.lineup(robles, {rows.players["Eva"]: "1"})
    LineupPlace.objects.update(position=None)
    html = field.get("lineup", robles.pk).content.decode()
    assert 'value="x"' in html
    field.lineup(robles, {rows.players["Eva"]: "x", rows.players["Cid"]: "2"})
    assert set(LineupPlace.objects.values_list("player__name", "position")) == {("Eva", None), ("Cid", 2)}
