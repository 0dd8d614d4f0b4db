"""Where each answer comes from: the rule's own passages, and the readings chosen here.

The letters are those the rule itself uses where it cross-refers; passages it leaves unlettered are
cited by their heading. Codes leave this package; words and translations are the shell's.
"""

from __future__ import annotations

from enum import StrEnum


class Clause(StrEnum):
    """A passage of Rule 33. The value is its code; ``citation`` is how one refers to it."""

    UNSPORTSMANLIKE_CONDUCT = "unsportsmanlike_conduct"
    FIRST_OFFENSE = "first_offense"
    SECOND_OFFENSE = "second_offense"
    THIRD_OFFENSE = "third_offense"
    LEAVING_THE_BOX = "leaving_the_box"
    RED_CARD = "red_card"
    CARDS_AT_ONCE = "cards_at_once"
    INCREASE = "increase"
    CONDUCT_COMPLAINTS = "conduct_complaints"
    AFTER_THE_GAME = "after_the_game"
    BOX_TIME_CARRIES_OVER = "box_time_carries_over"
    CARRIED_YELLOW = "carried_yellow"
    IN_SEQUENCE = "in_sequence"
    NO_AVOIDANCE = "no_avoidance"
    TIERS_AND_PERIODS = "tiers_and_periods"
    TWO_MONTH_YELLOWS = "two_month_yellows"
    CALENDAR_YEAR_YELLOWS = "calendar_year_yellows"
    WHERE_ACCUMULATED_ARE_SERVED = "where_accumulated_are_served"
    INJURED_PLAYER = "injured_player"
    LEAVING_THE_FIELD = "leaving_the_field"
    TEAM_NOT_ENTERED = "team_not_entered"
    NEXT_GAME = "next_game"
    FULL_GAME_SERVICE = "full_game_service"
    RED_CARD_COMPLAINT = "red_card_complaint"
    UNSERVED = "unserved"

    @property
    def citation(self) -> str:
        """The passage as a reader of the English rulebook finds it."""
        return CITATIONS[self]


CITATIONS: dict[Clause, str] = {
    Clause.UNSPORTSMANLIKE_CONDUCT: "33(a)",
    Clause.FIRST_OFFENSE: "33(b)(1)(a)",
    Clause.SECOND_OFFENSE: "33(b)(1)(b)",
    Clause.THIRD_OFFENSE: "33(b)(1)(c)",
    Clause.LEAVING_THE_BOX: "33(b)(1), leaving the penalty box",
    Clause.RED_CARD: "33(b)(2)(i)",
    Clause.CARDS_AT_ONCE: "33(b)(2)(i), two or three yellow cards or a red card",
    Clause.INCREASE: "33(b)(2)(i), increase of the penalty",
    Clause.CONDUCT_COMPLAINTS: "33(b)(2), Conduct complaints",
    Clause.AFTER_THE_GAME: "33(b), After the game",
    Clause.BOX_TIME_CARRIES_OVER: "33(b)(3), unexpired time",
    Clause.CARRIED_YELLOW: "33(b)(3), yellow card status",
    Clause.IN_SEQUENCE: "33(b)(3), served in sequence",
    Clause.NO_AVOIDANCE: "33(b)(3), substitutes",
    Clause.TIERS_AND_PERIODS: "33, Suspensions for accumulated yellow cards",
    Clause.TWO_MONTH_YELLOWS: "33, Two-month yellow card suspensions",
    Clause.CALENDAR_YEAR_YELLOWS: "33, Calendar year yellow card suspensions",
    Clause.WHERE_ACCUMULATED_ARE_SERVED: "33, Suspensions imposed for excessive yellow cards",
    Clause.INJURED_PLAYER: "33, Injured or departing players (1)",
    Clause.LEAVING_THE_FIELD: "33, Injured or departing players (2)",
    Clause.TEAM_NOT_ENTERED: "33, Next game when the team is not entered",
    Clause.NEXT_GAME: "33, Definition of “next game of equal or higher handicap”",
    Clause.FULL_GAME_SERVICE: "33, Full game suspensions",
    Clause.RED_CARD_COMPLAINT: "33, Additional potential penalty for red card",
    Clause.UNSERVED: "33, Unserved full or partial game suspensions",
}


class Reading(StrEnum):
    """A reading chosen where the rule is silent or can be read in two ways; README.md states each
    with its reason. Each is one named constant or function of this package.
    """

    R1 = "R-1"
    R2 = "R-2"
    R3 = "R-3"
    R4 = "R-4"
    R5 = "R-5"
    R6 = "R-6"
    R7 = "R-7"
    R8 = "R-8"
    R9 = "R-9"
    R10 = "R-10"
    R11 = "R-11"
    R12 = "R-12"
    R13 = "R-13"
    R14 = "R-14"
    R15 = "R-15"
    R16 = "R-16"
    R17 = "R-17"
    R18 = "R-18"
    R19 = "R-19"
    R20 = "R-20"
    R21 = "R-21"
