"""Incidents, the cards shown for them, time in the penalty box, and increases of red cards."""

from typing import Any, NamedTuple

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Deferrable, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.choices import (
    FIELD_PENALTIES,
    Category,
    Color,
    EventKind,
    FieldPenaltyEffect,
    IncreaseAuthority,
    LeftEarly,
    Tier,
    When,
)
from disciplinary.models.withdrawals import Withdrawable, all_or_none, decider, reason_iff
from disciplinary.rule33.editions import edition_for
from disciplinary.rule33.periods import local_day
from disciplinary.rule33.tiers import tier_of
from disciplinary.triggers import (
    carded_teams_stay,
    cards_in_order,
    fixed,
    increase_of_a_red,
    kept,
    snapshot_stays,
    stay_during_the_game,
)
from players.history import tracked
from players.models import Player
from players.saving import SavedWhole
from tournaments.models import Game, Team, Umpire
from tournaments.triggers import team_plays_in_game

MOST_CHUKKERS = 8
#: Seconds left on the clock of a chukker; overtime and stoppages included.
LONGEST_CHUKKER = 900
MOST_CARDS = 3
#: Seconds of play a single stay can impose, and seconds an early leaving can add.
LONGEST_STAY = 3600
MOST_GAMES_ADDED = 99


class EventRating(NamedTuple):
    """What an incident keeps of its event, as it was when the card was shown."""

    goals: int
    tier: str
    kind: str


@tracked()
class Incident(SavedWhole):
    """One offense of one player in or after one game (33(a), 33(b)).

    `goals`, `tier` and `kind` are the event's when the incident was recorded: a later re-rating
    of the event moves nothing.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="incidents", verbose_name=_("game"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="incidents", verbose_name=_("player"))
    team = models.ForeignKey(Team, models.PROTECT, related_name="incidents", verbose_name=_("team"))
    position = models.PositiveIntegerField(
        _("order"), help_text=_("The order in which the offenses of the game were carded, from 1.")
    )
    when = models.CharField(_("when"), max_length=8, choices=When, default=When.DURING)
    category = models.CharField(_("offense"), max_length=32, choices=Category)
    chukker = models.PositiveSmallIntegerField(
        _("chukker"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_CHUKKERS)],
    )
    clock = models.PositiveSmallIntegerField(
        _("clock"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(LONGEST_CHUKKER)],
        help_text=_("Seconds left in the chukker."),
    )
    umpire = models.ForeignKey(
        Umpire,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="incidents",
        verbose_name=_("umpire"),
    )
    narrative = models.TextField(
        _("narrative"), blank=True, help_text=_("What happened. Private: never shown to the public.")
    )
    field_penalty = models.PositiveSmallIntegerField(_("penalty"), null=True, blank=True, choices=FIELD_PENALTIES)
    field_penalty_effect = models.CharField(
        _("effect on the penalty"),
        max_length=8,
        choices=FieldPenaltyEffect,
        default=FieldPenaltyEffect.NONE,
        help_text=_("Whether the card raised or lowered a penalty already awarded."),
    )
    at = models.DateTimeField(_("shown"), help_text=_("The moment at which the card was shown."))
    recorded_at = models.DateTimeField(_("recorded"), default=timezone.now)
    recorded_by = decider("recorded_incidents", _("recorded by"), null=True, blank=True)
    goals = models.PositiveSmallIntegerField(_("handicap of the event"), editable=False)
    tier = models.CharField(_("tier"), max_length=8, choices=Tier, editable=False)
    kind = models.CharField(_("kind of event"), max_length=8, choices=EventKind, editable=False)
    confirmed_misfit = models.BooleanField(
        _("does not fit the rule"),
        default=False,
        help_text=_("Whoever entered it confirmed that it was shown although it does not fit."),
    )
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True, editable=False)
    confirmed_by = decider("+", _("confirmed by"), null=True, blank=True, editable=False)
    rescinded_at = models.DateTimeField(_("rescinded"), null=True, blank=True)
    rescinded_by = decider("rescinded_incidents", _("rescinded by"), null=True, blank=True)
    rescind_reason = models.TextField(_("reason for rescinding"), blank=True)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        ordering = ["-at", "-id"]
        constraints = [
            # Deferred, so that a game's incidents can be put into another order.
            models.UniqueConstraint(
                fields=["game", "position"],
                name="incident_position_once",
                deferrable=Deferrable.DEFERRED,
            ),
            models.CheckConstraint(condition=Q(position__gte=1), name="incident_position_from_one"),
            models.CheckConstraint(condition=Q(when__in=When.values), name="incident_when_known"),
            models.CheckConstraint(condition=Q(category__in=Category.values), name="incident_category_known"),
            models.CheckConstraint(
                condition=Q(chukker__isnull=True) | Q(chukker__range=(1, MOST_CHUKKERS)),
                name="incident_chukker_in_range",
            ),
            models.CheckConstraint(
                condition=Q(clock__isnull=True) | Q(clock__range=(0, LONGEST_CHUKKER)),
                name="incident_clock_in_range",
            ),
            models.CheckConstraint(
                condition=Q(when=When.DURING) | Q(chukker__isnull=True, clock__isnull=True),
                name="incident_after_game_has_no_chukker",
                violation_error_message=_("After the game there is no chukker and no clock."),
            ),
            models.CheckConstraint(
                condition=Q(field_penalty__isnull=True) | Q(field_penalty__range=(1, 10)),
                name="incident_field_penalty_in_range",
            ),
            models.CheckConstraint(
                condition=Q(field_penalty_effect__in=FieldPenaltyEffect.values)
                & (Q(field_penalty_effect=FieldPenaltyEffect.NONE) | Q(field_penalty__isnull=False)),
                name="incident_changed_penalty_is_named",
                violation_error_message=_("Say which penalty the card raised or lowered."),
            ),
            models.CheckConstraint(
                condition=Q(tier__in=Tier.values) & Q(kind__in=EventKind.values),
                name="incident_rating_known",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_misfit=False, confirmed_at__isnull=True)
                | Q(confirmed_misfit=True, confirmed_at__isnull=False),
                name="incident_misfit_confirmed",
            ),
            all_or_none(["confirmed_at", "confirmed_by"], name="incident_confirmed_by_someone"),
            all_or_none(["rescinded_at", "rescinded_by"], name="incident_rescinded_by_someone"),
            reason_iff("rescinded_at", "rescind_reason", name="incident_rescinded_for_a_reason"),
        ]
        indexes = [
            models.Index(fields=["player", "game"], name="incident_of_player"),
            models.Index(fields=["-at", "-id"], name="incident_latest"),
            models.Index(fields=["tier", "-at"], name="incident_by_tier"),
        ]
        triggers = [
            kept(),
            team_plays_in_game(name="incident_team_plays"),
            snapshot_stays(name="snapshot_stays"),
        ]

    def __str__(self) -> str:
        return _("%(player)s in %(game)s") % {"player": self.player, "game": self.game}

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; a new incident takes its event's rating as it is now."""
        if self._state.adding and not self.tier:
            self.snapshot_event()
        super().save(*args, **kwargs)

    def snapshot_event(self) -> EventRating:
        """Take goals, tier and kind from the game's event, by the edition of the card's day.

        For a new incident, and for one that is corrected to another game; it does not save.
        """
        event = self.game.event
        edition = edition_for(local_day(self.at, event.time_zone))
        tier = tier_of(event.goals, gauntlet=event.gauntlet, edition=edition)
        rating = EventRating(goals=event.goals, tier=tier.value, kind=event.kind)
        self.goals, self.tier, self.kind = rating
        return rating

    @property
    def rescinded(self) -> bool:
        """Whether it counts for nothing."""
        return self.rescinded_at is not None

    @property
    def standing_letters(self) -> str:
        """The cards as they are understood now: `Y`, `YY`, `YYY` or `R`."""
        standing = [card for card in self.cards.all() if card.superseded_at is None]
        return "".join(card.color for card in sorted(standing, key=lambda card: card.number))


class CardManager(models.Manager["Card"]):
    """Cards, superseded ones included."""

    def standing(self) -> models.QuerySet["Card"]:
        """The cards as they are understood now, those of rescinded incidents included."""
        return self.filter(superseded_at__isnull=True)


@tracked()
class Card(SavedWhole):
    """One card of an incident, the `number`-th shown: the unit that is counted.

    A card is never edited. A correction supersedes it by another of the same number.
    """

    incident = models.ForeignKey(Incident, models.PROTECT, related_name="cards", verbose_name=_("incident"))
    number = models.PositiveSmallIntegerField(_("number"))
    color = models.CharField(_("card"), max_length=1, choices=Color)
    created_at = models.DateTimeField(_("entered"), default=timezone.now, editable=False)
    superseded_at = models.DateTimeField(_("superseded"), null=True, blank=True)
    superseded_by = decider("+", _("superseded by"), null=True, blank=True)

    objects = CardManager()

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        ordering = ["incident", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["incident", "number"],
                condition=Q(superseded_at__isnull=True),
                name="card_one_standing_per_number",
            ),
            models.CheckConstraint(condition=Q(number__range=(1, MOST_CARDS)), name="card_number_in_range"),
            models.CheckConstraint(condition=Q(color__in=Color.values), name="card_color_known"),
            models.CheckConstraint(condition=Q(color=Color.YELLOW) | Q(number=1), name="card_red_is_alone"),
            all_or_none(["superseded_at", "superseded_by"], name="card_superseded_by_someone"),
        ]
        triggers = [
            kept(),
            fixed("incident", "number", "color", name="card_as_shown"),
            cards_in_order(name="cards_in_order"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """Its name in the rule's answers: the incident's id and its number, such as `12.1`."""
        return f"{self.incident_id}.{self.number}"

    @property
    def is_red(self) -> bool:
        """Whether it is a red card."""
        return self.color == Color.RED


@tracked()
class PenaltyBoxStay(SavedWhole):
    """Time off for cards of one incident during the game, in seconds of play."""

    incident = models.ForeignKey(Incident, models.PROTECT, related_name="box_stays", verbose_name=_("incident"))
    seconds_imposed = models.PositiveSmallIntegerField(
        _("time imposed"),
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST_STAY)],
        help_text=_("Seconds of play of the original stay."),
    )
    left_early = models.CharField(_("left the box early"), max_length=16, choices=LeftEarly, default=LeftEarly.NO)
    seconds_added = models.PositiveSmallIntegerField(
        _("time added"),
        default=0,
        validators=[MaxValueValidator(LONGEST_STAY)],
        help_text=_("Seconds added for leaving early; they do not carry over to another game."),
    )
    injured = models.BooleanField(
        _("injured"),
        default=False,
        help_text=_("The player was injured, and his team plays short for him."),
    )
    unserved_seconds = models.PositiveSmallIntegerField(
        _("unexpired time"),
        default=0,
        help_text=_("Seconds of the original stay left when the game ended."),
    )

    class Meta:
        verbose_name = _("stay in the penalty box")
        verbose_name_plural = _("stays in the penalty box")
        ordering = ["incident", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(seconds_imposed__range=(1, LONGEST_STAY)),
                name="box_stay_imposed_in_range",
            ),
            models.CheckConstraint(
                condition=Q(unserved_seconds__gte=0) & Q(unserved_seconds__lte=models.F("seconds_imposed")),
                name="box_stay_unserved_in_range",
                violation_error_message=_("No more time can be left than was imposed."),
            ),
            models.CheckConstraint(
                condition=Q(left_early__in=LeftEarly.values)
                & Q(seconds_added__range=(0, LONGEST_STAY))
                & (~Q(left_early=LeftEarly.NO) | Q(seconds_added=0)),
                name="box_stay_added_for_leaving",
                violation_error_message=_("Time is added only where the player left early."),
            ),
        ]
        triggers = [kept(), stay_during_the_game(name="stay_during_the_game")]

    def __str__(self) -> str:
        return _("%(seconds)d seconds") % {"seconds": self.seconds_imposed}


@tracked()
class Increase(Withdrawable):
    """What the Host Tournament Committee or the Association adds to a red card (33(b)(2)(i))."""

    incident = models.ForeignKey(Incident, models.PROTECT, related_name="increases", verbose_name=_("incident"))
    number = models.PositiveSmallIntegerField(
        _("number"), help_text=_("Its place among the increases of this red card, from 1.")
    )
    by = models.CharField(_("increased by"), max_length=16, choices=IncreaseAuthority)
    games = models.PositiveSmallIntegerField(
        _("further games"),
        validators=[MaxValueValidator(MOST_GAMES_ADDED)],
        help_text=_("0 if it is only a note."),
    )
    decided_at = models.DateTimeField(_("decided"))
    note = models.TextField(_("note"), blank=True)
    document = models.CharField(_("document"), max_length=255, blank=True, help_text=_("Where the decision is filed."))
    recorded_at = models.DateTimeField(_("recorded"), default=timezone.now, editable=False)
    recorded_by = decider("recorded_increases", _("recorded by"), null=True, blank=True)

    class Meta(Withdrawable.Meta):
        verbose_name = _("increase of a red card")
        verbose_name_plural = _("increases of red cards")
        ordering = ["incident", "number", "id"]
        constraints = [
            *Withdrawable.Meta.constraints,
            models.UniqueConstraint(
                fields=["incident", "number"],
                condition=Q(withdrawn_at__isnull=True),
                name="increase_one_standing_per_number",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="increase_number_from_one"),
            models.CheckConstraint(condition=Q(by__in=IncreaseAuthority.values), name="increase_authority_known"),
            models.CheckConstraint(condition=Q(games__range=(0, MOST_GAMES_ADDED)), name="increase_games_in_range"),
            models.CheckConstraint(
                condition=Q(games__gte=1) | ~Q(note=""),
                name="increase_says_something",
                violation_error_message=_("Add at least one game, or write a note."),
            ),
        ]
        triggers = [kept(), increase_of_a_red(name="increase_of_a_red")]

    def __str__(self) -> str:
        return _("Increase %(number)d: %(games)d games") % {
            "number": self.number,
            "games": self.games,
        }


class CardedGame(Game):
    """A game as the place of incidents: it keeps the teams whose players were carded in it."""

    class Meta:
        proxy = True
        verbose_name = _("game")
        verbose_name_plural = _("games")
        default_permissions = ()
        triggers = [carded_teams_stay(name="carded_teams_stay")]
