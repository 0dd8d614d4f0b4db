"""The players app."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """People: accounts, players with their dated handicaps, and clubs."""

    name = "players"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register who may do what."""
        import_module("players.rules")
