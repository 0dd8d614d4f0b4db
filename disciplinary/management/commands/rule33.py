"""What Rule 33 makes of a scenario file, without a database."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from disciplinary.rule33.scenario import (
    Scenario,
    ScenarioError,
    check,
    printable,
    read,
    replay,
)
from disciplinary.story import UnknownPlayerError, tell

DIFFERS = 1
MALFORMED = 2


class Command(BaseCommand):
    """`replay` answers as JSON and compares; `explain` tells a player's story.

    Exit 1: the answer differs from what a file expects. Exit 2: a file, or the player, is not understood.
    """

    help = "Answers what Rule 33 makes of scenario files. Uses no database."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Two commands with their own arguments."""
        commands = parser.add_subparsers(dest="action", required=True, metavar="replay | explain")
        replaying = commands.add_parser("replay", help="Answer as JSON: one object, or one a line for several files.")
        replaying.add_argument("files", nargs="+", metavar="FILE")
        replaying.add_argument(
            "--check",
            action="store_true",
            help="Compare with what each file expects; exit 1 on any difference.",
        )
        explaining = commands.add_parser("explain", help="Tell a player's story in plain sentences.")
        explaining.add_argument("file", metavar="FILE")
        explaining.add_argument("player", metavar="PLAYER")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run the command asked for."""
        if options["action"] == "replay":
            self._replay(options["files"], compare=options["check"])
        else:
            self._explain(options["file"], options["player"])

    def _replay(self, files: list[str], *, compare: bool) -> None:
        # All files are read before the first answer, so that the answers are there for all or none.
        scenarios = [(name, scenario) for name in files if (scenario := self._read(name))]
        if len(scenarios) < len(files):
            raise SystemExit(MALFORMED)
        differs = False
        for name, scenario in scenarios:
            answer = replay(scenario)
            self._print_json(answer, indent=2 if len(files) == 1 else None)
            for difference in check(scenario.expect, answer) if compare else ():
                differs = True
                self.stderr.write(f"{printable(name)}: {difference}")
        if differs:
            raise SystemExit(DIFFERS)

    def _explain(self, name: str, player: str) -> None:
        scenario = self._read(name)
        if scenario is None:
            raise SystemExit(MALFORMED)
        try:
            story = tell(scenario.facts, player, scenario.now, scenario.tz)
        except UnknownPlayerError as error:
            self.stderr.write(f"{printable(name)}: {error}")
            raise SystemExit(MALFORMED) from None
        self.stdout.write(story)

    def _read(self, name: str) -> Scenario | None:
        """The scenario in a file, or None after a line that says why there is none."""
        try:
            return read(name)
        except ScenarioError as error:
            self.stderr.write(f"{printable(name)}: {error}")
            return None

    def _print_json(self, answer: Any, indent: int | None) -> None:
        encoding = (getattr(self.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
        self.stdout.write(json.dumps(answer, indent=indent, ensure_ascii=not encoding.startswith("utf")))
