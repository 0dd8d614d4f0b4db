"""People: accounts, clubs, players and their dated handicaps."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.postgres.indexes import GinIndex
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Coalesce, Lower, NullIf
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import players.lookups  # noqa: F401 - registers `folded_contains` before any model uses it
from players.choices import HIGHEST_HANDICAP, LOWEST_HANDICAP, Language
from players.fields import NameField, folded, name_constraint
from players.functions import Fold
from players.history import tracked


class UserManager(BaseUserManager["User"]):
    """Accounts are found by e-mail, whatever its capitals."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an account; without a password it can only be entered by a reset link."""
        if not email:
            raise ValueError("An account needs an e-mail address.")
        user = self.model(email=email, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an account that may do everything."""
        return self.create_user(email, password, **{**fields, "is_staff": True, "is_superuser": True})

    def get_by_natural_key(self, email: str | None) -> "User":
        """The account of this address; capitals do not matter."""
        return self.alias(folded_email=Lower("email")).get(folded_email=(email or "").strip().lower())

    async def aget_by_natural_key(self, email: str | None) -> "User":
        accounts = self.alias(folded_email=Lower("email"))
        return await accounts.aget(folded_email=(email or "").strip().lower())


@tracked(exclude=["password", "last_login", "search_name"])
class User(AbstractBaseUser, PermissionsMixin):
    """An account: somebody who signs in by e-mail. What they may do follows from their roles."""

    email = models.EmailField(
        _("e-mail address"),
        unique=True,
        help_text=_("Used to sign in, and for notices. Capitals do not matter."),
        error_messages={"unique": _("An account with this e-mail address already exists.")},
    )
    name = NameField(_("name"), help_text=_("The full name, as this person writes it."))
    language = models.CharField(_("language"), max_length=2, choices=Language, default=Language.ENGLISH)
    is_active = models.BooleanField(
        _("active"),
        default=True,
        help_text=_("Uncheck this instead of deleting an account: its decisions stay signed."),
    )
    is_staff = models.BooleanField(
        _("may open the office"),
        default=False,
        help_text=_("Whether this person can sign in to these office pages."),
    )
    date_joined = models.DateTimeField(_("account since"), default=timezone.now, editable=False)
    search_name = folded("name")

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        ordering = ["search_name", "email"]
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_once",
                violation_error_message=_("An account with this e-mail address already exists."),
            ),
            name_constraint("name", name="user_name_is_clean"),
            models.CheckConstraint(condition=Q(language__in=Language.values), name="user_language_known"),
        ]
        indexes = [GinIndex(fields=["search_name"], opclasses=["gin_trgm_ops"], name="user_search")]

    def __str__(self) -> str:
        return self.name or self.email

    def clean(self) -> None:
        super().clean()
        self.email = self.email.strip().lower()

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.email = self.email.strip().lower()
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


@tracked(keep_object=False)
class UserRole(User.groups.through):  # type: ignore[name-defined]
    """One role of one account; its history shows who gave and took it."""

    class Meta:
        proxy = True


@tracked(exclude=["search_name"])
class Club(models.Model):
    """A polo club of the Association."""

    name = NameField(_("name"))
    city = NameField(_("city"), max_length=80, blank=True)
    state = NameField(_("state"), max_length=40, blank=True, help_text=_("State or province, such as FL."))
    search_name = folded("name")

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["search_name", "id"]
        constraints = [
            models.UniqueConstraint(
                Fold("name"),
                Fold("city"),
                Fold("state"),
                name="club_once",
                violation_error_message=_("This club is already here."),
            ),
            name_constraint("name", name="club_name_is_clean"),
            name_constraint("city", name="club_city_is_clean", blank=True),
            name_constraint("state", name="club_state_is_clean", blank=True),
        ]
        indexes = [GinIndex(fields=["search_name"], opclasses=["gin_trgm_ops"], name="club_search")]

    def __str__(self) -> str:
        return self.name


@tracked(exclude=["search_name", "sort_name"])
class Player(models.Model):
    """A member of the Association who plays. He need not have an account."""

    member_number = models.CharField(
        _("member number"),
        max_length=20,
        unique=True,
        validators=[RegexValidator(r"^\S+$", _("A member number has no spaces, such as 48213."))],
        help_text=_("The number the USPA has given to this member."),
        error_messages={"unique": _("Another player already has this member number.")},
    )
    name = NameField(
        _("name"),
        help_text=_("In full and as the player writes it: accents, particles and suffixes included."),
    )
    family_name = NameField(
        _("family name"),
        blank=True,
        help_text=_("The part by which the player is sorted. Leave it empty for a single name."),
    )
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True, help_text=_("For notices."))
    language = models.CharField(
        _("language"),
        max_length=2,
        choices=Language,
        default=Language.ENGLISH,
        help_text=_("The language in which we write to this player."),
    )
    club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("home club"),
    )
    user = models.OneToOneField(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="player",
        verbose_name=_("account"),
        help_text=_("The account with which this player signs in, if any."),
    )
    search_name = folded("name")
    sort_name = folded(Coalesce(NullIf("family_name", Value("")), "name"), "name")

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["sort_name", "member_number"]
        constraints = [
            name_constraint("name", name="player_name_is_clean"),
            name_constraint("family_name", name="player_family_name_is_clean", blank=True),
            models.CheckConstraint(condition=Q(member_number__regex=r"^\S+$"), name="player_member_number_is_one_word"),
            models.CheckConstraint(condition=Q(language__in=Language.values), name="player_language_known"),
        ]
        indexes = [
            GinIndex(fields=["search_name"], opclasses=["gin_trgm_ops"], name="player_search"),
            models.Index(fields=["sort_name", "member_number"], name="player_sorted"),
            # For "member number begins with": a plain index serves LIKE only in the C collation.
            models.Index(fields=["member_number"], opclasses=["varchar_pattern_ops"], name="player_number"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.member_number})"


@tracked()
class Handicap(models.Model):
    """A player's outdoor handicap in goals from one day until the day of the next."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="handicaps", verbose_name=_("player"))
    goals = models.SmallIntegerField(
        _("goals"),
        validators=[MinValueValidator(LOWEST_HANDICAP), MaxValueValidator(HIGHEST_HANDICAP)],
        help_text=_("From -2 to 10. Zero is a handicap."),
    )
    from_day = models.DateField(_("from"), help_text=_("The first day on which it holds."))

    class Meta:
        verbose_name = _("handicap")
        verbose_name_plural = _("handicaps")
        ordering = ["player", "-from_day"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "from_day"],
                name="handicap_one_per_day",
                violation_error_message=_("This player already has a handicap from this day."),
            ),
            models.CheckConstraint(
                condition=Q(goals__range=(LOWEST_HANDICAP, HIGHEST_HANDICAP)),
                name="handicap_goals_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.goals}"
