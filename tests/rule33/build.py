"""A small season in a few lines, and what Rule 33 makes of it in a few words.

    answer = (
        season()
        .event()
        .entry("red", "ana")
        .played("g1", "2026-01-10")
        .game("g2", "2026-01-17")
        .card("i1", "g1", "R")
        .at("2026-01-12")
    )
    assert answer.fates() == {"i1.1:red_card": "due g2"}

Where nothing else is said: one public USPA Event ``cup`` of 8 goals through all of 2026 in New
York, the team ``red`` against ``blue``, the player ``ana``. Moments are local to the event and may
leave out the time of day, which is then 14:00 for a game and noon for anything else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from disciplinary.rule33.editions import EDITIONS, Edition, edition_for
from disciplinary.rule33.facts import (
    Approval,
    Attendance,
    Authority,
    Bar,
    CardId,
    CardKey,
    Color,
    Effect,
    Entry,
    Event,
    EventKind,
    Facts,
    Game,
    Id,
    Incident,
    Increase,
    Ruling,
    Seat,
    Stage,
    Status,
    SuspensionKey,
    When,
)
from disciplinary.rule33.ledger import Season, assess
from disciplinary.rule33.periods import local_day
from disciplinary.rule33.tiers import tier_of
from tests.rule33.told import Answer

NEW_YORK = "America/New_York"
_MOMENT = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)(?: (?P<time>\d\d:\d\d(?::\d\d)?))?$")


def moment(text: str, *, tz: str = NEW_YORK, time: str = "12:00") -> datetime:
    """``2026-01-10`` or ``2026-01-10 18:30``, local to ``tz``, as a moment in UTC."""
    found = _MOMENT.match(text)
    if found is None:
        raise ValueError(f"{text!r} is no moment such as 2026-01-10 18:30")
    local = datetime.fromisoformat(f"{found['day']} {found['time'] or time}")
    return local.replace(tzinfo=ZoneInfo(tz)).astimezone(UTC)


def key(text: SuspensionKey | str) -> SuspensionKey:
    """``i1.1:red_card`` as the engine names it; a mark's key stays what it is."""
    if not isinstance(text, str):
        return text
    card, kind = text.split(":")
    incident, number = card.rsplit(".", 1)
    return CardKey(CardId(incident, int(number)), kind)


class Build:
    """Facts of a season, added one by one. Every method returns the season itself."""

    def __init__(self, editions: tuple[Edition, ...] = EDITIONS) -> None:
        self.editions = editions
        self.events: dict[Id, Event] = {}
        self.entries: list[Entry] = []
        self.games: dict[Id, Game] = {}
        self.incidents: dict[Id, Incident] = {}
        self.approvals: list[Approval] = []
        self.attendance: list[Attendance] = []
        self.bars: list[Bar] = []
        self.rulings: list[Ruling] = []

    # ------------------------------------------------------------ tournaments

    def event(
        self,
        name: str = "cup",
        *,
        kind: str = "uspa",
        goals: int = 8,
        starts: str = "2026-01-01",
        ends: str = "2026-12-31",
        published: str | None = "2025-11-01",
        completed: str | None = None,
        series: str | None = None,
        gauntlet: bool = False,
        tz: str = NEW_YORK,
        outdoor: bool = True,
    ) -> Build:
        """A tournament; ``published=None`` is one that was never public."""
        self.events[name] = Event(
            id=name,
            kind=EventKind(kind),
            goals=goals,
            starts=date.fromisoformat(starts),
            ends=date.fromisoformat(ends),
            tz=tz,
            gauntlet=gauntlet,
            series=series,
            published=moment(published, tz=tz) if published else None,
            completed=moment(completed, tz=tz) if completed else None,
            outdoor=outdoor,
        )
        return self

    def entry(
        self,
        team: str,
        *roster: str,
        event: str = "cup",
        at: str | None = None,
        withdrawn: str | None = None,
        out: str | None = None,
    ) -> Build:
        """A team in an event, from the beginning unless ``at`` says since when."""
        tz = self.events[event].tz
        self.entries.append(
            Entry(
                event=event,
                team=team,
                at=moment(at, tz=tz) if at else None,
                withdrawn=moment(withdrawn, tz=tz) if withdrawn else None,
                out=moment(out, tz=tz) if out else None,
                roster=roster,
            )
        )
        return self

    def game(
        self,
        name: str,
        at: str,
        *,
        status: str = "scheduled",
        event: str = "cup",
        teams: tuple[str, str] = ("red", "blue"),
        stage: str = "regular",
        ended: str | None = None,
        lineups: Mapping[str, Sequence[str]] | None = None,
        subs: Mapping[str, Sequence[str]] | None = None,
    ) -> Build:
        """A game, over two hours after its start unless ``ended`` says when."""
        tz = self.events[event].tz
        start = moment(at, tz=tz, time="14:00")
        self.games[name] = Game(
            id=name,
            event=event,
            start=start,
            end=moment(ended, tz=tz) if ended else start + timedelta(hours=2),
            teams=teams,
            stage=Stage(stage),
            status=Status(status),
            lineups={team: tuple(players) for team, players in (lineups or {}).items()},
            substitutes={team: tuple(players) for team, players in (subs or {}).items()},
        )
        return self

    def played(
        self,
        name: str,
        at: str,
        *,
        event: str = "cup",
        teams: tuple[str, str] = ("red", "blue"),
        stage: str = "regular",
        ended: str | None = None,
        lineups: Mapping[str, Sequence[str]] | None = None,
        subs: Mapping[str, Sequence[str]] | None = None,
    ) -> Build:
        """A game that was played."""
        return self.game(
            name,
            at,
            status="played",
            event=event,
            teams=teams,
            stage=stage,
            ended=ended,
            lineups=lineups,
            subs=subs,
        )

    # ------------------------------------------------------------ cards

    def card(
        self,
        name: str,
        game: str,
        cards: str,
        *,
        player: str = "ana",
        team: str = "red",
        after: bool = False,
        at: str | None = None,
        recorded: str | None = None,
        box: int = 0,
        rescinded: bool = False,
        increases: Sequence[tuple[int, str | None]] = (),
    ) -> Build:
        """An incident. ``at`` is the game's start unless given; ``increases`` are pairs of a number
        of games and a date (None: the incident's own)."""
        played = self.games[game]
        event = self.events[played.event]
        shown = moment(at, tz=event.tz) if at else played.start
        edition = edition_for(local_day(shown, event.tz), self.editions)
        self.incidents[name] = Incident(
            id=name,
            game=game,
            player=player,
            team=team,
            cards=tuple(Color(letter) for letter in cards),
            when=When.AFTER if after else When.DURING,
            at=shown,
            recorded=moment(recorded, tz=event.tz) if recorded else shown,
            goals=event.goals,
            tier=tier_of(event.goals, gauntlet=event.gauntlet, edition=edition),
            kind=event.kind,
            box_unserved=box,
            rescinded=rescinded,
            increases=tuple(
                Increase(
                    by=Authority.HOST_COMMITTEE,
                    games=games,
                    at=moment(dated, tz=event.tz) if dated else shown,
                )
                for games, dated in increases
            ),
        )
        return self

    def yellows(self, prefix: str, game: str, number: int, *, player: str = "ana", team: str = "red") -> Build:
        """So many single yellows in a game: ``PREFIX1``, ``PREFIX2``, …"""
        for place in range(1, number + 1):
            self.card(f"{prefix}{place}", game, "Y", player=player, team=team)
        return self

    def rescind(self, *names: str) -> Build:
        """Take back incidents (all of them, where none is named)."""
        for name in names or tuple(self.incidents):
            self.incidents[name] = replace(self.incidents[name], rescinded=True)
        return self

    # ------------------------------------------------------------ decisions

    def approve(
        self,
        suspension: SuspensionKey | str,
        game: str,
        at: str = "2025-12-31",
        *,
        seats: Mapping[str, str] | None = None,
        lapsed: str | None = None,
    ) -> Build:
        """The committee's approval: of all three seats at one moment, or of some (``seats``)."""
        tz = self.events[self.games[game].event].tz
        votes = (
            {Seat(seat): moment(when, tz=tz) for seat, when in seats.items()}
            if seats is not None
            else dict.fromkeys(Seat, moment(at, tz=tz))
        )
        until = moment(lapsed, tz=tz) if lapsed else None
        self.approvals.append(Approval(suspension=key(suspension), game=game, votes=votes, lapsed=until))
        return self

    def attend(self, suspension: SuspensionKey | str, game: str, *, before: bool = True, after: bool = True) -> Build:
        """The suspended player's reports to the umpires."""
        self.attendance.append(Attendance(suspension=key(suspension), game=game, before=before, after=after))
        return self

    def serve(self, suspension: SuspensionKey | str, game: str, at: str = "2025-12-31") -> Build:
        """All that serving a full game needs: the committee's approval and both reports."""
        return self.approve(suspension, game, at).attend(suspension, game)

    def bar(self, first: str, last: str | None = None, *, player: str = "ana") -> Build:
        """Days on which a player may not play."""
        self.bars.append(
            Bar(
                player=player,
                first=date.fromisoformat(first),
                last=date.fromisoformat(last) if last else None,
            )
        )
        return self

    def rule(self, suspension: SuspensionKey | str, effect: str) -> Build:
        """An authority's ruling on one suspension."""
        self.rulings.append(Ruling(suspension=key(suspension), effect=Effect(effect)))
        return self

    # ------------------------------------------------------------ answers

    def facts(self) -> Facts:
        """The facts as the engine takes them."""
        return Facts(
            events=tuple(self.events.values()),
            entries=tuple(self.entries),
            games=tuple(self.games.values()),
            incidents=tuple(self.incidents.values()),
            approvals=tuple(self.approvals),
            attendance=tuple(self.attendance),
            bars=tuple(self.bars),
            rulings=tuple(self.rulings),
        )

    def at(self, now: str) -> Answer:
        """What Rule 33 makes of it at a moment."""
        return Answer(assess(Season(self.facts(), self.editions), moment(now)))


def season(*editions: Edition) -> Build:
    """An empty season, judged by today's editions or by those given."""
    return Build(editions or EDITIONS)


def cup(*roster: str) -> Build:
    """A season with the event ``cup``, and in it ``red`` with a roster (only ``ana`` by default)."""
    return season().event().entry("red", *(roster or ("ana",)))


__all__ = [
    "NEW_YORK",
    "Answer",
    "Build",
    "cup",
    "key",
    "moment",
    "season",
]
