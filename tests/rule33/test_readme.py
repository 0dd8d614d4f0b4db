"""The rule's README names every reading, and nothing that is not there."""

import importlib
import re
from pathlib import Path

import pytest

from disciplinary.rule33.clauses import Reading

HERE = Path(__file__).parent
README = HERE.parents[1] / "disciplinary" / "rule33" / "README.md"
TEXT = README.read_text()
MODULES = {path.stem for path in README.parent.glob("*.py")} - {"__init__"}


def test_every_reading_has_its_row() -> None:
    rows = re.findall(r"^\| (R-\d+) \|", TEXT, re.MULTILINE)
    assert rows == [reading.value for reading in Reading]


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([a-z_]+\.[A-Za-z_.]+)`", TEXT))))
def test_every_place_it_names_is_there(name: str) -> None:
    module, _, attribute = name.partition(".")
    if attribute == "py":
        assert (README.parent / name).exists() or (README.parent / "scenario" / name).exists() or (HERE / name).exists()
        return
    assert module in MODULES
    found = importlib.import_module(f"disciplinary.rule33.{module}")
    for part in attribute.split("."):
        found = getattr(found, part)


def test_every_season_it_names_is_there() -> None:
    cells = re.findall(r"\| ([^|]+) \|$", TEXT, re.MULTILINE)
    names = {name for cell in cells for name in re.findall(r"`([a-z_]+)`", cell)} - MODULES
    assert names
    for name in names:
        assert (HERE / "scenarios" / f"{name}.yaml").exists(), name
