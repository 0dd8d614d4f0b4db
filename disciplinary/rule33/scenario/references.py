"""What one part of a scenario file may refer to in another: games, incidents, cards, suspensions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from disciplinary.rule33.facts import CardId, CardKey, SuspensionKind
from disciplinary.rule33.scenario.fields import At

_INCREASE = re.compile(rf"{SuspensionKind.INCREASE}_[1-9]\d*", re.ASCII)
_CARD = re.compile(r"(.+)\.([1-9])", re.ASCII | re.DOTALL)


def is_kind(code: str) -> bool:
    """Whether a code names a kind of suspension: ``red_card``, ``increase_2``."""
    if code in SuspensionKind:
        return code != SuspensionKind.INCREASE
    return _INCREASE.fullmatch(code) is not None


@dataclass(frozen=True, slots=True)
class References:
    """The games that the file describes, and its incidents, each with the number of its cards."""

    games: frozenset[str]
    incidents: Mapping[str, int]

    def game(self, at: At) -> str:
        """A game that the file describes."""
        name = at.id("a game")
        if name not in self.games:
            raise at.error("a game that the file describes")
        return name

    def incident(self, at: At) -> str:
        """An incident that the file describes."""
        name = at.id("an incident")
        if name not in self.incidents:
            raise at.error("an incident that the file describes")
        return name

    def card(self, at: At) -> CardId:
        """A card that the file describes, such as ``i1.1``."""
        return self.card_named(at.id("a card"), at)

    def card_named(self, name: str, at: At) -> CardId:
        """The card of that name, which stands ``at`` a place."""
        match = _CARD.fullmatch(name)
        if match is None:
            raise at.error("a card such as i1.1")
        incident, number = match[1], int(match[2])
        if incident not in self.incidents:
            raise at.error("a card of an incident that the file describes")
        if number > self.incidents[incident]:
            raise at.error(f"a card of {incident}, which has {self.incidents[incident]}")
        return CardId(incident, number)

    def suspension(self, at: At) -> CardKey:
        """The suspension that a key such as ``i1.1:red_card`` names, whether it arises or not."""
        card, _, kind = at.id("a suspension").rpartition(":")
        if not card or not is_kind(kind):
            raise at.error('a suspension such as "i1.1:red_card"')
        return CardKey(self.card_named(card, at), kind)
