"""Entries of teams in events, with their rosters."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.fields import NameField, folded, name_constraint
from players.history import tracked
from players.models import Player
from players.saving import SavedWhole
from tournaments.models.events import Event
from tournaments.models.teams import Team


@tracked(exclude=["search_name"])
class Entry(SavedWhole):
    """A team in an event. A team that left and came back has two entries."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries", verbose_name=_("event"))
    team = models.ForeignKey(Team, models.PROTECT, related_name="entries", verbose_name=_("team"))
    team_name = NameField(
        _("name in this event"),
        blank=True,
        help_text=_("If the team plays this event under another name, such as a sponsor's."),
    )
    entered_at = models.DateTimeField(
        _("entered"),
        null=True,
        blank=True,
        help_text=_("When the entry was made. Empty: from the beginning."),
    )
    withdrawn_at = models.DateTimeField(
        _("withdrawn"),
        null=True,
        blank=True,
        help_text=_("When the team withdrew from the event; its roster ends then."),
    )
    out_at = models.DateTimeField(
        _("out"),
        null=True,
        blank=True,
        help_text=_("When the team was eliminated; its roster still holds."),
    )
    search_name = folded("team_name")

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["event", "team", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "team"],
                condition=Q(withdrawn_at__isnull=True),
                name="entry_one_open_per_team",
                violation_error_message=_("This team is already entered in this event."),
            ),
            models.CheckConstraint(
                condition=Q(entered_at__isnull=True)
                | Q(withdrawn_at__isnull=True)
                | Q(withdrawn_at__gte=F("entered_at")),
                name="entry_withdrawn_after_entered",
                violation_error_message=_("The team cannot withdraw before it has entered."),
            ),
            models.CheckConstraint(
                condition=Q(entered_at__isnull=True) | Q(out_at__isnull=True) | Q(out_at__gte=F("entered_at")),
                name="entry_out_after_entered",
                violation_error_message=_("The team cannot be out before it has entered."),
            ),
            name_constraint("team_name", name="entry_team_name_is_clean", blank=True),
        ]

    def __str__(self) -> str:
        return _("%(team)s in %(event)s") % {"team": self.shown_name, "event": self.event}

    @property
    def shown_name(self) -> str:
        """The name under which the team plays this event."""
        return self.team_name or self.team.name


@tracked()
class RosterPlace(SavedWhole):
    """A player on the roster of an entry, for as long as the entry holds."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="roster", verbose_name=_("entry"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="roster_places", verbose_name=_("player"))

    class Meta:
        verbose_name = _("roster place")
        verbose_name_plural = _("roster")
        ordering = ["entry", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "player"],
                name="roster_place_once",
                violation_error_message=_("This player is already on the roster."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}"
