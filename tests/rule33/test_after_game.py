"""Cards shown after a game, and their independence of those shown in it."""

from __future__ import annotations

import pytest

from disciplinary.rule33.clauses import Clause, Reading
from tests.rule33.build import Build, cup


def games() -> Build:
    """One game played and three to come."""
    return cup().played("g1", "2026-01-10").game("g2", "2026-01-17").game("g3", "2026-01-24").game("g4", "2026-01-31")


@pytest.mark.parametrize(
    ("cards", "kind", "full", "seconds", "alone", "day"),
    [
        pytest.param(
            "YY",
            "i1.2:two_yellows_after_game",
            False,
            120,
            120,
            "clear sits 120 alone 120",
            id="two yellows: the first two minutes",
        ),
        pytest.param(
            "YYY",
            "i1.3:three_yellows_after_game",
            False,
            240,
            240,
            "clear sits 240 alone 240",
            id="three yellows: the first four minutes",
        ),
        pytest.param(
            "R",
            "i1.1:red_card_after_game",
            True,
            0,
            240,
            "suspended alone 240",
            id="red: the whole game, four minutes without a substitute",
        ),
    ],
)
def test_an_award_after_the_game(cards: str, kind: str, full: bool, seconds: int, alone: int, day: str) -> None:
    answer = games().card("i1", "g1", cards, after=True).at("2026-01-12")
    assert answer.fates() == {kind: "due g2"}
    found = answer.suspension(kind)
    assert (found.full_game, found.seconds, found.no_substitute) == (full, seconds, alone)
    assert found.clause is Clause.AFTER_THE_GAME
    assert [str(card) for card in found.cards] == [f"i1.{number}" for number in range(1, len(cards) + 1)]
    assert answer.day("g2") == day
    assert answer.problems() == []


def test_a_single_yellow_after_the_game_is_counted_and_is_a_problem() -> None:
    answer = games().card("i1", "g1", "Y", after=True).at("2026-01-12")
    assert answer.fates() == {}
    assert answer.problems() == ["single_yellow_after_game i1"]
    assert answer.counts()["two_month 2026/1 low"] == 1


def test_two_single_yellows_after_the_game_are_not_one_award_of_two() -> None:
    facts = games().card("i1", "g1", "Y", after=True).card("i2", "g1", "Y", after=True)
    answer = facts.at("2026-01-12")
    assert answer.fates() == {}
    assert answer.problems() == ["single_yellow_after_game i1", "single_yellow_after_game i2"]


@pytest.mark.parametrize(
    ("during", "after"),
    [
        pytest.param(["Y"], "YY", id="one in the game, two after it"),
        pytest.param(["Y", "Y"], "YY", id="two in the game, two after it"),
        pytest.param([], "YYY", id="three after it"),
    ],
)
def test_after_game_yellows_are_not_added_to_those_of_the_game(during: list[str], after: str) -> None:
    facts = games()
    for number, cards in enumerate(during, start=1):
        facts.card(f"i{number}", "g1", cards)
    answer = facts.card("x", "g1", after, after=True).at("2026-01-12")
    assert [item.code for item in answer.suspensions()] == [
        "two_yellows_after_game" if after == "YY" else "three_yellows_after_game"
    ]


def test_several_awards_are_suspensions_of_their_own_in_sequence() -> None:
    facts = games().card("i1", "g1", "YY", after=True)
    facts.card("i2", "g1", "YY", after=True).card("i3", "g1", "R", after=True)
    answer = facts.at("2026-01-12")
    assert answer.fates() == {
        "i1.2:two_yellows_after_game": "due g3",
        "i2.2:two_yellows_after_game": "due g4",
        "i3.1:red_card_after_game": "due g2",
    }
    assert all(Reading.R20 in item.readings for item in answer.suspensions())


def test_two_reds_after_the_game_are_two_games() -> None:
    facts = games().card("i1", "g1", "R", after=True).card("i2", "g1", "R", after=True)
    assert facts.at("2026-01-12").fates() == {
        "i1.1:red_card_after_game": "due g2",
        "i2.1:red_card_after_game": "due g3",
    }


def test_a_red_in_the_game_and_a_red_after_it_are_two_the_severer_first() -> None:
    facts = games().card("i1", "g1", "R").card("i2", "g1", "R", after=True)
    assert facts.at("2026-01-12").fates() == {
        "i1.1:red_card": "due g3",
        "i2.1:red_card_after_game": "due g2",
    }


@pytest.mark.parametrize(
    ("shown", "fate"),
    [
        pytest.param("2026-01-17 13:59", "due g2", id="before the next game starts"),
        pytest.param("2026-01-17 14:00", "due g3", id="as the next game starts"),
        pytest.param("2026-01-17 14:01", "due g3", id="after the next game has started"),
    ],
)
@pytest.mark.parametrize(("cards", "kind"), [("R", "i1.1:red_card_after_game"), ("YY", "i1.2:two_yellows_after_game")])
def test_games_serve_that_start_after_the_card(shown: str, fate: str, cards: str, kind: str) -> None:
    answer = games().card("i1", "g1", cards, after=True, at=shown).at("2026-01-18")
    assert answer.fates() == {kind: fate}
