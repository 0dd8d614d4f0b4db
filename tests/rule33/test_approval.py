"""Pre-approval by the ad-hoc committee, attendance, and what an approval of a later game does."""

from __future__ import annotations

import pytest

from tests.rule33.build import Build, cup

RED = "i1.1:red_card"
NOW = "2026-01-13"


def red(**status: str) -> Build:
    """A red in ``g1`` on the 10th; ``g2`` on the 17th, ``g3`` on the 24th, ``g4`` on the 31st, all
    to come unless another status is given."""
    facts = cup().played("g1", "2026-01-10").card("i1", "g1", "R")
    for number, day in ((2, "2026-01-17"), (3, "2026-01-24"), (4, "2026-01-31")):
        facts.game(f"g{number}", day, status=status.get(f"g{number}", "scheduled"))
    return facts


# ---------------------------------------------------------------- what serving needs


def test_played_approved_attended_and_no_part_taken_is_served() -> None:
    answer = red(g2="played").serve(RED, "g2", "2026-01-16").at("2026-01-18")
    assert answer.fates() == {RED: "served g2"}
    assert answer.suspension(RED).approved
    assert answer.day("g2") == "suspended approved"


@pytest.mark.parametrize(
    ("votes", "approved"),
    [
        pytest.param(
            {
                "umpires_llc": "2026-01-12",
                "executive_committee": "2026-01-14",
                "host_committee": "2026-01-17 13:59:59",
            },
            True,
            id="the last a second before the start",
        ),
        pytest.param(
            {
                "umpires_llc": "2026-01-12",
                "executive_committee": "2026-01-14",
                "host_committee": "2026-01-17 14:00",
            },
            False,
            id="the last as it starts",
        ),
        pytest.param(
            {
                "umpires_llc": "2026-01-12",
                "executive_committee": "2026-01-19",
                "host_committee": "2026-01-12",
            },
            False,
            id="one after the game",
        ),
        pytest.param(
            {"umpires_llc": "2026-01-12", "executive_committee": "2026-01-12"},
            False,
            id="no host committee",
        ),
        pytest.param(
            {"umpires_llc": "2026-01-12", "host_committee": "2026-01-12"},
            False,
            id="no Executive Committee",
        ),
        pytest.param(
            {"executive_committee": "2026-01-12", "host_committee": "2026-01-12"},
            False,
            id="no USPA Umpires LLC",
        ),
        pytest.param({}, False, id="nobody"),
    ],
)
def test_all_three_seats_before_the_game_starts(votes: dict[str, str], approved: bool) -> None:
    facts = red(g2="played").attend(RED, "g2").approve(RED, "g2", seats=votes)
    answer = facts.at("2026-01-18")
    assert answer.fates() == {RED: "served g2" if approved else "due g3"}
    assert answer.day("g2") == ("suspended approved" if approved else "suspended")


def test_seats_of_several_records_are_not_pooled() -> None:
    facts = red(g2="played").attend(RED, "g2")
    facts.approve(RED, "g2", seats={"umpires_llc": "2026-01-12", "executive_committee": "2026-01-12"})
    facts.approve(RED, "g2", seats={"host_committee": "2026-01-12"})
    assert facts.at("2026-01-18").fates() == {RED: "due g3"}


def test_several_records_are_alternatives() -> None:
    facts = red(g2="played").attend(RED, "g2")
    facts.approve(RED, "g2", "2026-01-19").approve(RED, "g2", "2026-01-12")
    assert facts.at("2026-01-18").fates() == {RED: "served g2"}


@pytest.mark.parametrize(
    ("before", "after", "fate"),
    [
        (True, True, "served g2"),
        (True, False, "due g3"),
        (False, True, "due g3"),
        (False, False, "due g3"),
    ],
)
def test_reports_before_and_after(before: bool, after: bool, fate: str) -> None:
    facts = red(g2="played").approve(RED, "g2", "2026-01-12")
    facts.attend(RED, "g2", before=before, after=after)
    assert facts.at("2026-01-18").fates() == {RED: fate}


def test_two_reports_recorded_apart_are_both_given() -> None:
    facts = red(g2="played").approve(RED, "g2", "2026-01-12")
    facts.attend(RED, "g2", after=False).attend(RED, "g2", before=False)
    assert facts.at("2026-01-18").fates() == {RED: "served g2"}


def test_reports_in_two_games_are_not_put_together() -> None:
    facts = red(g2="played", g3="played")
    facts.approve(RED, "g2", "2026-01-12").approve(RED, "g3", "2026-01-12")
    facts.attend(RED, "g2", after=False).attend(RED, "g3", before=False)
    assert facts.at("2026-01-26").fates() == {RED: "due g4"}


def test_no_reports_at_all() -> None:
    facts = red(g2="played").approve(RED, "g2", "2026-01-12")
    assert facts.at("2026-01-18").fates() == {RED: "due g3"}


@pytest.mark.parametrize(
    ("status", "fate"),
    [
        ("played", "served g2"),
        ("scheduled", "due g2"),
        ("in_progress", "due g2"),
        ("abandoned", "due g3"),
        ("cancelled", "due g3"),
        ("postponed", "due g3"),
        ("forfeited", "due g3"),
    ],
)
def test_the_games_status(status: str, fate: str) -> None:
    answer = red(g2=status).serve(RED, "g2", "2026-01-12").at("2026-01-18")
    assert answer.fates() == {RED: fate}


def test_another_suspensions_approval_and_reports_are_not_its_own() -> None:
    facts = red(g2="played").serve("i1.1:increase_1", "g2", "2026-01-12")
    assert facts.at("2026-01-18").fates() == {RED: "due g3"}


def test_he_is_suspended_from_the_first_eligible_game_even_without_approval() -> None:
    answer = red().at(NOW)
    assert answer.fates() == {RED: "due g2"}
    assert (answer.day("g2"), answer.day("g3")) == ("suspended", "clear")
    assert not answer.suspension(RED).approved


def test_unserved_it_waits_for_the_next_and_he_is_suspended_from_that_too() -> None:
    answer = red(g2="played").at("2026-01-18")
    assert answer.fates() == {RED: "due g3"}
    assert (answer.day("g2"), answer.day("g3"), answer.day("g4")) == (
        "suspended",
        "suspended",
        "clear",
    )
