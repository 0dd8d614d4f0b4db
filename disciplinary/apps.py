"""The configuration of the app."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DisciplinaryConfig(AppConfig):
    """Rule 33: incidents and their cards, suspensions, approvals, rulings and complaints."""

    name = "disciplinary"
    verbose_name = _("Discipline")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register who may do what, follow every fact that changes, once per batch of writes, and check line-ups."""
        from disciplinary import lineup_words, signals
        from disciplinary.services import recalculation
        from players import hooks
        from tournaments.hooks import register_lineup_check

        import_module("disciplinary.rules")
        signals.connect()
        hooks.register_batch(recalculation.batch)
        register_lineup_check(lineup_words.warnings_of)
