"""Cards in the game in which they are shown: offense numbers, time off, and what does not fit."""

from __future__ import annotations

import pytest

from disciplinary.rule33.clauses import Clause, Reading
from tests.rule33.build import Build, cup

FREE = (0, 0, False)
TWO_MINUTES = (120, 120, False)
SENT_OFF = (0, 240, True)

Judged = dict[str, tuple[int, int, int, bool]]


def after(*, carried: bool) -> Build:
    """A game, where wanted begun with the status of one yellow."""
    facts = cup().played("g0", "2026-01-03").played("g1", "2026-01-10")
    return facts.card("c", "g0", "YYY") if carried else facts


def judge(shown: list[str], *, carried: bool) -> tuple[Judged, list[str]]:
    """What single incidents, in the order shown, mean; and the problems."""
    facts = after(carried=carried)
    for number, cards in enumerate(shown, start=1):
        facts.card(f"i{number}", "g1", cards)
    answer = facts.at("2026-01-11")
    judged = {card: found for card, found in answer.offenses().items() if card[0] == "i"}
    return judged, answer.problems()


CASES = [
    pytest.param(["Y"], {"i1.1": (1, *FREE)}, [], id="first yellow"),
    pytest.param(["Y", "Y"], {"i1.1": (1, *FREE), "i2.1": (2, *TWO_MINUTES)}, [], id="second yellow"),
    pytest.param(
        ["Y", "Y", "Y"],
        {"i1.1": (1, *FREE), "i2.1": (2, *TWO_MINUTES), "i3.1": (3, *TWO_MINUTES)},
        [],
        id="third yellow",
    ),
    pytest.param(
        ["Y", "Y", "R"],
        {"i1.1": (1, *FREE), "i2.1": (2, *TWO_MINUTES), "i3.1": (3, *SENT_OFF)},
        [],
        id="third offense a red",
    ),
    pytest.param(
        ["Y", "Y", "Y", "R"],
        {
            "i1.1": (1, *FREE),
            "i2.1": (2, *TWO_MINUTES),
            "i3.1": (3, *TWO_MINUTES),
            "i4.1": (4, *SENT_OFF),
        },
        [],
        id="fourth offense a red",
    ),
    pytest.param(
        ["Y", "Y", "Y", "Y"],
        {
            "i1.1": (1, *FREE),
            "i2.1": (2, *TWO_MINUTES),
            "i3.1": (3, *TWO_MINUTES),
            "i4.1": (4, *TWO_MINUTES),
        },
        ["fourth_offense_must_be_red i4.1"],
        id="fourth offense a yellow",
    ),
    pytest.param(
        ["Y", "Y", "Y", "Y", "Y"],
        {
            "i1.1": (1, *FREE),
            "i2.1": (2, *TWO_MINUTES),
            "i3.1": (3, *TWO_MINUTES),
            "i4.1": (4, *TWO_MINUTES),
            "i5.1": (5, *TWO_MINUTES),
        },
        ["fourth_offense_must_be_red i4.1", "fourth_offense_must_be_red i5.1"],
        id="fifth offense a yellow",
    ),
    pytest.param(["R"], {"i1.1": (1, *SENT_OFF)}, [], id="first offense a red"),
    pytest.param(["Y", "R"], {"i1.1": (1, *FREE), "i2.1": (2, *SENT_OFF)}, [], id="second offense a red"),
    pytest.param(
        ["YY"],
        {"i1.1": (1, *FREE), "i1.2": (2, *TWO_MINUTES)},
        [],
        id="R-1: two at once, the second is an offense of its own",
    ),
    pytest.param(
        ["YYY"],
        {"i1.1": (1, *FREE), "i1.2": (2, *TWO_MINUTES), "i1.3": (3, *TWO_MINUTES)},
        [],
        id="R-1: three at once are four minutes",
    ),
    pytest.param(
        ["Y", "YY"],
        {"i1.1": (1, *FREE), "i2.1": (2, *TWO_MINUTES), "i2.2": (3, *TWO_MINUTES)},
        [],
        id="two at once as a second offense",
    ),
    pytest.param(
        ["Y", "YYY"],
        {
            "i1.1": (1, *FREE),
            "i2.1": (2, *TWO_MINUTES),
            "i2.2": (3, *TWO_MINUTES),
            "i2.3": (4, *TWO_MINUTES),
        },
        ["fourth_offense_must_be_red i2.3"],
        id="three at once as a second offense reach the fourth",
    ),
    pytest.param(
        ["YY", "YY"],
        {
            "i1.1": (1, *FREE),
            "i1.2": (2, *TWO_MINUTES),
            "i2.1": (3, *TWO_MINUTES),
            "i2.2": (4, *TWO_MINUTES),
        },
        ["fourth_offense_must_be_red i2.2"],
        id="two pairs",
    ),
    pytest.param(
        ["YYY", "R"],
        {
            "i1.1": (1, *FREE),
            "i1.2": (2, *TWO_MINUTES),
            "i1.3": (3, *TWO_MINUTES),
            "i2.1": (4, *SENT_OFF),
        },
        [],
        id="three at once, then the red that the fourth must be",
    ),
    pytest.param(
        ["R", "Y"],
        {"i1.1": (1, *SENT_OFF), "i2.1": (2, *TWO_MINUTES)},
        ["card_after_red i2.1"],
        id="a yellow after the red",
    ),
    pytest.param(
        ["R", "YY"],
        {"i1.1": (1, *SENT_OFF), "i2.1": (2, *TWO_MINUTES), "i2.2": (3, *TWO_MINUTES)},
        ["card_after_red i2.1", "card_after_red i2.2"],
        id="every card after the red is a problem",
    ),
    pytest.param(
        ["R", "R"],
        {"i1.1": (1, *SENT_OFF), "i2.1": (2, *SENT_OFF)},
        ["card_after_red i2.1"],
        id="a second red",
    ),
    pytest.param(
        ["Y", "Y", "Y", "R", "Y"],
        {
            "i1.1": (1, *FREE),
            "i2.1": (2, *TWO_MINUTES),
            "i3.1": (3, *TWO_MINUTES),
            "i4.1": (4, *SENT_OFF),
            "i5.1": (5, *TWO_MINUTES),
        },
        ["card_after_red i5.1", "fourth_offense_must_be_red i5.1"],
        id="a fifth offense after the red is both",
    ),
]

CARRIED_CASES = [
    pytest.param(["Y"], {"i1.1": (2, *TWO_MINUTES)}, [], id="carried, first yellow"),
    pytest.param(
        ["Y", "Y"],
        {"i1.1": (2, *TWO_MINUTES), "i2.1": (3, *TWO_MINUTES)},
        [],
        id="carried, second yellow",
    ),
    pytest.param(
        ["Y", "Y", "Y"],
        {"i1.1": (2, *TWO_MINUTES), "i2.1": (3, *TWO_MINUTES), "i3.1": (4, *TWO_MINUTES)},
        ["fourth_offense_must_be_red i3.1"],
        id="carried, third yellow is the fourth offense",
    ),
    pytest.param(
        ["Y", "Y", "R"],
        {"i1.1": (2, *TWO_MINUTES), "i2.1": (3, *TWO_MINUTES), "i3.1": (4, *SENT_OFF)},
        [],
        id="carried, third card the red it must be",
    ),
    pytest.param(
        ["YYY"],
        {"i1.1": (2, *TWO_MINUTES), "i1.2": (3, *TWO_MINUTES), "i1.3": (4, *TWO_MINUTES)},
        ["fourth_offense_must_be_red i1.3"],
        id="carried, three at once are six minutes",
    ),
    pytest.param(["R"], {"i1.1": (2, *SENT_OFF)}, [], id="carried, a red at once"),
]


@pytest.mark.parametrize(("shown", "judged", "problems"), CASES)
def test_offenses_of_a_game(shown: list[str], judged: Judged, problems: list[str]) -> None:
    assert judge(shown, carried=False) == (judged, problems)


@pytest.mark.parametrize(("shown", "judged", "problems"), CARRIED_CASES)
def test_offenses_of_a_game_begun_with_a_carried_yellow(shown: list[str], judged: Judged, problems: list[str]) -> None:
    assert judge(shown, carried=True) == (judged, problems)


def test_the_order_listed_is_the_order_shown() -> None:
    facts = cup().played("g1", "2026-01-10")
    facts.card("late", "g1", "Y", at="2026-01-10 15:30").card("early", "g1", "Y")
    offenses = facts.at("2026-01-11").offenses()
    assert (offenses["late.1"][0], offenses["early.1"][0]) == (1, 2)


def test_offenses_start_anew_in_every_game_and_for_every_player() -> None:
    facts = cup("ana", "ben").played("g1", "2026-01-10").played("g2", "2026-01-11")
    facts.card("a", "g1", "Y").card("b", "g1", "Y", player="ben").card("c", "g2", "Y")
    offenses = facts.at("2026-01-12").offenses()
    assert {card: found[0] for card, found in offenses.items()} == {"a.1": 1, "b.1": 1, "c.1": 1}


def test_a_rescinded_offense_is_not_numbered() -> None:
    facts = cup().played("g1", "2026-01-10")
    facts.card("i1", "g1", "Y", rescinded=True).card("i2", "g1", "Y")
    assert facts.at("2026-01-11").offenses() == {"i2.1": (1, *FREE)}


def test_cards_after_the_game_are_no_offenses_of_it() -> None:
    facts = cup().played("g1", "2026-01-10")
    facts.card("i1", "g1", "Y").card("i2", "g1", "YY", after=True)
    answer = facts.at("2026-01-11")
    assert set(answer.offenses()) == {"i1.1"}
    assert answer.problems() == []


def test_cards_after_the_game_follow_no_red_in_it() -> None:
    facts = cup().played("g1", "2026-01-10")
    facts.card("i1", "g1", "R").card("i2", "g1", "YY", after=True).card("i3", "g1", "R", after=True)
    assert facts.at("2026-01-11").problems() == []


@pytest.mark.parametrize(
    ("cards", "card", "clause"),
    [
        pytest.param(["Y"], "i1.1", Clause.FIRST_OFFENSE, id="first"),
        pytest.param(["Y", "Y"], "i2.1", Clause.SECOND_OFFENSE, id="second"),
        pytest.param(["Y", "Y", "Y"], "i3.1", Clause.THIRD_OFFENSE, id="third"),
        pytest.param(["R"], "i1.1", Clause.RED_CARD, id="red"),
        pytest.param(["YY"], "i1.2", Clause.CARDS_AT_ONCE, id="at once"),
    ],
)
def test_the_clause_of_a_consequence(cards: list[str], card: str, clause: Clause) -> None:
    facts = cup().played("g1", "2026-01-10")
    for number, shown in enumerate(cards, start=1):
        facts.card(f"i{number}", "g1", shown)
    found = facts.at("2026-01-11").consequences()[card]
    assert found.clause is clause
    assert (Reading.R1 in found.readings) == (clause is Clause.CARDS_AT_ONCE)
