"""Recording incidents, and correcting them: nothing is lost, and what follows from them keeps its name."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from disciplinary import facts
from disciplinary.models import Card, Complaint, Incident, PenaltyBoxStay, Problem, Suspension
from disciplinary.services import cards, decisions, recalculation
from disciplinary.services.cards import MisfitError
from disciplinary.services.errors import RefusedError
from players import hooks
from tests import factories_disciplinary as rows
from tests.disciplinary.season import BEFORE, Season, context_of
from tests.factories import EventFactory, GameFactory, OfficeUserFactory, PlayerFactory, TeamFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    with time_machine.travel(BEFORE, tick=False):
        yield Season()


def _shown(incident):
    standing = Card.objects.standing().filter(incident=incident).order_by("number")
    return "".join(card.color for card in standing)


def _only(**conditions):
    return Suspension.objects.get(**conditions)


# ------------------------------------------------------------ recording


def test_an_incident_is_recorded_with_its_cards_and_what_the_event_was(season):
    incident = season.record("YY")

    incident = Incident.objects.get(pk=incident.pk)
    assert (incident.position, incident.recorded_by) == (1, season.office)
    assert (incident.goals, incident.tier, incident.kind) == (8, "low", "uspa")
    assert [(card.number, card.color) for card in incident.cards.all()] == [(1, "Y"), (2, "Y")]


def test_incidents_of_a_game_stand_in_the_order_recorded(season):
    recorded = [season.record("Y", game) for game in (0, 1, 0)]
    assert [incident.position for incident in recorded] == [1, 1, 2]


def test_box_time_is_saved_with_its_incident(season):
    stays = [PenaltyBoxStay(seconds_imposed=120, unserved_seconds=45)]
    cards.incident_record(season.incident(), cards="YY", by=season.office, stays=stays)
    assert _only(kind="penalty_box").seconds == 45


@pytest.mark.parametrize("shown", ["", "YYYY", "RY", "RR", "X", "y"])
def test_other_cards_cannot_be_shown(season, shown):
    with pytest.raises(ValueError, match="cards are one of Y, YY, YYY, R"):
        season.record(shown)
    assert not Incident.objects.exists()


@pytest.mark.parametrize("model", [Incident, Card, Suspension, Complaint])
def test_history_says_who_recorded(season, model):
    season.record("R")
    assert context_of(model.objects.get()) == {"action": "incident_record", "user": season.office.pk}


# ------------------------------------------------------------ cards that do not fit


def test_a_card_that_does_not_fit_is_saved_only_if_confirmed(season):
    season.record("YYY")
    before = [model.objects.count() for model in (Incident, Card, Suspension, Problem)]

    with pytest.raises(MisfitError) as refused:
        season.record("Y")
    assert [problem.code for problem in refused.value.problems] == ["fourth_offense_must_be_red"]
    assert [model.objects.count() for model in (Incident, Card, Suspension, Problem)] == before

    incident = season.record("Y", confirmed=True)
    assert (incident.confirmed_by, incident.confirmed_at) == (season.office, timezone.now())
    assert Problem.objects.get(incident=incident).open


def test_a_single_yellow_after_the_game_does_not_fit(season):
    with pytest.raises(MisfitError) as refused:
        season.record("Y", when="after")
    assert [problem.code for problem in refused.value.problems] == ["single_yellow_after_game"]


def test_within_a_batch_the_misfit_alone_is_refused(season):
    season.record("YYY")
    with hooks.batch():
        kept = season.record("R", 1)
        with pytest.raises(MisfitError):
            season.record("Y")
    assert set(Incident.objects.values_list("cards__color", "pk")) >= {("R", kept.pk)}
    assert Incident.objects.count() == 2
    assert _only(kind="red_card").incident == kept
    assert not Problem.objects.exists()


def test_a_correction_that_does_not_fit_is_refused_as_well(season):
    season.record("YYY")
    incident = season.record("Y", 1)
    incident.game = season.games[0]
    with pytest.raises(MisfitError):
        cards.incident_amend(incident, cards="Y", by=season.office, reason="Other game")
    assert Incident.objects.get(pk=incident.pk).game == season.games[1]


# ------------------------------------------------------------ amending


def test_other_cards_supersede_those_shown(season):
    incident = season.record("Y")
    cards.incident_amend(incident, cards="YY", by=season.office, reason="Two, says the Umpire")
    assert (_shown(incident), Card.objects.count()) == ("YY", 2)

    cards.incident_amend(incident, cards="R", by=season.office, reason="Red after all")
    assert (_shown(incident), Card.objects.count()) == ("R", 3)
    superseded = Card.objects.filter(superseded_at__isnull=False)
    assert {card.superseded_by for card in superseded} == {season.office}
    assert context_of(superseded[0]) == {
        "action": "incident_amend",
        "reason": "Red after all",
        "user": season.office.pk,
    }


def test_an_amendment_of_the_words_leaves_the_cards(season):
    incident = season.record("YY")
    incident.narrative = "He threw his mallet."
    cards.incident_amend(incident, cards="YY", by=season.office, reason="Told later")
    assert Card.objects.count() == 2
    assert Incident.objects.get(pk=incident.pk).narrative == "He threw his mallet."


def test_increases_of_a_card_that_is_no_longer_red_are_withdrawn(season):
    incident = season.record("R")
    increase = decisions.increase_add(
        incident, authority="association", games=2, decided_at=timezone.now(), by=season.office
    )
    assert Suspension.objects.exclude(state="void").count() == 3

    cards.incident_amend(incident, cards="YY", by=season.office, reason="Only two yellows")
    increase.refresh_from_db()
    assert (increase.withdrawn_by, increase.withdrawn_reason) == (season.office, "Only two yellows")
    assert set(Suspension.objects.values_list("state", flat=True)) == {"void"}


def test_an_old_form_does_not_undo_a_rescission(season):
    form = season.record("R")
    other = OfficeUserFactory()
    cards.incident_rescind(form, by=other, reason="Mistaken identity")
    cards.incident_amend(form, cards="R", by=season.office, reason="A word")
    assert Incident.objects.get(pk=form.pk).rescinded_by == other


def test_in_another_game_it_stands_last_and_takes_that_event(season):
    season.record("Y", 1)
    incident = season.record("Y")
    high = EventFactory(kind="club", goals=20)
    game = GameFactory(event=high, team_a=season.home, team_b=season.away)
    incident.game = game
    cards.incident_amend(incident, cards="Y", by=season.office, reason="The other game")
    incident.refresh_from_db()
    assert (incident.position, incident.goals, incident.tier, incident.kind) == (1, 20, "high", "club")


def test_a_re_rated_event_leaves_the_cards_as_they_were(season):
    incident = season.record("R")
    season.event.goals = 20
    season.event.save()
    incident.at += timedelta(minutes=5)
    cards.incident_amend(incident, cards="R", by=season.office, reason="A little later")
    assert Incident.objects.get(pk=incident.pk).tier == "low"
    assert _only().goals == 8


# ------------------------------------------------------------ moving


def test_what_follows_goes_with_the_card(season):
    incident = season.record("R")
    approval = season.approve(_only(), 4)

    cards.incident_move(incident, player=season.rival, team=season.away, by=season.office, reason="Wrong man")
    assert _only(player=season.player).state == "void"
    theirs = _only(player=season.rival)
    assert (theirs.state, theirs.approved, theirs.approvals.filter(votes__isnull=False).count()) == ("due", False, 0)

    cards.incident_move(incident, player=season.player, team=season.home, by=season.office, reason="He it was")
    ours = _only(player=season.player)
    assert (ours, ours.state, ours.approved) == (approval.suspension, "due", True)
    assert _only(player=season.rival).state == "void"


def test_a_card_is_not_moved_to_a_team_that_does_not_play(season):
    incident = season.record("R")
    with pytest.raises(RefusedError, match="does not play in this game"):
        cards.incident_move(incident, player=season.rival, team=TeamFactory(), by=season.office, reason="Wrong man")


# ------------------------------------------------------------ rescinding


def test_rescinded_it_counts_for_nothing_and_reinstated_as_ever(season):
    incident = season.record("R")
    suspension = _only()
    season.approve(suspension, 4)

    cards.incident_rescind(incident, by=season.office, reason="Mistaken identity")
    suspension.refresh_from_db()
    assert (suspension.state, suspension.voided_at) == ("void", timezone.now())
    assert context_of(suspension)["reason"] == "Mistaken identity"

    cards.incident_reinstate(incident, by=season.office, reason="It was he")
    assert (_only(), _only().state, _only().approved) == (suspension, "due", True)
    assert [row.state for row in suspension.history.order_by("pgh_id")] == ["due", "due", "void", "due"]
    assert Incident.objects.get().rescind_reason == ""


def test_rescinding_twice_keeps_the_first(season):
    incident = season.record("Y")
    cards.incident_rescind(incident, by=season.office, reason="First")
    cards.incident_rescind(incident, by=OfficeUserFactory(), reason="Second")
    assert Incident.objects.get().rescind_reason == "First"


@pytest.mark.parametrize(
    "correct",
    [
        lambda incident, by: cards.incident_rescind(incident, by=by, reason=" "),
        lambda incident, by: cards.incident_reinstate(incident, by=by, reason=""),
        lambda incident, by: cards.incident_amend(incident, cards="R", by=by, reason=""),
        lambda incident, by: cards.incident_move(
            incident, player=incident.player, team=incident.team, by=by, reason="\n"
        ),
    ],
    ids=["rescind", "reinstate", "amend", "move"],
)
def test_no_correction_without_a_reason(season, correct):
    incident = season.record("Y")
    with pytest.raises(RefusedError, match="Say why"):
        correct(incident, season.office)
    assert (_shown(incident), Incident.objects.get().rescinded) == ("Y", False)


def test_several_are_rescinded_with_one_recalculation(season, monkeypatch):
    incidents = [season.record("R", game) for game in range(3)]
    cards.incident_rescind(incidents[0], by=season.office, reason="First")
    loaded = []
    load = facts.load
    monkeypatch.setattr(facts, "load", lambda players, **more: loaded.append(list(players)) or load(players, **more))

    assert cards.incidents_rescind(Incident.objects.all(), by=season.office, reason="All of them") == 2
    assert loaded == [[season.player.pk]]
    assert set(Suspension.objects.values_list("state", flat=True)) == {"void"}


# ------------------------------------------------------------ identity


def test_a_card_entered_late_moves_the_trigger_and_keeps_the_suspension(season):
    for game, shown in ((0, "YY"), (2, "YY"), (3, "Y")):
        season.record(shown, game)
    fifth = _only(kind="accumulated_tier")
    assert fifth.game == season.games[3]
    season.approve(fifth, 4)

    season.record("Y", 1)
    assert _only(kind="accumulated_tier") == fifth
    fifth.refresh_from_db()
    assert (fifth.game, fifth.thresholds, fifth.trigger.number) == (season.games[2], ["two_month/low/5"], 2)
    assert fifth.approvals.count() == 1


def test_fewer_cards_void_the_mark_and_more_revive_it(season):
    incidents = [season.record("YY", game) for game in (0, 1, 2)]
    fifth = _only(kind="accumulated_tier")
    cards.incident_rescind(incidents[0], by=season.office, reason="Mistaken")
    assert _only(kind="accumulated_tier").state == "void"
    season.record("Y", 3)
    assert (_only(kind="accumulated_tier"), _only(kind="accumulated_tier").state) == (fifth, "due")


# ------------------------------------------------------------ problems


def test_a_problem_is_resolved_and_reopened_as_one_row(season):
    season.record("YYY")
    incident = season.record("Y", confirmed=True)
    problem = Problem.objects.get()
    problem.acknowledged_at, problem.acknowledged_by = timezone.now(), season.office
    problem.save()

    cards.incident_amend(incident, cards="R", by=season.office, reason="It was red")
    assert Problem.objects.get().resolved_at == timezone.now()

    cards.incident_amend(incident, cards="Y", by=season.office, reason="It was not", confirmed=True)
    assert Problem.objects.get() == problem
    problem.refresh_from_db()
    assert (problem.open, problem.acknowledged_at) == (True, None)


# ------------------------------------------------------------ queries


@pytest.mark.parametrize(("shown", "taken"), [("Y", 17), ("R", 20)])
def test_recording_takes_as_many_queries_for_one_card_as_for_two_hundred(season, shown, taken):
    """Those that open and close the transaction included."""
    veteran = PlayerFactory()
    season.games += [season.add_game(number) for number in range(10, 111)]
    for number in range(200):
        rows.incident("Y", game=season.games[6 + number // 2], player=veteran)
    season.record("R", 6)
    recalculation.recalculate([veteran.pk])
    assert Card.objects.filter(incident__player=veteran).count() == 200

    for player in (season.player, veteran):
        incident = season.incident(game=-1, player=player)
        with CaptureQueriesContext(connection) as queries:
            cards.incident_record(incident, cards=shown, by=season.office)
        assert len(queries) == taken
