"""The umpires' report of a game, the forms it is made of, and the sheet they take to the field."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from disciplinary.models.withdrawals import all_or_none, decider
from disciplinary.triggers import fixed, kept
from players.history import tracked
from tournaments.models import Game


@tracked()
class GameReport(models.Model):
    """The umpires' report of one game: begun with its first entry, closed when it is complete.

    ``late`` says that it was closed more than a day after the game. A report that staff opened again
    is closed anew; the history keeps both.
    """

    game = models.OneToOneField(Game, models.PROTECT, related_name="report", verbose_name=_("game"))
    begun_at = models.DateTimeField(_("begun"), default=timezone.now)
    begun_by = decider("begun_reports", _("begun by"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    closed_by = decider("closed_reports", _("closed by"), null=True, blank=True)
    late = models.BooleanField(_("entered late"), default=False)
    note = models.TextField(_("note"), blank=True)

    class Meta:
        verbose_name = _("game report")
        verbose_name_plural = _("game reports")
        ordering = ["-begun_at", "id"]
        constraints = [all_or_none(["closed_at", "closed_by"], name="report_closed_by_someone")]
        triggers = [kept(), fixed("game", name="report_of_one_game")]

    def __str__(self) -> str:
        return _("Report of %(game)s") % {"game": self.game}

    @property
    def closed(self) -> bool:
        """Whether the umpires have said that it is complete."""
        return self.closed_at is not None


class FormToken(models.Model):
    """One sending of a form: the same page sent twice, by a double tap or a flaky network, is one.

    ``outcome`` is where the first sending led.
    """

    token = models.UUIDField(_("token"), unique=True)
    user = decider("+", _("account"))
    used_at = models.DateTimeField(_("used"), default=timezone.now)
    outcome = models.CharField(_("outcome"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("sent form")
        verbose_name_plural = _("sent forms")
        default_permissions = ()
        indexes = [models.Index(fields=["used_at"], name="form_token_used")]

    def __str__(self) -> str:
        return str(self.token)


@tracked()
class SheetIssue(models.Model):
    """One state of a game-day sheet, as somebody took it to the field.

    ``digest`` is of its contents: a sheet whose contents are others now is superseded.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="sheets", verbose_name=_("game"))
    number = models.PositiveSmallIntegerField(_("number"))
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    made_by = decider("+", _("made by"), null=True, blank=True)
    digest = models.CharField(_("digest"), max_length=64)
    contents = models.JSONField(_("contents"), default=dict)

    class Meta:
        verbose_name = _("game-day sheet")
        verbose_name_plural = _("game-day sheets")
        ordering = ["game", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="sheet_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="sheet_number_from_one"),
        ]
        triggers = [kept(), fixed("game", "number", "digest", "contents", name="sheet_as_made")]

    def __str__(self) -> str:
        return _("Sheet %(number)d of %(game)s") % {"number": self.number, "game": self.game}
