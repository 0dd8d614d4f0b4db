"""Teams and umpires."""

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _

from players.fields import NameField, folded, name_constraint
from players.functions import Fold
from players.history import tracked
from players.models import Club


@tracked(exclude=["search_name"])
class Team(models.Model):
    """The lasting identity that "same team" means in the rule.

    Its name and sponsor may change from event to event (`Entry.team_name`); the team stays.
    """

    name = NameField(
        _("name"),
        help_text=_("The lasting name. A name for one event only, such as a sponsor's, belongs to its entry."),
    )
    club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="teams",
        verbose_name=_("club"),
    )
    search_name = folded("name")

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["search_name", "id"]
        constraints = [
            models.UniqueConstraint(
                Fold("name"),
                "club",
                name="team_once_per_club",
                nulls_distinct=False,
                violation_error_message=_(
                    "This team is already here. Use it: two rows would be two teams to the rule."
                ),
            ),
            name_constraint("name", name="team_name_is_clean"),
        ]
        indexes = [GinIndex(fields=["search_name"], opclasses=["gin_trgm_ops"], name="team_search")]

    def __str__(self) -> str:
        return self.name


@tracked(exclude=["search_name"])
class Umpire(models.Model):
    """Someone who umpires games, with or without an account."""

    name = NameField(_("name"))
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="umpire",
        verbose_name=_("account"),
        help_text=_("The account with which this umpire signs in, if any."),
    )
    search_name = folded("name")

    class Meta:
        verbose_name = _("umpire")
        verbose_name_plural = _("umpires")
        ordering = ["search_name", "id"]
        constraints = [name_constraint("name", name="umpire_name_is_clean")]
        indexes = [GinIndex(fields=["search_name"], opclasses=["gin_trgm_ops"], name="umpire_search")]

    def __str__(self) -> str:
        return self.name
