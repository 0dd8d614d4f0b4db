"""The codes kept here are those of the rule."""

import pytest

from disciplinary.rule33 import facts
from tournaments import choices


@pytest.mark.parametrize(
    ("ours", "of_the_rule"),
    [
        (choices.EventKind, facts.EventKind),
        (choices.GameStage, facts.Stage),
        (choices.GameStatus, facts.Status),
    ],
)
def test_codes_agree_with_the_rule(ours, of_the_rule):
    assert sorted(ours.values) == sorted(code.value for code in of_the_rule)


def test_american_zones_come_first():
    groups = choices.time_zones()
    assert groups[0][1][0][0] == "America/New_York"
    zones = [zone for _label, group in groups for zone, _name in group]
    assert len(zones) == len(set(zones))
    assert "Europe/Madrid" in zones
