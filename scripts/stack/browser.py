"""A Chromium for the tests in the browser: the machine's own, else one that is fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

from scripts.stack.environment import say
from scripts.stack.paths import StackError

ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# Where playwright keeps the one that it fetched.
TELL_FETCHED = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def launch_flags() -> list[str]:
    """What Chromium is started with; it refuses its sandbox to root."""
    flags = ["--disable-gpu", "--disable-background-networking", "--no-first-run"]
    return ["--no-sandbox", *flags] if os.geteuid() == 0 else flags


def find() -> str | None:
    """The first Chromium on this machine that starts, None if there is none.

    Raises:
        StackError: CHROMIUM names one that does not start.
    """
    named = os.environ.get("CHROMIUM")
    if named:
        if not _starts(named):
            raise StackError(f"CHROMIUM is {named}, which does not start: name a Chromium that does, or unset it.")
        return named
    return next((path for path in _candidates() if _starts(path)), None)


def ensure() -> str:
    """A Chromium that starts, fetched if the machine has none.

    Raises:
        StackError: there is none, and none could be fetched.
    """
    found = find()
    for text, argv in _remedies() if found is None else ():
        say(text)
        if _done(argv) and (found := find()) is not None:
            break
    if found is None:
        raise StackError(
            "No Chromium was found for the tests in the browser, and none could be fetched. Install your system's "
            "chromium package, run `.venv/bin/python -m playwright install --with-deps chromium`, "
            "or set CHROMIUM to the program of one that you have."
        )
    return found


def _candidates() -> Iterator[str]:
    for name in ON_PATH:
        if (path := shutil.which(name)) is not None:
            yield path
    done = subprocess.run([sys.executable, "-c", TELL_FETCHED], capture_output=True, text=True, check=False)
    if path := done.stdout.strip():
        yield path


def _remedies() -> Iterator[tuple[str, list[str]]]:
    yield "Fetching a Chromium", [sys.executable, "-m", "playwright", "install", "chromium"]
    if os.geteuid() == 0 and (apt := shutil.which("apt-get")) is not None:
        patience = ("-o", "DPkg::Lock::Timeout=300")  # somebody else may be installing something
        # The one that was fetched may lack only the system's libraries; the package brings them.
        yield "Asking the system for its packages", [apt, "update", "-qq", *patience]
        yield (
            "Installing the system's Chromium",
            [apt, "install", "-y", "-qq", "--no-install-recommends", *patience, "chromium"],
        )


def _starts(path: str) -> bool:
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def _done(argv: list[str]) -> bool:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        return subprocess.run(argv, env=env, stdin=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False
