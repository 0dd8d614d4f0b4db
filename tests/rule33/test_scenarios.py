"""Every golden scenario: what Rule 33 makes of a small season, and the way from file to facts and back."""

from pathlib import Path

import pytest

from disciplinary.rule33.facts import Approval, MarkKey, Seat, Window
from disciplinary.rule33.scenario import Scenario, check, read, read_text, replay, write

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.yaml"))


@pytest.fixture(params=SCENARIOS, ids=lambda path: path.stem)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return read(request.param)


def test_there_are_scenarios() -> None:
    assert len(SCENARIOS) >= 45


def test_answer(scenario: Scenario) -> None:
    assert scenario.expect is not None
    assert check(scenario.expect, replay(scenario)) == []


def test_written_and_read_back_it_is_the_same_season(scenario: Scenario) -> None:
    again = read_text(write(scenario))
    assert again.facts == scenario.facts
    assert (again.now, again.tz, again.title) == (scenario.now, scenario.tz, scenario.title)


def test_a_mark_is_written_as_the_card_that_reached_it() -> None:
    scenario = read(Path(__file__).parent / "scenarios" / "fifth_yellow_in_two_months.yaml")
    facts = scenario.facts
    (game,) = (game for game in facts.games if game.id == "g4")
    votes = dict.fromkeys(Seat, scenario.now)
    reached = Approval(suspension=MarkKey("ana", Window.TWO_MONTH, "2026/1", "low", 5), game=game.id, votes=votes)
    other = Approval(suspension=MarkKey("ana", Window.TWO_MONTH, "2026/1", "low", 8), game=game.id, votes=votes)
    changed = Scenario(facts=type(facts)(**_fields(facts, approvals=(reached, other))), now=scenario.now)

    (approval,) = read_text(write(changed)).facts.approvals

    assert str(approval.suspension) == "i5.1:accumulated_tier"
    assert replay(read_text(write(changed)))["suspensions"][0]["approved"] is True


def test_what_a_file_cannot_say_is_not_written_wrongly() -> None:
    scenario = read(Path(__file__).parent / "scenarios" / "red_card_served.yaml")
    facts = scenario.facts
    (incident,) = facts.incidents
    rerated = type(incident)(**_fields(incident, goals=6))
    changed = Scenario(facts=type(facts)(**_fields(facts, incidents=(rerated,))), now=scenario.now)

    with pytest.raises(ValueError, match="incident i1: its event winter has been re-rated"):
        write(changed)


def _fields(value: object, **changes: object) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__} | changes  # type: ignore[attr-defined]
