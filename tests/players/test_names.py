"""Names stay as people write them, and are found however they are typed."""

import unicodedata

import pytest
from django.db import IntegrityError, connection, transaction

from players.models import Player
from players.names import clean_name
from tests.factories import ClubFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db

NAMES = [
    "Adolfo Cambiaso",
    "María Peña",
    "François Lefèvre",
    "Søren Kjær",
    "Jürgen Groß",
    "Hilario de la Cruz y Ulloa",
    "Robert E. Lee Jr.",
    "Charles Windsor III",
    "Pelé",
    "Ng",
    "Siobhán O’Brien-Ní Dhomhnaill",
    "Łukasz Żółć",
    "Дмитрий Иванов",
    "李小龙",
    "X" * 60,
    "Juan Martín " + "de los Ángeles " * 3 + "Sáenz",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_kept_as_written(name):
    player = PlayerFactory(name=name)
    player.full_clean()
    assert Player.objects.get(pk=player.pk).name == name


@pytest.mark.parametrize("name", NAMES)
def test_a_decomposed_name_becomes_composed(name):
    player = PlayerFactory(name=unicodedata.normalize("NFD", name))
    assert player.name == name
    assert Player.objects.get(pk=player.pk).name == name


def test_update_composes_too():
    player = PlayerFactory()
    Player.objects.filter(pk=player.pk).update(name="  Pen\u0303a\u00a0\tJosé ")
    player.refresh_from_db()
    assert player.name == "Peña José"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two   spaces ", "two spaces"),
        ("no\u00adsoft\u200bbreaks\ufeff", "nosoftbreaks"),
        ("a\x00b\x07", "ab"),
        ("line\nbreak", "line break"),
        (" ", ""),
        ("", ""),
        ("O'Brien", "O'Brien"),
    ],
)
def test_clean_name(typed, kept):
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "raw", ["Pen\u0303a", " Peña", "Peña ", "", " "], ids=["NFD", "before", "after", "empty", "blank"]
)
@pytest.mark.parametrize("table", ["players_player", "players_club", "players_user"])
def test_the_database_refuses_other_forms(raw, table):
    PlayerFactory(), ClubFactory(), UserFactory()
    with pytest.raises(IntegrityError, match="is_clean"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET name = %s", [raw])


@pytest.mark.parametrize(
    ("name", "search"),
    [
        ("María Peña", "pena"),
        ("Maria Pena", "PEÑA"),
        ("María Peña", "pen\u0303a"),
        ("Søren Kjær", "soren kjaer"),
        ("Jürgen Groß", "gross"),
        ("François Lefèvre", "francois"),
        ("Siobhán O’Brien", "o'brien"),
        ("Łukasz Żółć", "zolc"),
        ("Pelé", "  pele  "),
        ("100% Sure", "100%"),
    ],
)
def test_found_without_accents(name, search):
    PlayerFactory(name="Somebody Else")
    player = PlayerFactory(name=name)
    assert list(Player.objects.filter(search_name__folded_contains=search)) == [player]


@pytest.mark.parametrize("search", ["%", "_", "\\", "＼", "％"])
def test_signs_of_patterns_are_ordinary_characters(search):
    PlayerFactory(name="Anybody")
    assert not Player.objects.filter(search_name__folded_contains=search).exists()


def test_the_search_uses_its_index():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    plan = Player.objects.filter(search_name__folded_contains="pena").order_by().explain()
    assert "player_search" in plan


def test_players_are_sorted_without_accents_by_family_name():
    for name, family in [("Zoe Álvarez", "Álvarez"), ("Pelé", ""), ("Ana Zárate", "Zárate"), ("Bo Alvarez", "Alvarez")]:
        PlayerFactory(name=name, family_name=family)
    assert [p.name for p in Player.objects.all()] == ["Bo Alvarez", "Zoe Álvarez", "Pelé", "Ana Zárate"]


def test_the_search_column_follows_the_name():
    player = PlayerFactory(name="Ana Núñez")
    assert player.search_name == "ana nunez"
    player.name = "Ana Ibáñez"
    player.save()
    assert player.search_name == "ana ibanez"


def test_folding_needs_no_search_path():
    """So that a restored dump, which begins with an empty one, can build columns and indexes."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL search_path = ''")
        cursor.execute("SELECT public.fold('Peña Groß')")
        assert cursor.fetchone() == ("pena gross",)
