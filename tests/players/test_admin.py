"""Office pages about people, and what every office page has in common."""

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils.translation import override

from players.admin.stale import VERSION
from players.choices import Role
from players.models import Handicap, Player, User
from tests.factories import (
    ClubFactory,
    EntryFactory,
    EventFactory,
    EventSeriesFactory,
    GameFactory,
    HandicapFactory,
    LineupFactory,
    OfficeUserFactory,
    PlayerFactory,
    TeamFactory,
    UmpireFactory,
    UserFactory,
)
from tests.office import form_data, query_count, url

pytestmark = pytest.mark.django_db

FACTORIES = {
    "players.user": UserFactory,
    "players.club": ClubFactory,
    "players.player": PlayerFactory,
    "tournaments.eventseries": EventSeriesFactory,
    "tournaments.event": EventFactory,
    "tournaments.entry": EntryFactory,
    "tournaments.team": TeamFactory,
    "tournaments.umpire": UmpireFactory,
    "tournaments.game": GameFactory,
}
OFFICE_APPS = ("players", "tournaments")


@pytest.fixture
def office(client):
    client.force_login(OfficeUserFactory())
    return client


def registered():
    return sorted(model._meta.label_lower for model in admin.site._registry if model._meta.app_label in OFFICE_APPS)


def test_every_model_has_its_factory_here():
    assert registered() == sorted(FACTORIES)


@pytest.mark.parametrize("label", sorted(FACTORIES))
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_office_opens_every_page(office, label, language):
    row = FACTORIES[label]()
    with override(language):
        pages = [
            url(label, "changelist"),
            url(label, "add"),
            url(label, "change", row.pk),
            url(label, "history", row.pk),
        ]
        for page in pages:
            assert office.get(page, headers={"accept-language": language}).status_code == 200, page
        assert office.get(url(label, "changelist"), {"q": "a"}).status_code == 200


@pytest.mark.parametrize("label", sorted(FACTORIES))
@pytest.mark.parametrize("is_staff", [False, True])
def test_a_player_opens_none(client, label, is_staff):
    row = FACTORIES[label]()
    client.force_login(UserFactory(roles=[Role.PLAYER, Role.UMPIRE], is_staff=is_staff))
    for page in (url(label, "changelist"), url(label, "add"), url(label, "change", row.pk)):
        assert client.get(page).status_code in (302, 403, 404)
    assert client.post(url(label, "add"), {"name": "x"}).status_code in (302, 403, 404)


def test_an_inactive_member_of_the_office_may_do_nothing():
    user = OfficeUserFactory(is_active=False)
    assert not user.has_perm("players.view_player")
    assert not user.has_module_perms("players")


@pytest.mark.parametrize("label", sorted(FACTORIES))
def test_lists_take_the_same_number_of_queries(office, label):
    page = url(label, "changelist")
    FACTORIES[label]()
    office.get(page)
    one = query_count(office, page)
    for _ in range(19):
        FACTORIES[label]()
    assert query_count(office, page) == one <= 14


def test_a_player_page_takes_the_same_number_of_queries(office):
    player = PlayerFactory(club=ClubFactory(), user=UserFactory())
    counts = []
    for size in (1, 20):
        while player.handicaps.count() < size:
            HandicapFactory(player=player, from_day=f"2026-01-{player.handicaps.count() + 1:02}")
        counts.append(query_count(office, url("players.player", "change", player.pk)))
    assert counts[0] == counts[1]


def test_a_player_is_entered_with_handicaps(office):
    page = office.get(url("players.player", "add"))
    data = form_data(page, member_number="48213", name="  Pen\u0303a  Jr. ", family_name="Peña")
    data |= {
        "handicaps-TOTAL_FORMS": "1",
        "handicaps-0-goals": "0",
        "handicaps-0-from_day": "2026-01-01",
    }
    response = office.post(url("players.player", "add"), data)
    assert response.status_code == 302, response.context["errors"]
    player = Player.objects.get()
    assert player.name == "Peña Jr."
    assert [h.goals for h in player.handicaps.all()] == [0]
    assert player.history.get().pgh_context.metadata["user"] == User.objects.get(is_staff=True).pk


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"member_number": ""}, "This field is required"),
        ({"member_number": "4 8"}, "no spaces"),
        ({"member_number": "1"}, "already has this member number"),
        ({"name": " \u200b "}, "cannot be blank"),
        ({"name": "N" * 151}, "at most 150"),
        ({"birth_date": "yesterday"}, "Enter a valid date"),
        ({"email": "nobody"}, "valid email"),
        ({"club": "999999"}, "Select a valid choice"),
    ],
)
def test_bad_input_is_named_at_its_field_and_nothing_is_saved(office, changes, message):
    PlayerFactory(member_number="1")
    page = office.get(url("players.player", "add"))
    data = form_data(page, member_number="2", name="Ana") | changes
    response = office.post(url("players.player", "add"), data)
    assert response.status_code == 200
    field = next(iter(changes))
    assert message in str(response.context["adminform"].form.errors[field])
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("PENA", True),
        ("ana peña", True),
        ("peña ana", True),
        ("482", True),
        ("pena 48213", True),
        ("213", False),
        ("pena x", False),
    ],
)
def test_search_in_lists_and_suggestions(office, query, found):
    player = PlayerFactory(name="Ana Peña", member_number="48213")
    PlayerFactory.create_batch(2)
    page = office.get(url("players.player", "changelist"), {"q": query})
    assert (player in page.context["cl"].result_list) is found
    suggestions = office.get(
        reverse("admin:autocomplete"),
        {"term": query, "app_label": "tournaments", "model_name": "rosterplace", "field_name": "player"},
    ).json()["results"]
    assert (str(player.pk) in [one["id"] for one in suggestions]) is found


def test_nothing_is_deleted_in_bulk(office):
    club = ClubFactory()
    page = office.get(url("players.club", "changelist"))
    assert "delete_selected" not in page.content.decode()
    office.post(
        url("players.club", "changelist"), {"action": "delete_selected", "_selected_action": club.pk, "post": "yes"}
    )
    club.refresh_from_db()


def test_only_what_nothing_refers_to_can_be_deleted(office):
    club = ClubFactory()
    PlayerFactory(club=club)
    assert office.post(url("players.club", "delete", club.pk), {"post": "yes"}).status_code in (200, 403)
    club.refresh_from_db()
    free = ClubFactory()
    office.post(url("players.club", "delete", free.pk), {"post": "yes"})
    assert free.history.latest("pgh_id").pgh_label == "delete"


def test_accounts_are_never_deleted(office):
    assert office.get(url("players.user", "delete", UserFactory().pk)).status_code == 403


class TestTwoPeopleAtOneForm:
    """The second to save is told who changed what, sees both versions, and may save again."""

    def pages(self, client, player):
        first, second = OfficeUserFactory(name="Ana"), OfficeUserFactory(name="Ben")
        client.force_login(first)
        mine = form_data(client.get(url("players.player", "change", player.pk)))
        client.force_login(second)
        theirs = form_data(client.get(url("players.player", "change", player.pk)))
        client.force_login(first)
        client.post(url("players.player", "change", player.pk), mine | {"name": "Saved first", "language": "es"})
        client.force_login(second)
        return theirs

    def test_the_second_is_told(self, client):
        player = PlayerFactory(name="Before")
        theirs = self.pages(client, player)
        response = client.post(url("players.player", "change", player.pk), theirs | {"name": "Saved second"})
        assert response.status_code == 200
        text = response.content.decode()
        assert "Ana changed this at" in text
        assert "Nothing of yours has been saved" in text
        table = text[text.index("Your version") :].partition("</table>")[0]
        for shown in ("Saved first", "Saved second", "English", "Spanish"):
            assert shown in table
        assert "Member number" not in table
        player.refresh_from_db()
        assert player.name == "Saved first"

    def test_and_may_save_again(self, client):
        player = PlayerFactory(name="Before")
        theirs = self.pages(client, player)
        page = client.post(url("players.player", "change", player.pk), theirs | {"name": "Saved second"})
        again = form_data(page)
        assert again[VERSION] != theirs[VERSION]
        assert client.post(url("players.player", "change", player.pk), again).status_code == 302
        player.refresh_from_db()
        assert player.name == "Saved second"

    def test_a_change_in_an_inline_counts(self, client):
        player = PlayerFactory()
        client.force_login(OfficeUserFactory())
        data = form_data(client.get(url("players.player", "change", player.pk)))
        Handicap.objects.create(player=player, goals=1, from_day="2026-01-01")
        response = client.post(url("players.player", "change", player.pk), data)
        assert response.status_code == 200
        assert "This was changed at" in response.content.decode()

    def test_names_are_escaped(self, client):
        player = PlayerFactory(name="Before")
        theirs = self.pages(client, player)
        response = client.post(url("players.player", "change", player.pk), theirs | {"name": "<script>x</script>"})
        assert "<script>x" not in response.content.decode()

    def test_an_unchanged_row_is_saved(self, office):
        player = PlayerFactory()
        data = form_data(office.get(url("players.player", "change", player.pk)), name="Renamed")
        assert office.post(url("players.player", "change", player.pk), data).status_code == 302
        player.refresh_from_db()
        assert player.name == "Renamed"

    def test_a_form_without_its_version_is_stale(self, office):
        player = PlayerFactory(name="Before")
        data = form_data(office.get(url("players.player", "change", player.pk)), name="After")
        del data[VERSION]
        assert office.post(url("players.player", "change", player.pk), data).status_code == 200
        player.refresh_from_db()
        assert player.name == "Before"

    def test_a_row_that_is_gone(self, office):
        club = ClubFactory()
        data = form_data(office.get(url("players.club", "change", club.pk)))
        club.delete()
        assert office.post(url("players.club", "change", club.pk), data).status_code == 302


class TestAccounts:
    def test_the_office_makes_accounts_and_gives_roles(self, office):
        data = {"email": "Umpire@Example.com", "name": "Ume Pire", "language": "es", "usable_password": "false"}
        response = office.post(url("players.user", "add"), data)
        assert response.status_code == 302, response.context["errors"]
        user = User.objects.get(email="umpire@example.com")
        assert not user.has_usable_password()
        page = office.get(url("players.user", "change", user.pk))
        assert "USPA Umpires LLC" in page.content.decode()
        group = page.context["adminform"].form.fields["groups"].queryset.get(name=Role.UMPIRE)
        response = office.post(url("players.user", "change", user.pk), form_data(page, groups=[group.pk]))
        assert response.status_code == 302, response.context["errors"]
        assert list(user.groups.all()) == [group]

    def test_the_office_makes_no_superusers(self, office):
        user = UserFactory()
        page = office.get(url("players.user", "change", user.pk))
        office.post(url("players.user", "change", user.pk), form_data(page, is_superuser="on"))
        user.refresh_from_db()
        assert not user.is_superuser

    def test_nor_touches_their_accounts(self, office):
        root = User.objects.create_superuser("root@example.com", "secret", name="Root")
        page = office.get(url("players.user", "change", root.pk))
        assert VERSION not in page.context["adminform"].form.fields
        assert office.post(url("players.user", "change", root.pk), {"name": "x"}).status_code == 403
        change_password = reverse("admin:auth_user_password_change", args=[root.pk])
        assert office.post(change_password, {"password1": "x", "password2": "x"}).status_code == 403

    def test_a_superuser_does(self, client):
        root = User.objects.create_superuser("root@example.com", "secret", name="Root")
        client.force_login(root)
        page = client.get(url("players.user", "change", root.pk))
        assert client.post(url("players.user", "change", root.pk), form_data(page, name="New")).status_code == 302
        root.refresh_from_db()
        assert root.name == "New"


def test_players_of_suggested_roster_come_first(office):
    for name in ("Aa", "Bb", "Cc"):
        player = PlayerFactory(name=name, family_name=name)
    entry = EntryFactory(roster=[player])
    suggestions = office.get(
        reverse("admin:autocomplete"),
        {
            "term": "",
            "entry": entry.pk,
            "app_label": "tournaments",
            "model_name": "lineupplace",
            "field_name": "player",
        },
    ).json()["results"]
    assert [one["text"][:2] for one in suggestions] == ["Cc", "Aa", "Bb"]
    assert LineupFactory().places.count() == 0
