"""A player's story: the sentences a club secretary reads, written out by hand."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import translation

from disciplinary.rule33.facts import Approval, Facts, MarkKey, Seat, Window
from disciplinary.rule33.scenario import Scenario, read, read_text
from disciplinary.story import UnknownPlayerError, tell

SCENARIOS = Path(__file__).parents[1] / "rule33" / "scenarios"


def story(scenario: Scenario | str, player: str = "ana") -> list[str]:
    """The lines of a story, without their indentation."""
    if isinstance(scenario, str):
        scenario = read(SCENARIOS / f"{scenario}.yaml")
    with translation.override("en"):
        text = tell(scenario.facts, player, scenario.now, scenario.tz)
    return [line.strip() for line in text.splitlines()]


def section(lines: list[str], title: str) -> list[str]:
    """The lines under one heading."""
    start = lines.index(title) + 1
    return lines[start : lines.index("", start) if "" in lines[start:] else None]


def test_a_red_card_served() -> None:
    lines = story("red_card_served")
    assert lines[0] == "What Rule 33 makes of ana, as things stand on Sunday, February 1, 2026, noon EST."
    assert section(lines, "What happened") == [
        "Saturday, January 10, 2026, 2 p.m. EST: game g1, red against blue, in winter (USPA Event, 8 goals, Low Goal).",
        "ana was free to play, with no time to sit out.",
        "ana, playing for red, was shown a red card (i1).",
        (
            "The first offense of the game, a red card: a penalty, off for the rest of the game, no substitute for the "
            "next 4 minutes of play, then one (Rule 33(b)(2)(i), red card)."
        ),
        "Suspension 1: one full game, a substitute allowed.",
        "The Chief Operating Officer files a Conduct Violation Complaint, automatically.",
        "Saturday, January 17, 2026, 2 p.m. EST: game g2, red against blue, in winter (USPA Event, 8 goals, Low Goal).",
        "ana was suspended from the whole game.",
        (
            "The committee had approved the game, and ana reported to the Umpires before and after it: this served "
            "suspension 1."
        ),
    ]
    assert section(lines, "Games to come") == [
        "Saturday, February 7, 2026, 2 p.m. EST: game g3, red against blue, in winter (USPA Event, 8 goals, Low Goal).",
        "ana is free to play.",
    ]
    assert section(lines, "What ana has to do") == ["Nothing: no suspension is owed."]


def test_an_approval_that_is_missing() -> None:
    lines = story("red_card_approval_missing")
    assert section(lines, "Suspensions") == [
        (
            "1. For the red card shown during game g1 (red against blue) on Saturday, January 10, 2026: one "
            "full game, a "
            "substitute allowed."
        ),
        "To be served in game g2 (red against blue) on Saturday, January 17, 2026.",
        "Approval is missing from the Executive Committee; all three must come before the game starts.",
        "ana must attend, and report to the Umpires before and after the game.",
        "It must be served with red, which was still in winter.",
        (
            "To be served by Sunday, January 10, 2027; after that only in a game approved by the committee, up to "
            "Wednesday, February 10, 2027."
        ),
        "Why: Rule 33(b)(2)(i), red card. The cards it rests on: i1.",
        "Readings: R-2, R-3, R-10 and R-16, explained below.",
    ]
    assert section(lines, "Games to come")[-1] == ("ana may not play: suspended from the whole game (suspension 1).")
    assert section(lines, "What ana has to do") == [
        (
            "Suspension 1: do not play in game g2 (red against blue) on Saturday, January 17, 2026; have it "
            "approved by the "
            "Executive Committee before it starts; attend it, and report to the Umpires before and after."
        )
    ]
    readings = section(lines, "Readings")
    assert [line.partition(":")[0] for line in readings] == ["R-2", "R-3", "R-10", "R-16"]
    assert readings[2] == (
        "R-10: All three seats of the committee must approve the game before it starts, each held by a different "
        "person; a refusal or a withdrawn vote is no approval."
    )


def test_the_fifth_yellow() -> None:
    lines = story("fifth_yellow_in_two_months")
    assert "It was the fifth yellow card in Low Goal in January–February 2026." in section(lines, "What happened")
    assert (
        "1. For the fifth yellow card in Low Goal in January–February 2026, shown during game g3 (red against blue) on "
        "Saturday, February 14, 2026: one full game, a substitute allowed."
    ) in lines
    assert ("Why: Rule 33, two-month yellow card suspensions. The cards it rests on: i1, i2, i3, i4 and i5.") in lines
    assert section(lines, "Yellow cards counted now") == [
        "5 yellow cards in all tiers in January–February 2026; the eighth suspends.",
        "5 yellow cards in Low Goal in January–February 2026; the eighth suspends.",
        "5 yellow cards in all tiers in the calendar year 2026; the sixteenth suspends.",
        "5 yellow cards in Low Goal in the calendar year 2026; the twelfth suspends.",
    ]


def test_two_suspensions_that_share_a_game() -> None:
    lines = story("eighth_yellow_of_tier_and_all")
    assert "ana may not play: suspended from the whole game (suspensions 2 and 3)." in lines
    assert "8 yellow cards in all tiers in January–February 2026; no further count suspends." in lines


def test_box_time_and_a_carried_yellow() -> None:
    lines = story("box_time_and_carried_yellow")
    assert section(lines, "Games to come")[1:] == [
        "ana may play, but starts in the penalty box for 1 minute and 15 seconds, without a substitute.",
        "ana may play, and begins with the status of one yellow card: the next offense is the second.",
    ]
    assert section(lines, "What ana has to do") == [
        (
            "Suspension 1: start game g2 (red against blue) on Saturday, January 17, 2026 in the penalty "
            "box, for 1 minute "
            "and 15 seconds."
        ),
        (
            "Suspension 2: begin game g2 (red against blue) on Saturday, January 17, 2026 with the status "
            "of one yellow card."
        ),
    ]
    assert (
        "The third offense of the game: a penalty, and off for the next 2 minutes of play without a substitute (Rule "
        "33(b)(1)(c), third offense)."
    ) in lines


def test_what_was_taken_up_in_a_game_that_is_over() -> None:
    happened = section(story("three_yellows_carry_one"), "What happened")
    start = happened.index("ana began with the status of one yellow card already received.")
    assert happened[start + 1 :] == [
        "This served suspension 1.",
        "ana, playing for red, was shown a yellow card (i4).",
        (
            "The second offense of the game: a penalty, and off for the next 2 minutes of play without a "
            "substitute (Rule "
            "33(b)(1)(b), second offense)."
        ),
    ]
    lines = story("accumulated_in_a_lower_club_event")
    assert "ana sat out the first 2 minutes, without a substitute." in lines


def test_cards_after_the_game() -> None:
    red = story("after_game_cards", "eva")
    assert "After the game, eva, who had played for red, was shown a red card (i3)." in red
    assert "Suspension 1: one full game, with no substitute for its first 4 minutes." in red
    assert "No substitute for the first 4 minutes of play." in section(red, "Games to come")
    three = story("after_game_cards", "ben")
    assert "Suspension 1: the first 4 minutes of the next game off, without a substitute." in three


def test_why_a_game_did_not_serve() -> None:
    assert (
        "It did not serve suspension 1, because the Host Tournament Committee had not approved it before it started."
    ) in story("approved_too_late")
    assert ("It did not serve suspension 1, because ana is not known to have reported after it.") in story(
        "attendance_incomplete"
    )
    assert "It did not serve suspension 1, because ana took part in it." in story("played_while_suspended")
    assert "It did not serve suspension 1, because the game was abandoned." in story("abandoned_under_way", "ben")


def test_problems_are_told_with_what_to_do() -> None:
    assert section(story("recorded_late"), "To be cleared up by the office") == [
        (
            "ana took part in game g2 (red against blue) on Saturday, January 17, 2026 while suspended from "
            "it, but the card "
            "was recorded here only after the game had started. It served nothing; the suspension is still owed."
        )
    ]
    (problem,) = section(story("entry_errors", "eva"), "To be cleared up by the office")
    assert problem.startswith("eva was shown a single yellow card after game g1 (red against blue)")


def test_overdue_and_in_default() -> None:
    overdue = story("overdue_after_a_year")
    assert "It is overdue: it was not served within a year." in overdue
    assert "The last day is Wednesday, February 10, 2027." in overdue
    unapproved = section(story("overdue_after_a_year", "ben"), "What ben has to do")
    assert unapproved == [
        "Suspension 1: ask the committee to approve a game not later than Wednesday, February 10, 2027."
    ]
    lapsed = story("lapsed_after_thirteen_months")
    assert section(lapsed, "What ana has to do") == ["Suspension 1: await the decision of the Executive Committee."]
    assert "The last day was Sunday, February 28, 2027." in lapsed
    assert section(lapsed, "Games to come") == ["No game to come is known."]


def test_any_team_by_the_rule_and_by_a_ruling() -> None:
    assert "It may be served with any team, because red was in no event that could still serve it." in story(
        "lost_semifinal_any_team"
    )
    assert "By a ruling, it may be served with any team." in story("rulings", "ben")
    assert "It was lifted by a ruling; the card stands and counts." in story("rulings")


def test_a_rescinded_card_and_a_bar() -> None:
    assert "This was rescinded: it counts for nothing, from the beginning." in story("rescinded_card")
    barred = story("temporary_suspension")
    assert (
        "From Sunday, January 11, 2026 to Tuesday, January 20, 2026, both included, ana may not play at all."
    ) in barred
    assert "ana may not play: barred on this day." in barred
    assert section(barred, "What ana has to do")[0] == (
        "Keep out of every game from Sunday, January 11, 2026 to Tuesday, January 20, 2026."
    )


def test_increases_name_who_added_them() -> None:
    lines = story("increased_red_card")
    assert "On Saturday, January 10, 2026, 2 p.m. EST, the Host Tournament Committee added 1 further game." in lines
    assert (
        "3. Added to the red card shown during game g1 (red against blue) on Saturday, January 10, 2026: one further "
        "full game, a substitute allowed."
    ) in lines


def test_times_are_told_in_the_zone_of_the_event() -> None:
    assert (
        "Saturday, February 28, 2026, 9:30 p.m. PST: game g3, red against blue, in west (Club Event, 8 "
        "goals, Low Goal)."
    ) in story("period_by_local_date")


def test_a_player_of_whom_there_is_nothing_to_tell() -> None:
    lines = story("red_card_served", "ben")
    assert section(lines, "Suspensions") == ["There is no suspension."]
    assert section(lines, "What ben has to do") == ["Nothing: no suspension is owed."]
    assert section(lines, "Yellow cards counted now") == ["No yellow card counts in the running period or year."]


def test_approvals_known_by_their_mark() -> None:
    scenario = read(SCENARIOS / "fifth_yellow_in_two_months.yaml")
    mark = MarkKey("ana", Window.TWO_MONTH, "2026/1", "low", 5)
    votes = {Seat.UMPIRES_LLC: scenario.now, Seat.HOST_COMMITTEE: scenario.now}
    approval = Approval(suspension=mark, game="g4", votes=votes)
    facts = Facts(
        events=scenario.facts.events,
        entries=scenario.facts.entries,
        games=scenario.facts.games,
        incidents=scenario.facts.incidents,
        approvals=(approval,),
    )
    assert "Approval is missing from the Executive Committee; all three must come before the game starts." in story(
        Scenario(facts=facts, now=scenario.now)
    )


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_story_can_be_told_in_words(path: Path) -> None:
    scenario = read(path)
    for player in {incident.player for incident in scenario.facts.incidents}:
        text = "\n".join(story(scenario, str(player)))
        assert "%(" not in text
        assert "None" not in text
        for code in ("red_card", "accumulated_", "penalty_box", "two_month", "in_default", "played_while"):
            assert code not in text


def test_nobody() -> None:
    with pytest.raises(UnknownPlayerError, match="expected a player, found 'ana'; there are no players here"):
        tell(Facts(), "ana", datetime(2026, 1, 1, tzinfo=UTC), "America/New_York")


def test_a_player_known_only_from_a_bar() -> None:
    lines = story(read_text("now: 2026-01-10 12:00\nbars: [{player: ana, from: 2026-01-01}]"))
    assert "From Thursday, January 1, 2026 on, until further notice, ana may not play at all." in lines
    assert section(lines, "What ana has to do")[0] == (
        "Keep out of every game from Thursday, January 1, 2026 on, until further notice."
    )
