"""One recalculation per batch, in one transaction with the facts, in a fixed number of queries."""

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from disciplinary import facts
from disciplinary.models import Card, Complaint, ComplaintCounter, Incident, Suspension
from disciplinary.services import projection, recalculation
from players import hooks
from tests.disciplinary.season import BEFORE, Season
from tests.factories import PlayerFactory
from tournaments.models import Game, RosterPlace


@pytest.fixture
def season(db):
    with time_machine.travel(BEFORE, tick=False):
        yield Season(players=3)


@pytest.fixture
def loaded(season, monkeypatch):
    """Whose facts were loaded, once for every recalculation."""
    calls = []
    load = facts.load
    monkeypatch.setattr(facts, "load", lambda players, **more: calls.append(sorted(players)) or load(players, **more))
    return calls


def _fail_after(season, game=0):
    with recalculation.batch():
        season.record("R", game, confirmed=True)
        raise RuntimeError


# ------------------------------------------------------------ batches


@pytest.mark.parametrize("batch", [recalculation.batch, hooks.batch], ids=["disciplinary", "office"])
def test_a_batch_recalculates_once_at_its_end(season, loaded, batch):
    with batch():
        for player in season.players:
            for game in (0, 1):
                season.record("R", game, player, confirmed=True)
        season.games[5].status = "cancelled"
        season.games[5].save()
        assert not Suspension.objects.exists()
    assert loaded == [sorted([*(player.pk for player in season.players), season.rival.pk])]
    assert Suspension.objects.count() == 6


def test_a_batch_in_a_batch_joins_it(season, loaded):
    with recalculation.batch():
        with recalculation.batch(), hooks.batch():
            season.record("R", confirmed=True)
        assert not Suspension.objects.exists()
    assert loaded == [[season.player.pk]]


def test_without_a_batch_every_fact_is_followed_at_once(season, loaded):
    incident = season.incident(position=1)
    incident.save()
    Card.objects.create(incident=incident, number=1, color="R")
    assert loaded == [[season.player.pk]] * 2


def test_a_batch_without_facts_recalculates_nobody(season, loaded):
    with recalculation.batch():
        season.player.name = "Juana Pérez"
        season.player.save()
    assert loaded == []


def test_a_batch_that_fails_leaves_nothing(season):
    with pytest.raises(RuntimeError):
        _fail_after(season)
    for model in (Incident, Card, Suspension, Complaint, ComplaintCounter):
        assert not model.objects.exists()
    # And nothing is kept in mind of it.
    season.record("R")
    assert Complaint.objects.get().number == "CVC-2026-0001"


def test_what_fails_inside_a_batch_takes_only_itself(season):
    with recalculation.batch():
        season.record("R", 0, confirmed=True)
        with pytest.raises(RuntimeError):
            _fail_after(season, 1)
    assert Suspension.objects.get().game == season.games[0]


def test_deleting_many_at_once_is_followed(season):
    season.record("R")
    assert Suspension.objects.get().state == "due"
    RosterPlace.objects.filter(player=season.player).delete()
    assert Suspension.objects.get().state == "waiting"


# ------------------------------------------------------------ all or nothing


@pytest.mark.django_db(transaction=True)
def test_a_fact_is_not_saved_without_what_follows_from_it(monkeypatch):
    season = Season()
    incident = season.incident(position=1)
    incident.save()

    def fail(*args):
        raise RuntimeError

    monkeypatch.setattr(projection, "rows_of", fail)
    with pytest.raises(RuntimeError):
        Card.objects.create(incident=incident, number=1, color="R")
    assert not Card.objects.exists()
    game = season.games[0]
    game.status = "cancelled"
    with pytest.raises(RuntimeError):
        game.save()
    assert Game.objects.get(pk=game.pk).status == "played"


def test_unchanged_rows_are_not_written(season):
    season.record("R")
    before = Suspension.objects.get().history.count()
    season.games[3].field = "No. 4"
    season.games[3].save()
    assert not recalculation.recalculate([season.player.pk])
    assert Suspension.objects.get().history.count() == before


# ------------------------------------------------------------ queries


def _queries(players):
    with CaptureQueriesContext(connection) as queries:
        recalculation.recalculate([player.pk for player in players])
    return len(queries)


@pytest.mark.parametrize("write", [True, False], ids=["writing", "checking"])
def test_fifty_players_take_as_many_queries_as_one(season, write):
    crowd = PlayerFactory.create_batch(50)
    entry = season.event.entries.get(team=season.home)
    with recalculation.batch():
        RosterPlace.objects.bulk_create(RosterPlace(entry=entry, player=player) for player in crowd)
        for player in (season.player, *crowd):
            season.record("R", 0, player, confirmed=True)
            season.record("YYY", 1, player, confirmed=True)
    if write:
        Suspension.objects.filter(kind="red_card").update(state="waiting", serving_game=None)
    assert _queries([season.player]) == _queries(crowd) == (13 if write else 12)
    assert set(Suspension.objects.filter(kind="red_card").values_list("state", flat=True)) == {"due"}


def test_nothing_is_asked_about_nobody(season):
    with CaptureQueriesContext(connection) as queries, transaction.atomic():
        recalculation.request([])
    assert not [query for query in queries if "SELECT" in query["sql"] and "advisory" not in query["sql"]]
