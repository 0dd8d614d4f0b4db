"""What is read from a scenario file, and written so that it reads back."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disciplinary.rule33.facts import (
    Authority,
    CardId,
    CardKey,
    Color,
    Effect,
    EventKind,
    Facts,
    Seat,
    Stage,
    Status,
    Tier,
    When,
)
from disciplinary.rule33.scenario import Scenario, read_text, write
from tests.rule33.malformed import BASE


def test_every_fact_is_read_with_its_defaults() -> None:
    facts = read_text(BASE).facts
    cup, west = facts.events
    assert (cup.kind, cup.goals, cup.gauntlet, cup.series, cup.tz) == (
        EventKind.USPA,
        8,
        False,
        None,
        "America/New_York",
    )
    assert cup.published == datetime(2025, 11, 1, 13, tzinfo=UTC)
    assert (cup.starts, cup.ends, cup.completed) == (date(2026, 1, 1), date(2026, 2, 28), None)
    assert (west.gauntlet, west.published, west.tz) == (True, None, "America/Los_Angeles")
    (entry,) = facts.entries
    assert (entry.roster, entry.withdrawn, entry.out) == (("ana", "ben"), None, None)
    first, second, third = facts.games
    assert first.start == datetime(2026, 1, 10, 19, tzinfo=UTC)
    assert first.end == datetime(2026, 1, 10, 21, tzinfo=UTC)
    assert (first.stage, first.status, second.status) == (Stage.REGULAR, Status.PLAYED, Status.SCHEDULED)
    assert (first.lineups, second.lineups, second.substitutes) == ({}, {"red": ("ben",)}, {"red": ("ana",)})
    assert third.start == datetime(2026, 1, 20, 22, tzinfo=UTC)
    red, after, box = facts.incidents
    assert (red.cards, red.when, red.at, red.recorded) == ((Color.RED,), When.DURING, first.start, first.start)
    assert (red.goals, red.tier, red.kind, red.rescinded) == (8, Tier.LOW, EventKind.USPA, False)
    assert [(item.by, item.games, item.at) for item in red.increases] == [(Authority.ASSOCIATION, 1, red.at)]
    assert (after.cards, after.when, after.box_unserved) == ((Color.YELLOW, Color.YELLOW), When.AFTER, 0)
    assert (box.tier, box.kind, box.box_unserved) == (Tier.GAUNTLET, EventKind.CLUB, 30)
    (approval,) = facts.approvals
    assert approval.suspension == CardKey(CardId("i1", 1), "red_card")
    assert approval.votes == {Seat.UMPIRES_LLC: datetime(2026, 1, 12, 15, tzinfo=UTC)}
    (report,) = facts.attendance
    assert (report.before, report.after) == (True, False)
    (bar,) = facts.bars
    assert (bar.first, bar.last) == (date(2026, 1, 11), date(2026, 1, 12))
    (ruling,) = facts.rulings
    assert (ruling.suspension.kind, ruling.effect) == ("increase_1", Effect.LIFTED)


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        pytest.param("2026-02-01 12:00", "2026-02-01 17:00", id="local"),
        pytest.param('"2026-02-01 12:00"', "2026-02-01 17:00", id="in quotes"),
        pytest.param("2026-02-01T12:00", "2026-02-01 17:00", id="with a T"),
        pytest.param("2026-02-01 12:00:30", "2026-02-01 17:00:30", id="with seconds"),
        pytest.param("2026-02-01 12:00:00.5", "2026-02-01 17:00:00.500000", id="with a fraction"),
        pytest.param("2026-2-1 9:00", "2026-02-01 14:00", id="without zeros"),
        pytest.param("2026-02-01 12:00Z", "2026-02-01 12:00", id="Zulu"),
        pytest.param("2026-02-01 12:00+01:00", "2026-02-01 11:00", id="offset east"),
        pytest.param("2026-02-01 12:00 -0330", "2026-02-01 15:30", id="offset west"),
        pytest.param("2026-02-01 12:00-08", "2026-02-01 20:00", id="offset in hours"),
        pytest.param("2026-07-01 12:00", "2026-07-01 16:00", id="summer"),
        pytest.param("2026-03-08 02:30", "2026-03-08 07:30", id="an hour left out, by the offset before it"),
        pytest.param("2026-11-01 01:30", "2026-11-01 05:30", id="an hour told twice, the first"),
    ],
)
def test_times(text: str, utc: str) -> None:
    assert read_text(f"now: {text}").now == datetime.fromisoformat(f"{utc}+00:00")


def test_times_of_an_event_are_local_to_it() -> None:
    facts = read_text(
        """
        now: 2026-02-01 12:00
        events:
          west: {kind: club, goals: 8, starts: 2026-01-01, ends: 2026-02-28, tz: America/Los_Angeles,
                 published: 2026-01-01 09:00, completed: 2026-01-01 09:00}
        entries:
          - {event: west, team: red, at: 2026-01-01 09:00, withdrawn: 2026-01-01 09:00, out: 2026-01-01 09:00}
        games:
          g1: {event: west, at: 2026-01-01 09:00, ended: 2026-01-01 09:00, teams: [red, blue]}
        incidents:
          i1: {game: g1, player: ana, team: red, cards: R, at: 2026-01-01 09:00, recorded: 2026-01-01 09:00,
               increases: [{by: association, games: 1, at: 2026-01-01 09:00}]}
        approvals:
          - {suspension: "i1.1:red_card", game: g1, votes: {host_committee: 2026-01-01 09:00}}
        """
    ).facts
    (event,), (entry,), (game,), (incident,) = facts.events, facts.entries, facts.games, facts.incidents
    moments = [event.published, event.completed, entry.at, entry.withdrawn, entry.out, game.start, game.end]
    moments += [incident.at, incident.recorded, incident.increases[0].at, *facts.approvals[0].votes.values()]
    assert set(moments) == {datetime(2026, 1, 1, 17, tzinfo=UTC)}


def test_the_order_of_the_parts_does_not_matter() -> None:
    lines = BASE.split("\n")
    starts = [number for number, line in enumerate(lines) if line and line[0] != " "]
    parts = [lines[a:b] for a, b in zip(starts, [*starts[1:], len(lines)], strict=True)]
    backwards = "\n".join(line for part in reversed(parts) for line in part)
    assert read_text(backwards).facts == read_text(BASE).facts


def test_parts_without_a_value_count_as_left_out() -> None:
    scenario = read_text("now: 2026-02-01 12:00\nevents:\ngames:\nbars: ~\nexpect:\n")
    assert (scenario.facts, scenario.expect) == (Facts(), None)


def test_repeated_values_may_be_named_once() -> None:
    written = BASE.replace("roster: [ana, ben]", "roster: &all [ana, ben]").replace("{red: [ben]}", "{red: *all}")
    assert read_text(written).facts.games[1].lineups == {"red": ("ana", "ben")}
    merged = BASE.replace("cup: {", "cup: &cup {").replace("  west: {kind: club, ", "  west: {<<: *cup, ")
    west = read_text(merged).facts.events[1]
    assert (west.kind, west.goals) == (EventKind.USPA, 22)


def test_nothing_is_said_by_zero_seconds_or_no_increases() -> None:
    text = BASE.replace("when: after", "when: after, box_unserved: 0, increases: []")
    assert read_text(text).facts == read_text(BASE).facts


def test_ids_may_hold_dots_colons_and_slashes() -> None:
    text = BASE.replace('"i1.1:', '"2026.i:1.1:').replace("i1: {game", '"2026.i:1": {game').split("expect:")[0]
    (approval,) = read_text(text).facts.approvals
    assert approval.suspension == CardKey(CardId("2026.i:1", 1), "red_card")


@given(st.text(st.characters(blacklist_categories=["Cs"]), min_size=1, max_size=12))
def test_any_id_is_written_so_that_it_reads_back(name: str) -> None:
    text = BASE
    scenario = read_text(text)
    facts = Facts(
        events=scenario.facts.events, bars=(type(scenario.facts.bars[0])(player=name, first=date(2026, 1, 1)),)
    )
    written = write(Scenario(facts=facts, now=scenario.now, title=name))
    again = read_text(written)
    assert again.facts == facts
    assert again.title == name


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 11, 1, 5, 30, tzinfo=UTC),
        datetime(2026, 11, 1, 6, 30, tzinfo=UTC),
        datetime(2026, 3, 8, 7, 30, tzinfo=UTC),
        datetime(2026, 7, 1, 12, 0, 59, 250, tzinfo=UTC),
    ],
)
def test_any_moment_is_written_so_that_it_reads_back(moment: datetime) -> None:
    assert read_text(write(Scenario(facts=Facts(), now=moment))).now == moment
