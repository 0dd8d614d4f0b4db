"""Whose team a player belongs to in a game, whether he starts, comes on or stays away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rule33.build import Build, cup, season

NOW = "2026-01-20"
BOX = "i1.2:penalty_box"
CARRIED = "c.3:carried_yellow"


def boxed(**game: Any) -> Build:
    """Ana has a carried yellow from ``g0``, and did not play in ``g1``; ``g2`` is as given."""
    facts = season().event().entry("red", "ana", "ben").played("g0", "2025-12-20")
    facts.card("c", "g0", "YYY")
    facts.played("g1", "2026-01-10", lineups={"red": ["ben"]})
    return facts.game("g2", "2026-01-17", **{"status": "played", **game}).game("g3", "2026-01-24")


def way(facts: Build) -> str:
    """How she took the field in ``g2``, told by what she took up there: a partial suspension is for
    who starts, a carried yellow for who starts or comes on."""
    facts.card("i1", "g1", "YY", after=True)
    fates = facts.at(NOW).fates()
    started = fates["i1.2:two_yellows_after_game"].endswith("g2")
    took_part = fates[CARRIED].endswith("g2")
    return {(True, True): "starts", (False, True): "comes on", (False, False): "absent"}[started, took_part]


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        pytest.param({}, "starts", id="no line-up: the whole roster starts"),
        pytest.param({"lineups": {"red": ["ana"]}}, "starts", id="named to start"),
        pytest.param({"lineups": {"red": ["ben"]}}, "absent", id="not named to start"),
        pytest.param({"lineups": {"red": []}}, "absent", id="an empty line-up is one"),
        pytest.param({"lineups": {"blue": ["x"]}}, "starts", id="only the other team's line-up"),
        pytest.param({"lineups": {"red": ["ben"]}, "subs": {"red": ["ana"]}}, "comes on", id="substitute"),
        pytest.param({"subs": {"red": ["ana"]}}, "comes on", id="substitute without a line-up"),
        pytest.param({"subs": {"red": ["ben"]}}, "starts", id="another is the substitute"),
        pytest.param({"lineups": {"blue": ["ana"]}}, "absent", id="named by the other team"),
    ],
)
@pytest.mark.parametrize("status", ["scheduled", "in_progress", "played", "abandoned"])
def test_line_ups_and_substitutes(status: str, game: dict[str, Any], expected: str) -> None:
    assert way(boxed(status=status, **game)) == expected


@pytest.mark.parametrize("status", ["cancelled", "postponed", "forfeited"])
def test_nobody_plays_a_game_that_fell_away(status: str) -> None:
    assert way(boxed(status=status, lineups={"red": ["ana"]})) == "absent"


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        pytest.param({}, "starts", id="no line-up"),
        pytest.param({"lineups": {"red": ["ben"]}}, "comes on", id="a line-up without her"),
        pytest.param({"lineups": {"red": []}}, "comes on", id="an empty line-up"),
        pytest.param({"lineups": {"red": ["ana"]}}, "starts", id="named to start"),
        pytest.param({"subs": {"red": ["ana"]}}, "comes on", id="a substitute without a line-up"),
    ],
)
def test_a_card_in_the_game_shows_that_she_took_part(game: dict[str, Any], expected: str) -> None:
    assert way(boxed(**game).card("x", "g2", "Y")) == expected


def test_a_card_shows_it_also_of_who_is_on_no_roster() -> None:
    facts = boxed()
    facts.entries.clear()
    facts.entry("red", "ben").rule(CARRIED, "any_team")
    facts.rule("i1.2:two_yellows_after_game", "any_team")
    assert way(facts.card("x", "g2", "Y")) == "starts"


@pytest.mark.parametrize(
    "how",
    [
        pytest.param({"after": True}, id="shown after the game"),
        pytest.param({"rescinded": True}, id="rescinded"),
    ],
)
def test_other_cards_show_nothing(how: dict[str, bool]) -> None:
    facts = boxed(lineups={"red": ["ben"]}).card("x", "g2", "YY", **how)
    assert way(facts) == "absent"


def test_a_card_after_the_game_makes_nobody_start_who_is_on_no_roster() -> None:
    facts = boxed()
    facts.entries.clear()
    facts.entry("red", "ben").rule(CARRIED, "any_team").rule("i1.2:two_yellows_after_game", "any_team")
    assert way(facts.card("x", "g2", "YY", after=True)) == "absent"


# ---------------------------------------------------------------- suspended or barred


def suspended(**game: Any) -> Build:
    """A red in ``g1``, all that serving needs in ``g2``, and ``g2`` as given."""
    facts = cup("ana", "ben").played("g1", "2026-01-10").card("i1", "g1", "R")
    facts.game("g2", "2026-01-17", **{"status": "played", **game}).game("g3", "2026-01-24")
    return facts.serve("i1.1:red_card", "g2", "2026-01-12")


SERVED: dict[str, Any] = {"fate": "served g2", "problems": []}
PLAYED: dict[str, Any] = {"fate": "due g3", "problems": ["played_while_suspended g2/ana"]}


@pytest.mark.parametrize(
    ("game", "card", "expected"),
    [
        pytest.param({}, None, SERVED, id="no line-up: she is not taken to start"),
        pytest.param({"lineups": {"red": ["ben"]}}, None, SERVED, id="not named"),
        pytest.param({"lineups": {"red": ["ana"]}}, None, PLAYED, id="named to start"),
        pytest.param({"lineups": {"red": ["ben"]}, "subs": {"red": ["ana"]}}, None, PLAYED, id="substitute"),
        pytest.param({"subs": {"red": ["ana"]}}, None, PLAYED, id="substitute, no line-up"),
        pytest.param({}, {}, PLAYED, id="carded in the game"),
        pytest.param({"lineups": {"red": ["ben"]}}, {}, PLAYED, id="carded, not named"),
        pytest.param({}, {"after": True}, SERVED, id="carded after the game"),
        pytest.param({}, {"rescinded": True}, SERVED, id="a rescinded card"),
        pytest.param(
            {"lineups": {"blue": ["ana"]}},
            None,
            PLAYED,
            id="named by the other team, in the game approved for her",
        ),
    ],
)
def test_taking_part_serves_nothing(
    game: dict[str, Any], card: dict[str, Any] | None, expected: dict[str, Any]
) -> None:
    facts = suspended(**game)
    if card is not None:
        facts.card("x", "g2", "YY", **card)
    answer = facts.at(NOW)
    assert answer.fate("i1.1:red_card") == expected["fate"]
    assert answer.problems() == expected["problems"]


def test_a_game_she_plays_for_the_other_team_is_not_of_hers() -> None:
    facts = suspended(lineups={"blue": ["ana"]})
    facts.approvals.clear()
    answer = facts.at(NOW)
    assert answer.fate("i1.1:red_card") == "due g3"
    assert answer.problems() == []


def test_due_also_where_the_line_up_names_her() -> None:
    answer = suspended(status="scheduled", lineups={"red": ["ana"]}).at(NOW)
    assert answer.fate("i1.1:red_card") == "due g2"
    assert answer.problems() == []


def test_a_box_time_is_not_due_where_the_line_up_leaves_her_out() -> None:
    facts = cup("ana", "ben").played("g1", "2026-01-10").card("i1", "g1", "YY", box=30)
    facts.game("g2", "2026-01-17", lineups={"red": ["ben"]}).game("g3", "2026-01-24")
    assert facts.at(NOW).fates() == {BOX: "due g3"}


@pytest.mark.parametrize(
    ("game", "card", "problems"),
    [
        pytest.param({}, False, [], id="no line-up: not taken to start"),
        pytest.param({"lineups": {"red": ["ana"]}}, False, ["g2/ana"], id="named to start"),
        pytest.param({"subs": {"red": ["ana"]}}, False, ["g2/ana"], id="substitute"),
        pytest.param({"lineups": {"red": []}}, True, ["g2/ana"], id="carded"),
        pytest.param({"status": "abandoned", "lineups": {"red": ["ana"]}}, False, ["g2/ana"], id="abandoned"),
        pytest.param({"status": "scheduled", "lineups": {"red": ["ana"]}}, False, [], id="still to come"),
        pytest.param({"status": "in_progress", "lineups": {"red": ["ana"]}}, False, [], id="in progress"),
    ],
)
def test_played_while_barred(game: dict[str, Any], card: bool, problems: list[str]) -> None:
    facts = cup("ana", "ben").bar("2026-01-17", "2026-01-17")
    facts.game("g2", "2026-01-17", **{"status": "played", **game})
    if card:
        facts.card("x", "g2", "Y")
    assert facts.at(NOW).problems() == [f"played_while_barred {at}" for at in problems]


@pytest.mark.parametrize(
    ("recorded", "code"),
    [
        pytest.param("2026-01-17 13:59", "played_while_suspended", id="before the game"),
        pytest.param("2026-01-17 14:00", "played_while_suspended", id="as it started"),
        pytest.param("2026-01-17 14:01", "played_before_recorded", id="after it had started"),
    ],
)
@pytest.mark.parametrize("status", ["played", "abandoned"])
def test_recorded_only_after_the_game_had_started(recorded: str, code: str, status: str) -> None:
    facts = cup().played("g1", "2026-01-10").card("i1", "g1", "R", recorded=recorded)
    facts.game("g2", "2026-01-17", status=status, lineups={"red": ["ana"]})
    assert facts.at(NOW).problems() == [f"{code} g2/ana"]


def test_when_it_was_recorded_does_not_matter_for_partial_ones() -> None:
    facts = cup().played("g1", "2026-01-10").played("g2", "2026-01-17")
    facts.card("i1", "g1", "YYY", box=40, recorded="2026-01-19")
    answer = facts.at(NOW)
    assert set(answer.fates().values()) == {"served g2"}
    assert answer.problems() == []


# ---------------------------------------------------------------- rosters


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param({"at": "2026-01-17 14:00"}, "clear", id="made as the game starts"),
        pytest.param({"at": "2026-01-17 14:01"}, "absent", id="made after it started"),
        pytest.param({"withdrawn": "2026-01-17 14:00"}, "absent", id="withdrawn as it starts"),
        pytest.param({"withdrawn": "2026-01-17 14:01"}, "clear", id="withdrawn after it started"),
        pytest.param({"out": "2026-01-15"}, "clear", id="an eliminated team's still holds"),
    ],
)
def test_a_roster_holds_from_its_making_until_its_withdrawal(entry: dict[str, str], expected: str) -> None:
    facts = season().event().entry("red", "ana", **entry).game("g2", "2026-01-17")
    assert facts.at(NOW).day("g2") == expected


def test_a_roster_is_for_its_own_event() -> None:
    facts = cup().event("other").game("x", "2026-01-17", event="other")
    assert facts.at(NOW).day("x") == "absent"


# ---------------------------------------------------------------- torn between two teams


def torn(**game: Any) -> Build:
    """Ana on the rosters of both teams of ``g2``, with a red of ``g1`` for ``red``."""
    facts = season().event().entry("red", "ana").entry("blue", "ana", "ben")
    facts.played("g1", "2026-01-10", teams=("red", "pink")).card("i1", "g1", "R")
    return facts.game("g2", "2026-01-17", **{"status": "played", **game}).game(
        "g3", "2026-01-24", teams=("red", "pink")
    )


@pytest.mark.parametrize(
    ("game", "is_torn"),
    [
        pytest.param({}, True, id="on both rosters"),
        pytest.param({"lineups": {"red": ["ana"]}}, False, id="named by one"),
        pytest.param({"subs": {"blue": ["ana"]}}, False, id="came on for one"),
        pytest.param({"lineups": {"red": ["x"], "blue": ["y"]}}, True, id="named by neither"),
        pytest.param({"lineups": {"red": ["ana"], "blue": ["ana"]}}, True, id="named by both"),
        pytest.param(
            {"lineups": {"red": ["ana"]}, "subs": {"blue": ["ana"]}},
            True,
            id="named by one, came on for the other",
        ),
        pytest.param({"subs": {"red": ["ana"], "blue": ["ana"]}}, True, id="came on for both"),
    ],
)
@pytest.mark.parametrize("status", ["scheduled", "in_progress", "played", "abandoned"])
def test_on_two_rosters(status: str, game: dict[str, Any], is_torn: bool) -> None:
    problems = torn(status=status, **game).at(NOW).problems()
    assert ("on_two_rosters g2/ana" in problems) is is_torn


@pytest.mark.parametrize("status", ["cancelled", "postponed", "forfeited"])
def test_no_such_problem_in_a_game_that_fell_away(status: str) -> None:
    assert torn(status=status).at(NOW).problems() == []


def test_who_is_torn_belongs_to_neither() -> None:
    answer = torn(status="scheduled").at(NOW)
    assert answer.fates() == {"i1.1:red_card": "due g3"}
    assert answer.day("g2") == "absent"


def test_who_is_torn_is_not_taken_to_start() -> None:
    facts = torn().card("i2", "g1", "YY", after=True).rescind("i1")
    facts.rule("i2.2:two_yellows_after_game", "any_team")
    assert facts.at(NOW).fates() == {"i2.2:two_yellows_after_game": "due g3"}


def test_a_card_shows_that_who_is_torn_came_on() -> None:
    facts = torn().bar("2026-01-17", "2026-01-17").card("x", "g2", "Y")
    assert facts.at(NOW).problems() == [
        "on_two_rosters g2/ana",
        "played_while_barred g2/ana",
    ]


def test_a_card_does_not_show_that_who_is_torn_started() -> None:
    facts = torn().rescind("i1").card("i2", "g1", "YY", after=True).card("x", "g2", "Y")
    facts.approve("i2.2:two_yellows_after_game", "g2", "2026-01-12")
    assert facts.at(NOW).fates() == {"i2.2:two_yellows_after_game": "due g3"}


def test_a_withdrawn_entrys_roster_does_not_tear() -> None:
    facts = season().event().entry("red", "ana", withdrawn="2026-01-12").entry("blue", "ana")
    assert facts.game("g2", "2026-01-17").at(NOW).problems() == []


def test_carded_for_a_team_without_being_listed_is_with_that_team() -> None:
    facts = cup("ben").played("g1", "2026-01-10").card("i1", "g1", "Y")
    found = facts.at(NOW).appearance("g1")
    assert found is not None
    assert found.team == "red"


def test_listed_elsewhere_the_cards_team_does_not_decide() -> None:
    facts = season().event().entry("blue", "ana").played("g1", "2026-01-10")
    found = facts.card("i1", "g1", "Y", team="red").at(NOW).appearance("g1")
    assert found is not None
    assert found.team == "blue"
