"""`manage.py rule33`: what it prints, where, and how it ends."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import CommandError, call_command

from disciplinary.rule33.scenario import read, replay

ROOT = Path(__file__).parents[2]
SCENARIOS = Path(__file__).parent / "scenarios"
SERVED = SCENARIOS / "red_card_served.yaml"
MISSING = SCENARIOS / "red_card_approval_missing.yaml"


class Outcome(NamedTuple):
    """What a command printed, and its exit code."""

    out: str
    err: list[str]
    code: int


def rule33(*arguments: str | Path) -> Outcome:
    """Run the command here. It may not touch the database: no test in this module has one."""
    out, err = StringIO(), StringIO()
    code = 0
    try:
        call_command("rule33", *map(str, arguments), stdout=out, stderr=err)
    except SystemExit as end:
        code = int(end.code or 0)
    return Outcome(out.getvalue(), err.getvalue().splitlines(), code)


@pytest.fixture
def spoiled(tmp_path: Path) -> Path:
    """A season that expects something else than what follows from it."""
    path = tmp_path / "spoiled.yaml"
    path.write_text(SERVED.read_text().replace("state: served", "state: due").replace("offense: 1", "offense: 2"))
    return path


@pytest.fixture
def malformed(tmp_path: Path) -> Path:
    """A season with a game that is none."""
    path = tmp_path / "malformed.yaml"
    path.write_text(SERVED.read_text().replace("i1: {game: g1", "i1: {game: g9"))
    return path


def test_one_file_is_answered_as_one_json_object() -> None:
    outcome = rule33("replay", SERVED)
    answer = json.loads(outcome.out)
    assert (outcome.err, outcome.code) == ([], 0)
    assert answer == replay(read(SERVED))
    assert list(answer) == ["suspensions", "game_day", "consequences", "problems"]
    assert answer["suspensions"] == [
        {
            "trigger": "i1.1",
            "kind": "red_card",
            "player": "ana",
            "full_game": True,
            "seconds": 0,
            "no_substitute": 0,
            "team": "red",
            "thresholds": [],
            "state": "served",
            "serve_in": "g2",
            "approved": True,
            "serve_by": "2027-01-10",
            "last_day": "2027-02-10",
        }
    ]
    assert answer["game_day"]["g2"]["ana"] == {
        "play": "suspended",
        "sit_out": 0,
        "no_substitute": 0,
        "carried_yellow": False,
        "approved": True,
    }
    assert "approved" not in answer["game_day"]["g2"]["ben"]


def test_several_files_are_answered_one_a_line_in_their_order() -> None:
    outcome = rule33("replay", MISSING, SERVED, MISSING)
    first, second, third = (json.loads(line) for line in outcome.out.splitlines())
    assert first == third == replay(read(MISSING))
    assert second == replay(read(SERVED))
    assert outcome.code == 0


def test_all_golden_scenarios_pass() -> None:
    files = sorted(SCENARIOS.glob("*.yaml"))
    outcome = rule33("replay", "--check", *files)
    assert (outcome.err, outcome.code) == ([], 0)
    assert len(outcome.out.splitlines()) == len(files)


def test_a_thousand_files(tmp_path: Path) -> None:
    files = []
    for number in range(1000):
        path = tmp_path / f"{number}.yaml"
        path.write_text(SERVED.read_text().replace("ana", f"ana{number}"))
        files.append(path)
    outcome = rule33("replay", "--check", *files)
    players = [json.loads(line)["suspensions"][0]["player"] for line in outcome.out.splitlines()]
    assert players == [f"ana{number}" for number in range(1000)]
    assert (outcome.err, outcome.code) == ([], 0)


def test_differences_are_listed_beside_the_answers(spoiled: Path) -> None:
    outcome = rule33("replay", "--check", SERVED, spoiled)
    assert len(outcome.out.splitlines()) == 2
    assert outcome.code == 1
    assert outcome.err == [
        f'{spoiled}: expect.suspensions[1] (line 21): expected state "due", found "served"',
        f"{spoiled}: expect.consequences.i1.1 (line 19): expected offense 2, found 1",
    ]


def test_nothing_is_compared_unless_asked_for(spoiled: Path) -> None:
    outcome = rule33("replay", spoiled)
    assert (outcome.err, outcome.code) == ([], 0)


def test_malformed_files_are_named_one_a_line_and_nothing_is_answered(
    malformed: Path, spoiled: Path, tmp_path: Path
) -> None:
    outcome = rule33("replay", "--check", SERVED, malformed, spoiled, tmp_path / "none.yaml")
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err == [
        f'{malformed}: incidents.i1.game (line 12): expected a game that the file describes, found "g9"',
        f"{tmp_path / 'none.yaml'}: file: expected a scenario file, found no file of that name",
    ]


def test_the_story_of_a_player() -> None:
    outcome = rule33("explain", SERVED, "ana")
    assert (outcome.err, outcome.code) == ([], 0)
    assert "What Rule 33 makes of ana" in outcome.out
    assert "Served in game g2 (red against blue) on Saturday, January 17, 2026." in outcome.out


def test_the_story_of_nobody_names_who_is_there() -> None:
    outcome = rule33("explain", SERVED, "zoe")
    assert (outcome.out, outcome.code) == ("", 2)
    assert outcome.err == [f"{SERVED}: expected one of the players ana, ben, found 'zoe'"]


def test_the_story_in_a_malformed_file(malformed: Path) -> None:
    outcome = rule33("explain", malformed, "ana")
    assert (outcome.out, outcome.code) == ("", 2)
    assert len(outcome.err) == 1


@pytest.mark.parametrize("arguments", [[], ["replay"], ["explain", "file"], ["prove", "file"]])
def test_what_it_can_be_asked(arguments: list[str]) -> None:
    with pytest.raises(CommandError, match=r"Error: .*(required|invalid choice)"):
        call_command("rule33", *arguments)


def manage(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run it as from a shell in which no database is named."""
    known = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "VIRTUAL_ENV")}
    command = [sys.executable, "manage.py", "rule33", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=known | environment, capture_output=True, check=False)


def test_from_a_shell_it_needs_no_database(malformed: Path, tmp_path: Path) -> None:
    season = tmp_path / "una estación.yaml"
    season.write_text(SERVED.read_text().replace("ana", "“Ana Peña”"))
    unreachable = {"DJANGO_SETTINGS_MODULE": "config.settings.local", "DATABASE_URL": "postgres://127.0.0.1:1/none"}

    done = manage("replay", "--check", season, **unreachable)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["suspensions"][0]["player"] == "“Ana Peña”"

    done = manage("explain", season, "“Ana Peña”", **unreachable, PYTHONIOENCODING="utf-8")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "“Ana Peña”, playing for red, was shown a red card (i1).".encode() in done.stdout

    done = manage("replay", malformed)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == [
        f'{malformed}: incidents.i1.game (line 12): expected a game that the file describes, found "g9"'
    ]


def test_an_answer_is_valid_json_on_a_terminal_without_accents(tmp_path: Path) -> None:
    season = tmp_path / "season.yaml"
    season.write_text(SERVED.read_text().replace("ana", "Peña"))
    done = manage("replay", season, PYTHONIOENCODING="ascii")
    assert json.loads(done.stdout)["suspensions"][0]["player"] == "Peña"
