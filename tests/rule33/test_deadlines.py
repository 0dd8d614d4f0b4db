"""A year to serve, another month with the committee's approval, and then default."""

from __future__ import annotations

from typing import Any

import pytest

from disciplinary.rule33.clauses import Reading
from tests.rule33.build import Build, season

RED = "i1.1:red_card"
HONOLULU = "Pacific/Honolulu"


def long_event(tz: str = "America/New_York", shown: str = "2026-01-10 14:00") -> Build:
    """An event of two years, and ``g1`` in it."""
    facts = season().event(ends="2027-12-31", tz=tz).entry("red", "ana")
    return facts.played("g1", shown)


@pytest.mark.parametrize(
    ("shown", "serve_by", "last_day"),
    [
        ("2026-01-10", "2027-01-10", "2027-02-10"),
        pytest.param("2026-01-31", "2027-01-31", "2027-02-28", id="into February"),
        pytest.param("2027-01-31", "2028-01-31", "2028-02-29", id="into February of a leap year"),
        pytest.param("2028-02-29", "2029-02-28", "2029-03-29", id="from 29 February"),
        pytest.param("2026-12-31", "2027-12-31", "2028-01-31", id="from New Year's Eve"),
        pytest.param("2026-08-31", "2027-08-31", "2027-09-30", id="into September"),
    ],
)
@pytest.mark.parametrize(
    ("cards", "how", "key"),
    [
        pytest.param("R", {}, RED, id="full"),
        pytest.param("YY", {"after": True}, "i1.2:two_yellows_after_game", id="partial"),
        pytest.param("YY", {"box": 10}, "i1.2:penalty_box", id="box"),
    ],
)
def test_both_count_from_the_day_of_issue(
    shown: str, serve_by: str, last_day: str, cards: str, how: dict[str, Any], key: str
) -> None:
    facts = season().event(starts="2026-01-01", ends="2029-12-31").entry("red", "ana")
    facts.played("g1", shown).card("i1", "g1", cards, **how)
    found = facts.at(shown).suspension(key)
    assert (str(found.serve_by), str(found.last_day)) == (serve_by, last_day)


def test_of_an_increase_they_count_from_the_card() -> None:
    facts = long_event().card("i1", "g1", "R", increases=[(1, "2026-06-01")])
    found = facts.at("2026-07-01").suspension("i1.1:increase_1")
    assert (str(found.serve_by), str(found.last_day)) == ("2027-01-10", "2027-02-10")


def test_of_an_after_game_card_they_count_from_its_own_day() -> None:
    facts = long_event().card("i1", "g1", "R", after=True, at="2026-01-15")
    found = facts.at("2026-01-16").suspension("i1.1:red_card_after_game")
    assert (str(found.serve_by), str(found.last_day)) == ("2027-01-15", "2027-02-15")


@pytest.mark.parametrize(
    ("tz", "serve_by"),
    [("America/New_York", "2027-01-10"), (HONOLULU, "2027-01-10"), ("Asia/Tokyo", "2027-01-10")],
)
def test_the_day_of_issue_is_local(tz: str, serve_by: str) -> None:
    found = long_event(tz, "2026-01-10 23:30").card("i1", "g1", "R").at("2026-01-12")
    assert str(found.suspension(RED).serve_by) == serve_by


# ---------------------------------------------------------------- states


@pytest.mark.parametrize(
    ("now", "state"),
    [
        ("2026-01-10 14:00", "waiting"),
        pytest.param("2027-01-10 23:59:59", "waiting", id="the last second of the year"),
        pytest.param("2027-01-11 00:00", "overdue", id="the day after"),
        pytest.param("2027-02-10 23:59:59", "overdue", id="the last second of the last day"),
        pytest.param("2027-02-11 00:00", "in_default", id="the day after the last"),
        pytest.param("2036-01-01", "in_default", id="never cleared by time"),
    ],
)
@pytest.mark.parametrize(
    ("cards", "how"),
    [("R", {}), ("R", {"after": True}), ("YY", {"after": True}), ("YY", {"box": 10})],
    ids=["red", "red after", "two after", "box"],
)
def test_unserved_without_a_game(cards: str, how: dict[str, Any], now: str, state: str) -> None:
    facts = long_event().card("i1", "g1", cards, **how)
    (fate,) = facts.at(now).fates().values()
    assert fate == state


@pytest.mark.parametrize(
    ("tz", "now", "state"),
    [
        # 11 January 05:00 in New York is 10 January 24:00 in Honolulu.
        pytest.param(HONOLULU, "2027-01-11 04:59:59", "waiting", id="still the day in Honolulu"),
        pytest.param(HONOLULU, "2027-01-11 05:00", "overdue", id="the day after in Honolulu"),
        # 10 January 10:00 in New York is midnight in Tokyo.
        pytest.param("Asia/Tokyo", "2027-01-10 09:59:59", "waiting", id="still the day in Tokyo"),
        pytest.param("Asia/Tokyo", "2027-01-10 10:00", "overdue", id="the day after in Tokyo"),
    ],
)
def test_today_is_that_of_the_cards_event(tz: str, now: str, state: str) -> None:
    assert long_event(tz).card("i1", "g1", "R").at(now).fates() == {RED: state}


def test_a_carried_yellow_is_never_overdue() -> None:
    facts = long_event().card("i1", "g1", "YYY")
    assert facts.at("2030-01-01").fates() == {"i1.3:carried_yellow": "waiting"}


@pytest.mark.parametrize(
    ("now", "readings"),
    [
        ("2026-06-01", set()),
        ("2027-01-20", {Reading.R12}),
        ("2027-03-01", {Reading.R13}),
    ],
)
def test_the_readings_behind_the_state(now: str, readings: set[Reading]) -> None:
    found = long_event().card("i1", "g1", "R").at(now).suspension(RED)
    assert set(found.readings) & {Reading.R12, Reading.R13} == readings


# ---------------------------------------------------------------- games around the deadlines


@pytest.mark.parametrize(
    ("game", "fate"),
    [
        pytest.param("2027-01-10 23:00", "due g2", id="on the last day of the year"),
        pytest.param("2027-01-11 00:30", "waiting", id="the day after"),
    ],
)
def test_without_approval_a_game_of_the_year(game: str, fate: str) -> None:
    facts = long_event().game("g2", game).card("i1", "g1", "R")
    assert facts.at("2026-12-01").fates() == {RED: fate}


@pytest.mark.parametrize(
    ("game", "fate"),
    [
        pytest.param("2027-01-11 00:30", "overdue g2", id="after the year"),
        pytest.param("2027-02-10 23:00", "overdue g2", id="on the last day"),
        pytest.param("2027-02-11 00:30", "overdue", id="the day after the last"),
    ],
)
def test_with_approval_a_game_of_the_last_month(game: str, fate: str) -> None:
    facts = long_event().game("g2", game).card("i1", "g1", "R").approve(RED, "g2", "2026-12-01")
    answer = facts.at("2027-01-20")
    assert answer.fates() == {RED: fate}
    assert answer.suspension(RED).approved is fate.endswith("g2")


def test_before_the_year_is_over_a_game_after_it_is_known_if_approved() -> None:
    facts = long_event().game("g2", "2027-01-20").card("i1", "g1", "R")
    assert facts.at("2026-12-01").fates() == {RED: "waiting"}
    facts.approve(RED, "g2", "2026-11-01")
    assert facts.at("2026-12-01").fates() == {RED: "due g2"}


@pytest.mark.parametrize(
    ("tz", "start", "fate"),
    [
        # 10 January 23:00 in Honolulu is the 11th in New York, and counts in its own event's zone.
        pytest.param(HONOLULU, "2027-01-10 23:00", "due h", id="still the day there"),
        pytest.param(HONOLULU, "2027-01-11 00:30", "waiting", id="the day after there"),
        # 11 January 01:00 in Tokyo is still the 10th in New York.
        pytest.param("Asia/Tokyo", "2027-01-11 01:00", "waiting", id="the day after in Tokyo"),
        pytest.param("Asia/Tokyo", "2027-01-10 23:00", "due h", id="the day in Tokyo"),
    ],
)
def test_the_day_of_a_game_is_that_of_its_own_event(tz: str, start: str, fate: str) -> None:
    facts = long_event().event("h", ends="2027-12-31", tz=tz).entry("red", "ana", event="h")
    facts.game("h", start, event="h").card("i1", "g1", "R")
    assert facts.at("2026-12-01").fates() == {RED: fate}


OVERDUE = "2027-01-20"


def overdue(cards: str = "R", **how: Any) -> Build:
    """A suspension past its year, and ``club``: a lower Club Event of another team, published only
    after the card."""
    facts = season().event(goals=12).entry("red", "ana").played("g1", "2026-01-10")
    facts.event("club", kind="club", goals=4, published="2026-12-20", ends="2027-12-31")
    facts.entry("green", "ana", event="club")
    return facts.card("i1", "g1", cards, **how)


def club_game(facts: Build, at: str = "2027-02-01", **game: Any) -> Build:
    return facts.game("c", at, event="club", teams=("green", "pink"), **game)


def test_scope_and_table_no_longer_bind() -> None:
    facts = club_game(overdue(), stage="shootout").approve(RED, "c", "2027-01-15")
    answer = facts.at(OVERDUE)
    assert answer.fates() == {RED: "overdue c"}
    assert answer.day("c") == "suspended approved"


def test_without_approval_nothing_serves_and_he_plays() -> None:
    answer = club_game(overdue()).at(OVERDUE)
    assert answer.fates() == {RED: "overdue"}
    assert answer.day("c") == "clear"


def test_a_game_he_does_not_belong_to_may_be_approved() -> None:
    facts = overdue()
    facts.game("c", "2027-02-01", event="club", teams=("pink", "gray"))
    answer = facts.approve(RED, "c", "2027-01-15").at(OVERDUE)
    assert answer.fates() == {RED: "overdue c"}
    assert answer.day("c") == "suspended approved"


@pytest.mark.parametrize(
    ("status", "fate"),
    [
        ("played", "served c"),
        ("scheduled", "overdue c"),
        ("cancelled", "overdue"),
        ("postponed", "overdue"),
        ("forfeited", "overdue"),
        ("abandoned", "overdue"),
    ],
)
def test_the_status_still_binds(status: str, fate: str) -> None:
    facts = club_game(overdue(), status=status).serve(RED, "c", "2027-01-15")
    assert facts.at("2027-02-05").fates() == {RED: fate}


def test_a_bar_still_binds() -> None:
    facts = club_game(overdue()).approve(RED, "c", "2027-01-15").bar("2027-02-01", "2027-02-01")
    assert facts.at(OVERDUE).fates() == {RED: "overdue"}


def test_attendance_still_binds() -> None:
    facts = club_game(overdue(), status="played").approve(RED, "c", "2027-01-15")
    assert facts.attend(RED, "c", after=False).at("2027-02-05").fates() == {RED: "overdue"}


TWO = "i1.2:two_yellows_after_game"


@pytest.mark.parametrize(
    ("game", "approved", "fate"),
    [
        pytest.param({}, True, "served c", id="starts, approved"),
        pytest.param({}, False, "overdue", id="starts, not approved"),
        pytest.param({"lineups": {"green": []}}, True, "overdue", id="approved, does not start"),
        pytest.param(
            {"lineups": {"green": []}, "subs": {"green": ["ana"]}},
            True,
            "overdue",
            id="approved, comes on",
        ),
    ],
)
def test_a_partial_one_needs_the_approval_and_his_start(game: dict[str, Any], approved: bool, fate: str) -> None:
    facts = club_game(overdue("YY", after=True), status="played", **game)
    if approved:
        facts.approve(TWO, "c", "2027-01-15")
    assert facts.at("2027-02-05").fates() == {TWO: fate}


# ---------------------------------------------------------------- in default


def test_in_default_it_takes_no_game_still_to_be_played() -> None:
    # g2 of the last day was never marked; after it the suspension is in default, and he is clear.
    facts = long_event().game("g2", "2027-02-10").card("i1", "g1", "R")
    facts.approve(RED, "g2", "2027-01-15")
    assert facts.at("2027-02-10").fates() == {RED: "overdue g2"}
    answer = facts.at("2027-02-11")
    assert answer.fates() == {RED: "in_default"}
    assert answer.day("g2") == "clear"


def test_in_default_a_game_of_the_year_never_marked_is_not_taken_either() -> None:
    facts = long_event().game("g2", "2026-06-01").card("i1", "g1", "R")
    assert facts.at("2027-02-10").fates() == {RED: "overdue g2"}
    answer = facts.at("2027-02-11")
    assert answer.fates() == {RED: "in_default"}
    assert answer.day("g2") == "clear"


def test_a_game_played_in_time_still_serves_when_it_is_marked_later() -> None:
    facts = long_event().played("g2", "2027-02-10", lineups={"red": []}).card("i1", "g1", "R")
    facts.serve(RED, "g2", "2027-01-15")
    assert facts.at("2027-06-01").fates() == {RED: "served g2"}


def test_what_is_in_default_leaves_its_game_to_another() -> None:
    facts = long_event().played("g2", "2026-03-01", lineups={"red": ["x"]})
    facts.card("i1", "g1", "R").card("i2", "g2", "R", after=True)
    facts.game("g3", "2026-04-01")
    # On 11 February 2027 the first is in default, the second, of 1 March 2026, is not.
    assert facts.at("2027-02-10").fates()[RED] == "overdue"
    assert facts.at("2027-02-11").fates() == {
        RED: "in_default",
        "i2.1:red_card_after_game": "due g3",
    }
