"""Every red card has its complaint: in the same transaction, once, with a number of its own."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.db import transaction

from disciplinary.models import Card, Complaint, Incident
from disciplinary.services import cards, recalculation, upkeep
from tests.disciplinary.season import BEFORE, Season, at_once
from tests.factories import EntryFactory, EventFactory, GameFactory, PlayerFactory


@pytest.fixture
def season(db):
    with time_machine.travel(BEFORE, tick=False):
        yield Season()


@pytest.fixture
def shared_season(transactional_db):
    """As it is seen by every connection."""
    return Season()


def _numbers():
    return sorted(Complaint.objects.values_list("number", flat=True))


# ------------------------------------------------------------ filing


@pytest.mark.parametrize("when", ["during", "after"])
def test_a_red_card_is_complained_of_in_the_name_of_the_coo(season, when):
    incident = season.record("R", when=when)
    complaint = Complaint.objects.get()
    assert (complaint.number, complaint.respondent, complaint.incident) == ("CVC-2026-0001", season.player, incident)
    assert (complaint.card, complaint.capacity, complaint.automatic) == (incident.cards.get(), "coo", True)
    assert (complaint.filed_at, complaint.attention) == (BEFORE, False)


def test_yellow_cards_are_not(season):
    season.record("YYY")
    assert not Complaint.objects.exists()


def test_a_card_saved_by_whatever_way_is_complained_of(season):
    incident = season.incident(position=1)
    incident.save()
    Card.objects.create(incident=incident, number=1, color="R")
    assert Complaint.objects.get().incident == incident


def test_an_arena_game_is_no_matter_of_the_rule(season):
    season.event.discipline = "arena"
    season.event.save()
    season.record("R")
    assert not Complaint.objects.exists()


def test_saving_and_recalculating_again_files_nothing_more(season):
    incident = season.record("R")
    incident.save()
    incident.cards.get().save()
    recalculation.recalculate([season.player.pk])
    upkeep.reconcile()
    assert _numbers() == ["CVC-2026-0001"]


@pytest.mark.parametrize(
    ("moment", "number"),
    [
        (datetime(2027, 1, 1, 4, 59, tzinfo=UTC), "CVC-2026-0001"),
        (datetime(2027, 1, 1, 5, 0, tzinfo=UTC), "CVC-2027-0001"),
    ],
)
def test_numbers_begin_anew_with_the_year_of_the_office(season, moment, number):
    with time_machine.travel(moment, tick=False):
        season.record("R")
    assert _numbers() == [number]


def test_what_is_rolled_back_leaves_no_gap(season):
    season.record("R")
    for _attempt in range(2):
        with transaction.atomic():
            season.record("R", 1)
            transaction.set_rollback(True)
    season.record("R", 2)
    assert _numbers() == ["CVC-2026-0001", "CVC-2026-0002"]


# ------------------------------------------------------------ correcting


def test_rescinded_it_is_for_the_executive_committee(season):
    incident = season.record("R")
    cards.incident_rescind(incident, by=season.office, reason="Mistaken")
    complaint = Complaint.objects.get()
    assert (complaint.attention, complaint.attention_reason) == (True, "The red card was rescinded.")

    cards.incident_reinstate(incident, by=season.office, reason="It was he")
    assert Complaint.objects.get().attention


def test_amended_it_is_for_the_executive_committee(season):
    incident = season.record("R")
    cards.incident_amend(incident, cards="YYY", by=season.office, reason="Three yellows")
    complaint = Complaint.objects.get()
    assert (complaint.attention, complaint.attention_reason) == (True, "The red card was amended.")


def test_an_amendment_that_leaves_the_card_says_nothing(season):
    incident = season.record("R")
    incident.narrative = "He rode across the line."
    cards.incident_amend(incident, cards="R", by=season.office, reason="Told later")
    assert not Complaint.objects.get().attention


def test_moved_it_is_for_the_executive_committee_and_filed_for_the_other(season):
    incident = season.record("R")
    cards.incident_move(incident, player=season.rival, team=season.away, by=season.office, reason="Wrong man")
    first, second = Complaint.objects.order_by("number")
    assert (first.respondent, first.attention_reason) == (season.player, "The red card was moved to another player.")
    assert (second.respondent, second.attention) == (season.rival, False)

    cards.incident_move(incident, player=season.player, team=season.home, by=season.office, reason="He it was")
    assert Complaint.objects.count() == 2


# ------------------------------------------------------------ at the same moment


def test_numbers_have_no_gap_and_no_double_whoever_writes_at_once(shared_season):
    season = shared_season
    people = PlayerFactory.create_batch(6)

    def record(number):
        def work():
            with transaction.atomic():
                season.record("R", number, people[number])
                if number % 3 == 0:
                    transaction.set_rollback(True)

        return work

    at_once(*(record(number) for number in range(6)))
    assert Incident.objects.count() == 4
    year = Complaint.objects.first().filed_at.year
    assert _numbers() == [f"CVC-{year}-{number:04}" for number in range(1, 5)]


def test_one_complaint_however_many_write_at_once(shared_season):
    season = shared_season
    other = EventFactory(kind="uspa", last_day="2026-12-31")
    EntryFactory(event=other, team=season.home, roster=[season.player])
    for _round in range(3):
        incident = season.record("R", _round)
        at_once(
            lambda: season.record("YY", 3),
            lambda row=incident: cards.incident_amend(row, cards="R", by=season.office, reason="A word"),
            lambda: recalculation.recalculate([season.player.pk]),
            lambda: GameFactory(event=other, team_a=season.home),
        )
        assert Complaint.objects.count() == _round + 1
