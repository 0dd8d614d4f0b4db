"""The ``expect`` part of a scenario file, read as strictly as its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from disciplinary.rule33.answers import Play, ProblemCode, State
from disciplinary.rule33.scenario.fields import At
from disciplinary.rule33.scenario.model import Expectation, Expected, Value
from disciplinary.rule33.scenario.references import References, is_kind

MOST_SECONDS = 86_400

_KEYS = ("suspensions", "game_day", "consequences", "problems")
_AT_A_CARD = (ProblemCode.FOURTH_OFFENSE_MUST_BE_RED, ProblemCode.CARD_AFTER_RED)


def read_expectation(at: At, known: References) -> Expectation:
    """What the file expects. ScenarioError where that cannot be an answer to its facts."""
    keys = at.fields(_KEYS)
    return Expectation(
        suspensions=_set(keys, "suspensions", "suspensions", lambda at: _suspension(at, known)),
        problems=_set(keys, "problems", "problems", lambda at: _problem(at, known)),
        game_day=tuple(_game_day(keys["game_day"], known)) if "game_day" in keys else (),
        consequences=(tuple(_consequences(keys["consequences"], known)) if "consequences" in keys else ()),
    )


def _set(keys: Mapping[str, At], key: str, what: str, read: Callable[[At], Expected]) -> tuple[Expected, ...] | None:
    if key not in keys:
        return None
    return tuple(read(item) for item in keys[key].items(what))


Readers = Mapping[str, Callable[[At], Value]]


def _values(at: At, readers: Readers) -> dict[str, Value]:
    fields = at.fields(tuple(readers), nulls=True)
    return {key: readers[key](here) for key, here in fields.items()}


def _suspension(at: At, known: References) -> Expected:
    readers: Readers = {
        "trigger": lambda at: str(known.card(at)),
        "kind": _kind,
        "player": lambda at: at.id("a player"),
        "full_game": lambda at: at.boolean(),
        "seconds": _seconds,
        "no_substitute": _seconds,
        "team": lambda at: at.id("a team, or any"),
        "thresholds": lambda at: list[str](sorted(at.ids("mark"))),
        "state": lambda at: at.choice(State).value,
        "serve_in": lambda at: None if at.null else known.game(at),
        "approved": lambda at: at.boolean(),
        "serve_by": _day,
        "last_day": _day,
    }
    values = _values(at, readers)
    name = ":".join(str(values[key]) for key in ("trigger", "kind") if key in values)
    return Expected(at.place, (name,) if name else (), values)


def _problem(at: At, known: References) -> Expected:
    keys = at.fields(("code", "at"), required=("code", "at"))
    code = keys["code"].choice(ProblemCode)
    where = keys["at"]
    if code in _AT_A_CARD:
        place = str(known.card(where))
    elif code is ProblemCode.SINGLE_YELLOW_AFTER_GAME:
        place = known.incident(where)
    else:
        place = where.id("a place such as g1/ana")
        if not any(place.startswith(f"{game}/") for game in known.games):
            raise where.error("a game that the file describes and a player, such as g1/ana")
    return Expected(at.place, (place,), {"code": code.value, "at": place})


def _game_day(at: At, known: References) -> Iterator[Expected]:
    readers: Readers = {
        "play": lambda at: at.choice(Play).value,
        "sit_out": _seconds,
        "no_substitute": _seconds,
        "carried_yellow": lambda at: at.boolean(),
        "approved": lambda at: at.boolean(),
    }
    for game, players in at.named("games"):
        if game not in known.games:
            raise players.error("a game that the file describes", f'"{game}"')
        for player, here in players.named("players"):
            yield Expected(here.place, (game, player), _values(here, readers))


def _consequences(at: At, known: References) -> Iterator[Expected]:
    readers: Readers = {
        "offense": lambda at: at.integer("the number of an offense", 1, MOST_SECONDS),
        "sit_out": _seconds,
        "no_substitute": _seconds,
        "sent_off": lambda at: at.boolean(),
    }
    for card, here in at.named("cards"):
        yield Expected(here.place, (str(known.card_named(card, here)),), _values(here, readers))


def _kind(at: At) -> str:
    kind = at.id("a kind of suspension")
    if not is_kind(kind):
        raise at.error("a kind of suspension such as red_card")
    return kind


def _seconds(at: At) -> int:
    return at.integer("seconds", 0, MOST_SECONDS)


def _day(at: At) -> str | None:
    return None if at.null else at.day().isoformat()
