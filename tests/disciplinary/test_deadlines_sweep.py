"""Reminders of what is still owed: at 9, 11 and 12 months and before the thirteenth, each once."""

from datetime import UTC, date, datetime

import pytest
import time_machine
from post_office.models import Email

from disciplinary import tasks
from disciplinary.models import Reminder, Suspension
from disciplinary.rule33.deadlines import Milestone, milestones
from disciplinary.rule33.editions import RULE_2026
from disciplinary.services import deadlines
from players.choices import Role
from tests.disciplinary.season import BEFORE, Season, at_once, member
from tests.factories import UserFactory
from tests.office import url

NINE, ELEVEN, TWELVE, LAST = Milestone


# ------------------------------------------------------------ the days, by hand


@pytest.mark.parametrize(
    ("issued", "days"),
    [
        ("2026-01-10", ["2026-10-10", "2026-12-10", "2027-01-10", "2027-01-27"]),
        pytest.param("2026-05-31", ["2027-02-28", "2027-04-30", "2027-05-31", "2027-06-16"], id="short months"),
        pytest.param("2027-05-31", ["2028-02-29", "2028-04-30", "2028-05-31", "2028-06-16"], id="a leap year"),
        pytest.param("2028-02-29", ["2028-11-29", "2029-01-29", "2029-02-28", "2029-03-15"], id="from 29 February"),
        pytest.param("2026-03-31", ["2026-12-31", "2027-02-28", "2027-03-31", "2027-04-16"], id="into New Year's Eve"),
    ],
)
def test_the_days_of_the_milestones(issued, days):
    found = milestones(date.fromisoformat(issued), RULE_2026)
    assert list(found) == list(Milestone)
    assert [str(day) for day in found.values()] == days


# ------------------------------------------------------------ the sweep


@pytest.fixture
def season(db):
    with time_machine.travel(BEFORE, tick=False):
        return _season()


def _season():
    season = Season(games=1, time_zone="America/New_York")
    season.player.email = "player@example.org"
    season.player.language = "es"
    season.player.save()
    season.games[0].status = "played"
    season.games[0].save()
    return season


def _owed(season, shown="R", **fields):
    """A suspension of January 3, 2026, that waits for a game."""
    season.record(shown, 0, **fields)
    return Suspension.objects.get(kind__startswith="red")


def _on(day, hour=12):
    """Noon in New York on a day."""
    return time_machine.travel(datetime.fromisoformat(f"{day}T{hour + 5:02}:00+00:00"), tick=False)


def _sent():
    return list(Reminder.objects.exclude(recipients=0).order_by("queued_at").values_list("milestone", flat=True))


def _told():
    return sorted(address for mail in Email.objects.all() for address in mail.to)


def test_each_is_sent_once_on_its_day(season):
    _owed(season)
    days = [
        ("2026-10-02", []),
        ("2026-10-03", [NINE]),
        ("2026-10-04", [NINE]),
        ("2026-12-02", [NINE]),
        ("2026-12-03", [NINE, ELEVEN]),
        ("2027-01-02", [NINE, ELEVEN]),
        ("2027-01-03", [NINE, ELEVEN, TWELVE]),
        ("2027-01-19", [NINE, ELEVEN, TWELVE]),
        ("2027-01-20", [NINE, ELEVEN, TWELVE, LAST]),
        ("2027-02-03", [NINE, ELEVEN, TWELVE, LAST]),
        ("2027-02-04", [NINE, ELEVEN, TWELVE, LAST]),
        ("2030-01-01", [NINE, ELEVEN, TWELVE, LAST]),
    ]
    for day, sent in days:
        with _on(day):
            tasks.sweep_deadlines()
            tasks.sweep_deadlines()
        assert _sent() == sent, day
    assert Suspension.objects.get().state == "in_default", "never cleared by time"


def test_the_day_is_that_of_the_cards_event(season):
    _owed(season)
    with time_machine.travel(datetime(2026, 10, 3, 3, 59, tzinfo=UTC), tick=False):
        assert deadlines.remind_due() == 0, "still October 2 in New York"
    with time_machine.travel(datetime(2026, 10, 3, 4, 0, tzinfo=UTC), tick=False):
        assert deadlines.remind_due() == 1


def test_it_goes_to_the_player_the_office_and_the_committee_in_their_languages(season):
    suspension = _owed(season)
    UserFactory(email="llc@example.org", roles=[Role.UMPIRES_LLC])
    UserFactory(email="both@example.org", roles=[Role.EXECUTIVE_COMMITTEE, Role.OFFICE], language="es")
    UserFactory(email="gone@example.org", roles=[Role.OFFICE], is_active=False)
    UserFactory(email="umpire@example.org", roles=[Role.UMPIRE])
    with _on("2026-10-03"):
        assert deadlines.remind_due() == 1
    assert _told() == sorted(["player@example.org", "llc@example.org", "both@example.org", season.office.email])
    assert Reminder.objects.get().recipients == 4
    english, spanish = (Email.objects.get(to=one) for one in ("llc@example.org", "player@example.org"))
    assert "January 3, 2027" in english.subject
    assert "Red card" in english.message
    assert "January 3, 2027" not in spanish.message
    office = Email.objects.get(to=season.office.email)
    assert url("disciplinary.suspension", "change", suspension.pk) in office.message
    assert "/admin/" not in english.message + spanish.message, "they have no office pages"


def test_a_player_without_an_address_silences_nobody(season, caplog):
    season.player.email = ""
    season.player.save()
    _owed(season)
    UserFactory(email="nobody at all", roles=[Role.OFFICE])
    with _on("2026-10-03"):
        assert deadlines.remind_due() == 1
    assert _told() == [season.office.email]


def test_a_missed_day_is_caught_up(season):
    _owed(season)
    with _on("2026-10-09"):
        tasks.sweep_deadlines()
    assert _sent() == [NINE]


def test_of_several_missed_the_latest_is_sent_and_the_others_never(season):
    _owed(season)
    for day in ("2026-12-20", "2026-12-21"):
        with _on(day):
            tasks.sweep_deadlines()
    assert _sent() == [ELEVEN]
    assert dict(Reminder.objects.values_list("milestone", "recipients"))[NINE] == 0
    assert Email.objects.count() == 2


def test_what_is_served_lifted_void_or_in_default_is_let_alone(season):
    suspension = _owed(season)
    for state, extra in (
        ("lifted", {}),
        ("void", {"voided_at": BEFORE}),
        ("in_default", {}),
        ("served", {"serving_game": season.games[0]}),
    ):
        Suspension.objects.filter(pk=suspension.pk).update(
            **{"state": state, "voided_at": None, "serving_game": None, **extra}
        )
        with _on("2027-01-20"):
            assert deadlines.remind_due() == 0, state
    assert not Reminder.objects.exists()


def test_a_carried_yellow_has_no_deadline(season):
    season.record("YYY", 0)
    Suspension.objects.exclude(kind="carried_yellow").update(state="lifted")
    with _on("2027-01-20"):
        assert deadlines.remind_due() == 0


def test_a_failure_leaves_nothing_half_done(season, monkeypatch):
    _owed(season)

    def broken(*args):
        raise RuntimeError

    with _on("2026-10-03"):
        with monkeypatch.context() as patch:
            patch.setattr(deadlines, "_to_office", broken)
            with pytest.raises(RuntimeError):
                deadlines.remind_due()
        assert (Reminder.objects.count(), Email.objects.count()) == (0, 0)
        assert deadlines.remind_due() == 1


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_do_nothing_twice():
    with time_machine.travel(BEFORE, tick=False):
        season = _season()
        _owed(season)
    for day, number in (("2026-10-03", 1), ("2026-12-03", 2), ("2027-01-20", 4)):
        with _on(day):
            outcomes = at_once(*[tasks.sweep_deadlines] * 4)
        assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        assert Reminder.objects.count() == number
    assert _sent() == [NINE, ELEVEN, LAST]
    assert Email.objects.count() == 6, "three reminders to two people"


def test_the_host_committee_of_the_game_asked_about_is_reminded(db):
    with time_machine.travel(BEFORE, tick=False):
        season = _season()
        host = member("host_committee", season.event)
    _owed(season)
    with _on("2026-10-03"):
        season.games.append(season.add_game(150))
        assert Suspension.objects.get().approvals.exists()
        deadlines.remind_due()
    assert host.email in _told()


# ------------------------------------------------------------ the lists


def test_overdue_and_default_are_lists_of_their_own(season, client):
    _owed(season)
    client.force_login(season.office)
    for day, state in (("2027-01-04", "overdue"), ("2027-02-04", "in_default"), ("2035-01-01", "in_default")):
        with _on(day):
            client.force_login(season.office)
            tasks.sweep_deadlines()
            address = f"{url('disciplinary.suspension', 'changelist')}?state={state}"
            page = client.get(address)
            assert [row.state for row in page.context["cl"].queryset] == [state]
            assert address.replace("&", "&amp;") in client.get(url("players.player", "changelist")).content.decode()


def test_the_suspension_says_who_was_reminded(season, client):
    suspension = _owed(season)
    with _on("2026-10-03"):
        deadlines.remind_due()
        client.force_login(season.office)
        page = url("disciplinary.suspension", "change", suspension.pk)
        assert "Nine months after the card" in client.get(page).content.decode()


def test_the_sweep_asks_no_more_where_nothing_is_due(season, django_assert_num_queries):
    _owed(season)
    with _on("2026-10-02"), django_assert_num_queries(2):
        deadlines.remind_due()
