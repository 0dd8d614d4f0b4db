"""Accounts to try the product with."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from disciplinary.demo.names import ACCOUNTS
from disciplinary.demo.people import ONE_YELLOW_SHORT_NUMBER, accounts_make
from players.models import Player
from tournaments.choices import GameStatus
from tournaments.models import Game

PASSWORD = "polo-demo-33"  # noqa: S105 - for demonstrations alone, and printed


class Command(BaseCommand):
    """Make one account per role, all with the same well-known password, and print them."""

    help = "Make one demo account per role and print them. Only where the DEMO setting is on."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing; print all."""
        if not settings.DEMO:
            raise CommandError(
                "Demo accounts have a password that everybody knows. They are made only where the setting DEMO is on."
            )
        with transaction.atomic():
            for user in accounts_make().values():
                if not user.check_password(PASSWORD):
                    user.set_password(PASSWORD)
                    user.save(update_fields=["password"])
        self.stdout.write(f"  Sign in as one of these; the password is always {PASSWORD}\n\n")
        for account in ACCOUNTS:
            self.stdout.write(f"    {account.email:<36}{account.role.label}\n")
        if hint := _to_try():
            self.stdout.write(f"\n{hint}")


def _to_try() -> str:
    """Who is one yellow card short, and in which game it can be shown."""
    player = Player.objects.filter(member_number=ONE_YELLOW_SHORT_NUMBER).first()
    if player is None:
        return ""
    games = Game.objects.filter(lineups__places__player=player, event__name="Orange Blossom Cup")
    game = (
        games.filter(status=GameStatus.PLAYED, starts_at__lt=timezone.now())
        .select_related("event", "team_a", "team_b")
        .order_by("-starts_at")
        .first()
    )
    if game is None:
        return ""
    day = _day(game.starts_at.astimezone(game.event.zone).date())
    return (
        f"  To try it as office staff: {player.name} has four yellow cards in Low Goal.\n"
        f"  Record two yellow cards at once in {game.team_a} v. {game.team_b} of {day} ({game.event}),\n"
        "  and see from which game the fifth suspends, and why.\n"
    )


def _day(day: date) -> str:
    return f"{day:%B} {day.day}"
