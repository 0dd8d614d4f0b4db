"""The rule knows no Django, no database and no broker: a fresh interpreter imports all of it."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

PROGRAM = """
import importlib, pkgutil, sys
import disciplinary.rule33 as package
names = [module.name for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
for name in names:
    importlib.import_module(name)
foreign = {"django", "celery", "psycopg", "redis", "players", "tournaments", "config"}
print(len(names), *sorted({name.partition(".")[0] for name in sys.modules} & foreign))
"""

STANDARD_ONLY = """
import sys
import disciplinary.rule33.ledger
known = sys.stdlib_module_names | {"disciplinary"} | before
print(*(name for name in sorted({name.partition(".")[0] for name in sys.modules} - known) if name[0] != "_"))
"""


def run(program: str) -> list[str]:
    """The words that a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_nothing_of_the_shell_comes_with_the_rule() -> None:
    modules, *foreign = run(PROGRAM)
    assert int(modules) >= 15
    assert foreign == []


def test_the_engine_needs_the_standard_library_alone() -> None:
    # What the interpreter itself loads at its start, such as an environment's hooks, is not the engine's.
    before = "import sys\nbefore = {name.partition('.')[0] for name in sys.modules}\n"
    assert run(before + STANDARD_ONLY) == []
