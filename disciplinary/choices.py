"""Rule 33's codes, and those of the decisions around it, with their translated labels.

The codes of the rule are the values of its own enums; kinds of events, stages and statuses of games
have their labels in `tournaments.choices`.
"""

from django.db import models
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from disciplinary.rule33 import answers, deadlines, facts
from tournaments.choices import EventKind, GameStage, GameStatus

__all__ = [
    "BarReason",
    "Capacity",
    "Category",
    "ClosedReason",
    "Color",
    "Conflict",
    "Effect",
    "EventKind",
    "FieldPenaltyEffect",
    "GameStage",
    "GameStatus",
    "IncreaseAuthority",
    "LeftEarly",
    "Milestone",
    "Play",
    "ProblemCode",
    "RulingAuthority",
    "Seat",
    "State",
    "SuspensionKind",
    "Tier",
    "VoteChoice",
    "When",
    "Window",
]


class Category(models.TextChoices):
    """The kinds of unsportsmanlike conduct that 33(a) names, in its order, and any other."""

    APPEALING = "appealing", _("Appealing to the umpires or officials")
    UNWELCOME_TALKING = "unwelcome_talking", _("Unwelcome talking to an umpire")
    ABUSIVE_LANGUAGE = "abusive_language", _("Vulgar or abusive language")
    DISRESPECTFUL_ATTITUDE = (
        "disrespectful_attitude",
        _("Disrespectful attitude toward an official, player, coach or spectator"),
    )
    ARGUING = "arguing", _("Arguing with umpires or other officials")
    TEAM_ORGANIZATION = (
        "team_organization",
        _("Inappropriate behavior by a member of a team organization"),
    )
    DELAY_OF_GAME = "delay_of_game", _("Delay of game for a player or mount")
    UNNECESSARY_TACK_TIME = "unnecessary_tack_time", _("Unnecessary tack time out")
    SWINGING_MALLET = "swinging_mallet", _("Swinging the mallet, as in appealing for a foul")
    DANGEROUS_RIDING = "dangerous_riding", _("Dangerous riding")
    IMPROPER_USE_OF_MALLET = "improper_use_of_mallet", _("Improper use of the mallet")
    ROUGH_PLAY = "rough_play", _("Rough or abusive play")
    STRIKING = "striking", _("Deliberately striking another player or a mount")
    WHIPPING = "whipping", _("Excessive violation of the whipping rule")
    BALL_AFTER_WHISTLE = (
        "ball_after_whistle",
        _("Hitting the ball after the whistle or horn has sounded"),
    )
    BALL_OUTSIDE_SAFETY_ZONE = (
        "ball_outside_safety_zone",
        _("Intentional or reckless hitting of the ball outside the safety zone"),
    )
    BALL_OFF_THE_FIELD = (
        "ball_off_the_field",
        _("Knowingly striking the ball when it is off the field of play"),
    )
    RECKLESS_BALL = (
        "reckless_ball",
        _("Recklessly striking a ball during play so that it may injure or damage"),
    )
    OTHER = "other", _("Other unsportsmanlike conduct")


class When(models.TextChoices):
    """Whether a card was shown during the game or after it."""

    DURING = facts.When.DURING.value, _("During the game")
    AFTER = facts.When.AFTER.value, _("After the game")


class Color(models.TextChoices):
    """The color of one card."""

    YELLOW = facts.Color.YELLOW.value, _("Yellow card")
    RED = facts.Color.RED.value, _("Red card")


class Tier(models.TextChoices):
    """The four tiers of polo."""

    LOW = facts.Tier.LOW.value, _("Low Goal")
    MEDIUM = facts.Tier.MEDIUM.value, _("Medium Goal")
    HIGH = facts.Tier.HIGH.value, _("High Goal")
    GAUNTLET = facts.Tier.GAUNTLET.value, _("Gauntlet of Polo")


class Window(models.TextChoices):
    """How long yellow cards add up."""

    TWO_MONTH = facts.Window.TWO_MONTH.value, _("Two-month period")
    YEAR = facts.Window.YEAR.value, _("Calendar year")


class SuspensionKind(models.TextChoices):
    """What a card leaves behind."""

    RED_CARD = facts.SuspensionKind.RED_CARD.value, _("Red card")
    RED_CARD_AFTER_GAME = (
        facts.SuspensionKind.RED_CARD_AFTER_GAME.value,
        _("Red card after the game"),
    )
    THREE_YELLOWS_AFTER_GAME = (
        facts.SuspensionKind.THREE_YELLOWS_AFTER_GAME.value,
        _("Three yellow cards after the game"),
    )
    TWO_YELLOWS_AFTER_GAME = (
        facts.SuspensionKind.TWO_YELLOWS_AFTER_GAME.value,
        _("Two yellow cards after the game"),
    )
    PENALTY_BOX = facts.SuspensionKind.PENALTY_BOX.value, _("Unexpired time in the penalty box")
    CARRIED_YELLOW = facts.SuspensionKind.CARRIED_YELLOW.value, _("Yellow card status")
    ACCUMULATED_TIER = (
        facts.SuspensionKind.ACCUMULATED_TIER.value,
        _("Accumulated yellow cards in one tier"),
    )
    ACCUMULATED_ALL_TIERS = (
        facts.SuspensionKind.ACCUMULATED_ALL_TIERS.value,
        _("Accumulated yellow cards in all tiers"),
    )
    INCREASE = facts.SuspensionKind.INCREASE.value, _("Further game added to a red card")


class State(models.TextChoices):
    """How far a suspension has come; `VOID` is one whose cards no longer call for it."""

    WAITING = answers.State.WAITING.value, _("Waiting for an eligible game")
    DUE = answers.State.DUE.value, _("Due")
    SERVED = answers.State.SERVED.value, _("Served")
    OVERDUE = answers.State.OVERDUE.value, _("Overdue")
    IN_DEFAULT = answers.State.IN_DEFAULT.value, _("In default")
    LIFTED = answers.State.LIFTED.value, _("Lifted")
    VOID = "void", _("Void")


class Play(models.TextChoices):
    """Whether a player may play in a game."""

    CLEAR = answers.Play.CLEAR.value, _("May play")
    SUSPENDED = answers.Play.SUSPENDED.value, _("Suspended")
    BARRED = answers.Play.BARRED.value, _("Barred")


class ProblemCode(models.TextChoices):
    """What staff must resolve."""

    FOURTH_OFFENSE_MUST_BE_RED = (
        answers.ProblemCode.FOURTH_OFFENSE_MUST_BE_RED.value,
        _("A fourth offense must be a red card"),
    )
    CARD_AFTER_RED = (
        answers.ProblemCode.CARD_AFTER_RED.value,
        _("A card in the game after a red card"),
    )
    SINGLE_YELLOW_AFTER_GAME = (
        answers.ProblemCode.SINGLE_YELLOW_AFTER_GAME.value,
        _("A single yellow card after the game"),
    )
    PLAYED_WHILE_SUSPENDED = (
        answers.ProblemCode.PLAYED_WHILE_SUSPENDED.value,
        _("Played while suspended"),
    )
    PLAYED_BEFORE_RECORDED = (
        answers.ProblemCode.PLAYED_BEFORE_RECORDED.value,
        _("Played before the card was recorded here"),
    )
    PLAYED_WHILE_BARRED = answers.ProblemCode.PLAYED_WHILE_BARRED.value, _("Played while barred")
    ON_TWO_ROSTERS = (
        answers.ProblemCode.ON_TWO_ROSTERS.value,
        _("On the rosters of both teams of a game"),
    )


class Seat(models.TextChoices):
    """The three seats of the ad-hoc committee."""

    UMPIRES_LLC = facts.Seat.UMPIRES_LLC.value, _("USPA Umpires LLC")
    EXECUTIVE_COMMITTEE = (
        facts.Seat.EXECUTIVE_COMMITTEE.value,
        _("Executive Committee or its designee"),
    )
    HOST_COMMITTEE = facts.Seat.HOST_COMMITTEE.value, _("Host Tournament Committee")


class IncreaseAuthority(models.TextChoices):
    """Who may increase the penalty of a red card."""

    HOST_COMMITTEE = facts.Authority.HOST_COMMITTEE.value, _("Host Tournament Committee")
    ASSOCIATION = facts.Authority.ASSOCIATION.value, _("Association")


class Effect(models.TextChoices):
    """What a ruling does to a suspension."""

    LIFTED = facts.Effect.LIFTED.value, _("Lifted: the card stands and counts")
    ANY_TEAM = facts.Effect.ANY_TEAM.value, _("May be served with any team")


class RulingAuthority(models.TextChoices):
    """Who decides a ruling."""

    EXECUTIVE_COMMITTEE = "executive_committee", _("Executive Committee")
    CHAIRMAN = "chairman", _("Chairman of the Association")
    COO = "coo", _("Chief Operating Officer")
    HEARING = "hearing", _("Hearing body")


class BarReason(models.TextChoices):
    """Why a player may not play for a span of days."""

    TEMPORARY_SUSPENSION = (
        "temporary_suspension",
        _("Temporary suspension until the charges are resolved"),
    )
    PENALTY = "penalty", _("Penalty from a Conduct Violation Complaint")


class FieldPenaltyEffect(models.TextChoices):
    """Whether the card changed a penalty that was already awarded."""

    NONE = "none", _("No penalty changed")
    RAISED = "raised", _("Raised the penalty")
    LOWERED = "lowered", _("Lowered the penalty")


class LeftEarly(models.TextChoices):
    """Whether a player left the penalty box before his time was over."""

    NO = "no", _("No")
    NOT_DELIBERATE = "not_deliberate", _("Yes, not deliberately")
    DELIBERATE = "deliberate", _("Yes, deliberately")


class VoteChoice(models.TextChoices):
    """What a seat of the committee answers."""

    APPROVE = "approve", _("Approve")
    REFUSE = "refuse", _("Refuse")


class ClosedReason(models.TextChoices):
    """Why a request for approval is closed. The votes of a withdrawn one no longer stand; those about
    a game that has changed stood until then; those of any other still tell what had been approved.
    """

    WITHDRAWN = "withdrawn", _("Withdrawn")
    GAME_OFF = "game_off", _("The game is off")
    GAME_CHANGED = "game_changed", _("The game has changed")
    SETTLED = "settled", _("No longer needed")


class Conflict(models.TextChoices):
    """How near a member of the ad-hoc committee is to the player: asked of each vote, and shown."""

    NONE = "none", _("No conflict of interest")
    OWN_TEAM = "own_team", _("Plays for, or runs, the player's team")
    OWN_CLUB = "own_club", _("Belongs to the player's club")
    HIMSELF = "himself", _("Is the player")


class Milestone(models.TextChoices):
    """When those concerned are reminded of a suspension that is still owed, by its deadlines."""

    NINE_MONTHS = deadlines.Milestone.NINE_MONTHS.value, _("Nine months after the card")
    ELEVEN_MONTHS = deadlines.Milestone.ELEVEN_MONTHS.value, _("Eleven months after the card")
    TWELVE_MONTHS = deadlines.Milestone.TWELVE_MONTHS.value, _("One year after the card: overdue")
    LAST_DAYS = deadlines.Milestone.LAST_DAYS.value, _("Before the thirteenth month ends")


class Capacity(models.TextChoices):
    """In which capacity a complaint is filed; nobody else may file one."""

    COO = "coo", _("Chief Operating Officer")
    CHAIRMAN = "chairman", _("Chairman of the Association")
    EXECUTIVE_COMMITTEE = "executive_committee", _("Member of the Executive Committee")


#: The penalties an umpire awards on the field (`field_penalty`).
FIELD_PENALTIES = [(number, format_lazy(_("Penalty {number}"), number=number)) for number in range(1, 11)]
