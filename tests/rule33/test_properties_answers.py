"""What holds of every answer, whatever the season."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import timedelta
from itertools import chain

from hypothesis import given

from disciplinary.rule33.answers import Play, ProblemCode, Record, State, Suspension
from disciplinary.rule33.clauses import CITATIONS, Clause
from disciplinary.rule33.editions import RULE_2026
from disciplinary.rule33.facts import (
    CardId,
    Color,
    EventKind,
    Facts,
    Id,
    Incident,
    Status,
    SuspensionKind,
    When,
)
from disciplinary.rule33.ledger import assess
from disciplinary.rule33.periods import local_day
from tests.rule33.strategies import GOING, OVER, PROPERTY, Given, any_seasons, seasons

ACCUMULATED = (SuspensionKind.ACCUMULATED_TIER, SuspensionKind.ACCUMULATED_ALL_TIERS)
CARRIED = SuspensionKind.CARRIED_YELLOW


def answered(season: Given) -> list[Record]:
    """All records."""
    return list(assess(season.facts, season.now).values())


def all_suspensions(season: Given) -> list[Suspension]:
    """All suspensions of everyone."""
    return [item for record in answered(season) for item in record.suspensions]


def standing(facts: Facts, player: Id | None = None) -> list[Incident]:
    """The incidents (of one player) that were not rescinded."""
    return [item for item in facts.incidents if not item.rescinded and player in (None, item.player)]


# ---------------------------------------------------------------- cards


@PROPERTY
@given(any_seasons())
def test_every_standing_card_of_a_game_has_one_consequence(season: Given) -> None:
    shown = [
        CardId(incident.id, number)
        for incident in standing(season.facts)
        if incident.when is When.DURING
        for number in range(1, len(incident.cards) + 1)
    ]
    judged = [item.card for record in answered(season) for item in record.consequences]
    assert Counter(judged) == Counter(shown)


@PROPERTY
@given(any_seasons())
def test_offenses_of_a_game_are_numbered_without_gap(season: Given) -> None:
    game_of = {incident.id: incident.game for incident in season.facts.incidents}
    for record in answered(season):
        numbers: dict[Id, list[int]] = defaultdict(list)
        for item in record.consequences:
            numbers[game_of[item.card.incident]].append(item.offense)
        begun_with_one = {item.game for item in record.appearances if item.carried_yellow}
        for game, offenses in numbers.items():
            first = 2 if game in begun_with_one else 1
            assert offenses == list(range(first, first + len(offenses)))


@PROPERTY
@given(any_seasons())
def test_counts_are_the_cards(season: Given) -> None:
    facts = season.facts
    zone = {game.id: event.tz for game in facts.games for event in facts.events if event.id == game.event}
    for record in answered(season):
        expected: Counter[tuple[str, str]] = Counter()
        for incident in standing(facts, record.player):
            day = local_day(incident.at, zone[incident.game])
            yellows = incident.cards.count(Color.YELLOW)
            for code in (f"{day.year}/{(day.month + 1) // 2}", f"{day.year}"):
                for tier in (incident.tier.value, "all"):
                    expected[code, tier] += yellows
        found = {(tally.period.code, tally.tier): tally.count for tally in record.tallies}
        assert found == {name: count for name, count in expected.items() if count}


@PROPERTY
@given(any_seasons())
def test_every_mark_within_a_count_was_reached_once(season: Given) -> None:
    for record in answered(season):
        reached = Counter(mark for item in record.suspensions for mark in item.marks)
        passed = [
            (tally.period, tally.tier, mark) for tally in record.tallies for mark in tally.marks if mark <= tally.count
        ]
        assert reached == Counter(passed)


@PROPERTY
@given(any_seasons())
def test_each_red_of_a_game_but_one_suspension(season: Given) -> None:
    for record in answered(season):
        reds = {
            incident.game
            for incident in standing(season.facts, record.player)
            if incident.when is When.DURING and Color.RED in incident.cards
        }
        suspended = [item.game for item in record.suspensions if item.kind is SuspensionKind.RED_CARD]
        assert sorted(map(str, suspended)) == sorted(map(str, reds))
        for item in record.suspensions:
            if item.kind in (SuspensionKind.PENALTY_BOX, CARRIED):
                assert item.game not in reds


@PROPERTY
@given(any_seasons())
def test_increases_are_as_many_games_as_were_added(season: Given) -> None:
    added = {
        incident.id: sum(increase.games for increase in incident.increases)
        for incident in standing(season.facts)
        if incident.increases
    }
    numbers: dict[Id, list[int]] = defaultdict(list)
    for item in all_suspensions(season):
        if item.kind is SuspensionKind.INCREASE:
            numbers[item.trigger.incident].append(item.number)
    assert numbers == {incident: list(range(1, games + 1)) for incident, games in added.items()}


# ---------------------------------------------------------------- names and reasons


@PROPERTY
@given(any_seasons())
def test_every_answer_names_a_clause_and_every_suspension_its_own_key(season: Given) -> None:
    for record in answered(season):
        for item in chain(record.suspensions, record.consequences):
            assert isinstance(item.clause, Clause)
            assert CITATIONS[item.clause]
        for item in record.suspensions:
            assert item.readings == tuple(sorted(set(item.readings), key=lambda r: int(r[2:])))
            assert item.trigger in item.cards
        keys = [item.key for item in record.suspensions]
        assert len(set(keys)) == len(keys)
        assert [item.arose for item in record.suspensions] == list(range(len(keys)))


# ---------------------------------------------------------------- serving games


@PROPERTY
@given(any_seasons())
def test_nothing_is_served_in_or_before_its_own_game(season: Given) -> None:
    start = {game.id: game.start for game in season.facts.games}
    for item in all_suspensions(season):
        if item.serve_in is not None:
            assert start[item.serve_in] > start[item.game]
            assert start[item.serve_in] > item.since >= item.issued


@PROPERTY
@given(any_seasons())
def test_a_game_serves_one_suspension_of_a_player(season: Given) -> None:
    for record in answered(season):
        by_game: dict[Id, list[Suspension]] = defaultdict(list)
        for item in record.suspensions:
            if item.serve_in is not None and item.kind is not CARRIED:
                by_game[item.serve_in].append(item)
        for items in by_game.values():
            if len(items) > 1:
                assert {item.kind for item in items} == set(ACCUMULATED)
                assert len({item.trigger for item in items}) == 1
                assert len(items) == 2


@PROPERTY
@given(any_seasons())
def test_the_state_agrees_with_the_game_and_the_day(season: Given) -> None:
    facts = season.facts
    game_of = {game.id: game for game in facts.games}
    zone = {event.id: event.tz for event in facts.events}
    for item in all_suspensions(season):
        today = local_day(season.now, zone[item.event])
        status = game_of[item.serve_in].status if item.serve_in is not None else None
        if item.kind is CARRIED:
            assert (item.serve_by, item.last_day) == (None, None)
            assert item.state not in (State.OVERDUE, State.IN_DEFAULT)
        elif item.state not in (State.SERVED, State.LIFTED):
            assert item.serve_by is not None
            assert item.last_day is not None
            assert (item.state is State.IN_DEFAULT) == (today > item.last_day)
            assert (item.state is State.OVERDUE) == (item.serve_by < today <= item.last_day)
        if item.state is State.SERVED:
            assert status is Status.PLAYED or (status is Status.ABANDONED and not item.full_game)
        elif item.state in (State.WAITING, State.IN_DEFAULT, State.LIFTED):
            assert status is None
        elif item.state is State.DUE:
            assert status in GOING
        else:
            assert status is None or status in GOING


@PROPERTY
@given(any_seasons())
def test_a_served_full_game_was_approved_attended_and_not_played(season: Given) -> None:
    facts = season.facts
    for record in answered(season):
        for item in record.suspensions:
            if item.state is not State.SERVED or not item.full_game:
                continue
            names = {item.key, *(mark.key(item.player) for mark in item.marks)}
            game = next(game for game in facts.games if game.id == item.serve_in)
            assert item.approved
            assert any(
                approval.suspension in names
                and approval.game == game.id
                and approval.lapsed is None
                and len(approval.votes) == 3
                and max(approval.votes.values()) < game.start
                for approval in facts.approvals
            )
            reports = [r for r in facts.attendance if r.suspension in names and r.game == game.id]
            assert any(report.before for report in reports)
            assert any(report.after for report in reports)
            came_on = {player for players in game.substitutes.values() for player in players}
            assert item.player not in came_on
            assert not [
                incident
                for incident in standing(facts, item.player)
                if incident.game == game.id and incident.when is When.DURING
            ]


@PROPERTY
@given(any_seasons())
def test_the_serving_game_passes_the_table(season: Given) -> None:
    facts = season.facts
    event_of = {game.id: event for game in facts.games for event in facts.events if event.id == game.event}
    game_of = {game.id: game for game in facts.games}
    for item in all_suspensions(season):
        if item.serve_in is None:
            continue
        game, event = game_of[item.serve_in], event_of[item.serve_in]
        day = local_day(game.start, event.tz)
        if item.serve_by is not None and day > item.serve_by:
            assert item.approved
            assert item.last_day is not None
            assert day <= item.last_day
            continue
        bound = item.kind not in ACCUMULATED or item.scope.team is None
        if bound:
            assert event.goals >= item.goals
            assert item.event_kind is EventKind.CLUB or event.kind is EventKind.USPA
        if item.kind not in ACCUMULATED:
            assert game.stage not in RULE_2026.excluded_stages
        if item.full_game:
            assert event.published is not None
            assert event.published <= item.issued


@PROPERTY
@given(any_seasons())
def test_of_one_game_the_more_severe_went_first(season: Given) -> None:
    facts = season.facts
    start = {game.id: game.start for game in facts.games}
    day = {g.id: local_day(g.start, e.tz) for g in facts.games for e in facts.events if e.id == g.event}

    def severity(item: Suspension) -> tuple[bool, int]:
        return (item.full_game, item.no_substitute)

    for record in answered(season):
        sequence = [item for item in record.suspensions if item.kind not in (*ACCUMULATED, CARRIED)]
        for lesser in sequence:
            if lesser.serve_in is None:
                continue
            for more in sequence:
                if more.game != lesser.game or severity(more) <= severity(lesser):
                    continue
                if more.since >= start[lesser.serve_in] or more.state is State.LIFTED:
                    continue
                assert more.last_day is not None
                if day[lesser.serve_in] > more.last_day:
                    continue
                assert more.serve_in is not None
                assert start[more.serve_in] < start[lesser.serve_in]


@PROPERTY
@given(seasons())
def test_what_is_due_comes_after_all_that_is_settled(season: Given) -> None:
    start = {game.id: game.start for game in season.facts.games}
    for record in answered(season):
        served = [start[i.serve_in] for i in record.suspensions if i.state is State.SERVED and i.serve_in]
        ahead = [
            start[i.serve_in] for i in record.suspensions if i.state is not State.SERVED and i.serve_in is not None
        ]
        assert all(then < season.now + timedelta(days=1) for then in served)
        assert not served or not ahead or max(served) < min(ahead)


# ---------------------------------------------------------------- the game-day sheet


@PROPERTY
@given(any_seasons())
def test_the_sheet_agrees_with_the_suspensions(season: Given) -> None:
    for record in answered(season):
        known = {item.key: item for item in record.suspensions}
        sheets = {sheet.game: sheet for sheet in record.appearances}
        assert len(sheets) == len(record.appearances)
        for sheet in record.appearances:
            serves = [known[key] for key in sheet.serves]
            full = [item for item in serves if item.full_game]
            partial = [item for item in serves if not item.full_game and item.kind is not CARRIED]
            carried = [item for item in serves if item.kind is CARRIED]
            assert (sheet.play is Play.SUSPENDED) == bool(full)
            assert not full or not (partial or carried)
            assert sheet.sit_out == sum(item.seconds for item in partial)
            assert sheet.no_substitute == max((item.no_substitute for item in (*full, *partial)), default=0)
            assert sheet.carried_yellow == bool(carried)
            if sheet.play is Play.BARRED:
                assert not serves
            assert not sheet.approved or full
        for item in record.suspensions:
            if item.serve_in is not None:
                assert item.key in sheets[item.serve_in].serves


@PROPERTY
@given(any_seasons())
def test_problems_are_of_games_that_were_and_cards_that_stand(season: Given) -> None:
    status = {game.id: game.status for game in season.facts.games}
    standing_ids = {incident.id for incident in standing(season.facts)}
    played = (
        ProblemCode.PLAYED_WHILE_SUSPENDED,
        ProblemCode.PLAYED_BEFORE_RECORDED,
        ProblemCode.PLAYED_WHILE_BARRED,
    )
    for record in answered(season):
        assert len(set(record.problems)) == len(record.problems)
        for problem in record.problems:
            assert problem.player == record.player
            if problem.code in played:
                assert status[problem.game] in OVER
            elif problem.code is ProblemCode.ON_TWO_ROSTERS:
                assert status[problem.game] in (*OVER, *GOING)
            else:
                assert problem.incident in standing_ids
