"""What a fault leaves in the logs."""

import json
import logging
import logging.config
from collections.abc import Iterator

import pytest

from config.settings.logs import logging as configuration


@pytest.fixture
def _restored() -> Iterator[None]:
    root, django = logging.getLogger(), logging.getLogger("django")
    before = root.handlers[:], root.level, django.handlers[:], django.propagate, django.level
    yield
    root.handlers, root.level, django.handlers, django.propagate, django.level = before


@pytest.mark.usefixtures("_restored")
def test_machines_read_a_fault_as_one_line_with_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(configuration(for_machines=True))
    try:
        1 / 0  # noqa: B018
    except ZeroDivisionError:
        logging.getLogger("django.request").exception("Internal Server Error: %s", "/page/")

    lines = capsys.readouterr().err.strip().splitlines()

    assert len(lines) == 1
    told = json.loads(lines[0])
    assert told["event"] == "Internal Server Error: /page/"
    assert told["level"] == "error"
    assert "ZeroDivisionError" in told["exception"]


@pytest.mark.usefixtures("_restored")
def test_people_read_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(configuration(for_machines=False))

    logging.getLogger("office").warning("A player plays while suspended")

    assert "A player plays while suspended" in capsys.readouterr().err
