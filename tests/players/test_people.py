"""Accounts, handicaps, and what the database holds about people."""

from datetime import date

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import IntegrityError, ProgrammingError, transaction
from django.db.models import ProtectedError

from players.choices import Role
from players.models import Handicap, Player, User, UserRoleHistory
from players.selectors import handicap_on, handicaps_on, players_named, users_with_role
from tests.factories import ClubFactory, HandicapFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db


def refused(write, *args, match, **kwargs):
    with pytest.raises(IntegrityError, match=match), transaction.atomic():
        write(*args, **kwargs)


def test_people_sign_in_by_e_mail_whatever_its_capitals():
    user = UserFactory(email="Ana.Diaz@Example.com")
    assert user.email == "ana.diaz@example.com"
    assert authenticate(username="ANA.diaz@example.COM ", password="secret") == user
    assert authenticate(username="ana.diaz@example.com", password="wrong") is None


def test_an_address_has_one_account():
    UserFactory(email="ana@example.com")
    refused(User.objects.bulk_create, [User(email="ANA@example.com", name="Ana")], match="user_email_once")
    with pytest.raises(ValidationError) as error:
        User(email="Ana@example.com", name="Ana", password="x").full_clean()
    assert "already exists" in str(error.value)


def test_an_account_needs_an_address():
    with pytest.raises(ValueError, match="e-mail"):
        User.objects.create_user("", name="Nobody")


def test_create_superuser_may_do_everything():
    user = User.objects.create_superuser("root@example.com", "secret", name="Root")
    assert user.is_staff
    assert user.has_perm("players.change_user", user)


def test_every_role_has_its_group():
    assert set(Group.objects.values_list("name", flat=True)) >= set(Role.values)


def test_users_with_role_are_active_and_named_once():
    both = UserFactory(roles=[Role.COO, Role.CHAIRMAN])
    UserFactory(roles=[Role.COO], is_active=False)
    UserFactory(roles=[Role.UMPIRE])
    assert list(users_with_role(Role.COO, Role.CHAIRMAN)) == [both]


def test_history_shows_who_got_which_role():
    user = UserFactory(roles=[Role.OFFICE])
    user.groups.clear()
    rows = UserRoleHistory.objects.filter(user=user).order_by("pgh_id")
    assert [row.pgh_label for row in rows] == ["insert", "delete"]


def test_history_keeps_no_password():
    user = UserFactory()
    User.objects.filter(pk=user.pk).update(password="other", name="Other")
    row = user.history.latest("pgh_id")
    assert row.name == "Other"
    assert not hasattr(row, "password")


def test_history_sees_update_and_delete_and_cannot_be_changed():
    player = PlayerFactory(name="Ana")
    Player.objects.filter(pk=player.pk).update(name="Anna")
    Player.objects.filter(pk=player.pk)._raw_delete("default")
    rows = player.history.order_by("pgh_id")
    assert [(row.pgh_label, row.name) for row in rows] == [
        ("insert", "Ana"),
        ("update", "Anna"),
        ("delete", "Anna"),
    ]
    for write in (rows.delete, lambda: rows.update(name="Nobody")):
        with pytest.raises(ProgrammingError, match="Cannot update or delete"), transaction.atomic():
            write()


@pytest.mark.parametrize("goals", [-3, 11])
def test_a_handicap_is_in_range(goals):
    handicap = HandicapFactory()
    refused(Handicap.objects.update, goals=goals, match="handicap_goals_in_range")
    handicap.goals = goals
    with pytest.raises(ValidationError):
        handicap.full_clean()


@pytest.mark.parametrize("goals", [-2, 0, 10])
def test_a_handicap_at_the_ends_of_its_range(goals):
    handicap = HandicapFactory(goals=goals)
    handicap.full_clean()
    assert handicap_on(handicap.player, date(2026, 1, 1)) == goals


def test_one_handicap_a_day():
    handicap = HandicapFactory()
    refused(HandicapFactory, player=handicap.player, from_day=handicap.from_day, match="handicap_one_per_day")


def test_the_handicap_of_a_day():
    player = PlayerFactory()
    HandicapFactory(player=player, goals=3, from_day=date(2026, 1, 1))
    HandicapFactory(player=player, goals=0, from_day=date(2026, 6, 1))
    assert handicap_on(player, date(2025, 12, 31)) is None
    assert handicap_on(player, date(2026, 5, 31)) == 3
    assert handicap_on(player.pk, date(2026, 6, 1)) == 0


def test_handicaps_of_many_players_take_one_query(django_assert_num_queries):
    players = [HandicapFactory(goals=n).player for n in range(5)]
    none_yet = PlayerFactory()
    with django_assert_num_queries(1):
        found = handicaps_on([p.pk for p in [*players, none_yet]], date(2026, 3, 1))
    assert found == {p.pk: n for n, p in enumerate(players)}


def test_a_member_number_is_one_word_and_unique():
    player = PlayerFactory(member_number="48213")
    refused(PlayerFactory, member_number="48213", match="member_number")
    refused(Player.objects.update, member_number="48 213", match="one_word")
    player.member_number = "48 213"
    with pytest.raises(ValidationError, match="no spaces"):
        player.full_clean()


@pytest.mark.parametrize("field", ["language"])
def test_unknown_codes_are_refused(field):
    PlayerFactory()
    refused(Player.objects.update, **{field: "xx"}, match="language_known")


def test_the_same_club_is_not_kept_twice():
    ClubFactory(name="Grand Champions", city="Wellington", state="FL")
    refused(ClubFactory, name="GRAND champions", city="wellington", state="fl", match="club_once")
    ClubFactory(name="Grand Champions", city="Aiken", state="SC")


def test_what_is_referred_to_cannot_be_deleted():
    player = PlayerFactory(club=ClubFactory(), user=UserFactory())
    HandicapFactory(player=player)
    for row in (player, player.club, player.user):
        with pytest.raises(ProtectedError):
            row.delete()


@pytest.mark.parametrize(
    ("search", "found"),
    [("pena 482", True), ("482 ana", True), ("ana lopez", False), ("213", False), ("", True)],
)
def test_players_named(search, found):
    player = PlayerFactory(name="Ana María Peña", member_number="48213")
    assert (player in players_named(search)) is found
