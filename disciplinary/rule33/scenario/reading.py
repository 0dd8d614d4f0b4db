"""A scenario file → facts. Everything it may say is read here; anything else is malformed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from os import PathLike, fspath
from pathlib import Path

from disciplinary.rule33.editions import edition_for
from disciplinary.rule33.facts import (
    Approval,
    Attendance,
    Authority,
    Bar,
    Color,
    Effect,
    Entry,
    Event,
    EventKind,
    Facts,
    Game,
    Incident,
    Increase,
    Ruling,
    Seat,
    Stage,
    Status,
    When,
)
from disciplinary.rule33.periods import local_day
from disciplinary.rule33.scenario.expecting import read_expectation
from disciplinary.rule33.scenario.fields import At, one_of
from disciplinary.rule33.scenario.model import DEFAULT_TZ, Scenario
from disciplinary.rule33.scenario.references import References
from disciplinary.rule33.scenario.tree import ScenarioError, compose
from disciplinary.rule33.tiers import tier_of

GAME_LASTS = timedelta(hours=2)
"""From the start of a game to its end, where the file does not say when it ended."""
CARDS = ("Y", "YY", "YYY", "R")
"""What may be shown at once."""
TEAMS = 2
MOST_GOALS = 40
MOST_FURTHER_GAMES = 99
MOST_BOX_SECONDS = 3600

_KEYS = (
    "title", "about", "tz", "now", "events", "entries", "games", "incidents", "approvals",
    "attendance", "bars", "rulings", "expect",
)  # fmt: skip
_EVENT = ("kind", "goals", "gauntlet", "series", "published", "starts", "ends", "completed", "tz")
_ENTRY = ("event", "team", "at", "withdrawn", "out", "roster")
_GAME = ("event", "at", "ended", "teams", "stage", "status", "lineups", "substitutes")
_INCIDENT = (
    "game", "player", "team", "cards", "when", "at", "recorded", "box_unserved", "rescinded",
    "increases",
)  # fmt: skip


def read(path: str | PathLike[str]) -> Scenario:
    """The scenario in a file. ScenarioError where the file is not there or malformed."""
    try:
        content = Path(fspath(path)).read_bytes()
    except IsADirectoryError:
        raise ScenarioError("file", "a scenario file", "a directory") from None
    except FileNotFoundError:
        raise ScenarioError("file", "a scenario file", "no file of that name") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise ScenarioError("file", "a file that can be read", reason or "none") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError("file", "text in UTF-8", f"other bytes at offset {error.start}") from None
    return read_text(text)


def read_text(text: str) -> Scenario:
    """The scenario in the text of a file. ScenarioError where it is malformed."""
    return _Reader(At("", compose(text))).scenario()


class _Reader:
    """Reads one file, the facts that others refer to first, wherever they stand in it."""

    def __init__(self, root: At) -> None:
        self.root = root
        self.keys = root.fields(_KEYS, required=("now",))
        self.tz = self.keys["tz"].zone() if "tz" in self.keys else DEFAULT_TZ
        self.events: dict[str, Event] = {}
        self.games: dict[str, Game] = {}
        self.incidents: dict[str, Incident] = {}
        self.known = References(games=frozenset(), incidents={})

    def scenario(self) -> Scenario:
        now = self.keys["now"].time(self.tz)
        for name, at in self._named("events", "events"):
            self.events[name] = self._event(name, at)
        entries = tuple(self._entry(at) for at in self._list("entries", "entries"))
        for name, at in self._named("games", "games"):
            self.games[name] = self._game(name, at)
        for name, at in self._named("incidents", "incidents"):
            self.incidents[name] = self._incident(name, at)
        self.known = References(
            games=frozenset(self.games),
            incidents={name: len(incident.cards) for name, incident in self.incidents.items()},
        )
        facts = Facts(
            events=tuple(self.events.values()),
            entries=entries,
            games=tuple(self.games.values()),
            incidents=tuple(self.incidents.values()),
            approvals=tuple(self._approval(at) for at in self._list("approvals", "approvals")),
            attendance=tuple(self._attendance(at) for at in self._list("attendance", "reports")),
            bars=tuple(self._bar(at) for at in self._list("bars", "bars")),
            rulings=tuple(self._ruling(at) for at in self._list("rulings", "rulings")),
        )
        expect = self.keys.get("expect")
        return Scenario(
            facts=facts,
            now=now,
            tz=self.tz,
            title=self.keys["title"].text() if "title" in self.keys else "",
            about=self.keys["about"].text() if "about" in self.keys else "",
            expect=read_expectation(expect, self.known) if expect else None,
        )

    def _named(self, key: str, what: str) -> Iterator[tuple[str, At]]:
        return self.keys[key].named(what) if key in self.keys else iter(())

    def _list(self, key: str, what: str) -> Iterator[At]:
        return self.keys[key].items(what) if key in self.keys else iter(())

    def _event(self, name: str, at: At) -> Event:
        keys = at.fields(_EVENT, required=("kind", "goals", "starts", "ends"))
        tz = keys["tz"].zone() if "tz" in keys else self.tz
        event = Event(
            id=name,
            kind=keys["kind"].choice(EventKind),
            goals=keys["goals"].integer("goals", 0, MOST_GOALS),
            gauntlet="gauntlet" in keys and keys["gauntlet"].boolean(),
            series=keys["series"].id("a series") if "series" in keys else None,
            published=_time(keys, "published", tz),
            starts=keys["starts"].day(),
            ends=keys["ends"].day(),
            completed=_time(keys, "completed", tz),
            tz=tz,
        )
        if event.ends < event.starts:
            raise keys["ends"].error(f"a day not before {event.starts}")
        return event

    def _entry(self, at: At) -> Entry:
        keys = at.fields(_ENTRY, required=("event", "team"))
        event = self._known_event(keys["event"])
        return Entry(
            event=event.id,
            team=keys["team"].id("a team"),
            at=_time(keys, "at", event.tz),
            withdrawn=_time(keys, "withdrawn", event.tz),
            out=_time(keys, "out", event.tz),
            roster=keys["roster"].ids("player") if "roster" in keys else (),
        )

    def _game(self, name: str, at: At) -> Game:
        keys = at.fields(_GAME, required=("event", "at", "teams"))
        event = self._known_event(keys["event"])
        start = keys["at"].time(event.tz)
        end = _time(keys, "ended", event.tz) or start + GAME_LASTS
        if end < start:
            raise keys["ended"].error("a time not before the game's start")
        teams = keys["teams"].ids("team")
        if len(teams) != TEAMS or len(set(teams)) != TEAMS:
            raise keys["teams"].error("two teams", ", ".join(teams) or "none")
        return Game(
            id=name,
            event=event.id,
            start=start,
            end=end,
            teams=(teams[0], teams[1]),
            stage=keys["stage"].choice(Stage) if "stage" in keys else Stage.REGULAR,
            status=keys["status"].choice(Status) if "status" in keys else Status.SCHEDULED,
            lineups=_by_team(keys, "lineups", teams),
            substitutes=_by_team(keys, "substitutes", teams),
        )

    def _incident(self, name: str, at: At) -> Incident:
        keys = at.fields(_INCIDENT, required=("game", "player", "team", "cards"))
        game = self._known_game(keys["game"])
        event = self.events[str(game.event)]
        team = keys["team"].id("a team")
        if team not in game.teams:
            raise keys["team"].error(f"one of the game's teams, {one_of([str(t) for t in game.teams])}")
        cards = keys["cards"].text(one_of(CARDS))
        if cards not in CARDS:
            raise keys["cards"].error(one_of(CARDS))
        shown = _time(keys, "at", event.tz) or game.start
        when = keys["when"].choice(When) if "when" in keys else When.DURING
        return Incident(
            id=name,
            game=game.id,
            player=keys["player"].id("a player"),
            team=team,
            cards=tuple(Color(card) for card in cards),
            at=shown,
            recorded=_time(keys, "recorded", event.tz) or shown,
            goals=event.goals,
            tier=tier_of(
                event.goals,
                gauntlet=event.gauntlet,
                edition=edition_for(local_day(shown, event.tz)),
            ),
            kind=event.kind,
            when=when,
            box_unserved=_box(keys, when),
            rescinded="rescinded" in keys and keys["rescinded"].boolean(),
            increases=_increases(keys, cards, shown, event.tz),
        )

    def _approval(self, at: At) -> Approval:
        keys = at.fields(("suspension", "game", "votes"), required=("suspension", "game", "votes"))
        game = self._known_game(keys["game"])
        tz = self.events[str(game.event)].tz
        seats = keys["votes"].fields([seat.value for seat in Seat])
        return Approval(
            suspension=self.known.suspension(keys["suspension"]),
            game=game.id,
            votes={Seat(seat): vote.time(tz) for seat, vote in seats.items()},
        )

    def _attendance(self, at: At) -> Attendance:
        keys = at.fields(("suspension", "game", "before", "after"), required=("suspension", "game"))
        return Attendance(
            suspension=self.known.suspension(keys["suspension"]),
            game=self._known_game(keys["game"]).id,
            before="before" in keys and keys["before"].boolean(),
            after="after" in keys and keys["after"].boolean(),
        )

    def _bar(self, at: At) -> Bar:
        keys = at.fields(("player", "from", "until"), required=("player", "from"))
        first = keys["from"].day()
        last = keys["until"].day() if "until" in keys else None
        if last is not None and last < first:
            raise keys["until"].error(f"a day not before {first}")
        return Bar(player=keys["player"].id("a player"), first=first, last=last)

    def _ruling(self, at: At) -> Ruling:
        keys = at.fields(("suspension", "effect"), required=("suspension", "effect"))
        return Ruling(
            suspension=self.known.suspension(keys["suspension"]),
            effect=keys["effect"].choice(Effect),
        )

    def _known_event(self, at: At) -> Event:
        name = at.id("an event")
        if name not in self.events:
            raise at.error("an event that the file describes")
        return self.events[name]

    def _known_game(self, at: At) -> Game:
        name = at.id("a game")
        if name not in self.games:
            raise at.error("a game that the file describes")
        return self.games[name]


def _time(keys: dict[str, At], key: str, tz: str) -> datetime | None:
    return keys[key].time(tz) if key in keys else None


def _by_team(keys: dict[str, At], key: str, teams: tuple[str, ...]) -> dict[str | int, tuple[str | int, ...]]:
    """Players by team, of the two teams of the game."""
    if key not in keys:
        return {}
    players = keys[key].fields(teams, nulls=True)
    return {team: at.ids("player") for team, at in players.items()}


def _box(keys: dict[str, At], when: When) -> int:
    if "box_unserved" not in keys:
        return 0
    seconds = keys["box_unserved"].integer("seconds", 0, MOST_BOX_SECONDS)
    if seconds and when is When.AFTER:
        raise keys["box_unserved"].error("time in the box only for cards during the game")
    return seconds


def _increases(keys: dict[str, At], cards: str, shown: datetime, tz: str) -> tuple[Increase, ...]:
    if "increases" not in keys:
        return ()
    found = []
    for at in keys["increases"].items("increases"):
        if cards != "R":
            raise at.error("increases only of a red card", f"one of {cards}")
        increase = at.fields(("by", "games", "at"), required=("by", "games"))
        found.append(
            Increase(
                by=increase["by"].choice(Authority),
                games=increase["games"].integer("games", 0, MOST_FURTHER_GAMES),
                at=_time(increase, "at", tz) or shown,
            )
        )
    return tuple(found)
