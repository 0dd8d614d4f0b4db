"""What a committee is told of a suspension: every coming game, each test with its figures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from disciplinary.rule33.answers import State
from disciplinary.rule33.candidacy import Candidacy, Candidate, candidacies
from disciplinary.rule33.ledger import Season, assess
from disciplinary.rule33.serving import Criterion
from tests.rule33.build import Build, cup, moment, season
from tests.rule33.strategies import PROPERTY, Given, any_seasons

NOW = "2026-01-12"


def red() -> Build:
    """A red in ``g1`` of the 8-goal cup; ``g2``, ``g3`` and ``g4`` to come, a week apart."""
    facts = cup().played("g1", "2026-01-10").card("i1", "g1", "R")
    return facts.game("g2", "2026-01-17").game("g3", "2026-01-24").game("g4", "2026-01-31")


def told(facts: Build, now: str = NOW) -> tuple[Candidacy, ...]:
    """All that is told of ana's suspensions."""
    return candidacies(Season(facts.facts()), "ana", moment(now))


def game(facts: Build, name: str, now: str = NOW) -> Candidate:
    """What is told of one game for her only suspension."""
    (candidacy,) = told(facts, now)
    return next(candidate for candidate in candidacy.candidates if candidate.game == name)


def failed(candidate: Candidate) -> set[str]:
    """The tests a game did not pass."""
    return {str(finding.criterion) for finding in candidate.findings if not finding.passed}


def test_every_coming_game_is_judged_in_order_of_time() -> None:
    (candidacy,) = told(red())
    assert [(c.game, c.eligible, c.serves) for c in candidacy.candidates] == [
        ("g2", True, True),
        ("g3", True, False),
        ("g4", True, False),
    ]


def test_games_that_have_begun_are_no_candidates() -> None:
    assert [candidate.game for candidate in told(red(), "2026-01-17 14:00")[0].candidates] == ["g3", "g4"]


def test_where_he_plays_on_afterwards() -> None:
    facts = red().game("g3", "2026-01-24", status="cancelled")
    assert game(facts, "g2").plays_on == ("g4",)
    assert game(facts, "g4").plays_on == ()


@pytest.mark.parametrize(
    ("bend", "criteria"),
    [
        pytest.param(lambda facts: facts, set(), id="none"),
        pytest.param(lambda facts: facts.game("x", "2026-02-07", status="postponed"), {"status"}, id="postponed"),
        pytest.param(lambda facts: facts.bar("2026-02-07", "2026-02-07"), {"not_barred"}, id="barred"),
        pytest.param(lambda facts: facts.game("x", "2026-02-07", stage="shootout"), {"stage"}, id="shootout"),
        pytest.param(lambda facts: facts.game("x", "2026-02-07", event="lower"), {"handicap"}, id="lower handicap"),
        pytest.param(lambda facts: facts.game("x", "2026-02-07", event="club"), {"kind"}, id="Club Event"),
        pytest.param(lambda facts: facts.game("x", "2026-02-07", event="new"), {"published"}, id="not yet public"),
        pytest.param(
            lambda facts: facts.game("x", "2026-02-07", teams=("green", "pink"), lineups={"green": ["ana"]}),
            {"team"},
            id="for another team",
        ),
    ],
)
def test_each_test_by_itself(bend: Callable[[Build], Build], criteria: set[str]) -> None:
    facts = red().event("lower", goals=7).event("club", kind="club").event("new", published="2026-01-11")
    for event in ("lower", "club", "new"):
        facts.entry("red", "ana", event=event)
    candidate = game(bend(facts.game("x", "2026-02-07")), "x")
    assert failed(candidate) == criteria
    assert candidate.eligible is not bool(criteria)


def test_the_figures_of_a_test() -> None:
    facts = red().event("lower", goals=7).entry("red", "ana", event="lower").game("x", "2026-02-07", event="lower")
    figures = {finding.criterion: (finding.required, finding.found) for finding in game(facts, "x").findings}
    assert figures[Criterion.HANDICAP] == (8, 7)
    assert figures[Criterion.KIND] == ("uspa", "uspa")
    assert figures[Criterion.TEAM] == ("red", "red")
    assert figures[Criterion.LATER] == (moment("2026-01-10 14:00"), moment("2026-02-07 14:00"))


def test_after_a_year_only_approval_and_the_last_day() -> None:
    facts = season().event(ends="2027-12-31").entry("red", "ana").played("g1", "2026-01-10").card("i1", "g1", "R")
    facts.event("club", kind="club", goals=1, published=None).entry("green", "ana", event="club")
    facts.game("x", "2027-02-10", event="club", teams=("green", "pink"))
    facts.game("y", "2027-02-11", event="club", teams=("green", "pink"))
    assert failed(game(facts, "x", "2027-01-20")) == {"approved"}
    assert failed(game(facts, "y", "2027-01-20")) == {"approved", "last_day"}


@pytest.mark.parametrize(
    ("now", "count"), [("2026-06-01", 1), ("2027-01-20", 1), ("2027-02-11", 0)], ids=["waiting", "overdue", "default"]
)
def test_what_is_in_default_is_no_committees_any_more(now: str, count: int) -> None:
    facts = cup().played("g1", "2026-01-10").card("i1", "g1", "R")
    assert len(told(facts, now)) == count


@pytest.mark.parametrize("effect", ["served", "lifted"])
def test_nor_what_is_owed_no_more(effect: str) -> None:
    facts = cup().played("g1", "2026-01-10").played("g2", "2026-01-17").card("i1", "g1", "R")
    facts = facts.serve("i1.1:red_card", "g2") if effect == "served" else facts.rule("i1.1:red_card", "lifted")
    assert told(facts, "2026-01-18") == ()


def test_a_status_is_no_committees() -> None:
    assert told(cup().played("g1", "2026-01-10").game("g2", "2026-01-17").card("i1", "g1", "YYY")) == ()


# ---------------------------------------------------------------- which game to ask about


@pytest.mark.parametrize(
    ("cards", "after", "expected"),
    [
        pytest.param("R", False, ["g2"], id="a full game: the one it is due in"),
        pytest.param("YY", True, [None], id="a partial one needs no committee"),
        pytest.param("YYY", False, [None], id="nor a status"),
    ],
)
def test_the_game_due_for_a_full_game_suspension(cards: str, after: bool, expected: list[str | None]) -> None:
    facts = cup().played("g1", "2026-01-10").game("g2", "2026-01-17").card("i1", "g1", cards, after=after)
    assert [item.ask_for for item in facts.at(NOW).suspensions()] == expected


@pytest.mark.parametrize(("cards", "after"), [("R", False), ("YY", True)], ids=["full", "partial"])
def test_once_overdue_the_first_game_that_only_approval_keeps_from_serving(cards: str, after: bool) -> None:
    facts = season().event(ends="2027-12-31").entry("red", "ana").played("g1", "2026-01-10")
    facts.card("i1", "g1", cards, after=after).bar("2027-01-30", "2027-01-31")
    facts.game("barred", "2027-01-30").game("open", "2027-02-05").game("late", "2027-02-20")
    (found,) = facts.at("2027-01-20").suspensions()
    assert (found.state, found.ask_for) == (State.OVERDUE, "open")


def test_a_partial_one_that_is_overdue_and_approved_is_asked_for_no_other_game() -> None:
    facts = season().event(ends="2027-12-31").entry("red", "ana").played("g1", "2026-01-10")
    facts.card("i1", "g1", "YY", after=True).game("x", "2027-02-01").game("y", "2027-02-05")
    facts.approve("i1.2:two_yellows_after_game", "y", "2027-01-15")
    (found,) = facts.at("2027-01-20").suspensions()
    assert (found.serve_in, found.ask_for) == ("y", "y")


@pytest.mark.parametrize(
    ("status", "now", "expected"),
    [
        pytest.param("scheduled", "2026-01-17 13:59", "g2", id="still ahead"),
        pytest.param("scheduled", "2026-01-17 14:00", None, id="its start has come"),
        pytest.param("in_progress", "2026-01-12", None, id="in progress"),
    ],
)
def test_a_game_that_has_begun_is_not_asked_for(status: str, now: str, expected: str | None) -> None:
    facts = cup().played("g1", "2026-01-10").game("g2", "2026-01-17", status=status).card("i1", "g1", "R")
    (found,) = facts.at(now).suspensions()
    assert (found.serve_in, found.ask_for) == ("g2", expected)


def test_what_was_served_is_asked_for_no_more() -> None:
    facts = cup().played("g1", "2026-01-10").played("g2", "2026-01-17").card("i1", "g1", "R")
    (found,) = facts.serve("i1.1:red_card", "g2").at("2026-01-01").suspensions()
    assert (found.state, found.ask_for) == (State.SERVED, None)


@PROPERTY
@given(any_seasons())
def test_the_committee_is_told_what_the_record_says(given_season: Given) -> None:
    judged = Season(given_season.facts)
    for player, record in assess(judged, given_season.now).items():
        known = {item.key: item for item in record.suspensions}
        for candidacy in candidacies(judged, player, given_season.now):
            assert candidacy.suspension == known[candidacy.suspension.key]
            serving = [candidate for candidate in candidacy.candidates if candidate.serves]
            assert len(serving) <= 1
            for candidate in serving:
                assert candidate.eligible
                assert candidate.game == candidacy.suspension.serve_in
            for candidate in candidacy.candidates:
                assert candidate.eligible == (not failed(candidate))
