"""A real Chromium, a season in the database, and pages that must not complain."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from disciplinary.rule33.scenario import read_text
from players.models import User
from scripts.stack import browser as chromium
from tests.disciplinary.rows import Rows
from tests.factories import OfficeUserFactory

PATIENCE = 30_000  # milliseconds: a machine that is busy with other things is slow, not wrong

SEASON = """
title: Four low-goal yellows, and a game just played
now: 2026-02-14 18:00
events:
  Winter League: {kind: club, goals: 8, published: 2025-11-01 09:00, starts: 2026-01-01, ends: 2026-12-31}
entries:
  - {event: Winter League, team: Los Robles, roster: [Ana Ibáñez, Ben O'Hara, Cid]}
  - {event: Winter League, team: Red Hills, roster: [Dora Quinn]}
  - {event: Winter League, team: Blue Lake, roster: [Emil Ek]}
games:
  g1: {event: Winter League, at: 2026-01-10 14:00, teams: [Los Robles, Red Hills], status: played}
  g2: {event: Winter League, at: 2026-01-17 14:00, teams: [Los Robles, Red Hills], status: played}
  g3: {event: Winter League, at: 2026-02-14 14:00, teams: [Los Robles, Red Hills], status: played,
       lineups: {Los Robles: [Ana Ibáñez, Ben O'Hara]}, substitutes: {Los Robles: [Cid]}}
  g4: {event: Winter League, at: 2026-02-21 14:00, teams: [Los Robles, Red Hills]}
  g5: {event: Winter League, at: 2026-02-22 14:00, teams: [Blue Lake, Red Hills]}
incidents:
  i1: {game: g1, player: Ana Ibáñez, team: Los Robles, cards: Y}
  i2: {game: g1, player: Ana Ibáñez, team: Los Robles, cards: Y}
  i3: {game: g2, player: Ana Ibáñez, team: Los Robles, cards: Y}
  i4: {game: g2, player: Ana Ibáñez, team: Los Robles, cards: Y}
"""


@pytest.fixture(scope="package")
def browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    """One Chromium for all tests of this directory, fetched if the machine has none."""
    capture = pytestconfig.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():  # fetching takes its time: say so at once
        program = chromium.ensure()
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright's own loop runs in this thread, though nothing here is asynchronous.
        patch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        expect.set_options(timeout=PATIENCE)
        started = playwright.chromium.launch(executable_path=program, args=chromium.launch_flags(), timeout=PATIENCE)
        yield started
        started.close()


@pytest.fixture
def rows(transactional_db: None) -> Iterator[Rows]:
    """The season, on the evening of its third game."""
    scenario = read_text(SEASON)
    with time_machine.travel(scenario.now, tick=True):
        yield Rows(scenario.facts).save(1)


@pytest.fixture
def olga(rows: Rows) -> User:
    """A member of the office; her password is "secret"."""
    return OfficeUserFactory(email="olga@example.org", name="Olga Office")


class Desk:
    """The browser of one person; it remembers whatever a page complains of."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.complaints: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: self._console(message.type, message.text))
        context.on("weberror", lambda error: self.complaints.append(f"page error: {error.error}"))
        context.on("requestfailed", lambda request: self._failed(request.url, request.failure))
        context.on("response", lambda response: self._answered(response.url, response.status))

    def _console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(f"console {kind}: {text}")

    def _failed(self, url: str, failure: str | None) -> None:
        # A page that is left gives up what it was still waiting for.
        if failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed: {url} {failure}")

    def _answered(self, url: str, status: int) -> None:
        if status >= 400:
            self.complaints.append(f"{status}: {url}")

    def sign_in(self, user: User) -> None:
        """Let this browser be signed in, without the sign-in page."""
        client = Client()
        client.force_login(user)
        value = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": self.base}])

    def page(self, address: str = "/") -> Page:
        """A new tab."""
        page = self.context.new_page()
        page.goto(address)
        return page

    base = ""


@pytest.fixture
def desk(browser: Browser, live_server: Any) -> Iterator[Callable[..., Desk]]:
    """Makes browsers for people; at the end, none of their pages may have complained."""
    desks: list[Desk] = []

    def make(user: User | None = None, **options: Any) -> Desk:
        options = {"viewport": {"width": 1440, "height": 900}, "locale": "en-US"} | options
        made = Desk(browser.new_context(base_url=live_server.url, **options))
        made.base = live_server.url
        if user is not None:
            made.sign_in(user)
        desks.append(made)
        return made

    yield make
    for made in desks:
        made.context.close()
    complaints = [line for made in desks for line in made.complaints]
    assert not complaints, "\n".join(complaints)
