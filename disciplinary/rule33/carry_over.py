"""What the cards of one game leave behind for later games (33(b)(2), "After the game", 33(b)(3)).

The readings kept here by what is *not* claimed: R-16, the four minutes of a red do not carry over;
R-17, minutes added for leaving the box early do not (``box_unserved`` is original time only);
R-21, an injured player's time left does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from disciplinary.rule33.clauses import Clause, Reading
from disciplinary.rule33.editions import Edition
from disciplinary.rule33.facts import CardId, Color, Incident, SuspensionKind


class Leaving(NamedTuple):
    """One thing a card leaves behind, before anything is known of later games.

    ``increase`` is the place of the increase in the incident's list, where it is one.
    """

    kind: SuspensionKind
    incident: Incident
    trigger: CardId
    clause: Clause
    cards: tuple[CardId, ...]
    readings: tuple[Reading, ...] = ()
    full_game: bool = False
    seconds: int = 0
    no_substitute: int = 0
    number: int = 0
    increase: int | None = None


def last_card(incident: Incident) -> CardId:
    """The incident's last card, which triggers what it leaves behind."""
    return CardId(incident.id, len(incident.cards))


def of_red_during(incident: Incident, *, first_red: bool) -> Iterator[Leaving]:
    """A red during the game: a full game, for the first of them, and each increase."""
    if first_red:
        yield Leaving(
            SuspensionKind.RED_CARD,
            incident,
            last_card(incident),
            Clause.RED_CARD,
            (last_card(incident),),
            (Reading.R16,),
            full_game=True,
        )
    yield from _increases(incident)


def of_cards_after(incident: Incident, edition: Edition) -> Iterator[Leaving]:
    """R-20: what each award after the game leaves behind; R-18: a red's increases as well."""
    trigger = last_card(incident)
    if incident.cards[0] is Color.RED:
        yield Leaving(
            SuspensionKind.RED_CARD_AFTER_GAME,
            incident,
            trigger,
            Clause.AFTER_THE_GAME,
            (trigger,),
            (Reading.R20,),
            full_game=True,
            no_substitute=edition.red_no_substitute,
        )
        yield from _increases(incident, Reading.R18)
        return
    seconds = edition.after_game_off.get(len(incident.cards))
    if seconds is not None:
        yield Leaving(
            _AFTER_GAME_KINDS[len(incident.cards)],
            incident,
            trigger,
            Clause.AFTER_THE_GAME,
            tuple(CardId(incident.id, n) for n in range(1, len(incident.cards) + 1)),
            (Reading.R20,),
            seconds=seconds,
            no_substitute=seconds,
        )


_AFTER_GAME_KINDS = {
    2: SuspensionKind.TWO_YELLOWS_AFTER_GAME,
    3: SuspensionKind.THREE_YELLOWS_AFTER_GAME,
}


def _increases(incident: Incident, *readings: Reading) -> Iterator[Leaving]:
    trigger = last_card(incident)
    number = 0
    for place, increase in enumerate(incident.increases):
        for _ in range(increase.games):
            number += 1
            if increase.withdrawn:
                continue
            yield Leaving(
                SuspensionKind.INCREASE,
                incident,
                trigger,
                Clause.INCREASE,
                (trigger,),
                readings,
                full_game=True,
                number=number,
                increase=place,
            )


def of_game_end(incidents: Sequence[Incident], edition: Edition) -> Iterator[Leaving]:
    """Unexpired box time and the status of one yellow, from the cards during one game.

    A red during the game supersedes both.
    """
    if any(Color.RED in incident.cards for incident in incidents):
        return
    boxed = [incident for incident in incidents if incident.box_unserved > 0]
    if boxed:
        seconds = sum(incident.box_unserved for incident in boxed)
        yield Leaving(
            SuspensionKind.PENALTY_BOX,
            boxed[-1],
            last_card(boxed[-1]),
            Clause.BOX_TIME_CARRIES_OVER,
            tuple(last_card(incident) for incident in boxed),
            (Reading.R17, Reading.R21),
            seconds=seconds,
            no_substitute=seconds,
        )
    if sum(len(incident.cards) for incident in incidents) >= edition.carrying_yellows:
        yellows = [
            (incident, CardId(incident.id, number))
            for incident in incidents
            for number in range(1, len(incident.cards) + 1)
        ]
        incident, trigger = yellows[edition.carrying_yellows - 1]
        yield Leaving(
            SuspensionKind.CARRIED_YELLOW,
            incident,
            trigger,
            Clause.CARRIED_YELLOW,
            tuple(card for _, card in yellows),
            (Reading.R9,),
        )
