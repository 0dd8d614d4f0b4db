"""What a reader of Spanish reads: sentences composed of several translated parts, written out by hand."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import formats, translation

from disciplinary import sentences, wording
from disciplinary.rule33.scenario import read, read_text
from disciplinary.selectors.forecast import Count
from disciplinary.selectors.suspensions import suspensions_shown
from disciplinary.story import tell
from disciplinary.story.teller import players_of
from scripts.compile_messages import compile_all
from tests.disciplinary.rows import Rows

SCENARIOS = Path(__file__).parents[1] / "rule33" / "scenarios"
PREVAILS = "Prevalece el texto original de la Regla 33 en inglés."

SEASON = """
title: A red card, its serving game not yet approved
now: 2026-01-12 12:00
events:
  winter: {kind: uspa, goals: 8, published: 2025-11-01 09:00, starts: 2026-01-01, ends: 2026-02-28}
entries:
  - {event: winter, team: Los Robles, roster: [Ana Ibáñez]}
  - {event: winter, team: Pampa, roster: [Dora]}
games:
  g1: {event: winter, at: 2026-01-10 14:00, teams: [Los Robles, Pampa], status: played}
  g2: {event: winter, at: 2026-01-17 14:00, teams: [Pampa, Los Robles]}
incidents:
  i1: {game: g1, player: Ana Ibáñez, team: Los Robles, cards: R}
"""


@pytest.fixture(autouse=True)
def spanish() -> Iterator[None]:
    compile_all()
    with translation.override("es"):
        yield


def story(scenario: str, player: str = "ana") -> list[str]:
    """The lines of a golden scenario's story, without their indentation."""
    read_in = read(SCENARIOS / f"{scenario}.yaml")
    text = tell(read_in.facts, player, read_in.now, read_in.tz)
    return [line.strip() for line in text.splitlines()]


def test_a_red_card_and_where_it_is_served() -> None:
    lines = story("red_card_approval_missing")
    for sentence in (
        (
            "Sábado 10 de enero de 2026, 14:00 EST: partido g1, red contra blue, en winter "
            "(Evento USPA, 8 goles, Low Goal)."
        ),
        "ana, jugando para red, recibió una tarjeta roja (i1).",
        (
            "La primera infracción del partido, una tarjeta roja: un penal, fuera por el resto del partido, sin "
            "suplente durante los 4 minutos de juego siguientes y después con uno (Regla 33(b)(2)(i), tarjeta roja)."
        ),
        "El Chief Operating Officer presenta automáticamente una Denuncia por Violación de Conducta.",
        (
            "1. Por la tarjeta roja durante el partido g1 (red contra blue) del sábado 10 de enero de 2026: "
            "un partido completo, permitiéndose un suplente."
        ),
        "Falta la aprobación por el Comité Ejecutivo; las tres deben darse antes de que comience el partido.",
        "ana debe asistir y comunicar su presencia a los Umpires antes y después del partido.",
    ):
        assert sentence in lines


def test_accumulated_cards_take_feminine_ordinals() -> None:
    lines = story("eighth_yellow_of_tier_and_all")
    for sentence in (
        (
            "La segunda infracción del partido: un penal, y fuera durante los 2 minutos de juego siguientes, sin "
            "suplente (Regla 33(b)(1)(b), segunda infracción)."
        ),
        "Fue la quinta tarjeta amarilla en Low Goal en enero–febrero de 2026.",
        (
            "3. Por la octava tarjeta amarilla en todos los niveles en enero–febrero de 2026, durante el partido g5 "
            "(red contra blue) del jueves 15 de enero de 2026: un partido completo, permitiéndose un suplente."
        ),
        "8 tarjetas amarillas en Low Goal en enero–febrero de 2026; la décima suspende.",
        "8 tarjetas amarillas en todos los niveles en el año calendario 2026; la decimosexta suspende.",
    ):
        assert sentence in lines


def test_box_time_and_the_carried_yellow() -> None:
    lines = story("box_time_and_carried_yellow")
    for sentence in (
        (
            "Suspensión 1: el siguiente partido comienza en el penalty box, por el tiempo restante de "
            "1 minuto y 15 segundos."
        ),
        "ana puede jugar y comienza con la condición de una tarjeta amarilla: su próxima infracción es la segunda.",
        (
            "Suspensión 2: comenzar el partido g2 (red contra blue) del sábado 17 de enero de 2026 con la condición de "
            "una tarjeta amarilla."
        ),
    ):
        assert sentence in lines


def test_why_a_game_served_nothing() -> None:
    assert (
        "No sirvió para cumplir la suspensión 1, porque faltaba antes de su comienzo la aprobación por "
        "el Comité Organizador del Torneo."
    ) in story("approved_too_late")


def test_a_suspension_in_default() -> None:
    lines = story("lapsed_after_thirteen_months")
    assert (
        "Está en incumplimiento: el plazo para cumplirla terminó, sigue pendiente y está ante el Comité Ejecutivo."
        in lines
    )
    assert "El último día fue el domingo 28 de febrero de 2027." in lines


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml")), ids=lambda path: path.stem)
def test_parts_join_as_spanish_contracts_them(path: Path) -> None:
    scenario = read(path)
    for player in players_of(scenario.facts):
        text = tell(scenario.facts, player, scenario.now, scenario.tz)
        assert not re.findall(r"\b(?:de|a) el\b|\bthe\b|\band\b|%\(", text)


def test_small_sentences() -> None:
    assert wording.day(date(2026, 1, 10)) == "sábado 10 de enero de 2026"
    assert wording.moment(datetime(2026, 7, 4, 19, 30, tzinfo=UTC), "America/New_York") == (
        "sábado 4 de julio de 2026, 15:30 EDT"
    )
    assert [wording.ordinal(number) for number in (3, 12, 16, 17)] == ["tercera", "duodécima", "decimosexta", "17.ª"]
    assert formats.date_format(date(2026, 12, 5), "DATE_FORMAT") == "5 dic 2026"
    count = Count(name="", count=6, mark=8, reached=(5,))
    assert count.text == "6 tarjetas amarillas: la quinta suspende"


@pytest.mark.django_db
def test_a_stored_suspension_in_sentences(client: Client, django_user_model) -> None:
    scenario = read_text(SEASON)
    with time_machine.travel(scenario.now, tick=False):
        Rows(scenario.facts).save(1)
        suspension = suspensions_shown().get()
        game = "el partido contra Pampa del sábado 17 de enero de 2026, 14:00 EST"
        assert sentences.headline(suspension) == f"Suspensión para {game}."
        assert sentences.deadlines(suspension) == (
            "Cumplir a más tardar el domingo 10 de enero de 2027. Después, solo en un partido aprobado por el comité, "
            "hasta el miércoles 10 de febrero de 2027."
        )
        client.force_login(django_user_model.objects.create_superuser("office@example.org", "x", name="Olga"))
        page = reverse("admin:disciplinary_suspension_change", args=[suspension.pk])
        html = client.get(page, headers={"Accept-Language": "es"}).content.decode()
    assert "Partido de cumplimiento" in html
    assert PREVAILS in html


@pytest.mark.django_db
def test_the_menu_of_the_office_is_in_spanish(client: Client, django_user_model) -> None:
    client.force_login(django_user_model.objects.create_superuser("office@example.org", "x", name="Olga"))

    html = client.get(reverse("admin:index"), headers={"Accept-Language": "es"}).content.decode()

    for text in ("Series de eventos", "Inscripciones", "Solicitudes de aprobación", "Resoluciones", "Por resolver"):
        assert text in html
    english = client.get(reverse("admin:index"), headers={"Accept-Language": "en"}).content.decode()
    assert "The English text of Rule 33 prevails" not in english


@pytest.mark.django_db
def test_public_pages_say_that_english_prevails(client: Client) -> None:
    assert PREVAILS in client.get("/", headers={"Accept-Language": "es"}).content.decode()
    assert "prevails" not in client.get("/", headers={"Accept-Language": "en"}).content.decode()
