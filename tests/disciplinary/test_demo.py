"""The demo season: everything Rule 33 knows occurs in it, on whatever day it is loaded."""

from collections import Counter
from datetime import datetime, timedelta
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from disciplinary.choices import Category, Effect, ProblemCode, State, SuspensionKind, Tier
from disciplinary.demo import names
from disciplinary.demo.people import ONE_YELLOW_SHORT_NUMBER
from disciplinary.demo.seed import seed
from disciplinary.management.commands.demo_accounts import PASSWORD
from disciplinary.models import Approval, Attendance, Bar, Complaint, Incident, Problem, Ruling, Suspension
from disciplinary.services.cards import incident_record
from disciplinary.services.recalculation import recalculate
from players.choices import Role
from players.models import Handicap, Player, User
from tournaments.choices import EventKind, GameStage, GameStatus
from tournaments.models import Event, EventSeries, Game, Team

pytestmark = pytest.mark.django_db

DAYS = {
    "in the middle of a period": "2026-12-01",
    "the first day of a year": "2027-01-01",
    "the second day of a period": "2027-03-02",
    "a leap day": "2028-02-29",
}


@pytest.fixture(params=DAYS.values(), ids=DAYS.keys())
def today(request):
    noon = datetime.fromisoformat(f"{request.param} 12:00").replace(tzinfo=ZoneInfo("America/New_York"))
    with time_machine.travel(noon, tick=False):
        yield noon.date()


def run(command, *arguments):
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def test_the_season_has_everything(today):
    seed(today)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert set(Suspension.objects.values_list("kind", flat=True)) == set(SuspensionKind.values)
    assert set(Suspension.objects.values_list("state", flat=True)) == set(State.values)
    assert set(Incident.objects.values_list("tier", flat=True)) == set(Tier.values)
    assert Counter(Problem.objects.values_list("code", flat=True)) == dict.fromkeys(ProblemCode.values, 1)
    assert set(Ruling.objects.values_list("effect", flat=True)) == set(Effect.values)
    assert Bar.objects.filter(last_day=None).exists()
    assert Bar.objects.filter(last_day__lt=today, complaint__isnull=False).exists()
    assert Attendance.objects.filter(after_at=None).exists()
    assert {len(approval.votes.all()) for approval in Approval.objects.all()} >= {0, 1, 2, 3}
    assert Complaint.objects.filter(attention=True).exists()

    the_player_who_is_one_yellow_short(today)


def the_player_who_is_one_yellow_short(today):
    """A double yellow in yesterday's game is his fifth, and suspends him from a coming game."""
    player = Player.objects.get(member_number=ONE_YELLOW_SHORT_NUMBER)
    assert not player.suspensions.exists()
    game = Game.objects.filter(lineups__places__player=player, status=GameStatus.PLAYED).latest("starts_at")
    event = game.event
    assert (event.name, event.goals) == ("Orange Blossom Cup", 8)
    assert game.starts_at.astimezone(event.zone).date() == today - timedelta(days=1)
    office = User.objects.get(email=names.ACCOUNTS[0].email)
    incident_record(
        Incident(
            game=game,
            player=player,
            team=Team.objects.get(lineups__game=game, lineups__places__player=player),
            category=Category.ARGUING,
            at=game.starts_at + timedelta(minutes=40),
        ),
        cards="YY",
        by=office,
    )
    (fifth,) = player.suspensions.filter(kind=SuspensionKind.ACCUMULATED_TIER)
    assert fifth.state == State.DUE
    assert fifth.thresholds == ["two_month/low/5"]
    assert fifth.trigger.number == 1
    assert fifth.serving_game.event == event
    assert fifth.serving_game.starts_at.date() > today


@pytest.fixture
def season():
    return run("seed_demo")


def test_it_is_as_large_as_it_says(season):
    assert Event.objects.count() >= 6
    assert set(Event.objects.values_list("kind", flat=True)) == set(EventKind.values)
    assert EventSeries.objects.get().events.filter(gauntlet=True).count() == 3
    assert Event.objects.get(parent__isnull=False).games.filter(stage=GameStage.CONSOLATION).exists()
    assert Team.objects.count() == 16
    assert Player.objects.count() >= 80
    assert not Player.objects.filter(handicaps=None).exists()
    assert Handicap.objects.values("from_day").distinct().count() == 2
    assert Game.objects.count() >= 100
    assert set(Game.objects.values_list("status", flat=True)) == set(GameStatus.values) - {GameStatus.IN_PROGRESS}
    assert Incident.objects.count() >= 200
    assert "Loaded a demo season" in season


def test_names_are_of_many_kinds(season):
    assert Player.objects.filter(family_name="").exists()
    for part in ("pena", "o'halloran", "von der aue", "hargrove iii", "nguyen"):
        assert Player.objects.filter(search_name__folded_contains=part).exists(), part


def test_nothing_is_left_to_recalculate(season):
    assert not recalculate(Player.objects.values_list("pk", flat=True))


def test_it_is_loaded_only_once(season):
    before = {model: model.objects.count() for model in (Player, Event, Game, Incident, Suspension)}
    assert "nothing was loaded" in run("seed_demo", "--if-empty")
    with pytest.raises(CommandError, match="never mixed"):
        run("seed_demo")
    assert {model: model.objects.count() for model in before} == before


def told():
    """What happened, without the keys and clocks that differ from one loading to the next."""
    return [
        list(Incident.objects.order_by("at", "player__name").values_list("at", "player__name", "category", "clock")),
        list(Suspension.objects.order_by("issued_at", "arose").values_list("player__name", "kind", "state")),
    ]


def test_the_same_number_makes_the_same_season():
    seasons = []
    for number in ("33", "33", "34"):
        with transaction.atomic():
            run("seed_demo", "--seed", number)
            seasons.append(told())
            transaction.set_rollback(True)
    assert seasons[0] == seasons[1]
    assert seasons[0] != seasons[2]


class TestAccounts:
    def test_one_per_role_can_sign_in(self, season, settings):
        settings.DEMO = True
        out = run("demo_accounts")
        for role in Role:
            account = next(one for one in names.ACCOUNTS if one.role == role)
            user = authenticate(request=None, username=account.email, password=PASSWORD)
            assert user is not None
            assert [group.name for group in user.groups.all()] == [role.value]
            assert account.email in out
        assert PASSWORD in out
        assert names.ONE_YELLOW_SHORT.name in out
        assert "Orange Blossom Cup" in out

    def test_twice_makes_no_more(self, season, settings):
        settings.DEMO = True
        assert run("demo_accounts") == run("demo_accounts")
        assert User.objects.count() == len(names.ACCOUNTS)

    def test_without_the_season_there_is_nothing_to_try(self, settings):
        settings.DEMO = True
        assert "To try it" not in run("demo_accounts")

    def test_never_elsewhere(self, settings):
        settings.DEMO = False
        with pytest.raises(CommandError, match="DEMO"):
            run("demo_accounts")
        assert not User.objects.exists()
