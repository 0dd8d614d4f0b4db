"""Load the demo season."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from disciplinary.demo.seed import SEED, is_empty, seed


class Command(BaseCommand):
    """Fill an empty database with an invented season around today."""

    help = "Fill an empty database with an invented season around today, the same for the same --seed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which season, and what to do where there is one already."""
        parser.add_argument("--if-empty", action="store_true", help="do nothing where there is data already")
        parser.add_argument("--seed", type=int, default=SEED, metavar="NUMBER", help="another number, another season")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load it, or say why not."""
        if not is_empty():
            if options["if_empty"]:
                self.stdout.write("There is data already: nothing was loaded.")
                return
            raise CommandError(
                "There are players or events in this database already, and the demo season is never mixed with "
                "others. Load it into an empty database."
            )
        today = timezone.now().astimezone(ZoneInfo(settings.OFFICE_TIME_ZONE)).date()
        loaded = seed(today, options["seed"])
        self.stdout.write(
            f"Loaded a demo season: {loaded.events} events, {loaded.teams} teams, {loaded.players} players, "
            f"{loaded.games} games, {loaded.incidents} incidents, {loaded.suspensions} suspensions."
        )
