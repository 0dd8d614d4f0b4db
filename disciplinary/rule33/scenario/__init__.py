"""Scenario files: the facts of a small season in YAML, and what Rule 33 makes of them.

``read`` and ``write`` go from file to facts and back, ``replay`` answers, ``check`` compares the
answer with what the file expects. The format stands in ``tests/rule33/scenarios/FORMAT.md``.
"""

from disciplinary.rule33.scenario.answering import Answer, answer, replay
from disciplinary.rule33.scenario.checking import check
from disciplinary.rule33.scenario.model import Expectation, Expected, Scenario
from disciplinary.rule33.scenario.reading import read, read_text
from disciplinary.rule33.scenario.tree import ScenarioError, printable
from disciplinary.rule33.scenario.writing import write

__all__ = [
    "Answer",
    "Expectation",
    "Expected",
    "Scenario",
    "ScenarioError",
    "answer",
    "check",
    "printable",
    "read",
    "read_text",
    "replay",
    "write",
]
