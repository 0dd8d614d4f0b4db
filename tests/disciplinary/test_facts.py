"""Rows → facts: the same season read back, whole and player by player, in a fixed number of queries."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from disciplinary import facts
from disciplinary.choices import ClosedReason, SuspensionKind, VoteChoice
from disciplinary.models import Approval, Attendance, Bar, Card, Increase, PenaltyBoxStay, Ruling, Vote
from disciplinary.models import Incident as IncidentRow
from disciplinary.rule33.facts import (
    Authority,
    CardId,
    CardKey,
    Color,
    Effect,
    Entry,
    Event,
    EventKind,
    Facts,
    Game,
    Incident,
    MarkKey,
    Seat,
    Status,
    Tier,
    When,
    Window,
)
from disciplinary.rule33.facts import Increase as RuleIncrease
from disciplinary.rule33.ledger import Season, assess_player
from disciplinary.rule33.scenario.reading import GAME_LASTS, read
from tests import factories_disciplinary as make
from tournaments.models import Game as GameRow
from tournaments.models import RosterPlace

pytestmark = pytest.mark.django_db

SCENARIOS = sorted((Path(__file__).parent.parent / "rule33" / "scenarios").glob("*.yaml"))
JANUARY = datetime(2026, 1, 10, 17, tzinfo=UTC)


def a_season() -> Facts:
    """Two players, a series, an arena event, a line-up that names nobody, and every kind of card."""
    cup = Event(
        id="cup",
        kind=EventKind.USPA,
        goals=8,
        starts=date(2026, 1, 1),
        ends=date(2026, 2, 28),
        tz="America/New_York",
        series="triple",
        published=JANUARY - timedelta(days=30),
    )
    shield = replace(cup, id="shield", kind=EventKind.CLUB, goals=16, completed=JANUARY + timedelta(days=50))
    arena = replace(cup, id="arena", series=None, published=None, outdoor=False)
    first = Game(
        id="g1",
        event="cup",
        start=JANUARY,
        end=JANUARY + timedelta(hours=1),
        teams=("red", "blue"),
        status=Status.PLAYED,
        lineups={"red": ("ana",), "blue": ()},
        substitutes={"blue": ("bo",)},
    )
    second = replace(
        first, id="g2", start=JANUARY + timedelta(days=7), end=JANUARY + timedelta(days=7, hours=2),
        status=Status.SCHEDULED, lineups={}, substitutes={},
    )  # fmt: skip
    third = replace(second, id="g3", event="shield")
    fourth = replace(second, id="g4", event="arena")
    yellow = Incident(
        id="i1",
        game="g1",
        player="ana",
        team="red",
        cards=(Color.YELLOW, Color.YELLOW),
        at=JANUARY + timedelta(minutes=20),
        recorded=JANUARY + timedelta(days=1),
        goals=6,
        tier=Tier.LOW,
        kind=EventKind.USPA,
        box_unserved=45,
    )
    rescinded = replace(yellow, id="i2", player="bo", team="blue", box_unserved=0, rescinded=True)
    red = replace(
        yellow, id="i3", cards=(Color.RED,), when=When.AFTER, box_unserved=0,
        increases=(
            RuleIncrease(by=Authority.HOST_COMMITTEE, games=2, at=JANUARY + timedelta(days=2)),
            RuleIncrease(by=Authority.ASSOCIATION, games=0, at=JANUARY + timedelta(days=3)),
        ),
    )  # fmt: skip
    return Facts(
        events=(cup, shield, arena),
        entries=(
            Entry(event="cup", team="red", roster=("ana",)),
            Entry(event="cup", team="blue", roster=("bo",), out=JANUARY + timedelta(days=8)),
            Entry(event="shield", team="red", at=JANUARY, withdrawn=JANUARY + timedelta(days=9)),
            Entry(event="arena", team="blue", roster=("bo",)),
        ),
        games=(first, second, third, fourth),
        incidents=(yellow, rescinded, red),
    )


def test_a_season_is_read_back_as_it_was_stored():
    season = a_season()
    stored = make.store(season)
    assert facts.load(list(stored.players.values())) == stored.translated(season)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_each_player_alone_is_judged_as_in_the_whole_season(path):
    season = replace(read(path).facts, approvals=(), attendance=(), rulings=())
    stored = make.store(season)
    make_bars(season, stored)
    whole = Season(stored.translated(season))
    now = JANUARY + timedelta(days=100)
    for player in whole.players:
        alone = Season(facts.load([player]))
        assert assess_player(alone, player, now) == assess_player(whole, player, now)


def make_bars(season: Facts, stored: make.Stored) -> None:
    Bar.objects.bulk_create(
        Bar(
            player_id=stored.players[bar.player],
            first_day=bar.first,
            last_day=bar.last,
            reason="penalty",
            authority="executive_committee",
        )
        for bar in season.bars
    )


def test_other_players_are_not_named():
    stored = make.store(a_season())
    bo = stored.players["bo"]
    known = facts.load([bo])
    assert {incident.player for incident in known.incidents} == {bo}
    assert {name for entry in known.entries for name in entry.roster} == {bo}
    assert {name for game in known.games for side in game.lineups.values() for name in side} == set()


def test_a_line_up_of_others_is_still_one():
    stored = make.store(a_season())
    known = facts.load([stored.players["bo"]])
    game = next(game for game in known.games if game.id == stored.games["g1"])
    assert game.lineups == {stored.teams["red"]: (), stored.teams["blue"]: ()}


def test_nobody_and_strangers_have_no_facts():
    make.store(a_season())
    assert facts.load([]) == Facts()
    assert facts.load([make.player().pk]) == Facts()


def test_the_last_game_of_a_series_is_known_where_a_player_has_no_part_in_it():
    """It decides whether the event is completed, and so whose team's games may serve."""
    season = a_season()
    stored = make.store(season)
    other = make.row(
        GameRow,
        event_id=stored.events["shield"],
        starts_at=JANUARY + timedelta(days=60),
        team_a=make.team(),
        team_b=make.team(),
    )
    make.row(
        GameRow,
        event_id=stored.events["shield"],
        starts_at=JANUARY + timedelta(days=70),
        team_a=other.team_a,
        team_b=other.team_b,
        status="cancelled",
    )
    RosterPlace.objects.all().delete()
    known = facts.load([stored.players["ana"]])
    assert {game.id for game in known.games} >= {other.pk}
    assert stored.events["shield"] in {event.id for event in known.events}
    assert max(game.start for game in known.games) == other.starts_at


def test_a_game_without_an_end_lasts_two_hours():
    game = make.game()
    make.incident(game=game)
    (known,) = facts.load([game.incidents.get().player_id]).games
    assert known.end - known.start == timedelta(hours=2) == facts.GAME_LASTS == GAME_LASTS


def test_games_of_one_moment_stand_in_the_order_of_the_schedule():
    event, player, red = make.event(), make.player(), make.team()
    make.entry(event, red, player)
    later = make.game(event, team_a=red, schedule_order=2)
    sooner = make.game(event, team_a=red, schedule_order=1)
    assert [game.id for game in facts.load([player.pk]).games] == [sooner.pk, later.pk]


def test_superseded_cards_do_not_count_and_withdrawn_increases_keep_their_number():
    chair = make.user()
    incident = make.incident("Y")
    Card.objects.update(superseded_at=timezone.now(), superseded_by=chair)
    make.row(Card, incident=incident, number=1, color="R")
    for number in (1, 2):
        make.row(Increase, incident=incident, number=number, by="association", games=number, decided_at=JANUARY)
    Increase.objects.filter(number=1).update(
        withdrawn_at=timezone.now(), withdrawn_by=chair, withdrawn_reason="Overturned."
    )
    (known,) = facts.load([incident.player_id]).incidents
    assert known.cards == (Color.RED,)
    assert [(increase.games, increase.withdrawn) for increase in known.increases] == [(1, True), (2, False)]


def test_what_a_corrected_incident_leaves_over_means_nothing():
    """Box time of an incident that turns out to be after the game, an increase of one that is yellow."""
    chair = make.user()
    incident = make.incident("R")
    make.row(PenaltyBoxStay, incident=incident, seconds_imposed=120, unserved_seconds=30)
    make.row(Increase, incident=incident, number=1, by="association", games=1, decided_at=JANUARY)
    Card.objects.update(superseded_at=timezone.now(), superseded_by=chair)
    make.row(Card, incident=incident, number=1, color="Y")
    IncidentRow.objects.update(when="after")
    (known,) = facts.load([incident.player_id]).incidents
    assert known.increases == ()
    assert known.box_unserved == 0


def test_stays_of_one_incident_add_up():
    incident = make.incident("YYY")
    for left in (30, 50):
        make.row(PenaltyBoxStay, incident=incident, seconds_imposed=120, unserved_seconds=left)
    (known,) = facts.load([incident.player_id]).incidents
    assert known.box_unserved == 80


def test_an_incident_without_cards_leaves_nothing_behind():
    incident = make.incident("")
    assert facts.load([incident.player_id]).incidents == ()


class TestDecisions:
    """Approvals, attendance, rulings and bars."""

    @pytest.fixture
    def row(self):
        return make.suspension()

    @pytest.fixture
    def serving(self, row):
        return make.game(row.event, starts_at=JANUARY + timedelta(days=7))

    def cast(self, approval, seat, **fields):
        return make.row(
            Vote, **{"approval": approval, "seat": seat, "voter": make.user(), "choice": VoteChoice.APPROVE, **fields}
        )

    def test_standing_approvals_by_seat(self, row, serving):
        request = make.row(Approval, suspension=row, game=serving)
        cast_at = JANUARY + timedelta(days=1)
        self.cast(request, Seat.UMPIRES_LLC.value, cast_at=cast_at)
        self.cast(request, Seat.EXECUTIVE_COMMITTEE.value, choice=VoteChoice.REFUSE)
        self.cast(
            request,
            Seat.HOST_COMMITTEE.value,
            withdrawn_at=timezone.now(),
            withdrawn_by=make.user(),
            withdrawn_reason="Cast for another game.",
        )
        known = facts.load([row.player_id])
        (approval,) = known.approvals
        assert approval.suspension == CardKey(CardId(row.incident_id, 1), "red_card")
        assert approval.game == serving.pk
        assert approval.votes == {Seat.UMPIRES_LLC: cast_at}
        assert serving.pk in {game.id for game in known.games}

    def test_requests_for_one_game_are_alternatives(self, row, serving):
        closed = {"closed_at": timezone.now(), "closed_reason": ClosedReason.GAME_OFF}
        for seat, fields in ((Seat.UMPIRES_LLC, closed), (Seat.HOST_COMMITTEE, {})):
            self.cast(make.row(Approval, suspension=row, game=serving, **fields), seat.value)
        known = facts.load([row.player_id]).approvals
        assert [set(approval.votes) for approval in known] == [{Seat.UMPIRES_LLC}, {Seat.HOST_COMMITTEE}]

    def test_a_withdrawn_request_approves_nothing(self, row, serving):
        make.row(Approval, suspension=row, game=serving, closed_at=timezone.now(), closed_reason=ClosedReason.WITHDRAWN)
        assert facts.load([row.player_id]).approvals == ()

    def test_attendance(self, row, serving):
        make.row(Attendance, suspension=row, game=serving, before_at=JANUARY, before_by=make.user())
        (known,) = facts.load([row.player_id]).attendance
        assert (known.before, known.after) == (True, False)

    def test_rulings_and_bars_that_stand(self, row):
        withdrawn = {
            "withdrawn_at": timezone.now(),
            "withdrawn_by": make.user(),
            "withdrawn_reason": "Overturned.",
        }
        ruling = {"authority": "executive_committee", "decided_on": JANUARY.date(), "reason": "Heard."}
        make.row(Ruling, suspension=row, effect=Effect.LIFTED.value, **ruling)
        make.row(Ruling, suspension=row, effect=Effect.ANY_TEAM.value, **ruling, **withdrawn)
        bar = {"player_id": row.player_id, "authority": "executive_committee", "reason": "penalty"}
        make.row(Bar, first_day=date(2026, 3, 1), **bar)
        make.row(Bar, first_day=date(2026, 4, 1), **bar, **withdrawn)
        known = facts.load([row.player_id])
        assert [one.effect for one in known.rulings] == [Effect.LIFTED]
        assert [(one.first, one.last) for one in known.bars] == [(date(2026, 3, 1), None)]

    def test_decisions_do_not_follow_a_card_to_another_player(self, row, serving):
        self.cast(make.row(Approval, suspension=row, game=serving), Seat.HOST_COMMITTEE.value)
        other = make.player()
        IncidentRow.objects.update(player=other)
        assert facts.load([row.player_id, other.pk]).approvals == ()


def test_identities_name_suspensions():
    card = CardKey(CardId(12, 1), "increase_2")
    assert facts.key_named("12.1:increase_2", 7) == card
    for key, kind in (
        (MarkKey(7, Window.TWO_MONTH, "2026/1", "low", 5), SuspensionKind.ACCUMULATED_TIER),
        (MarkKey(7, Window.YEAR, "2026", "all", 16), SuspensionKind.ACCUMULATED_ALL_TIERS),
    ):
        assert facts.key_named(f"{kind}:{key}", 7) == key
    with pytest.raises(ValueError, match="invalid literal"):
        facts.key_named("nonsense", 7)


@pytest.mark.parametrize("players", [1, 20])
def test_a_fixed_number_of_queries(players):
    stored = [make.store(scenario_of(number)) for number in range(players)]
    with CaptureQueriesContext(connection) as captured:
        known = facts.load([pk for one in stored for pk in one.players.values()])
    assert len(captured) == facts.QUERIES
    assert len(known.incidents) == 3 * players


def scenario_of(number: int) -> Facts:
    """The season again, under other names."""
    season = a_season()
    return replace(
        season,
        events=tuple(
            replace(event, id=f"{event.id} {number}", series=event.series and f"{event.series} {number}")
            for event in season.events
        ),
        entries=tuple(replace(e, event=f"{e.event} {number}", team=f"{e.team} {number}") for e in season.entries),
        games=tuple(
            replace(
                game,
                event=f"{game.event} {number}",
                teams=tuple(f"{team} {number}" for team in game.teams),
                lineups={f"{team} {number}": names for team, names in game.lineups.items()},
                substitutes={f"{team} {number}": names for team, names in game.substitutes.items()},
            )
            for game in season.games
        ),
        incidents=tuple(replace(i, team=f"{i.team} {number}") for i in season.incidents),
    )


def test_everyone_in_batches():
    stored = make.store(a_season())
    strangers = [make.player().pk for _ in range(3)]
    batches = list(facts.load_in_batches(2))
    assert [len(ids) for ids, _known in batches] == [2, 2, 1]
    assert [pk for ids, _known in batches for pk in ids] == sorted([*stored.players.values(), *strangers])
    assert batches[0][1] == facts.load(batches[0][0])
