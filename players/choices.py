"""Codes of this app with their translated labels."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Language(models.TextChoices):
    """The languages in which the product speaks and writes to people."""

    ENGLISH = "en", _("English")
    SPANISH = "es", _("Spanish")


class Role(models.TextChoices):
    """What a person may do here. Each value is the name of an auth group."""

    OFFICE = "office", _("USPA office staff")
    COO = "coo", _("Chief Operating Officer")
    CHAIRMAN = "chairman", _("Chairman of the Association")
    EXECUTIVE_COMMITTEE = "executive_committee", _("Executive Committee")
    UMPIRES_LLC = "umpires_llc", _("USPA Umpires LLC")
    UMPIRE = "umpire", _("Umpire")
    HOST_COMMITTEE = "host_committee", _("Host Tournament Committee")
    PLAYER = "player", _("Player")


#: Handicaps of the outdoor game, in goals. 0 is a handicap like any other.
LOWEST_HANDICAP = -2
HIGHEST_HANDICAP = 10
