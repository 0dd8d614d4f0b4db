"""What another card would mean: the answers for cards not yet entered, beside those without them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from disciplinary.rule33.answers import Consequence, Problem, Record, Suspension, Tally
from disciplinary.rule33.facts import Facts, Id
from disciplinary.rule33.ledger import assess_player
from disciplinary.rule33.season import Season


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What one incident, as it is supposed, changes for one player.

    ``consequences``, ``problems`` and ``tallies`` are those its own cards have or are counted in.
    ``arising``, ``ending`` and ``changing`` compare the suspensions with and without it; a change
    is in state, serving game or extent.
    """

    player: Id
    consequences: tuple[Consequence, ...]
    problems: tuple[Problem, ...]
    tallies: tuple[Tally, ...]
    arising: tuple[Suspension, ...]
    ending: tuple[Suspension, ...]
    changing: tuple[tuple[Suspension, Suspension], ...]
    record: Record


def what_if(without: Facts, supposed: Facts, incident: Id, player: Id, now: datetime) -> Difference:
    """Compare a player's record ``without`` an incident (or as it is known) with the one as
    ``supposed``.
    """
    before = assess_player(Season(without), player, now)
    after = assess_player(Season(supposed), player, now)
    known = {_name(suspension): suspension for suspension in before.suspensions}
    arising, changing = [], []
    for suspension in after.suspensions:
        earlier = known.pop(_name(suspension), None)
        if earlier is None:
            arising.append(suspension)
        elif _outcome(earlier) != _outcome(suspension):
            changing.append((earlier, suspension))
    return Difference(
        player=player,
        consequences=tuple(c for c in after.consequences if c.card.incident == incident),
        problems=tuple(p for p in after.problems if p.incident == incident),
        tallies=tuple(tally for tally in after.tallies if any(card.incident == incident for card in tally.cards)),
        arising=tuple(arising),
        ending=tuple(known.values()),
        changing=tuple(changing),
        record=after,
    )


def _name(suspension: Suspension) -> tuple[object, ...]:
    """Accumulated yellows go by their marks, all others by their card."""
    return (suspension.kind, suspension.marks) if suspension.marks else suspension.key


def _outcome(suspension: Suspension) -> tuple[object, ...]:
    return (
        suspension.state,
        suspension.serve_in,
        suspension.seconds,
        suspension.scope.team,
        suspension.trigger,
    )
