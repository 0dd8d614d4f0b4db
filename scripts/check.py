"""Everything that a machine can say about the code without running the tests.

    python -m scripts.check [NAME ...]

All steps run, whatever the first ones say; the failed ones are named at the end.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass, field

from scripts.stack.paths import ROOT

# As in production, but for a database of the moment.
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": "a-key-of-fifty-characters-or-more-with-enough-variety-0123456789",
    "ALLOWED_HOSTS": "discipline.example.org",
    "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
    "DEFAULT_FROM_EMAIL": "discipline@example.org",
}
# The types are checked without a database, but the settings want its address.
TEST = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}


@dataclass(frozen=True, kw_only=True)
class Step:
    """One check: its name, what is run, in which environment; `services` if it needs a database."""

    name: str
    argv: tuple[str, ...]
    env: dict[str, str] = field(default_factory=dict)
    services: bool = False


STEPS = (
    Step(name="form", argv=("-m", "ruff", "format", "--check", ".")),
    Step(name="lint", argv=("-m", "ruff", "check", ".")),
    Step(name="types", argv=("-m", "mypy"), env=TEST),
    Step(name="imports", argv=("-c", "from importlinter.cli import lint_imports_command as lint; lint()")),
    Step(name="templates", argv=("-m", "djlint", "--lint", "--quiet", "templates")),
    Step(
        name="deploy",
        argv=("manage.py", "check", "--deploy", "--fail-level", "WARNING"),
        env=PRODUCTION,
        services=True,
    ),
    Step(name="migrations", argv=("manage.py", "makemigrations", "--check", "--dry-run"), services=True),
    Step(name="translations", argv=("-m", "scripts.messages", "check")),
)


def run(step: Step) -> bool:
    """Run one step; True if it passed."""
    print(f"\n── {step.name}", flush=True)
    began = time.monotonic()
    before = (sys.executable, "-m", "scripts.services", "--no-broker") if step.services else ()
    done = subprocess.run([*before, sys.executable, *step.argv], cwd=ROOT, env={**os.environ, **step.env}, check=False)
    word = "passed" if done.returncode == 0 else "FAILED"
    print(f"   {word} in {time.monotonic() - began:.1f} s", flush=True)
    return done.returncode == 0


def main(names: list[str]) -> int:
    """Run the steps of those names, or all; 1 if any failed, 2 if a name is unknown."""
    known = [step.name for step in STEPS]
    if unknown := [name for name in names if name not in known]:
        print(f"There is no check {', '.join(unknown)}; there are {', '.join(known)}.", file=sys.stderr)
        return 2
    failed = [step.name for step in STEPS if step.name in (names or known) and not run(step)]
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nEvery check passed.", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
