"""A form sent twice is one: also at the same moment, on two connections."""

from datetime import timedelta
from functools import partial
from threading import Event, Thread
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from disciplinary.models import FormToken, Incident
from disciplinary.services import tokens
from disciplinary.services.errors import RefusedError
from disciplinary.services.reports import entering
from tests.disciplinary.season import Season, at_once
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db(transaction=True)


def _record(season, shown="Y"):
    with entering(season.games[0], season.office, "incident"):
        return f"/incidents/{season.record(shown).pk}"


def test_the_second_sending_leads_where_the_first_one_led():
    season, token = Season(), uuid4()
    first = tokens.once(token, season.office, partial(_record, season))
    second = tokens.once(token, season.office, partial(_record, season))
    assert (first.first, second.first) == (True, False)
    assert first.outcome == second.outcome == f"/incidents/{Incident.objects.get().pk}"


def test_two_forms_are_two_cards():
    season = Season()
    for token in (uuid4(), uuid4()):
        tokens.once(token, season.office, partial(_record, season))
    assert Incident.objects.count() == 2


def test_sent_twice_at_the_same_moment():
    for _round in range(5):
        season, token = Season(), uuid4()
        before = Incident.objects.count()
        answers = at_once(*[partial(tokens.once, token, season.office, partial(_record, season))] * 3)
        assert sorted(answer.first for answer in answers) == [False, False, True]
        assert len({answer.outcome for answer in answers}) == 1
        assert Incident.objects.count() == before + 1


def test_the_second_waits_until_the_first_has_led_somewhere():
    season, token = Season(), uuid4()
    begun, go_on, answers = Event(), Event(), []

    def slow():
        begun.set()
        assert go_on.wait(10)
        return _record(season)

    def send(do):
        try:
            answers.append(tokens.once(token, season.office, do))
        finally:
            connection.close()

    first = Thread(target=send, args=[slow])
    first.start()
    assert begun.wait(10)
    second = Thread(target=send, args=[partial(_record, season)])
    second.start()
    second.join(0.3)
    assert second.is_alive()
    go_on.set()
    first.join(10)
    second.join(10)
    assert [answer.first for answer in answers] == [True, False]
    assert answers[0].outcome == answers[1].outcome


def test_if_the_first_fails_the_second_is_the_first():
    season, token = Season(), uuid4()

    def fail():
        _record(season)
        raise RefusedError("no")

    with pytest.raises(RefusedError):
        tokens.once(token, season.office, fail)
    assert not FormToken.objects.exists()
    assert not Incident.objects.exists()
    assert tokens.once(token, season.office, partial(_record, season)).first


def test_a_failing_first_lets_the_waiting_second_do_it():
    season, token = Season(), uuid4()

    def fail():
        raise RefusedError("no")

    answers = at_once(
        partial(tokens.once, token, season.office, fail), partial(tokens.once, token, season.office, lambda: "/there")
    )
    assert any(isinstance(answer, RefusedError) or not answer.first for answer in answers)
    assert FormToken.objects.get().outcome == "/there"


def test_nobody_sends_the_form_of_somebody_else():
    token = uuid4()
    tokens.once(token, UserFactory(), lambda: "/mine")
    with pytest.raises(RefusedError):
        tokens.once(token, UserFactory(), lambda: "/yours")


def test_it_joins_a_transaction():
    user, token = UserFactory(), uuid4()
    with transaction.atomic():
        tokens.once(token, user, lambda: "/a")
        assert tokens.once(token, user, lambda: "/b") == ("/a", False)


def test_old_ones_are_forgotten():
    user, token = UserFactory(), uuid4()
    tokens.once(token, user, lambda: "/a")
    assert tokens.tokens_forget(timezone.now() - timedelta(days=1)) == 0
    assert tokens.tokens_forget(timezone.now() + timedelta(days=1)) == 1
    assert tokens.outcome_of(token, user) is None
