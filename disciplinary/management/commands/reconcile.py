"""Recalculate everyone, and report every difference as a fault."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from disciplinary.services import upkeep
from players.models import Player


def _size(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"expected a whole number of players, 1 or more, not {text!r}")
    return int(text)


class Command(BaseCommand):
    """Recalculate every player from the facts.

    Rows that were wrong are put right and named. The exit status is 1 if there were any, other than
    those on which nothing but a deadline has passed, and 0 otherwise.
    """

    help = "Recalculate every player from the facts; exit 1 if anything differed that time alone does not explain."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--batch",
            type=_size,
            default=upkeep.BATCH,
            metavar="N",
            help="players recalculated in one transaction (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Recalculate, with a bar on a terminal's standard error, and print what was found."""
        bar = tqdm(total=Player.objects.count(), unit=" players", disable=not sys.stderr.isatty(), leave=False)
        with bar:
            outcome = upkeep.reconcile(size=options["batch"], progress=bar.update)
        for player in Player.objects.filter(pk__in=outcome.faults).order_by("sort_name", "pk"):
            self.stdout.write(f"{player.name} ({player.member_number}): the rows did not say what the facts say")
        self.stdout.write(_summary(outcome))
        if not outcome.clean:
            sys.exit(1)


def _summary(outcome: upkeep.Reconciliation) -> str:
    changes = outcome.changes
    lines = [f"Players recalculated: {outcome.players}; wrong, and put right: {len(outcome.faults)}."]
    if changes:
        lines.append(
            f"Rows rewritten: {changes.suspensions} of suspensions, {changes.problems} of problems, "
            f"{changes.complaints} of complaints."
        )
    if by_time := len(changes.players - outcome.faults):
        lines.append(f"Players who had only passed a deadline, which is no fault: {by_time}.")
    return "\n".join(lines)
