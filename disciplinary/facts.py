"""Rows → the rule's frozen facts, in a fixed number of queries for any number of players.

Nothing else does this. What is loaded suffices to judge the given players, and only them: all that
concerns them, the entries of the teams for which they were carded, and of every event that may keep
a suspension with such a team its last game. Rosters and line-ups name the given players alone.

The statements are written out, because they run after every single save: planning them through
the ORM would take longer than running them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from disciplinary import models
from disciplinary.choices import ClosedReason, VoteChoice
from disciplinary.rule33 import answers
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
    MarkKey,
    Ruling,
    Seat,
    Stage,
    Status,
    SuspensionKey,
    Tier,
    When,
    Window,
)
from disciplinary.rule33.presence import OVER
from players.models import Player
from tournaments.choices import Discipline, GameStatus
from tournaments.models import Game as TournamentGame

GAME_LASTS = timedelta(hours=2)
"""From the start of a game to its end, where its end was not entered."""

QUERIES = 6
"""How many queries `load` makes, whatever it loads."""


class Named(NamedTuple):
    """A line-up as it is about to be named: who starts for a team, and who came on."""

    game: int
    team: int
    starting: tuple[int, ...]
    coming_on: tuple[int, ...] = ()


def load(
    players: Collection[int],
    *,
    supposed: Collection[Incident] = (),
    lineups: Collection[Named] = (),
    now: datetime | None = None,
) -> Facts:
    """The facts that decide about the players with these primary keys.

    ``supposed`` incidents are taken as if they were recorded: one with the id of a known incident
    stands in its place, any other stands last. So are ``lineups``, in place of those of their teams.
    ``now`` is when an approval lapses whose game is found to be another than the one asked about.
    """
    ids = list(players)
    incidents = _suppose(_incidents(ids), supposed)
    decisions = _decisions(ids)
    taking_part = _taking_part(ids)
    entries, carded_events = _entries(ids, teams=[incident.team for incident in supposed])
    games = _games(
        named={
            *(incident.game for incident in incidents),
            *(one.game for one in decisions.asked),
            *(row[0] for row in taking_part),
            *(lineup.game for lineup in lineups),
        },
        rosters=[entry for entry in entries if entry.roster],
        carded_events=carded_events,
        taking_part=taking_part,
    )
    games = _named(games, lineups)
    events = _events({game.event for game in games}, entries, carded_events)
    return Facts(
        events=events,
        entries=entries,
        games=games,
        incidents=incidents,
        approvals=tuple(_approvals(decisions.asked, games, events, now or timezone.now())),
        attendance=decisions.attendance,
        bars=decisions.bars,
        rulings=decisions.rulings,
    )


def incident_fact(incident: models.Incident, *, cards: str, box_unserved: int = 0) -> Incident:
    """An incident as it is about to be saved, with the letters of its cards and the seconds of box
    time left; one that is new has the id 0.
    """
    return Incident(
        id=incident.pk or 0,
        game=incident.game_id,
        player=incident.player_id,
        team=incident.team_id,
        cards=tuple(_COLORS[color] for color in cards),
        at=incident.at,
        recorded=incident.recorded_at,
        goals=incident.goals,
        tier=_TIERS[incident.tier],
        kind=_KINDS[incident.kind],
        when=_WHEN[incident.when],
        box_unserved=box_unserved if incident.when == When.DURING else 0,
        rescinded=incident.rescinded,
    )


def _suppose(known: tuple[Incident, ...], supposed: Collection[Incident]) -> tuple[Incident, ...]:
    instead = {incident.id: incident for incident in supposed}
    merged = []
    for incident in known:
        other = instead.pop(incident.id, None)
        if other is None:
            merged.append(incident)
        elif Color.RED in other.cards:
            merged.append(replace(other, increases=incident.increases))
        else:
            merged.append(other)
    return (*merged, *instead.values())


def _named(games: tuple[Game, ...], lineups: Collection[Named]) -> tuple[Game, ...]:
    if not lineups:
        return games
    changed: dict[Id, Game] = {}
    for lineup in lineups:
        game = changed.get(lineup.game) or next(game for game in games if game.id == lineup.game)
        changed[lineup.game] = replace(
            game,
            lineups={**game.lineups, lineup.team: lineup.starting},
            substitutes={**game.substitutes, lineup.team: lineup.coming_on},
        )
    return tuple(changed.get(game.id, game) for game in games)


def load_in_batches(size: int) -> Iterator[tuple[list[int], Facts]]:
    """Everyone, `size` players at a time: their primary keys in ascending order, and their facts."""
    last = 0
    while True:
        rows = Player.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)
        ids = list(rows[:size])
        if not ids:
            return
        yield ids, load(ids)
        last = ids[-1]


# ------------------------------------------------------------ names of suspensions


def identity_of(suspension: answers.Suspension) -> str:
    """The text by which a new row of the suspension is known, however often it is recalculated."""
    return identities_of(suspension)[0]


def identities_of(suspension: answers.Suspension) -> list[str]:
    """The texts under which the suspension's row may be kept, the first for a new one.

    Accumulated yellows go by their marks, so that a card entered late moves the trigger and makes
    no second suspension; all others by their triggering card.
    """
    if suspension.marks:
        return [f"{suspension.kind}:{mark.key(suspension.player)}" for mark in suspension.marks]
    return [str(suspension.key)]


def key_named(identity: str, player: int) -> SuspensionKey:
    """The suspension that such a text names.

    Raises ValueError for a text that names none.
    """
    name, _, rest = identity.partition(":")
    if name.startswith("accumulated"):
        window, *period, tier, count = rest.split("/")
        return MarkKey(player, Window(window), "/".join(period), tier, int(count))
    incident, _, number = name.partition(".")
    return CardKey(CardId(int(incident), int(number)), rest)


# ------------------------------------------------------------ queries


def _rows(sql: str, **params: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


# A card that is superseded does not count. An increase that is withdrawn keeps its number.
_INCIDENTS = """
WITH theirs AS (
    SELECT id FROM disciplinary_incident WHERE player_id = ANY(%(players)s)
), cards AS (
    SELECT incident_id AS id, string_agg(color, '' ORDER BY number) AS shown
    FROM disciplinary_card
    WHERE incident_id IN (SELECT id FROM theirs) AND superseded_at IS NULL
    GROUP BY incident_id
), box AS (
    SELECT incident_id AS id, sum(unserved_seconds) AS unserved
    FROM disciplinary_penaltyboxstay
    WHERE incident_id IN (SELECT id FROM theirs)
    GROUP BY incident_id
), added AS (
    SELECT incident_id AS id, array_agg(by ORDER BY number, id) AS authorities,
        array_agg(games ORDER BY number, id) AS games,
        array_agg(decided_at ORDER BY number, id) AS decided,
        array_agg(withdrawn_at IS NOT NULL ORDER BY number, id) AS withdrawn
    FROM disciplinary_increase
    WHERE incident_id IN (SELECT id FROM theirs)
    GROUP BY incident_id
)
SELECT i.id, i.game_id, i.player_id, i.team_id, i.at, i.recorded_at, i.goals, i.tier, i.kind,
    i."when", i.rescinded_at IS NOT NULL, cards.shown, box.unserved,
    added.authorities, added.games, added.decided, added.withdrawn
FROM disciplinary_incident AS i
JOIN cards USING (id)
LEFT JOIN box USING (id)
LEFT JOIN added USING (id)
WHERE i.player_id = ANY(%(players)s)
ORDER BY i.game_id, i.position, i.id
"""

_COLORS = {color.value: color for color in Color}
_TIERS = {tier.value: tier for tier in Tier}
_KINDS = {kind.value: kind for kind in EventKind}
_WHEN = {when.value: when for when in When}
_STAGES = {stage.value: stage for stage in Stage}
_STATUSES = {status.value: status for status in Status}
_SEATS = {seat.value: seat for seat in Seat}


def _incidents(players: list[int]) -> tuple[Incident, ...]:
    """Box time belongs to cards during the game and increases to a red card. After a correction
    others may be left over from what the incident was taken for: they mean nothing.
    """
    return tuple(
        Incident(
            id=pk,
            game=game,
            player=player,
            team=team,
            cards=tuple(_COLORS[color] for color in shown),
            at=at,
            recorded=recorded,
            goals=goals,
            tier=_TIERS[tier],
            kind=_KINDS[kind],
            when=_WHEN[when],
            box_unserved=unserved if unserved and when == When.DURING else 0,
            rescinded=rescinded,
            increases=tuple(
                Increase(by=Authority(by), games=further, at=decided, withdrawn=withdrawn)
                for by, further, decided, withdrawn in zip(authorities, added, moments, taken_back, strict=True)
            )
            if authorities and shown == Color.RED
            else (),
        )
        for (
            pk, game, player, team, at, recorded, goals, tier, kind, when, rescinded, shown,
            unserved, authorities, added, moments, taken_back,
        ) in _rows(_INCIDENTS, players=players)
    )  # fmt: skip


# The decisions on a card's suspension stay with the player they were made about: once the card is
# another player's, they say nothing of him.
_DECISIONS = """
WITH suspensions AS (
    SELECT s.id, s.player_id, s.identity
    FROM disciplinary_suspension AS s
    LEFT JOIN disciplinary_incident AS i ON i.id = s.incident_id
    WHERE s.player_id = ANY(%(players)s)
        AND (s.kind IN ('accumulated_tier', 'accumulated_all_tiers') OR i.player_id = s.player_id)
)
SELECT 'approval' AS what, a.id, s.player_id, s.identity, a.game_id,
    array_agg(v.seat ORDER BY v.id) FILTER (WHERE v.id IS NOT NULL) AS codes,
    array_agg(v.cast_at ORDER BY v.id) FILTER (WHERE v.id IS NOT NULL) AS moments,
    array_agg(v.withdrawn_at ORDER BY v.id) FILTER (WHERE v.id IS NOT NULL) AS ends,
    CASE WHEN a.closed_at IS NULL OR a.closed_reason = %(off)s THEN a.terms ELSE '' END AS terms,
    CASE WHEN a.closed_reason = ANY(%(lapsing)s) THEN a.closed_at END AS lapsed,
    CASE WHEN a.closed_reason = %(off)s THEN a.closed_at END AS off,
    NULL::date AS first_day, NULL::date AS last_day
FROM suspensions AS s
JOIN disciplinary_approval AS a ON a.suspension_id = s.id
LEFT JOIN disciplinary_vote AS v ON v.approval_id = a.id AND v.choice = %(approve)s
GROUP BY a.id, s.player_id, s.identity
UNION ALL
SELECT 'attendance', a.id, s.player_id, s.identity, a.game_id, NULL,
    ARRAY[a.before_at, a.after_at], NULL, NULL, NULL, NULL, NULL, NULL
FROM suspensions AS s
JOIN disciplinary_attendance AS a ON a.suspension_id = s.id
UNION ALL
SELECT 'ruling', r.id, s.player_id, s.identity, NULL, ARRAY[r.effect], NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM suspensions AS s
JOIN disciplinary_ruling AS r ON r.suspension_id = s.id AND r.withdrawn_at IS NULL
UNION ALL
SELECT 'bar', id, player_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, first_day, last_day
FROM disciplinary_bar
WHERE player_id = ANY(%(players)s) AND withdrawn_at IS NULL
ORDER BY what, id
"""


class _Asked(NamedTuple):
    """A request for approval with every approving vote ever cast, and until when each stood.

    ``lapsed`` is when all of them ceased to stand, ``off`` when the game was off.
    """

    key: SuspensionKey
    game: int
    votes: list[tuple[Seat, datetime, datetime | None]]
    terms: str
    lapsed: datetime | None
    off: datetime | None


class _Decisions(NamedTuple):
    """What people decided about the players."""

    asked: list[_Asked]
    attendance: tuple[Attendance, ...]
    rulings: tuple[Ruling, ...]
    bars: tuple[Bar, ...]


def _decisions(players: list[int]) -> _Decisions:
    asked: list[_Asked] = []
    attendance: list[Attendance] = []
    rulings: list[Ruling] = []
    bars: list[Bar] = []
    for what, _pk, player, identity, game, codes, moments, ends, terms, lapsed, off, first, last in _rows(
        _DECISIONS,
        players=players,
        off=ClosedReason.GAME_OFF.value,
        lapsing=[ClosedReason.WITHDRAWN.value, ClosedReason.GAME_CHANGED.value],
        approve=VoteChoice.APPROVE.value,
    ):
        if what == "bar":
            bars.append(Bar(player=player, first=first, last=last))
            continue
        key = key_named(identity, player)
        if what == "approval":
            votes = zip((_SEATS[seat] for seat in codes or ()), moments or (), ends or (), strict=True)
            asked.append(_Asked(key, game, list(votes), terms, lapsed, off))
        elif what == "attendance":
            before, after = (moment is not None for moment in moments)
            attendance.append(Attendance(suspension=key, game=game, before=before, after=after))
        else:
            rulings.append(Ruling(suspension=key, effect=Effect(codes[0])))
    return _Decisions(asked, tuple(attendance), tuple(rulings), tuple(bars))


def terms_of(game: TournamentGame) -> str:
    """What a committee is asked about: start, stage, event and rating of a game. Another text is
    another game to approve.
    """
    event = game.event
    return _terms(game.starts_at, game.stage, event.pk, event.goals, event.kind, gauntlet=event.gauntlet)


def _terms(start: datetime, stage: str, event: object, goals: int, kind: str, *, gauntlet: bool) -> str:
    rating = f"{goals} gauntlet" if gauntlet else f"{goals} {kind}"
    return f"{start.astimezone(UTC).isoformat()}|{stage}|{event}|{rating}"


def _approvals(
    asked: Iterable[_Asked], games: Iterable[Game], events: Iterable[Event], now: datetime
) -> Iterator[Approval]:
    """The approvals that stand, and those that stood until a vote was withdrawn or the game became
    another than the one asked about.
    """
    known = {game.id: game for game in games}
    rated = {event.id: event for event in events}
    for one in asked:
        game = known.get(one.game)
        if game is None:
            continue
        end = one.lapsed or ((one.off or now) if _another(one, game, rated[game.event]) else None)
        standing = {seat: cast for seat, cast, until in one.votes if until is None}
        if end is None:
            yield Approval(suspension=one.key, game=one.game, votes=standing)
        for moment in sorted({until for *_, until in one.votes if until is not None} | ({end} if end else set())):
            votes = {
                seat: cast for seat, cast, until in one.votes if cast < moment and (until is None or until >= moment)
            }
            # Only a whole approval can have let anybody play.
            if len(votes) == len(Seat) and (end is None or moment <= end):
                yield Approval(suspension=one.key, game=one.game, votes=votes, lapsed=moment)


def _another(asked: _Asked, game: Game, event: Event) -> bool:
    """Whether a game still to be played is another than the one asked about."""
    terms = _terms(game.start, game.stage.value, event.id, event.goals, event.kind.value, gauntlet=event.gauntlet)
    return game.status not in OVER and asked.terms not in ("", terms)


_TAKING_PART = """
SELECT l.game_id, l.team_id, p.player_id, true AS starts, p.position, p.id
FROM tournaments_lineupplace AS p
JOIN tournaments_lineup AS l ON l.id = p.lineup_id
WHERE p.player_id = ANY(%(players)s)
UNION ALL
SELECT game_id, team_id, player_id, false, NULL, id
FROM tournaments_substitution
WHERE player_id = ANY(%(players)s)
ORDER BY 4, 5, 6
"""


def _taking_part(players: list[int]) -> list[tuple[Any, ...]]:
    """Game, team, player, and whether he was named to start or else came on."""
    return [row[:4] for row in _rows(_TAKING_PART, players=players)]


_ENTRIES = """
WITH carded AS (
    SELECT DISTINCT e.id
    FROM disciplinary_incident AS i
    JOIN tournaments_entry AS e ON e.team_id = i.team_id
    WHERE i.player_id = ANY(%(players)s)
    UNION
    SELECT id FROM tournaments_entry WHERE team_id = ANY(%(teams)s)
), rostered AS (
    SELECT entry_id AS id, array_agg(player_id ORDER BY id) AS players
    FROM tournaments_rosterplace
    WHERE player_id = ANY(%(players)s)
    GROUP BY entry_id
)
SELECT e.id, e.event_id, e.team_id, e.entered_at, e.withdrawn_at, e.out_at, rostered.players,
    carded.id IS NOT NULL
FROM carded
FULL JOIN rostered USING (id)
JOIN tournaments_entry AS e USING (id)
ORDER BY e.id
"""


def _entries(players: list[int], *, teams: Collection[Any]) -> tuple[tuple[Entry, ...], list[int]]:
    """The entries on whose rosters the players are, and those of the teams for which they were
    carded, or are supposed to be; and the events of these last ones.
    """
    entries: list[Entry] = []
    carded_events: set[int] = set()
    for _pk, event, team, entered, withdrawn, out, roster, carded in _rows(
        _ENTRIES, players=players, teams=list(teams)
    ):
        entries.append(
            Entry(
                event=event,
                team=team,
                at=entered,
                withdrawn=withdrawn,
                out=out,
                roster=tuple(roster or ()),
            )
        )
        if carded:
            carded_events.add(event)
    return tuple(entries), sorted(carded_events)


# Whether "a later game of it exists that is not cancelled" is known from the last one.
_GAMES = """
WITH wanted AS (
    SELECT unnest(%(named)s::bigint[]) AS id
    UNION
    SELECT g.id
    FROM unnest(%(events)s::bigint[], %(teams)s::bigint[]) AS e (event_id, team_id)
    JOIN tournaments_game AS g ON g.event_id = e.event_id AND e.team_id IN (g.team_a_id, g.team_b_id)
    UNION
    SELECT last.id
    FROM tournaments_event AS e
    CROSS JOIN LATERAL (
        SELECT id FROM tournaments_game
        WHERE event_id = e.id AND status <> %(cancelled)s
        ORDER BY starts_at DESC, schedule_order DESC, id DESC
        LIMIT 1
    ) AS last
    WHERE e.id = ANY(%(carded_events)s) OR e.series_id IN (
        SELECT series_id FROM tournaments_event WHERE id = ANY(%(carded_events)s)
    )
), named AS (
    SELECT game_id AS id, array_agg(team_id ORDER BY id) AS teams
    FROM tournaments_lineup
    WHERE game_id IN (SELECT id FROM wanted)
    GROUP BY game_id
)
SELECT g.id, g.event_id, g.starts_at, g.ends_at, g.team_a_id, g.team_b_id, g.stage, g.status,
    named.teams
FROM wanted
JOIN tournaments_game AS g USING (id)
LEFT JOIN named USING (id)
ORDER BY g.starts_at, g.schedule_order, g.id
"""


def _games(
    *,
    named: set[Any],
    rosters: list[Entry],
    carded_events: list[int],
    taking_part: list[tuple[Any, ...]],
) -> tuple[Game, ...]:
    """The games named, those that the teams on whose ``rosters`` the players are play, and the last
    ones of the events that may keep a suspension with a team: of its entries, and of the series of these.
    """
    starting: dict[tuple[int, int], list[int]] = defaultdict(list)
    coming_on: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for game, team, player, starts in taking_part:
        (starting[game, team] if starts else coming_on[game][team]).append(player)
    return tuple(
        Game(
            id=pk,
            event=event,
            start=start,
            end=end or start + GAME_LASTS,
            teams=(team_a, team_b),
            stage=_STAGES[stage],
            status=_STATUSES[status],
            lineups={team: tuple(starting.get((pk, team), ())) for team in lineups or ()},
            substitutes={team: tuple(on) for team, on in coming_on[pk].items()} if pk in coming_on else {},
        )
        for pk, event, start, end, team_a, team_b, stage, status, lineups in _rows(
            _GAMES,
            named=sorted(named),
            events=[entry.event for entry in rosters],
            teams=[entry.team for entry in rosters],
            carded_events=carded_events,
            cancelled=GameStatus.CANCELLED.value,
        )
    )


_EVENTS = """
SELECT id, kind, goals, first_day, last_day, time_zone, gauntlet, series_id, published_at,
    completed_at, discipline
FROM tournaments_event
WHERE id = ANY(%(events)s) OR series_id IN (
    SELECT series_id FROM tournaments_event WHERE id = ANY(%(carded_events)s)
)
ORDER BY id
"""


def _events(of_games: set[Any], entries: tuple[Entry, ...], carded_events: list[int]) -> tuple[Event, ...]:
    """The events of these games and entries, and the series of those with a carded team."""
    return tuple(
        Event(
            id=pk,
            kind=_KINDS[kind],
            goals=goals,
            starts=first,
            ends=last,
            tz=tz,
            gauntlet=gauntlet,
            series=series,
            published=published,
            completed=completed,
            outdoor=discipline == Discipline.OUTDOOR,
        )
        for (
            pk, kind, goals, first, last, tz, gauntlet, series, published, completed, discipline,
        ) in _rows(
            _EVENTS,
            events=sorted(of_games.union(entry.event for entry in entries)),
            carded_events=carded_events,
        )
    )  # fmt: skip
