"""The rule's answers as a scenario file writes them: plain values, ready for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from disciplinary.rule33.answers import Appearance, Consequence, Play, Record, Suspension
from disciplinary.rule33.facts import Facts, Id
from disciplinary.rule33.ledger import assess
from disciplinary.rule33.scenario.model import ANY_TEAM, Scenario, Value


class Answer(TypedDict):
    """Everything that the rule makes of the facts of a file."""

    suspensions: list[dict[str, Value]]
    game_day: dict[str, dict[str, dict[str, Value]]]
    consequences: dict[str, dict[str, Value]]
    problems: list[dict[str, Value]]


def replay(scenario: Scenario) -> Answer:
    """The answer to a scenario at its own moment."""
    return answer(scenario.facts, assess(scenario.facts, scenario.now))


def answer(facts: Facts, records: Mapping[Id, Record]) -> Answer:
    """The records of all players as one answer.

    Games and cards stand in the order of the facts, suspensions and problems by player.
    """
    players = sorted(records.values(), key=lambda record: str(record.player))
    return {
        "suspensions": [_suspension(item) for record in players for item in record.suspensions],
        "game_day": _game_day(facts, players),
        "consequences": _consequences(facts, players),
        "problems": [
            {"code": problem.code.value, "at": problem.at} for record in players for problem in record.problems
        ],
    }


def _suspension(suspension: Suspension) -> dict[str, Value]:
    team, game = suspension.scope.team, suspension.serve_in
    return {
        "trigger": str(suspension.trigger),
        "kind": suspension.code,
        "player": str(suspension.player),
        "full_game": suspension.full_game,
        "seconds": suspension.seconds,
        "no_substitute": suspension.no_substitute,
        "team": ANY_TEAM if team is None else str(team),
        "thresholds": list(suspension.thresholds),
        "state": suspension.state.value,
        "serve_in": None if game is None else str(game),
        "approved": suspension.approved,
        "serve_by": suspension.serve_by.isoformat() if suspension.serve_by else None,
        "last_day": suspension.last_day.isoformat() if suspension.last_day else None,
    }


def _game_day(facts: Facts, players: Iterable[Record]) -> dict[str, dict[str, dict[str, Value]]]:
    by_game: dict[Id, dict[str, dict[str, Value]]] = {game.id: {} for game in facts.games}
    for record in players:
        for appearance in record.appearances:
            by_game[appearance.game][str(appearance.player)] = _appearance(appearance)
    return {str(game): found for game, found in by_game.items() if found}


def _appearance(appearance: Appearance) -> dict[str, Value]:
    values: dict[str, Value] = {
        "play": appearance.play.value,
        "sit_out": appearance.sit_out,
        "no_substitute": appearance.no_substitute,
        "carried_yellow": appearance.carried_yellow,
    }
    if appearance.play is Play.SUSPENDED:
        values["approved"] = appearance.approved
    return values


def _consequences(facts: Facts, players: Iterable[Record]) -> dict[str, dict[str, Value]]:
    found = {item.card: item for record in players for item in record.consequences}
    order = {incident.id: place for place, incident in enumerate(facts.incidents)}
    cards = sorted(found, key=lambda card: (order[card.incident], card.number))
    return {str(card): _consequence(found[card]) for card in cards}


def _consequence(consequence: Consequence) -> dict[str, Value]:
    return {
        "offense": consequence.offense,
        "sit_out": consequence.sit_out,
        "no_substitute": consequence.no_substitute,
        "sent_off": consequence.sent_off,
    }
