"""Same team or any team: what is judged at the card, and what once its game is over.

The base: ``cup`` of 12 goals ends on the very day of ``g1``, in which ``ana`` of ``red`` gets a red
card; so by itself it keeps nothing, and the scope is any team's.
"""

from __future__ import annotations

from typing import Any

import pytest

from disciplinary.rule33.clauses import Reading
from tests.rule33.build import Answer, Build, season

RED = "i1.1:red_card"
LAST_DAY = "2026-01-31"
STARTS = "2026-01-31 14:00:00"
A_SECOND_LATER = "2026-01-31 14:00:01"
ENDS = "2026-01-31 16:00:00"
A_SECOND_AFTER_THE_END = "2026-01-31 16:00:01"


def base(**cup: Any) -> Build:
    """The cup, its last day being that of the game."""
    facts = season().event(goals=12, **{"ends": LAST_DAY, **cup}).entry("red", "ana")
    return facts.played("g1", STARTS)


def team(facts: Build, suspension: str = RED) -> str:
    """Whose games may serve the red card."""
    if "i1" not in facts.incidents:
        facts.card("i1", "g1", "R")
    return facts.at("2026-02-01").team(suspension)


def spring(facts: Build, **event: Any) -> Build:
    """A second event, after the cup."""
    return facts.event(
        "spring",
        **{"goals": 12, "starts": "2026-03-01", "ends": "2026-04-30", **event},
    )


def test_a_team_entered_nowhere_else_and_at_its_end_here_is_any_team() -> None:
    assert team(base()) == "any"


# ---------------------------------------------------------------- entered


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param({}, "red", id="entered from the beginning"),
        pytest.param({"at": STARTS}, "red", id="entered exactly when the card was shown"),
        pytest.param({"at": A_SECOND_LATER}, "any", id="entered a second later"),
        pytest.param({"withdrawn": STARTS}, "any", id="withdrawn exactly when it was shown"),
        pytest.param({"withdrawn": A_SECOND_LATER}, "red", id="withdrawn a second later"),
        pytest.param({"out": STARTS}, "any", id="out at the card"),
        pytest.param({"out": ENDS}, "any", id="out exactly at the end of the game"),
        pytest.param({"out": A_SECOND_AFTER_THE_END}, "red", id="out a second after the game"),
    ],
)
def test_entered_at_the_card_and_still_in_at_the_end_of_the_game(entry: dict[str, str], expected: str) -> None:
    assert team(spring(base()).entry("red", event="spring", **entry)) == expected


def test_only_entries_of_the_cards_team_count() -> None:
    assert team(spring(base()).entry("green", "ana", event="spring")) == "any"


def test_the_players_own_place_on_the_roster_does_not_matter() -> None:
    assert team(spring(base()).entry("red", "ben", event="spring")) == "red"


def test_being_drawn_into_a_game_is_no_entry() -> None:
    assert team(spring(base()).game("s1", "2026-03-05", event="spring")) == "any"


def test_a_second_entry_after_a_withdrawal_counts() -> None:
    facts = spring(base()).entry("red", event="spring", withdrawn="2026-01-10")
    assert team(facts.entry("red", event="spring", at="2026-01-20")) == "red"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        pytest.param("2026-01-31 17:00", "red", id="shown when the entry was made"),
        pytest.param("2026-01-31 16:59", "any", id="shown before it was"),
    ],
)
def test_an_after_game_card_is_judged_at_its_own_moment(shown: str, expected: str) -> None:
    facts = spring(base()).entry("red", event="spring", at="2026-01-31 17:00")
    facts.card("i1", "g1", "R", after=True, at=shown)
    assert team(facts, "i1.1:red_card_after_game") == expected


def test_elimination_is_judged_at_the_end_of_the_game_also_for_cards_after_it() -> None:
    facts = spring(base()).entry("red", event="spring", out="2026-01-31 16:30")
    facts.card("i1", "g1", "R", after=True, at="2026-01-31 17:00")
    assert team(facts, "i1.1:red_card_after_game") == "red"


def test_a_knock_out_game_just_lost_counts_with_its_result() -> None:
    facts = base(ends="2026-02-28").game("g2", "2026-02-07", teams=("green", "blue"))
    facts.entries.clear()
    assert team(facts.entry("red", "ana", out=ENDS)) == "any"


# ---------------------------------------------------------------- handicap, tier, kind


@pytest.mark.parametrize(
    ("goals", "expected"),
    [
        pytest.param(11, "any", id="a goal lower"),
        pytest.param(12, "red", id="equal"),
        pytest.param(13, "red", id="a goal higher"),
        pytest.param(22, "red", id="another tier, higher"),
    ],
)
def test_equal_or_higher_handicap(goals: int, expected: str) -> None:
    assert team(spring(base(), goals=goals).entry("red", event="spring")) == expected


@pytest.mark.parametrize(
    ("goals", "gauntlet", "expected"),
    [
        pytest.param(8, False, "any", id="the tier below"),
        pytest.param(9, False, "red", id="a lower handicap of the tier"),
        pytest.param(15, False, "red", id="a higher handicap of the tier"),
        pytest.param(16, False, "any", id="the tier above"),
        pytest.param(12, True, "any", id="the Gauntlet"),
    ],
)
@pytest.mark.parametrize("kind", ["accumulated_tier", "accumulated_all_tiers"])
def test_for_accumulated_yellows_the_same_tier(kind: str, goals: int, gauntlet: bool, expected: str) -> None:
    facts = base()
    for day in range(1, 8):
        facts.played(f"p{day}", f"2026-01-{day:02}").card(f"p{day}", f"p{day}", "Y")
    facts.card("i1", "g1", "Y")
    spring(facts, goals=goals, gauntlet=gauntlet).entry("red", event="spring")
    # The eighth yellow reaches a mark of its tier and one of all tiers.
    assert team(facts, f"i1.1:{kind}") == expected


def test_a_club_event_keeps_a_uspa_card_with_the_team() -> None:
    facts = spring(base(), kind="club").entry("red", event="spring").card("i1", "g1", "R")
    answer = facts.at("2026-02-01")
    assert answer.team(RED) == "red"
    assert Reading.R19 in answer.suspension(RED).readings


def test_a_club_card_needs_no_such_reading() -> None:
    facts = spring(base(kind="club"), kind="club").entry("red", event="spring").card("i1", "g1", "R")
    answer = facts.at("2026-02-01")
    assert answer.team(RED) == "red"
    assert Reading.R19 not in answer.suspension(RED).readings


def test_a_mark_needs_no_such_reading() -> None:
    facts = spring(base(), kind="club").entry("red", event="spring")
    for day in range(1, 5):
        facts.played(f"p{day}", f"2026-01-{day:02}").card(f"p{day}", f"p{day}", "Y")
    answer = facts.card("i1", "g1", "Y").at("2026-02-01")
    found = answer.suspension("i1.1:accumulated_tier")
    assert (found.scope.kept_by, Reading.R19 in found.readings) == ("spring", False)


def test_a_uspa_event_keeps_it_without_that_reading() -> None:
    facts = spring(base()).entry("red", event="spring").card("i1", "g1", "R")
    assert Reading.R19 not in facts.at("2026-02-01").suspension(RED).readings


@pytest.mark.parametrize("club_first", [True, False])
def test_where_both_keep_it_that_reading_is_not_needed(club_first: bool) -> None:
    facts = base()
    names = ("club", "open") if club_first else ("open", "club")
    for name in names:
        facts.event(name, kind="club" if name == "club" else "uspa", goals=12, starts="2026-03-01")
        facts.entry("red", event=name)
    found = facts.card("i1", "g1", "R").at("2026-02-01").suspension(RED)
    assert found.scope.kept_by == "open"
    assert Reading.R19 not in found.readings


# ---------------------------------------------------------------- uncompleted


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        pytest.param({}, "red", id="still to come"),
        pytest.param({"ends": "2026-02-01"}, "red", id="last day the day after"),
        pytest.param({"ends": LAST_DAY}, "any", id="last day the day of the game"),
        pytest.param({"ends": "2026-01-30"}, "any", id="last day the day before"),
        pytest.param({"completed": "2026-01-15"}, "any", id="marked completed before"),
        pytest.param({"completed": "2026-05-01"}, "any", id="marked completed at any time"),
    ],
)
def test_an_event_without_later_games(event: dict[str, str], expected: str) -> None:
    assert team(spring(base(), **event).entry("red", event="spring")) == expected


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("scheduled", "red"),
        ("in_progress", "red"),
        ("played", "red"),
        ("postponed", "red"),
        ("forfeited", "red"),
        ("abandoned", "red"),
        ("cancelled", "any"),
    ],
)
@pytest.mark.parametrize(
    "event",
    [
        pytest.param({"ends": LAST_DAY}, id="past its last day"),
        pytest.param({"completed": "2026-02-10"}, id="marked completed"),
    ],
)
def test_a_later_game_keeps_an_event_uncompleted_unless_cancelled(
    event: dict[str, str], status: str, expected: str
) -> None:
    facts = spring(base(), **event).entry("red", event="spring")
    assert team(facts.game("s1", "2026-02-05", event="spring", status=status)) == expected


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        pytest.param("2026-01-31 13:59", "any", id="a minute earlier"),
        pytest.param(STARTS, "any", id="at the same moment"),
        pytest.param(A_SECOND_LATER, "red", id="a second later"),
    ],
)
def test_later_compares_the_starts(start: str, expected: str) -> None:
    facts = spring(base(), ends=LAST_DAY).entry("red", event="spring")
    assert team(facts.game("s1", start, event="spring", teams=("x", "y"))) == expected


@pytest.mark.parametrize(
    ("stage", "expected"),
    [("final", "any"), ("regular", "red"), ("semifinal", "red"), ("consolation", "red")],
)
def test_its_own_final_completes_an_event(stage: str, expected: str) -> None:
    facts = season().event(goals=12, ends="2026-02-28").entry("red", "ana")
    assert team(facts.played("g1", STARTS, stage=stage)) == expected


def test_a_final_with_a_later_game_of_the_event_does_not() -> None:
    facts = season().event(goals=12, ends="2026-02-28").entry("red", "ana")
    facts.played("g1", STARTS, stage="final").game("g2", "2026-02-01", stage="consolation")
    assert team(facts) == "red"


def test_its_own_final_completes_no_other_event() -> None:
    facts = season().event(goals=12, ends="2026-02-28").entry("red", "ana")
    facts.played("g1", STARTS, stage="final")
    assert team(spring(facts).entry("red", event="spring")) == "red"


@pytest.mark.parametrize(
    ("tz", "start", "expected"),
    [
        pytest.param("America/New_York", "2026-01-31 23:30", "red", id="still 31 January"),
        # The same moment in Madrid, where the day of the game is the last day.
        pytest.param("Europe/Madrid", "2026-02-01 05:30", "any", id="already 1 February"),
    ],
)
def test_the_day_of_the_game_is_that_of_its_own_event(tz: str, start: str, expected: str) -> None:
    facts = season().event(goals=12, tz=tz, ends="2026-02-01").entry("red", "ana")
    assert team(facts.played("g1", start)) == expected


# ---------------------------------------------------------------- series


def of_a_series(**entry: str) -> Build:
    """The cup and spring are of one series; ``red`` is entered in the cup only."""
    facts = season().event(goals=12, ends=LAST_DAY, series="s").played("g1", STARTS)
    return facts.entry("red", "ana", **entry)


@pytest.mark.parametrize(
    ("entry", "event", "expected"),
    [
        pytest.param({}, {}, "red", id="another event of the series"),
        pytest.param({}, {"series": None}, "any", id="no event of the series"),
        pytest.param({}, {"series": "t"}, "any", id="of another series"),
        pytest.param({"out": "2026-01-20"}, {}, "red", id="out in the cup"),
        pytest.param({"out": ENDS}, {}, "red", id="out in the cup by this game"),
        pytest.param({"withdrawn": STARTS}, {}, "any", id="withdrawn from the cup by the card"),
        pytest.param({"withdrawn": A_SECOND_LATER}, {}, "red", id="withdrawn a second later"),
        pytest.param({"at": A_SECOND_LATER}, {}, "any", id="entered in the cup a second later"),
        pytest.param({}, {"goals": 11}, "any", id="of lower handicap"),
        pytest.param({}, {"goals": 13}, "red", id="of higher handicap"),
        pytest.param({}, {"completed": "2026-06-01"}, "any", id="marked completed"),
        pytest.param({}, {"ends": LAST_DAY}, "any", id="at its end"),
        pytest.param({}, {"kind": "club"}, "red", id="a Club Event of the series"),
    ],
)
def test_an_entry_counts_for_the_other_events_of_its_series(
    entry: dict[str, str], event: dict[str, Any], expected: str
) -> None:
    facts = spring(of_a_series(**entry), **{"series": "s", **event})
    assert team(facts) == expected


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        pytest.param([{"withdrawn": "2026-01-15"}], "any", id="withdrew from it"),
        pytest.param([{"withdrawn": STARTS}], "any", id="withdrew from it as the card was shown"),
        pytest.param([{"withdrawn": A_SECOND_LATER}], "red", id="withdrew a second later"),
        pytest.param([{"out": ENDS}], "any", id="out of it by the end of the game"),
        pytest.param([{"out": A_SECOND_AFTER_THE_END}], "red", id="out of it a second after"),
        pytest.param([{"at": "2026-02-15"}], "red", id="entered in it only later"),
        pytest.param([{"withdrawn": "2026-01-10"}, {"at": "2026-01-20"}], "red", id="left it and came back"),
        pytest.param(
            [{"withdrawn": "2026-01-10"}, {"at": "2026-02-15"}],
            "any",
            id="left it and came back only after the card",
        ),
    ],
)
def test_but_not_for_one_that_the_team_has_itself_left(entries: list[dict[str, str]], expected: str) -> None:
    facts = spring(of_a_series(), series="s")
    for entry in entries:
        facts.entry("red", event="spring", **entry)
    assert team(facts) == expected


def test_the_series_needs_no_entry_in_the_cards_own_event() -> None:
    facts = season().event(goals=12, ends=LAST_DAY).played("g1", STARTS)
    spring(facts, series="s").event("autumn", goals=14, series="s")
    facts.entry("red", event="autumn", out="2026-01-20")
    assert team(facts) == "red"


def test_the_cards_own_event_may_be_the_other_event_of_the_series() -> None:
    facts = season().event(goals=12, ends="2026-02-28", series="s").played("g1", STARTS)
    spring(facts, goals=4, series="s").entry("red", event="spring", out="2026-01-20")
    assert team(facts) == "red"


def test_how_the_scope_came_about_is_told() -> None:
    direct = spring(base()).entry("red", event="spring").card("i1", "g1", "R")
    found = direct.at("2026-02-01").suspension(RED).scope
    assert (found.kept_by, found.through_series, found.by_ruling) == ("spring", False, False)
    series = spring(of_a_series(), series="s").card("i1", "g1", "R")
    found = series.at("2026-02-01").suspension(RED).scope
    assert (found.kept_by, found.through_series, found.by_ruling) == ("spring", True, False)


def test_the_cards_own_event_is_named_before_others() -> None:
    facts = spring(base(ends="2026-02-28"), starts="2025-12-01").entry("red", event="spring")
    assert facts.card("i1", "g1", "R").at("2026-02-01").suspension(RED).scope.kept_by == "cup"


# ---------------------------------------------------------------- where that leads


def served_by(facts: Build) -> Answer:
    """With a game of ``green`` and a later one of ``red``, both with ``ana`` on the roster."""
    facts.event("open", goals=12, starts="2026-02-01").entry("green", "ana", event="open")
    facts.entry("red", "ana", event="open", at="2026-02-02")
    facts.game("x", "2026-02-10", event="open", teams=("green", "blue"), lineups={"green": ["ana"]})
    facts.game("y", "2026-02-17", event="open", lineups={"red": ["ana"]})
    return facts.card("i1", "g1", "R").at("2026-02-03")


def test_any_team_serves_with_the_next_team_he_plays_for() -> None:
    assert served_by(base()).fates() == {RED: "due x"}


def test_the_same_team_waits_for_its_own_game() -> None:
    assert served_by(spring(base()).entry("red", event="spring")).fates() == {RED: "due y"}


def test_the_cards_team_is_the_team_whoever_he_was_listed_for() -> None:
    facts = season().event(goals=12).entry("green", "ana").entry("red", "eva")
    facts.played("g1", "2026-01-10", teams=("red", "green")).card("i1", "g1", "R", team="red")
    assert facts.at("2026-01-11").team(RED) == "red"
