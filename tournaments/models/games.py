"""Games, and who took part in them."""

from datetime import date
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, StepValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from players.fields import NameField, name_constraint
from players.history import tracked
from players.models import Player
from players.saving import SavedWhole
from tournaments.choices import GameStage, GameStatus
from tournaments.models.events import Event
from tournaments.models.teams import Team, Umpire
from tournaments.triggers import named_teams_stay, team_plays_in_game

HALF_GOAL = Decimal("0.5")
MOST_GOALS = Decimal("99.5")


# Goals of a team; half goals come from handicaps.
SCORE: dict[str, Any] = {
    "max_digits": 3,
    "decimal_places": 1,
    "null": True,
    "blank": True,
    "validators": [MinValueValidator(Decimal(0)), MaxValueValidator(MOST_GOALS), StepValueValidator(HALF_GOAL)],
}


@tracked()
class Game(SavedWhole):
    """A game of an event between two teams."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="games", verbose_name=_("event"))
    starts_at = models.DateTimeField(_("start"))
    ends_at = models.DateTimeField(_("end"), null=True, blank=True, help_text=_("Empty: two hours after the start."))
    stage = models.CharField(_("stage"), max_length=32, choices=GameStage, default=GameStage.REGULAR)
    status = models.CharField(
        _("status"),
        max_length=16,
        choices=GameStatus,
        default=GameStatus.SCHEDULED,
        help_text=_("Abandoned means stopped under way; a game that never began is cancelled or postponed."),
    )
    team_a = models.ForeignKey(Team, models.PROTECT, related_name="games_as_a", verbose_name=_("first team"))
    team_b = models.ForeignKey(Team, models.PROTECT, related_name="games_as_b", verbose_name=_("second team"))
    schedule_order = models.IntegerField(
        _("order"),
        default=0,
        help_text=_("Orders games that start at the same moment: the lower number comes first."),
    )
    field = NameField(_("field"), max_length=80, blank=True)
    goals_a = models.DecimalField(_("goals of the first team"), **SCORE)
    goals_b = models.DecimalField(_("goals of the second team"), **SCORE)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["starts_at", "schedule_order", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
                name="game_ends_after_it_starts",
                violation_error_message=_("The game cannot end before it has started."),
            ),
            models.CheckConstraint(
                condition=~Q(team_a=F("team_b")),
                name="game_between_two_teams",
                violation_error_message=_("A game is between two different teams."),
            ),
            models.CheckConstraint(condition=Q(stage__in=GameStage.values), name="game_stage_known"),
            models.CheckConstraint(condition=Q(status__in=GameStatus.values), name="game_status_known"),
            models.CheckConstraint(
                condition=Q(goals_a__isnull=True) | Q(goals_a__range=(0, MOST_GOALS)),
                name="game_goals_a_in_range",
            ),
            models.CheckConstraint(
                condition=Q(goals_b__isnull=True) | Q(goals_b__range=(0, MOST_GOALS)),
                name="game_goals_b_in_range",
            ),
            name_constraint("field", name="game_field_is_clean", blank=True),
        ]
        indexes = [
            models.Index(fields=["starts_at", "schedule_order", "id"], name="game_in_order"),
            models.Index(fields=["event", "starts_at"], name="game_of_event"),
        ]
        triggers = [named_teams_stay(name="game_named_teams_stay")]

    def __str__(self) -> str:
        return _("%(first)s v. %(second)s, %(day)s") % {
            "first": self.team_a,
            "second": self.team_b,
            "day": date_format(self.local_day, "MONTH_DAY_FORMAT"),
        }

    @property
    def local_day(self) -> date:
        """The day of the game where it is played."""
        return self.starts_at.astimezone(self.event.zone).date()

    @property
    def team_ids(self) -> tuple[int, int]:
        """The ids of both teams, the first one first."""
        return (self.team_a_id, self.team_b_id)


@tracked()
class GameUmpire(models.Model):
    """An umpire of a game."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="game_umpires", verbose_name=_("game"))
    umpire = models.ForeignKey(Umpire, models.PROTECT, related_name="game_umpires", verbose_name=_("umpire"))

    class Meta:
        verbose_name = _("umpire of the game")
        verbose_name_plural = _("umpires of the game")
        ordering = ["game", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "umpire"],
                name="game_umpire_once",
                violation_error_message=_("This umpire is already named for the game."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.umpire}"


class _OfTeamInGame(SavedWhole):
    """What belongs to one of the two teams of a game; a trigger of each model holds it so."""

    game: models.ForeignKey[Game, Game]
    team: models.ForeignKey[Team, Team]
    game_id: int
    team_id: int

    class Meta:
        abstract = True

    def clean(self) -> None:
        super().clean()
        if self.game_id and self.team_id and self.team_id not in self.game.team_ids:
            raise ValidationError({"team": _("%(team)s does not play in this game.") % {"team": self.team}})


@tracked()
class Lineup(_OfTeamInGame):
    """That a team named who starts in a game. One that names nobody is a line-up, too."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="lineups", verbose_name=_("game"))
    team = models.ForeignKey(Team, models.PROTECT, related_name="lineups", verbose_name=_("team"))

    class Meta:
        verbose_name = _("line-up")
        verbose_name_plural = _("line-ups")
        ordering = ["game", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "team"],
                name="lineup_one_per_team",
                violation_error_message=_("This team already has a line-up for this game."),
            ),
        ]
        triggers = [team_plays_in_game(name="lineup_team_plays")]

    def __str__(self) -> str:
        return _("Line-up of %(team)s") % {"team": self.team}


@tracked()
class LineupPlace(SavedWhole):
    """A player named to start, with his position if it is known."""

    lineup = models.ForeignKey(Lineup, models.CASCADE, related_name="places", verbose_name=_("line-up"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="lineup_places", verbose_name=_("player"))
    position = models.PositiveSmallIntegerField(
        _("position"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(4)],
        help_text=_("From 1 to 4; empty if it is not known."),
    )

    class Meta:
        verbose_name = _("place in a line-up")
        verbose_name_plural = _("places in line-ups")
        ordering = ["lineup", F("position").asc(nulls_last=True), "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["lineup", "player"],
                name="lineup_place_once",
                violation_error_message=_("This player is already in the line-up."),
            ),
            models.UniqueConstraint(
                fields=["lineup", "position"],
                name="lineup_position_once",
                violation_error_message=_("This position is already taken."),
            ),
            models.CheckConstraint(
                condition=Q(position__isnull=True) | Q(position__range=(1, 4)),
                name="lineup_position_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}"


@tracked()
class Substitution(_OfTeamInGame):
    """A player who came on for a team in a game."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="substitutions", verbose_name=_("game"))
    team = models.ForeignKey(Team, models.PROTECT, related_name="substitutions", verbose_name=_("team"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="substitutions", verbose_name=_("player"))

    class Meta:
        verbose_name = _("substitute")
        verbose_name_plural = _("substitutes")
        ordering = ["game", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "team", "player"],
                name="substitution_once",
                violation_error_message=_("This substitute is already named."),
            ),
        ]
        triggers = [team_plays_in_game(name="substitution_team_plays")]

    def __str__(self) -> str:
        return f"{self.player}"
