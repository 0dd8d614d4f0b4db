"""What a card means at once, in the game in which it is shown (33(b)(1) and (2)).

Offenses of a player are numbered in the order of the cards, from 1, or from 2 where he began, or
came on, with a carried yellow. R-1: each card shown at once is an offense of its own. A card
actually shown is a fact: one that does not fit the rule is answered as shown, and is a problem.
"""

from __future__ import annotations

from collections.abc import Iterable

from disciplinary.rule33.answers import Consequence, Problem, ProblemCode
from disciplinary.rule33.clauses import Clause, Reading
from disciplinary.rule33.editions import Edition
from disciplinary.rule33.facts import CardId, Color, Incident, When


def judge_cards(
    shown: Iterable[tuple[Incident, Edition]], *, carried_yellow: bool
) -> tuple[list[Consequence], list[Problem]]:
    """The consequences of the cards one player was shown during one game, each incident beside the
    edition of its day, and what does not fit.
    """
    consequences: list[Consequence] = []
    problems: list[Problem] = []
    offense = 1 if carried_yellow else 0
    red_shown = False
    for incident, edition in shown:
        at_once = len(incident.cards) > 1
        for number, color in enumerate(incident.cards, start=1):
            offense += 1
            card = CardId(incident.id, number)
            if red_shown:
                problems.append(_problem(ProblemCode.CARD_AFTER_RED, incident, card))
            if color is Color.YELLOW and offense >= edition.red_offense:
                problems.append(_problem(ProblemCode.FOURTH_OFFENSE_MUST_BE_RED, incident, card))
            consequences.append(_consequence(incident, card, color, offense, edition, at_once=at_once))
            red_shown = red_shown or color is Color.RED
    return consequences, problems


def _problem(code: ProblemCode, incident: Incident, card: CardId) -> Problem:
    return Problem(code=code, player=incident.player, game=incident.game, incident=incident.id, card=card)


def _consequence(
    incident: Incident,
    card: CardId,
    color: Color,
    offense: int,
    edition: Edition,
    *,
    at_once: bool,
) -> Consequence:
    if color is Color.RED:
        return Consequence(
            card=card,
            player=incident.player,
            offense=offense,
            sit_out=0,
            no_substitute=edition.red_no_substitute,
            sent_off=True,
            clause=Clause.RED_CARD,
        )
    off = edition.time_off if offense >= edition.first_offense_off else 0
    if at_once:
        clause = Clause.CARDS_AT_ONCE
    elif not off:
        clause = Clause.FIRST_OFFENSE
    elif offense == edition.first_offense_off:
        clause = Clause.SECOND_OFFENSE
    else:
        clause = Clause.THIRD_OFFENSE
    return Consequence(
        card=card,
        player=incident.player,
        offense=offense,
        sit_out=off,
        no_substitute=off,
        sent_off=False,
        clause=clause,
        readings=(Reading.R1,) if at_once else (),
    )


def judge_after_game(incidents: Iterable[Incident]) -> list[Problem]:
    """After the game an Umpire shows two or three yellows or a red, never a single yellow."""
    return [
        Problem(
            code=ProblemCode.SINGLE_YELLOW_AFTER_GAME,
            player=incident.player,
            game=incident.game,
            incident=incident.id,
        )
        for incident in incidents
        if incident.when is When.AFTER and incident.cards == (Color.YELLOW,)
    ]
