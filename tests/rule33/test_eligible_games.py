"""Which games are eligible: every cell of the table, for every kind of suspension.

The base: ``cup`` of 12 goals, a USPA Event through the year, so that what arises in it stays with
``red``; the only game to come is one of the event ``other``, in which ``red`` with ``ana`` is
entered as well. What hangs on the game is either due in it, or waits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.rule33.build import Build, season

CARD_SHOWN = "2026-01-10 14:00:00"
A_SECOND_LATER = "2026-01-10 14:00:01"
NOW = "2026-01-12"


def base(*, kind: str = "uspa", other: dict[str, Any] | None = None, **game: Any) -> Build:
    """The cup with ``g1``, and ``other`` with the game ``x``."""
    facts = season().event(goals=12, kind=kind).entry("red", "ana")
    facts.event("other", **{"goals": 12, **(other or {})}).entry("red", "ana", event="other")
    facts.played("g1", CARD_SHOWN)
    return facts.game("x", **{"at": "2026-01-17", "event": "other", **game})


def yellows_before(facts: Build, number: int) -> Build:
    """Single yellows in earlier games of the cup."""
    for day in range(1, number + 1):
        facts.played(f"p{day}", f"2026-01-{day:02}").card(f"p{day}", f"p{day}", "Y")
    return facts


def red(facts: Build) -> str:
    facts.card("i1", "g1", "R")
    return "i1.1:red_card"


def red_after(facts: Build) -> str:
    facts.card("i1", "g1", "R", after=True)
    return "i1.1:red_card_after_game"


def three_after(facts: Build) -> str:
    facts.card("i1", "g1", "YYY", after=True)
    return "i1.3:three_yellows_after_game"


def two_after(facts: Build) -> str:
    facts.card("i1", "g1", "YY", after=True)
    return "i1.2:two_yellows_after_game"


def box(facts: Build) -> str:
    facts.card("i1", "g1", "YY", box=30)
    return "i1.2:penalty_box"


def carried(facts: Build) -> str:
    facts.card("i1", "g1", "YYY")
    return "i1.3:carried_yellow"


def increase(facts: Build) -> str:
    # The red itself is lifted, so that the increase is next.
    facts.card("i1", "g1", "R", increases=[(1, None)]).rule("i1.1:red_card", "lifted")
    return "i1.1:increase_1"


def tier_mark(facts: Build) -> str:
    yellows_before(facts, 4).card("i1", "g1", "Y")
    return "i1.1:accumulated_tier"


def all_tiers_mark(facts: Build) -> str:
    # Eight of this tier reach 5 and 8 of it as well; those are lifted, so that this one is alone.
    yellows_before(facts, 7).card("i1", "g1", "Y")
    facts.rule("p5.1:accumulated_tier", "lifted").rule("i1.1:accumulated_tier", "lifted")
    return "i1.1:accumulated_all_tiers"


Given = Callable[[Build], str]

FULL: list[Given] = [red, red_after, increase]
PARTIAL: list[Given] = [three_after, two_after, box]
STATUS: list[Given] = [carried]
MARKS: list[Given] = [tier_mark, all_tiers_mark]
OF_CARDS = FULL + PARTIAL + STATUS
ALL = OF_CARDS + MARKS


def each(kinds: list[Given]) -> pytest.MarkDecorator:
    """The test once for each kind of suspension."""
    return pytest.mark.parametrize("given", kinds, ids=lambda given: given.__name__)


def due(facts: Build, given: Given, *, any_team: bool = False) -> bool:
    """Whether the suspension is due in ``x``; otherwise it must wait."""
    suspension = given(facts)
    if any_team:
        facts.rule(suspension, "any_team")
    answer = facts.at(NOW)
    assert answer.team(suspension) == ("any" if any_team else "red")
    fate = answer.fate(suspension)
    assert fate in ("due x", "waiting")
    return fate == "due x"


# ---------------------------------------------------------------- for all kinds


@each(ALL)
@pytest.mark.parametrize(
    ("at", "expected"),
    [
        pytest.param("2026-01-10 13:59", False, id="before"),
        pytest.param(CARD_SHOWN, False, id="at the same moment"),
        pytest.param(A_SECOND_LATER, True, id="a second later"),
    ],
)
def test_later_than_the_game_of_the_card(given: Given, at: str, expected: bool) -> None:
    assert due(base(at=at), given) is expected


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        pytest.param("2026-01-17 13:59:59", True, id="a second before it starts"),
        pytest.param("2026-01-17 14:00", False, id="as it starts"),
    ],
)
def test_later_than_a_card_shown_long_after_its_game(shown: str, expected: bool) -> None:
    facts = base().card("i1", "g1", "R", after=True, at=shown)
    fate = facts.at(NOW).fate("i1.1:red_card_after_game")
    assert fate == ("due x" if expected else "waiting")


@pytest.mark.parametrize("at", ["2026-01-10 13:45", CARD_SHOWN])
def test_a_card_dated_before_its_game_serves_no_earlier(at: str) -> None:
    facts = base(at=at).card("i1", "g1", "R", at="2026-01-10 13:30")
    assert facts.at(NOW).fates() == {"i1.1:red_card": "waiting"}


@each(ALL)
@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("scheduled", True),
        ("in_progress", True),
        ("cancelled", False),
        ("forfeited", False),
        ("postponed", False),
    ],
)
def test_status(given: Given, status: str, expected: bool) -> None:
    assert due(base(status=status), given) is expected


@each(ALL)
@pytest.mark.parametrize(
    ("bar", "expected"),
    [
        pytest.param(("2026-01-10", "2026-01-16"), True, id="until the day before"),
        pytest.param(("2026-01-10", "2026-01-17"), False, id="until that day"),
        pytest.param(("2026-01-17", "2026-02-01"), False, id="from that day"),
        pytest.param(("2026-01-18", None), True, id="from the day after"),
        pytest.param(("2026-01-12", None), False, id="open"),
    ],
)
def test_not_barred_on_its_day(given: Given, bar: tuple[str, str | None], expected: bool) -> None:
    assert due(base().bar(*bar), given) is expected


@each(ALL)
def test_a_team_within_scope(given: Given) -> None:
    facts = base(teams=("green", "blue"))
    facts.entries.pop()
    facts.entry("green", "ana", event="other")
    assert due(facts, given) is False


@each(ALL)
def test_any_team_within_scope(given: Given) -> None:
    facts = base(teams=("green", "blue"))
    facts.entries.pop()
    facts.entry("green", "ana", event="other")
    assert due(facts, given, any_team=True) is True


@each(FULL + MARKS)
def test_a_game_of_the_team_without_him(given: Given) -> None:
    facts = base()
    facts.entries.pop()
    facts.entry("red", "ben", event="other")
    assert due(facts, given) is False


@each(FULL + MARKS)
@pytest.mark.parametrize(
    ("teams", "any_team", "expected"),
    [
        pytest.param(("red", "blue"), False, True, id="his team plays"),
        pytest.param(("green", "blue"), False, False, id="his team does not play"),
        pytest.param(("green", "blue"), True, True, id="any team"),
    ],
)
def test_approved_for_him_though_he_does_not_belong(
    given: Given, teams: tuple[str, str], any_team: bool, expected: bool
) -> None:
    facts = base(teams=teams)
    facts.entries.pop()
    facts.entry("red", "ben", event="other")
    suspension = given(facts)
    facts.approve(suspension, "x", "2026-01-11")
    if any_team:
        facts.rule(suspension, "any_team")
    answer = facts.at(NOW)
    assert answer.fate(suspension) == ("due x" if expected else "waiting")
    if expected:
        found = answer.appearance("x")
        assert found is not None
        assert (found.team, answer.day("x").split(" alone")[0]) == (None, "suspended approved")


def test_approval_does_not_make_other_tests_pass() -> None:
    facts = base(other={"goals": 11})
    suspension = red(facts)
    assert facts.approve(suspension, "x", "2026-01-11").at(NOW).fate(suspension) == "waiting"


# ---------------------------------------------------------------- handicap and tier


@each(OF_CARDS)
@pytest.mark.parametrize(("goals", "expected"), [(11, False), (12, True), (13, True), (22, True)])
@pytest.mark.parametrize("any_team", [False, True], ids=["same team", "any team"])
def test_equal_or_higher_handicap(given: Given, goals: int, expected: bool, any_team: bool) -> None:
    assert due(base(other={"goals": goals}), given, any_team=any_team) is expected


@each(OF_CARDS)
def test_a_gauntlet_event_of_equal_handicap(given: Given) -> None:
    assert due(base(other={"gauntlet": True}), given) is True


@pytest.mark.parametrize(
    ("goals", "gauntlet", "same_team", "any_team"),
    [
        pytest.param(8, False, False, False, id="tier below"),
        pytest.param(9, False, True, False, id="tier, lower handicap"),
        pytest.param(11, False, True, False, id="tier, a goal lower"),
        pytest.param(12, False, True, True, id="tier, equal handicap"),
        pytest.param(15, False, True, True, id="tier, higher handicap"),
        pytest.param(16, False, False, False, id="tier above"),
        pytest.param(12, True, False, False, id="the Gauntlet"),
    ],
)
def test_a_tier_mark(goals: int, gauntlet: bool, same_team: bool, any_team: bool) -> None:
    other = {"goals": goals, "gauntlet": gauntlet}
    assert due(base(other=other), tier_mark) is same_team
    assert due(base(other=other), tier_mark, any_team=True) is any_team


@pytest.mark.parametrize(
    ("goals", "gauntlet", "same_team", "any_team"),
    [
        pytest.param(4, False, True, False, id="lower tier"),
        pytest.param(11, False, True, False, id="a goal lower"),
        pytest.param(12, False, True, True, id="equal handicap"),
        pytest.param(16, False, True, True, id="tier above"),
        pytest.param(12, True, True, True, id="the Gauntlet"),
    ],
)
def test_an_all_tiers_mark(goals: int, gauntlet: bool, same_team: bool, any_team: bool) -> None:
    other = {"goals": goals, "gauntlet": gauntlet}
    assert due(base(other=other), all_tiers_mark) is same_team
    assert due(base(other=other), all_tiers_mark, any_team=True) is any_team


# ---------------------------------------------------------------- Club and USPA


@each(OF_CARDS)
@pytest.mark.parametrize(
    ("card", "game", "expected"),
    [
        ("uspa", "uspa", True),
        ("uspa", "club", False),
        ("club", "uspa", True),
        ("club", "club", True),
    ],
)
@pytest.mark.parametrize("any_team", [False, True], ids=["same team", "any team"])
def test_club_and_uspa_events(given: Given, card: str, game: str, expected: bool, any_team: bool) -> None:
    assert due(base(kind=card, other={"kind": game}), given, any_team=any_team) is expected


@each(MARKS)
@pytest.mark.parametrize(
    ("card", "game", "same_team", "any_team"),
    [
        ("uspa", "uspa", True, True),
        ("uspa", "club", True, False),
        ("club", "uspa", True, True),
        ("club", "club", True, True),
    ],
)
def test_club_and_uspa_events_bind_a_mark_for_any_team_only(
    given: Given, card: str, game: str, same_team: bool, any_team: bool
) -> None:
    assert due(base(kind=card, other={"kind": game}), given) is same_team
    assert due(base(kind=card, other={"kind": game}), given, any_team=True) is any_team


# ---------------------------------------------------------------- stage

STAGES = [
    ("regular", True),
    ("semifinal", True),
    ("final", True),
    ("consolation", False),
    ("subsidiary_first_round", False),
    ("shootout", False),
]


@each(OF_CARDS)
@pytest.mark.parametrize(("stage", "expected"), STAGES)
def test_stage(given: Given, stage: str, expected: bool) -> None:
    assert due(base(stage=stage), given) is expected


@each(MARKS)
@pytest.mark.parametrize("stage", [stage for stage, _ in STAGES])
@pytest.mark.parametrize("any_team", [False, True], ids=["same team", "any team"])
def test_a_mark_is_served_at_any_stage(given: Given, stage: str, any_team: bool) -> None:
    assert due(base(stage=stage), given, any_team=any_team) is True


# ---------------------------------------------------------------- public schedule


@each(FULL + MARKS)
@pytest.mark.parametrize(
    ("published", "expected"),
    [
        pytest.param("2025-06-01", True, id="long before"),
        pytest.param(CARD_SHOWN, True, id="exactly at the card"),
        pytest.param(A_SECOND_LATER, False, id="a second later"),
        pytest.param(None, False, id="never"),
    ],
)
@pytest.mark.parametrize("any_team", [False, True], ids=["same team", "any team"])
def test_full_games_need_a_published_event(given: Given, published: str | None, expected: bool, any_team: bool) -> None:
    assert due(base(other={"published": published}), given, any_team=any_team) is expected


@each(PARTIAL + STATUS)
@pytest.mark.parametrize("published", [A_SECOND_LATER, None], ids=["a second later", "never"])
def test_partial_ones_and_a_status_do_not(given: Given, published: str | None) -> None:
    assert due(base(other={"published": published}), given) is True


def test_an_increase_needs_it_by_the_card_not_by_its_own_date() -> None:
    facts = base(other={"published": "2026-01-11"})
    facts.card("i1", "g1", "R", increases=[(1, "2026-01-12")]).rule("i1.1:red_card", "lifted")
    assert facts.at("2026-01-13").fate("i1.1:increase_1") == "waiting"


# ---------------------------------------------------------------- the first of several


def test_the_first_eligible_game_in_order_of_time() -> None:
    facts = base(other={"goals": 6}).event("third", goals=14, tz="America/Los_Angeles")
    facts.entry("red", "ana", event="third").game("z", "2026-01-18 09:00", event="third")
    # 12:00 in New York is as late as 09:00 in Los Angeles; 11:59 is earlier.
    facts.game("y", "2026-01-18 11:59")
    assert facts.card("i1", "g1", "R").at(NOW).fates() == {"i1.1:red_card": "due y"}
