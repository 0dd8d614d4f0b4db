"""What the database refuses, whichever way it is written, and the history that it keeps by itself."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import F
from django.utils import timezone

from disciplinary import choices
from disciplinary.models import (
    Approval,
    Attendance,
    Bar,
    Card,
    Complaint,
    Incident,
    Increase,
    PenaltyBoxStay,
    Problem,
    Ruling,
    Suspension,
    Vote,
)
from disciplinary.rule33 import answers, facts
from tests import factories_disciplinary as make
from tournaments.models import Game

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 1, 10, 17, tzinfo=UTC)
DAY = date(2026, 1, 10)


def now_checked():
    """Let the checks at the end of the transaction speak now."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


class refused:  # noqa: N801 - reads as a sentence
    """The database says no, and says so in these words."""

    def __init__(self, words):
        self.words = words

    def __enter__(self):
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            try:
                now_checked()
            except DatabaseError as late:
                kind, error = type(late), late
        self.savepoint.__exit__(kind, error, trace)
        assert kind is not None, f"nothing was refused; expected: {self.words}"
        assert issubclass(kind, DatabaseError), error
        assert self.words in str(error)
        return True


def raw(sql, *params):
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


def withdrawn(**fields):
    return {
        "withdrawn_at": timezone.now(),
        "withdrawn_by": make.user(),
        "withdrawn_reason": "Overturned.",
        **fields,
    }


class TestCodes:
    """Every code of the rule has a label, and no code is anything but the rule's."""

    @pytest.mark.parametrize(
        ("ours", "rules"),
        [
            (choices.SuspensionKind, facts.SuspensionKind),
            (choices.Play, answers.Play),
            (choices.ProblemCode, answers.ProblemCode),
            (choices.Tier, facts.Tier),
            (choices.Window, facts.Window),
            (choices.When, facts.When),
            (choices.Color, facts.Color),
            (choices.Seat, facts.Seat),
            (choices.IncreaseAuthority, facts.Authority),
            (choices.Effect, facts.Effect),
            (choices.EventKind, facts.EventKind),
            (choices.GameStage, facts.Stage),
            (choices.GameStatus, facts.Status),
        ],
        ids=lambda enum: enum.__name__,
    )
    def test_same_codes(self, ours, rules):
        assert ours.values == [code.value for code in rules]
        assert all(str(label) for label in ours.labels)

    def test_void_is_the_one_state_of_our_own(self):
        assert choices.State.values == [*(state.value for state in answers.State), "void"]

    def test_the_eighteen_categories_of_the_rule_and_any_other(self):
        assert len(choices.Category.values) == 19
        assert choices.Category.values[-1] == "other"

    def test_penalties_are_numbered_from_one_to_ten(self):
        assert [number for number, _label in choices.FIELD_PENALTIES] == list(range(1, 11))
        assert str(choices.FIELD_PENALTIES[9][1]) == "Penalty 10"


class TestIncident:
    def test_the_team_plays_in_the_game(self):
        with refused("does not play in game"):
            make.incident(team=make.team())
        incident = make.incident()
        with refused("does not play in game"):
            Incident.objects.update(team=make.team())
        with refused("does not play in game"):
            raw("UPDATE disciplinary_incident SET game_id = %s", make.game(incident.game.event).pk)

    def test_a_game_keeps_the_teams_of_its_incidents(self):
        make.incident()
        with refused("still has an incident of another team"):
            Game.objects.update(team_a=make.team())

    def test_a_wrong_team_is_corrected_in_game_and_incident_together(self):
        make.incident()
        right = make.team()
        Game.objects.update(team_a=right)
        Incident.objects.update(team=right)
        now_checked()
        assert Incident.objects.get().team == right

    def test_positions_are_unique_in_a_game_but_can_be_exchanged(self):
        first = make.incident()
        make.incident(game=first.game)
        Incident.objects.update(position=3 - F("position"))
        now_checked()
        with refused("incident_position_once"):
            Incident.objects.update(position=1)

    @pytest.mark.parametrize(
        ("fields", "constraint"),
        [
            ({"position": 0}, "incident_position_from_one"),
            ({"when": "before"}, "incident_when_known"),
            ({"category": "booing"}, "incident_category_known"),
            ({"chukker": 9}, "incident_chukker_in_range"),
            ({"chukker": 0}, "incident_chukker_in_range"),
            ({"clock": 901}, "incident_clock_in_range"),
            ({"when": "after", "chukker": 6}, "incident_after_game_has_no_chukker"),
            ({"field_penalty": 11}, "incident_field_penalty_in_range"),
            ({"field_penalty": 0}, "incident_field_penalty_in_range"),
            ({"field_penalty_effect": "raised"}, "incident_changed_penalty_is_named"),
            ({"confirmed_misfit": True}, "incident_misfit_confirmed"),
            ({"confirmed_at": NOW}, "incident_"),
            ({"rescinded_at": NOW}, "incident_rescinded_"),
            ({"rescind_reason": "In error."}, "incident_rescinded_for_a_reason"),
        ],
        ids=str,
    )
    def test_out_of_range(self, fields, constraint):
        make.incident()
        with refused(constraint):
            Incident.objects.update(**fields)

    def test_rescinding_says_who_and_why(self):
        make.incident()
        with refused("incident_rescinded_for_a_reason"):
            Incident.objects.update(rescinded_at=NOW, rescinded_by=make.user())
        Incident.objects.update(rescinded_at=NOW, rescinded_by=make.user(), rescind_reason="Wrong player.")
        assert Incident.objects.get().rescinded


class TestSnapshot:
    """An incident keeps the goals, tier and kind that its event had when it was recorded."""

    def test_a_new_incident_takes_them_from_its_event(self):
        game = make.game(make.event(goals=12, kind="club"))
        incident = Incident(
            game=game, player=make.player(), team=game.team_a, position=1, category="arguing", at=game.starts_at
        )
        incident.save()
        incident.refresh_from_db()
        assert (incident.goals, incident.tier, incident.kind) == (12, "medium", "club")

    def test_a_later_rating_of_the_event_moves_nothing(self):
        incident = make.incident()
        incident.game.event.goals = 20
        incident.game.event.save()
        incident.save()
        incident.refresh_from_db()
        assert (incident.goals, incident.tier) == (8, "low")

    def test_nothing_else_changes_them(self):
        make.incident()
        for change in ({"goals": 20}, {"tier": "high"}, {"kind": "club"}):
            with refused("keeps the goals, tier and kind"):
                Incident.objects.update(**change)
        with refused("keeps the goals, tier and kind"):
            raw("UPDATE disciplinary_incident SET tier = 'high'")

    def test_another_game_brings_its_own(self):
        incident = make.incident()
        other = make.game(make.event(gauntlet=True, goals=22), team_a=incident.team)
        incident.game = other
        assert incident.snapshot_event() == (22, "gauntlet", "uspa")
        incident.save()
        incident.refresh_from_db()
        assert incident.tier == "gauntlet"

    def test_they_are_never_missing(self):
        game = make.game()
        bare = Incident(game=game, player=make.player(), team=game.team_a, position=1, category="other", at=NOW)
        with refused("null value"):
            Incident.objects.bulk_create([bare])


class TestCards:
    @pytest.mark.parametrize("cards", ["", "Y", "YY", "YYY", "R"])
    def test_what_may_be_shown_at_once(self, cards):
        make.incident(cards)
        now_checked()

    @pytest.mark.parametrize(
        ("cards", "words"),
        [
            ("YR", "card_red_is_alone"),
            ("RY", "are not Y, YY, YYY or R"),
            ("RR", "card_red_is_alone"),
            ("YYYY", "card_number_in_range"),
            ("G", "card_color_known"),
        ],
    )
    def test_what_may_not(self, cards, words):
        with refused(words):
            make.incident(cards)

    def test_numbers_have_no_gap(self):
        incident = make.incident("")
        with refused("are not Y, YY, YYY or R"):
            make.row(Card, incident=incident, number=2, color="Y")
        make.incident("YY")
        with refused("are not Y, YY, YYY or R"):
            Card.objects.filter(number=1).update(superseded_at=NOW, superseded_by=make.user())

    def test_a_card_is_superseded_not_edited(self):
        incident, chair = make.incident("YY"), make.user()
        for change in ({"color": "R"}, {"number": 3}, {"incident": make.incident("")}):
            with refused("Cannot update rows"):
                Card.objects.update(**change)
        Card.objects.filter(incident=incident).update(superseded_at=NOW, superseded_by=chair)
        make.row(Card, incident=incident, number=1, color="R")
        now_checked()
        assert [card.code for card in Card.objects.standing()] == [f"{incident.pk}.1"]
        with refused("card_one_standing_per_number"):
            make.row(Card, incident=incident, number=1, color="Y")

    def test_whoever_supersedes_is_named(self):
        make.incident()
        with refused("card_superseded_by_someone"):
            Card.objects.update(superseded_at=NOW)


class TestPenaltyBox:
    def test_only_for_cards_during_the_game(self):
        incident = make.incident(when="after")
        with refused("no penalty-box time"):
            make.row(PenaltyBoxStay, incident=incident, seconds_imposed=120)

    @pytest.mark.parametrize(
        ("fields", "constraint"),
        [
            ({"seconds_imposed": 0}, "box_stay_"),
            ({"seconds_imposed": 3601}, "box_stay_imposed_in_range"),
            ({"unserved_seconds": 121}, "box_stay_unserved_in_range"),
            ({"seconds_added": 120}, "box_stay_added_for_leaving"),
            ({"left_early": "perhaps"}, "box_stay_added_for_leaving"),
        ],
        ids=str,
    )
    def test_out_of_range(self, fields, constraint):
        make.row(PenaltyBoxStay, incident=make.incident(), seconds_imposed=120)
        with refused(constraint):
            PenaltyBoxStay.objects.update(**fields)


class TestIncrease:
    def add(self, incident, **fields):
        defaults = {"number": 1, "by": "association", "games": 1, "decided_at": NOW}
        return make.row(Increase, incident=incident, **{**defaults, **fields})

    def test_only_of_a_red_card(self):
        with refused("nothing to increase"):
            self.add(make.incident("YY"))
        self.add(make.incident("R"))

    def test_one_number_once_until_it_is_withdrawn(self):
        incident = make.incident("R")
        first = self.add(incident)
        with refused("increase_one_standing_per_number"):
            self.add(incident)
        Increase.objects.filter(pk=first.pk).update(**withdrawn())
        self.add(incident)

    @pytest.mark.parametrize(
        ("fields", "constraint"),
        [
            ({"games": 0}, "increase_says_something"),
            ({"games": 100}, "increase_games_in_range"),
            ({"number": 0}, "increase_number_from_one"),
            ({"by": "umpire"}, "increase_authority_known"),
            ({"withdrawn_at": NOW}, "increase_withdrawn_"),
            ({"withdrawn_reason": "Why."}, "increase_withdrawn_for_a_reason"),
        ],
        ids=str,
    )
    def test_out_of_range(self, fields, constraint):
        self.add(make.incident("R"))
        with refused(constraint):
            Increase.objects.update(**fields)

    def test_a_withdrawal_says_who_and_why(self):
        self.add(make.incident("R"))
        for missing in ({"withdrawn_by": None}, {"withdrawn_reason": ""}):
            with refused("increase_withdrawn_"):
                Increase.objects.update(**withdrawn(**missing))


class TestSuspension:
    def test_one_row_per_player_and_identity(self):
        row = make.suspension()
        with refused("suspension_identity_once"):
            make.suspension(row.incident)

    @pytest.mark.parametrize(
        ("fields", "constraint"),
        [
            ({"kind": "ban"}, "suspension_"),
            ({"state": "forgiven"}, "suspension_state_known"),
            ({"state": "void"}, "suspension_void_since"),
            ({"voided_at": NOW}, "suspension_void_since"),
            ({"state": "due"}, "suspension_serving_game_of_state"),
            ({"state": "served"}, "suspension_serving_game_of_state"),
            ({"serving_game": F("game")}, "suspension_serving_game_of_state"),
            ({"number": 1}, "suspension_number_counts_increases"),
            ({"kind": "increase"}, "suspension_number_counts_increases"),
            ({"seconds": 120}, "suspension_extent"),
            ({"full_game": False}, "suspension_extent"),
            ({"full_game": False, "seconds": 120, "no_substitute": 60}, "suspension_extent"),
            ({"kind": "carried_yellow", "full_game": False, "seconds": 1, "no_substitute": 1}, "suspension_"),
            ({"kind": "accumulated_tier"}, "suspension_marks_of_accumulated"),
            ({"thresholds": ["two_month/low/5"]}, "suspension_marks_of_accumulated"),
            ({"serve_by": None}, "suspension_deadlines"),
            ({"last_day": DAY}, "suspension_deadlines"),
            ({"trigger": None}, "suspension_triggered"),
            ({"since": NOW - timedelta(days=1)}, "suspension_since_issued"),
        ],
        ids=str,
    )
    def test_what_no_answer_of_the_rule_can_be(self, fields, constraint):
        make.suspension()
        with refused(constraint):
            Suspension.objects.update(**fields)

    def test_every_extent_the_rule_knows(self):
        no_days = {"serve_by": None, "last_day": None}
        for extent in (
            {"kind": "red_card_after_game", "no_substitute": 240},
            {"kind": "two_yellows_after_game", "full_game": False, "seconds": 120, "no_substitute": 120},
            {"kind": "carried_yellow", "full_game": False, **no_days},
            {"kind": "increase", "number": 2, "since": NOW + timedelta(days=1)},
            {"kind": "accumulated_tier", "thresholds": ["two_month/low/5"], "period": "2026/1"},
        ):
            make.suspension(**extent)
        assert sorted(row.code for row in Suspension.objects.all()) == [
            "accumulated_tier",
            "carried_yellow",
            "increase_2",
            "red_card_after_game",
            "two_yellows_after_game",
        ]

    def test_what_is_still_owed(self):
        row = make.suspension()
        owed = {state: Suspension(state=state).open for state in choices.State.values}
        assert row.open
        assert [state for state, is_open in owed.items() if not is_open] == ["served", "lifted", "void"]


class TestProblem:
    def test_one_row_per_place(self):
        incident = make.incident()
        fields = {"player": incident.player, "code": "card_after_red", "game": incident.game, "at": "12.1"}
        make.row(Problem, **fields)
        with refused("problem_once"):
            make.row(Problem, **fields)
        with refused("problem_code_known"):
            make.row(Problem, **{**fields, "code": "bad_mood"})
        with refused("problem_acknowledged_by_someone"):
            Problem.objects.update(acknowledged_at=NOW)


class TestApproval:
    @pytest.fixture
    def approval(self):
        row = make.suspension()
        return make.row(Approval, suspension=row, game=make.game(row.event))

    def vote(self, approval, **fields):
        defaults = {"seat": "umpires_llc", "choice": "approve"}
        return make.row(Vote, approval=approval, **{**defaults, "voter": make.user(), **fields})

    def test_one_open_request_per_suspension_and_game(self, approval):
        same = {"suspension": approval.suspension, "game": approval.game}
        with refused("approval_one_open"):
            make.row(Approval, **same)
        Approval.objects.update(closed_at=NOW, closed_reason="withdrawn")
        make.row(Approval, **same)

    def test_closing_says_why(self, approval):
        for fields in ({"closed_at": NOW}, {"closed_reason": "withdrawn"}, {"closed_reason": "bored"}):
            with refused("approval_closed_"):
                Approval.objects.update(**fields)

    def test_it_stays_about_one_game(self, approval):
        with refused("Cannot update rows"):
            Approval.objects.update(game=make.game())

    def test_one_vote_per_seat_until_it_is_withdrawn(self, approval):
        first = self.vote(approval)
        with refused("vote_one_per_seat"):
            self.vote(approval, choice="refuse")
        Vote.objects.filter(pk=first.pk).update(**withdrawn())
        self.vote(approval, choice="refuse")

    def test_nobody_fills_two_seats(self, approval):
        somebody = make.user()
        self.vote(approval, voter=somebody)
        with refused("vote_one_seat_per_person"):
            self.vote(approval, voter=somebody, seat="host_committee")

    def test_a_vote_stays_as_cast(self, approval):
        self.vote(approval)
        for change in ({"choice": "refuse"}, {"seat": "host_committee"}, {"cast_at": NOW}):
            with refused("Cannot update rows"):
                Vote.objects.update(**change)

    def test_codes_are_known(self, approval):
        for fields in ({"seat": "gallery"}, {"choice": "perhaps"}):
            with refused("vote_codes_known"):
                self.vote(approval, **fields)


class TestAttendance:
    @pytest.fixture
    def attendance(self):
        row = make.suspension()
        return make.row(Attendance, suspension=row, game=make.game(row.event))

    def test_one_row_per_suspension_and_game(self, attendance):
        with refused("attendance_once"):
            make.row(Attendance, suspension=attendance.suspension, game=attendance.game)

    def test_who_confirmed_it_is_named(self, attendance):
        for fields in ({"before_at": NOW}, {"after_at": NOW}, {"before_by": make.user()}):
            with refused("_by_someone"):
                Attendance.objects.update(**fields)

    def test_before_comes_before_after(self, attendance):
        chair = make.user()
        Attendance.objects.update(before_at=NOW, before_by=chair)
        with refused("attendance_in_order"):
            Attendance.objects.update(after_at=NOW - timedelta(minutes=1), after_by=chair)
        Attendance.objects.update(after_at=NOW, after_by=chair)


class TestDecisions:
    def test_bars(self):
        bar = {"player": make.player(), "first_day": DAY, "reason": "penalty", "authority": "chairman"}
        make.row(Bar, **bar, last_day=DAY)
        with refused("bar_days_in_order"):
            make.row(Bar, **bar, last_day=DAY - timedelta(days=1))
        with refused("bar_codes_known"):
            make.row(Bar, **{**bar, "authority": "umpire"})

    def test_rulings(self):
        ruling = {
            "suspension": make.suspension(),
            "effect": "lifted",
            "authority": "executive_committee",
            "decided_on": DAY,
            "reason": "Heard on appeal.",
        }
        make.row(Ruling, **ruling)
        with refused("ruling_one_standing_per_effect"):
            make.row(Ruling, **ruling)
        make.row(Ruling, **{**ruling, "effect": "any_team"})
        with refused("ruling_has_a_reason"):
            Ruling.objects.update(reason="")
        with refused("ruling_codes_known"):
            Ruling.objects.filter(effect="lifted").update(effect="forgotten")


class TestComplaint:
    def file(self, incident, number="CVC-2026-0001", **fields):
        who = {"respondent": incident.player, "incident": incident, "card": incident.cards.first()}
        defaults = {"number": number, "capacity": "coo", "automatic": True, **who}
        return make.row(Complaint, **{**defaults, **fields})

    def test_one_per_red_card_and_respondent(self):
        incident = make.incident("R")
        self.file(incident)
        with refused("complaint_once_per_red_card"):
            self.file(incident, "CVC-2026-0002")
        self.file(incident, "CVC-2026-0003", respondent=make.player())

    def test_any_number_by_hand_without_a_card(self):
        incident = make.incident()
        by_hand = {"automatic": False, "filed_by": make.user(), "capacity": "chairman", "card": None}
        self.file(incident, "CVC-2026-0001", **by_hand)
        self.file(incident, "CVC-2026-0002", **by_hand)
        with refused("complaint_filed_by_rule_or_person"):
            self.file(incident, "CVC-2026-0003", **{**by_hand, "filed_by": None})

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"number": "33"}, "complaint_number_form"),
            ({"capacity": "player"}, "complaint_"),
            ({"capacity": "chairman"}, "complaint_filed_by_rule_or_person"),
            ({"card": None}, "complaint_filed_by_rule_or_person"),
            ({"attention": True}, "complaint_attention_for_a_reason"),
        ],
        ids=str,
    )
    def test_out_of_range(self, fields, words):
        with refused(words):
            self.file(make.incident("R"), **fields)

    def test_what_was_filed_stays(self):
        self.file(make.incident("R"))
        for change in ({"respondent": make.player()}, {"number": "CVC-2026-0009"}, {"automatic": False}):
            with refused("Cannot update rows"):
                Complaint.objects.update(**change)


def decided_rows():
    """One row of everything that a person decides or enters."""
    incident = make.incident("R")
    row = make.suspension(incident)
    approval = make.row(Approval, suspension=row, game=make.game(row.event))
    decided = {"authority": "chairman", "reason": "penalty"}
    number = {"number": "CVC-2026-0001", "capacity": "coo", "automatic": True, "card": incident.cards.get()}
    return [
        incident.cards.get(),
        make.row(PenaltyBoxStay, incident=incident, seconds_imposed=120),
        make.row(Increase, incident=incident, number=1, by="association", games=1, decided_at=NOW),
        make.row(Vote, approval=approval, seat="umpires_llc", voter=make.user(), choice="approve"),
        approval,
        make.row(Attendance, suspension=row, game=approval.game),
        make.row(Ruling, suspension=row, effect="lifted", decided_on=DAY, **decided),
        make.row(Bar, player=incident.player, first_day=DAY, **decided),
        make.row(Complaint, respondent=incident.player, incident=incident, **number),
        make.incident(),
    ]


def test_nothing_that_was_decided_is_deleted():
    for row in decided_rows():
        with refused("Cannot delete rows"):
            raw(f"DELETE FROM {row._meta.db_table} WHERE id = %s", row.pk)
        with refused("Cannot delete rows"):
            type(row).objects.filter(pk=row.pk)._raw_delete(using="default")


def test_what_rows_point_to_is_not_deleted_either():
    incident = make.incident()
    with refused("violates foreign key constraint"):
        raw("DELETE FROM players_player WHERE id = %s", incident.player_id)
    assert {
        field.remote_field.on_delete.__name__
        for model in (Incident, Card, Suspension, Problem, Approval, Vote, Attendance, Ruling, Bar, Complaint)
        for field in model._meta.fields
        if field.remote_field
    } == {"PROTECT"}


def test_history_follows_every_kind_of_write():
    rows = [*decided_rows(), make.suspension()]
    for row in rows:
        assert [one.pgh_label for one in row.history.order_by("pgh_id")] == ["insert"]
    incident = make.incident()
    Incident.objects.filter(pk=incident.pk).update(chukker=3)
    raw("UPDATE disciplinary_incident SET chukker = 4 WHERE id = %s", incident.pk)
    kept = incident.history.order_by("pgh_id")
    assert [(one.pgh_label, one.chukker) for one in kept] == [("insert", None), ("update", 3), ("update", 4)]


def test_history_cannot_be_rewritten():
    incident = make.incident()
    with refused("Cannot update or delete rows"):
        raw("DELETE FROM disciplinary_incidenthistory WHERE pgh_obj_id = %s", incident.pk)


def test_texts_name_rows():
    for row in [*decided_rows(), make.suspension()]:
        assert str(row)
