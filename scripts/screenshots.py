"""Take the pictures of the README from the real product, on a fresh demo season.

python -m scripts.screenshots     # what `make screenshots` calls, with services of its own
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import django
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from scripts.stack import browser
from scripts.stack.environment import say
from scripts.stack.paths import ROOT, StackError
from scripts.stack.ports import listen
from scripts.stack.processes import Child, wait_until

IMAGES = ROOT / "docs" / "images"
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 60_000  # milliseconds


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Who is one yellow card short, in which game the next is shown, and who records it."""

    player: int
    game: int
    email: str
    password: str


def _season() -> Scene:
    """Load the demo season and its accounts, and find what the pictures tell."""
    for command in (["migrate", "--no-input", "-v0"], ["createcachetable"], ["seed_demo"], ["demo_accounts"]):
        done = subprocess.run(
            [sys.executable, "manage.py", *command], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise StackError(f"manage.py {command[0]} failed:\n{done.stderr.strip()}")
    django.setup()
    from disciplinary.demo.names import ACCOUNTS  # noqa: PLC0415 - these can be imported once Django is set up
    from disciplinary.demo.people import ONE_YELLOW_SHORT_NUMBER  # noqa: PLC0415
    from disciplinary.management.commands.demo_accounts import PASSWORD  # noqa: PLC0415
    from players.choices import Role  # noqa: PLC0415
    from players.models import Player  # noqa: PLC0415
    from tournaments.models import Game  # noqa: PLC0415

    player = Player.objects.get(member_number=ONE_YELLOW_SHORT_NUMBER)
    played = Game.objects.filter(lineups__places__player=player, status="played", event__name="Orange Blossom Cup")
    game = played.latest("starts_at")
    office = next(account for account in ACCOUNTS if account.role == Role.OFFICE)
    return Scene(player=player.pk, game=game.pk, email=office.email, password=PASSWORD)


@contextmanager
def _server() -> Iterator[str]:
    """The product's web server; its address."""
    with tempfile.TemporaryDirectory(prefix="polo-screenshots-") as home, listen("127.0.0.1", 0) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = Child(
            "web server",
            [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"fd://{listener.fileno()}", "--threads", "4"],
            log=Path(home) / "web-server.log",
            cwd=ROOT,
            keep_open=[listener.fileno()],
        )
        try:
            if not wait_until(lambda: _answers(address), seconds=60, step=0.2):
                raise StackError(f"The web server did not answer. The end of its log:\n{server.log_tail()}")
            yield address
        finally:
            server.stop()


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=10):  # noqa: S310 - our own server
            return True
    except (URLError, OSError):
        return False


class Camera:
    """Takes each picture at a desk and on a phone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def take(self, name: str, *, phone_at: str | None = None) -> None:
        """Picture what the page shows; on the phone, from the element `phone_at` on."""
        self._take(f"{name}.png", DESK, None)
        self._take(f"{name}-phone.png", PHONE, phone_at)

    def _take(self, file: str, size: ViewportSize, at: str | None) -> None:
        page = self.page
        page.set_viewport_size(size)
        page.evaluate("document.activeElement?.blur()")
        page.evaluate("selector => (selector ? document.querySelector(selector) : document.body).scrollIntoView()", at)
        page.evaluate("document.fonts.ready.then(() => null)")
        page.wait_for_timeout(600)  # what moves has come to rest
        page.screenshot(path=IMAGES / file, animations="disabled", caret="hide")
        print(f"  {(IMAGES / file).relative_to(ROOT)}  {(IMAGES / file).stat().st_size // 1000} kB", flush=True)


def _take_all(page: Page, scene: Scene) -> None:
    camera = Camera(page)
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(scene.email)
    page.locator("[name=password]").fill(scene.password)
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/admin/")

    page.goto(f"/admin/disciplinary/incident/add/?game={scene.game}")
    page.locator(f"#id_side_player option[value$=':{scene.player}']").evaluate("option => { option.selected = true }")
    page.locator("#id_category").select_option("arguing")
    page.locator("input[name=shown][value=YY]").check()
    expect(page.locator("#forecast-body [name=reviewed]")).to_have_count(1)
    camera.take("incident-form", phone_at="#forecast")

    page.locator("[name=_save]").click()
    page.wait_for_url("**/admin/disciplinary/incident/")
    camera.take("incidents")
    page.goto(f"/admin/players/player/{scene.player}/change/")
    camera.take("player")
    page.goto("/admin/disciplinary/suspension/")
    camera.take("suspensions")


def main() -> int:
    """Take them all; 1 if something was missing."""
    if not os.environ.get("DATABASE_URL"):
        print("The pictures are taken on a database of their own: use `make screenshots`.", file=sys.stderr)
        return 1
    try:
        program = browser.ensure()
        say("Loading a demo season")
        scene = _season()
        IMAGES.mkdir(parents=True, exist_ok=True)
        with _server() as address, sync_playwright() as playwright:
            say("Taking pictures")
            chromium = playwright.chromium.launch(executable_path=program, args=browser.launch_flags())
            context = chromium.new_context(base_url=address, locale="en-US", viewport=DESK, color_scheme="light")
            context.set_default_timeout(PATIENCE)
            expect.set_options(timeout=PATIENCE)
            _take_all(context.new_page(), scene)
            chromium.close()
    except StackError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
