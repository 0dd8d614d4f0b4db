"""What a scenario file expects, compared with the answer: every difference with its place."""

from pathlib import Path

import pytest

from disciplinary.rule33.scenario import check, read_text, replay

HOLDS = """\
now: 2026-02-01 12:00
events:
  cup: {kind: uspa, goals: 8, published: 2025-11-01 09:00, starts: 2026-01-01, ends: 2026-02-28}
entries:
  - {event: cup, team: red, roster: [ana, ben]}
games:
  g1: {event: cup, at: 2026-01-10 14:00, teams: [red, blue], status: played}
  g2: {event: cup, at: 2026-02-17 14:00, teams: [red, blue]}
incidents:
  i1: {game: g1, player: ana, team: red, cards: R, increases: [{by: association, games: 1}]}
  i2: {game: g1, player: ben, team: red, cards: YY, when: after}
  i3: {game: g1, player: ana, team: red, cards: Y}
expect:
  suspensions:
    - {trigger: i1.1, kind: red_card, state: due, serve_in: g2, serve_by: 2027-01-10}
    - {trigger: i1.1, kind: increase_1, serve_in: null}
    - {player: ben}
  game_day:
    g2: {ana: {play: suspended, approved: false}, ben: {play: clear}}
  consequences:
    i1.1: {offense: 1, sent_off: true}
  problems:
    - {code: card_after_red, at: i3.1}
"""

DIFFERENCES = {
    "a state": (
        "state: due",
        "state: waiting",
        ['expect.suspensions[1] (line 15): expected state "waiting", found "due"'],
    ),
    "a game": ("serve_in: g2", "serve_in: g1", ['expected serve_in "g1", found "g2"']),
    "no game": ("serve_in: g2", "serve_in: null", ['expected serve_in null, found "g2"']),
    "a game where none is": ("serve_in: null", "serve_in: g2", ['expected serve_in "g2", found null']),
    "a day": ("serve_by: 2027-01-10", "serve_by: 2027-01-11", ['expected serve_by "2027-01-11", found "2027-01-10"']),
    "a suspension that does not arise": (
        "kind: red_card, state",
        "kind: red_card_after_game, state",
        [
            'expected {"trigger": "i1.1", "kind": "red_card_after_game"',
            "found no such suspension",
            'expect.suspensions: expected no other suspension, found {"trigger": "i1.1", "kind": "red_card"',
        ],
    ),
    "one suspension too few": ("    - {player: ben}\n", "", ["expected no other suspension, found"]),
    "one suspension too many": ("    - {player: ben}\n", "    - {player: ben}\n" * 2, ["found no such suspension"]),
    "a game day": (
        "approved: false",
        "approved: true",
        ["game_day.g2.ana (line 19): expected approved true, found false"],
    ),
    "a key that does not apply": (
        "play: clear",
        "approved: false",
        ["g2.ben (line 19): expected approved false, found none"],
    ),
    "a player who is not there": ("ben: {play", "zoe: {play", ["g2.zoe (line 19)", "found zoe not in g2"]),
    "a consequence": ("offense: 1", "offense: 2", ["consequences.i1.1 (line 21): expected offense 2, found 1"]),
    "a consequence of a card after the game": (
        "i1.1: {offense",
        "i2.1: {offense",
        ["found no card i2.1 during a game"],
    ),
    "a problem": (
        "{code: card_after_red, at: i3.1}",
        "{code: on_two_rosters, at: g2/ana}",
        [
            'expected {"code": "on_two_rosters", "at": "g2/ana"}, found no such problem',
            'expect.problems: expected no other problem, found {"code": "card_after_red", "at": "i3.1"}',
        ],
    ),
}


def differences(text: str) -> list[str]:
    scenario = read_text(text)
    return check(scenario.expect, replay(scenario))


def test_nothing_differs_where_the_expectation_holds() -> None:
    assert differences(HOLDS) == []


@pytest.mark.parametrize(("old", "new", "lines"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_each_difference_is_named_with_its_place(old: str, new: str, lines: list[str]) -> None:
    assert old in HOLDS
    found = differences(HOLDS.replace(old, new, 1))
    for line in lines:
        assert any(line in difference for difference in found), found
    assert all(difference.startswith("expect.") for difference in found)


def test_suspensions_not_named_fully_are_paired_as_far_as_they_can_be() -> None:
    start, end = HOLDS.index("  suspensions:\n"), HOLDS.index("  game_day:")

    def expecting(*lines: str) -> list[str]:
        listed = "".join(f"    - {line}\n" for line in lines)
        return differences(f"{HOLDS[:start]}  suspensions:\n{listed}{HOLDS[end:]}")

    # The loosest stands first and must leave to the others what only they fit.
    assert expecting("{}", "{player: ana}", "{player: ana, state: due}") == []
    assert len(expecting("{player: ana}", "{player: ana}", "{player: ana}")) == 2
    assert len(expecting("{player: ana}")) == 2


def test_sets_that_are_not_given_are_not_compared() -> None:
    assert differences(HOLDS.split("expect:", maxsplit=1)[0]) == []
    assert differences(HOLDS.split("expect:", maxsplit=1)[0] + "expect: {consequences: {i1.1: {offense: 1}}}") == []
    assert len(differences(HOLDS.split("expect:", maxsplit=1)[0] + "expect: {suspensions: [], problems: []}")) == 4


def test_the_order_of_thresholds_does_not_matter() -> None:
    text = (Path(__file__).parent / "scenarios" / "twelfth_yellow_of_the_year.yaml").read_text()
    both = text.replace("thresholds: [year/low/12]", "thresholds: [year/low/12, two_month/low/12]")
    (line,) = differences(both)
    assert 'expected thresholds ["two_month/low/12", "year/low/12"], found ["year/low/12"]' in line
