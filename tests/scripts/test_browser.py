"""Finding a Chromium for the tests in the browser, and saying what to do where there is none."""

from pathlib import Path

import pytest

from scripts.stack import browser
from scripts.stack.paths import StackError


def program(path: Path, status: int = 0) -> str:
    """A stand-in for a browser, which starts or does not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {status}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a Chromium; its PATH is the directory that is returned."""
    place = tmp_path / "a path with spaces"
    monkeypatch.setenv("PATH", str(place))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(browser, "TELL_FETCHED", f"print({str(tmp_path / 'fetched')!r})")
    monkeypatch.setattr(browser, "_remedies", lambda: iter(()))
    return place


def test_the_first_on_path_that_starts_is_taken(bare: Path) -> None:
    program(bare / "chromium", status=127)
    works = program(bare / "google-chrome")

    assert browser.ensure() == works


def test_the_one_that_is_named_goes_first(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare / "chromium")
    named = program(bare.parent / "elsewhere" / "chromium")
    monkeypatch.setenv("CHROMIUM", named)

    assert browser.ensure() == named


def test_a_named_one_that_does_not_start_is_told(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare / "chromium")
    monkeypatch.setenv("CHROMIUM", str(bare / "missing"))

    with pytest.raises(StackError, match=r"CHROMIUM is .*missing, which does not start"):
        browser.ensure()


def test_what_was_fetched_is_found(bare: Path) -> None:
    assert browser.find() is None
    fetched = program(bare.parent / "fetched")

    assert browser.find() == fetched


def test_the_next_remedy_is_tried_until_one_helps(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cure = program(bare.parent / "cure")
    Path(cure).write_text(f"#!/bin/sh\n/bin/cp '{cure}' '{bare.parent / 'fetched'}'\n")
    useless = ("useless", [program(bare.parent / "useless", status=1)])
    monkeypatch.setattr(browser, "_remedies", lambda: iter([useless, ("cure", [cure])]))

    assert browser.ensure() == str(bare.parent / "fetched")


def test_where_nothing_helps_the_text_says_what_to_do(bare: Path) -> None:
    with pytest.raises(StackError, match=r"Install your system's chromium package.*or set CHROMIUM"):
        browser.ensure()
