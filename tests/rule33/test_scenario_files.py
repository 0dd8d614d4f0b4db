"""Malformed scenario files: each is refused in one line that names the place."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disciplinary.rule33.scenario import ScenarioError, printable, read, read_text, replay
from tests.rule33.malformed import BASE, NO_SEASON, WRONG_EXPECTATIONS, WRONG_FACTS

MALFORMED = WRONG_FACTS | WRONG_EXPECTATIONS


@pytest.mark.parametrize(("old", "new", "line"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_file_is_refused_in_one_line_that_names_the_place(old: str, new: str, line: str) -> None:
    assert old in BASE
    with pytest.raises(ScenarioError) as refused:
        read_text(BASE.replace(old, new, 1))
    message = str(refused.value)
    assert line in message
    assert len(message.splitlines()) == 1
    assert ": expected " in message
    assert ", found " in message


@pytest.mark.parametrize(("text", "line"), NO_SEASON.values(), ids=NO_SEASON)
def test_what_is_no_season_is_refused_in_one_line(text: str, line: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        read_text(text)
    assert line in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_the_malformed_cases_change_a_season_that_is_well_formed() -> None:
    scenario = read_text(BASE)
    assert scenario.title == "A season"
    assert len(scenario.facts.incidents) == 3


def complaint(text: str) -> str:
    """What is said of a text, nothing where it is a season."""
    try:
        replay(read_text(text))
    except ScenarioError as error:
        return str(error)
    return ""


@given(st.text(max_size=200))
def test_no_text_at_all_leads_to_another_error(text: str) -> None:
    assert len(complaint(text).splitlines()) <= 1


@given(st.data())
def test_no_damage_to_a_season_leads_to_another_error(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(BASE)))
    end = data.draw(st.integers(start, min(len(BASE), start + 30)))
    damage = data.draw(st.text(alphabet="{}[]:,-&*!'\"<>|#%@ \n\tYR0a9~", max_size=12))
    assert len(complaint(BASE[:start] + damage + BASE[end:]).splitlines()) <= 1


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(b"\x89PNG\r\n\x1a\n\x00", "other bytes at offset 0", id="a picture"),
        pytest.param(b"title: caf\xe9", "other bytes at offset 10", id="another encoding"),
    ],
)
def test_a_file_that_is_no_text(tmp_path: Path, content: bytes, found: str) -> None:
    (tmp_path / "binary.yaml").write_bytes(content)
    with pytest.raises(ScenarioError, match=f"file: expected text in UTF-8, found {found}"):
        read(tmp_path / "binary.yaml")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="file: expected a scenario file, found no file of that name"):
        read(tmp_path / "none.yaml")
    with pytest.raises(ScenarioError, match="file: expected a scenario file, found a directory"):
        read(tmp_path)
    with pytest.raises(ScenarioError, match="file: expected a file that can be read"):
        read("a\0name")


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "bom.yaml").write_bytes(b"\xef\xbb\xbf" + BASE.encode())
    assert read(tmp_path / "bom.yaml") == read_text(BASE)


def test_names_are_printed_on_one_line() -> None:
    assert printable("a\nb\u2028c") == "a\\nb\\u2028c"
    assert printable("Peña") == "Peña"
