"""Facts → the text of a scenario file, the way back from ``reading``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from disciplinary.rule33.facts import (
    CardKey,
    Entry,
    Event,
    Facts,
    Game,
    Id,
    Incident,
    MarkKey,
    Stage,
    Status,
    SuspensionKey,
    When,
)
from disciplinary.rule33.ledger import assess_player
from disciplinary.rule33.periods import local_day
from disciplinary.rule33.scenario.model import Scenario
from disciplinary.rule33.scenario.tree import Scalar
from disciplinary.rule33.season import Season
from disciplinary.rule33.tiers import tier_of

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*", re.ASCII)

Pairs = Iterable[tuple[str, str | None]]


def write(scenario: Scenario) -> str:
    """The text of a file that reads back as the scenario's facts, moment, time zone and title.

    Ids are written as text. Arena events are left out with all that happened in them, as the rule
    leaves them alone. What the file is to expect is not written. ValueError for what no file can
    say: an incident whose event has been re-rated since.
    """
    return "".join(f"{line}\n" for line in _Writer(scenario).lines())


class _Writer:
    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        facts = scenario.facts
        self.season = Season(facts)
        self.events = self.season.events
        self.games = {game.id: game for game in facts.games if game.event in self.events}
        self.incidents = {item.id: item for item in facts.incidents if item.game in self.games}

    def lines(self) -> Iterator[str]:
        scenario, facts = self.scenario, self.scenario.facts
        if scenario.title:
            yield f"title: {_text(scenario.title)}"
        if scenario.about:
            yield f"about: {_text(scenario.about)}"
        yield f"tz: {_text(scenario.tz)}"
        yield f"now: {_time(scenario.now, scenario.tz)}"
        yield from _block("events", (self._event(event) for event in self.events.values()))
        yield from _block("entries", (self._entry(entry) for entry in facts.entries if entry.event in self.events))
        yield from _block("games", (self._game(game) for game in self.games.values()))
        yield from _block("incidents", (self._incident(item) for item in self.incidents.values()))
        yield from _block("approvals", self._approvals(facts))
        yield from _block("attendance", self._attendance(facts))
        yield from _block("bars", (_bar(bar.player, bar.first, bar.last) for bar in facts.bars))
        yield from _block("rulings", self._rulings(facts))

    def _event(self, event: Event) -> str:
        return _named(
            event.id,
            (
                ("kind", event.kind.value),
                ("goals", str(event.goals)),
                ("gauntlet", "true" if event.gauntlet else None),
                ("series", None if event.series is None else _text(event.series)),
                ("published", _moment(event.published, event.tz)),
                ("starts", event.starts.isoformat()),
                ("ends", event.ends.isoformat()),
                ("completed", _moment(event.completed, event.tz)),
                ("tz", None if event.tz == self.scenario.tz else _text(event.tz)),
            ),
        )

    def _entry(self, entry: Entry) -> str:
        tz = self.events[entry.event].tz
        return _item(
            (
                ("event", _text(entry.event)),
                ("team", _text(entry.team)),
                ("at", _moment(entry.at, tz)),
                ("withdrawn", _moment(entry.withdrawn, tz)),
                ("out", _moment(entry.out, tz)),
                ("roster", _list(entry.roster)),
            )
        )

    def _game(self, game: Game) -> str:
        tz = self.events[game.event].tz
        return _named(
            game.id,
            (
                ("event", _text(game.event)),
                ("at", _time(game.start, tz)),
                ("ended", _time(game.end, tz)),
                ("teams", _list(game.teams)),
                ("stage", None if game.stage is Stage.REGULAR else game.stage.value),
                ("status", None if game.status is Status.SCHEDULED else game.status.value),
                ("lineups", _teams(game.lineups.items())),
                ("substitutes", _teams(game.substitutes.items())),
            ),
        )

    def _incident(self, incident: Incident) -> str:
        event = self.events[self.games[incident.game].event]
        tz = event.tz
        edition = self.season.edition(local_day(incident.at, tz))
        tier = tier_of(event.goals, gauntlet=event.gauntlet, edition=edition)
        if (incident.goals, incident.tier, incident.kind) != (event.goals, tier, event.kind):
            raise ValueError(
                f"incident {incident.id}: its event {event.id} has been re-rated since, and a "
                "scenario file cannot say both"
            )
        increases = [
            _flow(
                (
                    ("by", increase.by.value),
                    ("games", str(increase.games)),
                    ("at", _time(increase.at, tz)),
                )
            )
            for increase in incident.increases
        ]
        return _named(
            incident.id,
            (
                ("game", _text(incident.game)),
                ("player", _text(incident.player)),
                ("team", _text(incident.team)),
                ("cards", _text("".join(incident.cards))),
                ("when", None if incident.when is When.DURING else incident.when.value),
                ("at", _time(incident.at, tz)),
                ("recorded", _time(incident.recorded, tz)),
                ("box_unserved", str(incident.box_unserved) if incident.box_unserved else None),
                ("rescinded", "true" if incident.rescinded else None),
                ("increases", f"[{', '.join(increases)}]" if increases else None),
            ),
        )

    def _approvals(self, facts: Facts) -> Iterator[str]:
        for approval in facts.approvals:
            key = self._suspension(approval.suspension)
            if key is None or approval.game not in self.games:
                continue
            tz = self.events[self.games[approval.game].event].tz
            votes = _flow((seat.value, _time(at, tz)) for seat, at in approval.votes.items())
            yield _item((("suspension", key), ("game", _text(approval.game)), ("votes", votes)))

    def _attendance(self, facts: Facts) -> Iterator[str]:
        for report in facts.attendance:
            key = self._suspension(report.suspension)
            if key is None or report.game not in self.games:
                continue
            yield _item(
                (
                    ("suspension", key),
                    ("game", _text(report.game)),
                    ("before", "true" if report.before else "false"),
                    ("after", "true" if report.after else "false"),
                )
            )

    def _rulings(self, facts: Facts) -> Iterator[str]:
        for ruling in facts.rulings:
            key = self._suspension(ruling.suspension)
            if key is not None:
                yield _item((("suspension", key), ("effect", ruling.effect.value)))

    def _suspension(self, key: SuspensionKey) -> str | None:
        """The suspension by its card. None where its card is gone, or no card reaches its mark."""
        if isinstance(key, CardKey):
            return _text(str(key)) if key.card.incident in self.incidents else None
        found = self._reached(key)
        return None if found is None else _text(str(found))

    def _reached(self, key: MarkKey) -> CardKey | None:
        record = assess_player(self.season, key.player, self.scenario.now)
        for suspension in record.suspensions:
            if key in (mark.key(key.player) for mark in suspension.marks):
                return suspension.key
        return None


def _block(name: str, lines: Iterable[str]) -> Iterator[str]:
    started = False
    for line in lines:
        if not started:
            yield f"{name}:"
            started = True
        yield f"  {line}"


def _named(name: Id, pairs: Pairs) -> str:
    return f"{_text(name)}: {_flow(pairs)}"


def _item(pairs: Pairs) -> str:
    return f"- {_flow(pairs)}"


def _flow(pairs: Pairs) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs if value is not None) + "}"


def _list(ids: Iterable[Id]) -> str:
    return f"[{', '.join(_text(name) for name in ids)}]"


def _teams(players: Iterable[tuple[Id, tuple[Id, ...]]]) -> str | None:
    teams = [(_text(team), _list(names)) for team, names in players]
    return _flow(teams) if teams else None


def _bar(player: Id, first: date, last: date | None) -> str:
    until = None if last is None else last.isoformat()
    return _item((("player", _text(player)), ("from", first.isoformat()), ("until", until)))


def _moment(moment: datetime | None, tz: str) -> str | None:
    return None if moment is None else _time(moment, tz)


def _time(moment: datetime, tz: str) -> str:
    """The local time, or one with its offset where the clocks show that local time twice."""
    zone = ZoneInfo(tz)
    local = moment.astimezone(zone)
    text = local.replace(tzinfo=None).isoformat(sep=" ")
    text = text.removesuffix(":00") if local.second == 0 and not local.microsecond else text
    return text if local.fold == 0 else f"{text}{_offset(local)}"


def _offset(local: datetime) -> str:
    minutes = int((local.utcoffset() or timedelta()).total_seconds()) // 60
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def _text(value: Id) -> str:
    """Text as YAML reads it back: plain where nothing else could be meant, else in quotes."""
    text = str(value)
    if _PLAIN.fullmatch(text) and Scalar(text, plain=True, line=0).is_text:
        return text
    return '"' + "".join(_character(character) for character in text) + '"'


def _character(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    return f"\\U{ord(character):08X}"
