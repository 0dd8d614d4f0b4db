"""What time does by itself, and the proof that nothing else did."""

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from disciplinary import tasks
from disciplinary.models import Approval, Complaint, Problem, Suspension, Vote
from disciplinary.services import upkeep
from tests.disciplinary.season import BEFORE, Season
from tests.factories import PlayerFactory
from tournaments.models import Game

pytestmark = pytest.mark.django_db

YEAR_OVER = BEFORE + timedelta(days=370)
"""The year to serve is over, the thirteen months are not."""
ALL_OVER = BEFORE + timedelta(days=400)


@pytest.fixture
def season():
    with time_machine.travel(BEFORE, tick=False):
        season = Season()
        season.record("R", confirmed=True)
        yield season


def _at(moment):
    return time_machine.travel(moment, tick=False)


def _state():
    return Suspension.objects.get().state


def _command(capsys, *arguments):
    """Exit status and output."""
    try:
        call_command("reconcile", *arguments)
    except SystemExit as end:
        return end.code, capsys.readouterr().out
    return 0, capsys.readouterr().out


# ------------------------------------------------------------ the sweep


def test_deadlines_pass(season):
    Game.objects.filter(status="scheduled").update(status="cancelled")
    for game in season.games:
        game.refresh_from_db()
        game.save()
    states = []
    for moment in (BEFORE, YEAR_OVER, YEAR_OVER, ALL_OVER):
        with _at(moment):
            tasks.sweep_deadlines()
            states.append(_state())
    assert states == ["waiting", "overdue", "overdue", "in_default"]


def test_the_sweep_may_come_late(season):
    with _at(ALL_OVER):
        changes = upkeep.pass_deadlines()
        assert changes.players == {season.player.pk}
        assert not upkeep.pass_deadlines()
    assert _state() == "in_default"


def test_before_a_deadline_the_sweep_recalculates_nobody(season):
    with CaptureQueriesContext(connection) as queries:
        assert not upkeep.pass_deadlines()
    assert len(queries) == 1


# ------------------------------------------------------------ reconcile


def test_nothing_differs(season, capsys):
    assert _command(capsys) == (0, "Players recalculated: 3; wrong, and put right: 0.\n")


def _lose(*models):
    """As if the rows had never been written: past the triggers that keep them."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for model in models:
            cursor.execute(f"DELETE FROM {model._meta.db_table}")
        cursor.execute("SET LOCAL session_replication_role = origin")


@pytest.mark.parametrize(
    "harm",
    [
        lambda: Suspension.objects.update(serving_game=Game.objects.first()),
        lambda: Suspension.objects.update(state="lifted", serving_game=None),
        lambda: _lose(Vote, Approval, Suspension),
        lambda: Suspension.objects.update(identity="1.1:gone"),
        lambda: Suspension.objects.update(clause="increase", readings=[]),
        lambda: Game.objects.filter(status="scheduled").update(status="cancelled"),
    ],
    ids=["game", "state", "deleted", "renamed", "clause", "facts"],
)
def test_whatever_was_wrong_is_put_right_and_told_once(season, capsys, harm):
    harm()
    status, said = _command(capsys)
    assert status == 1
    assert f"{season.player.name} ({season.player.member_number}): the rows did not say" in said
    assert "Players recalculated: 3; wrong, and put right: 1." in said
    assert Suspension.objects.exclude(state="void").get().clause == "red_card"
    assert _command(capsys)[0] == 0


def test_a_missing_problem_is_put_right(season, capsys):
    season.record("Y", 1, when="after", confirmed=True)
    Problem.objects.all()._raw_delete("default")
    assert _command(capsys)[0] == 1
    assert Problem.objects.count() == 1


def test_a_mark_that_is_missing_at_a_complaint_is_put_right(season, capsys):
    Complaint.objects.get().incident.cards.update(superseded_at=BEFORE, superseded_by=season.office)
    Suspension.objects.update(state="void", voided_at=BEFORE, serving_game=None)
    status, said = _command(capsys)
    assert (status, Complaint.objects.get().attention) == (1, True)
    assert season.player.member_number in said


@pytest.mark.parametrize("moment", [YEAR_OVER, ALL_OVER])
def test_what_only_time_has_changed_is_no_fault(season, capsys, moment):
    with _at(moment):
        status, said = _command(capsys)
        assert (status, _state()) == (0, "overdue" if moment == YEAR_OVER else "in_default")
        assert "Players who had only passed a deadline, which is no fault: 1." in said
        assert season.player.member_number not in said


def test_time_excuses_nothing_else(season, capsys):
    Suspension.objects.update(goals=20)
    with _at(ALL_OVER):
        assert _command(capsys)[0] == 1


def test_the_nightly_task_says_so_in_the_log(season, caplog):
    tasks.reconcile()
    assert not caplog.records
    Suspension.objects.update(goals=20)
    tasks.reconcile()
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert str(season.player.pk) in caplog.text


@pytest.mark.parametrize("size", ["0", "-1", "many", "1.5", ""])
def test_a_batch_is_a_number_of_players(size):
    with pytest.raises(CommandError, match="expected a whole number of players, 1 or more"):
        call_command("reconcile", "--batch", size)


def test_each_batch_takes_the_same_number_of_queries(season, capsys):
    people = [season.player, *PlayerFactory.create_batch(12)]
    for player in people[1:]:
        season.record("R", 1, player, confirmed=True)
    Suspension.objects.update(goals=20)
    taken = []
    with _at(ALL_OVER):
        _command(capsys)  # what only time has changed is written once
        for size in (5, 15):
            Suspension.objects.update(goals=20)
            with CaptureQueriesContext(connection) as queries:
                assert _command(capsys, "--batch", str(size))[0] == 1
            taken.append(len(queries))
    # Of 15 players: one batch, or three; and the one that finds nobody left.
    per_batch = (taken[0] - taken[1]) / 2
    assert per_batch == 17
    assert taken[1] - per_batch < 5


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_is_drawn_on_a_terminal_only(season, monkeypatch, terminal):
    stream = StringIO()
    stream.isatty = lambda: terminal
    monkeypatch.setattr("sys.stderr", stream)
    call_command("reconcile", "--batch", "1", stdout=StringIO())
    assert ("/3" in stream.getvalue(), stream.getvalue() == "") == (terminal, not terminal)


def test_players_are_read_as_they_are_needed(season):
    everyone = sorted([season.player.pk, season.players[1].pk, season.rival.pk])
    assert list(upkeep.player_batches(2)) == [everyone[:2], everyone[2:]]
