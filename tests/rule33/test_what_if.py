"""What one more card would change for a player: counts, suspensions, the games they are served in."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from disciplinary.rule33.facts import Facts
from disciplinary.rule33.ledger import Season, assess_player
from disciplinary.rule33.what_if import Difference, what_if
from tests.rule33.build import Build, cup, moment
from tests.rule33.strategies import PROPERTY, Given, any_seasons

NOW = "2026-01-12"


def four_yellows() -> Build:
    """Four yellows of January, ``g1`` played, ``g2`` to come."""
    facts = cup()
    for day in range(1, 5):
        facts.played(f"p{day}", f"2026-01-0{day}").card(f"p{day}", f"p{day}", "Y")
    return facts.played("g1", "2026-01-10").game("g2", "2026-01-17")


def supposed(facts: Build, cards: str) -> Difference:
    """The difference that one incident in ``g1`` makes for ana."""
    without = facts.facts()
    return what_if(without, facts.card("x", "g1", cards).facts(), "x", "ana", moment(NOW))


def test_a_fifth_yellow_would_suspend() -> None:
    difference = supposed(four_yellows(), "Y")
    assert [(str(item.key), item.serve_in) for item in difference.arising] == [("x.1:accumulated_tier", "g2")]
    assert (difference.ending, difference.changing) == ((), ())
    assert {tally.count for tally in difference.tallies} == {5}
    assert [item.offense for item in difference.consequences] == [1]


def test_a_first_yellow_would_only_be_counted() -> None:
    difference = supposed(cup().played("g1", "2026-01-10"), "Y")
    assert (difference.arising, difference.ending, difference.changing, difference.problems) == ((), (), (), ())
    assert {tally.count for tally in difference.tallies} == {1}


def test_a_red_would_end_a_carried_yellow_and_box_time() -> None:
    difference = supposed(cup().played("g1", "2026-01-10").card("i", "g1", "YYY", box=40), "R")
    assert {item.code for item in difference.ending} == {"penalty_box", "carried_yellow"}
    assert [item.code for item in difference.arising] == ["red_card"]


def test_an_earlier_suspension_may_have_to_wait() -> None:
    facts = cup().played("g1", "2026-01-10").game("g2", "2026-01-17").game("g3", "2026-01-24")
    difference = supposed(facts.card("i", "g1", "YY", after=True), "R")
    ((before, after),) = difference.changing
    assert (before.serve_in, after.serve_in) == ("g2", "g3")


def test_a_card_that_moves_the_trigger_of_a_mark_is_a_change_of_it() -> None:
    facts = four_yellows().card("i", "g1", "Y")
    without = facts.facts()
    with_it = facts.played("early", "2026-01-02 18:00").card("x", "early", "Y").facts()
    difference = what_if(without, with_it, "x", "ana", moment(NOW))
    assert (difference.arising, difference.ending) == ((), ())
    ((before, after),) = difference.changing
    assert (str(before.trigger), str(after.trigger)) == ("i.1", "p4.1")


def test_problems_of_the_supposed_card() -> None:
    difference = supposed(cup().played("g1", "2026-01-10").card("i", "g1", "YYY"), "Y")
    assert [problem.at for problem in difference.problems] == ["x.1"]


@PROPERTY
@given(any_seasons())
def test_the_difference_and_the_record_before_make_the_record_after(season: Given) -> None:
    for incident in season.facts.incidents[:3]:
        others = tuple(item for item in season.facts.incidents if item is not incident)
        without: Facts = replace(season.facts, incidents=others)
        found = what_if(without, season.facts, incident.id, incident.player, season.now)
        before = assess_player(Season(without), incident.player, season.now)
        after = assess_player(Season(season.facts), incident.player, season.now)
        assert found.record == after
        assert len(before.suspensions) + len(found.arising) - len(found.ending) == len(after.suspensions)
        if incident.rescinded:
            assert (found.arising, found.ending, found.changing, found.consequences) == ((), (), (), ())
