"""Whatever fact is made, changed or deleted, the rows say at once what recalculating everyone says."""

from datetime import UTC, datetime

import pytest
import time_machine

from disciplinary.models import Suspension
from disciplinary.services import upkeep
from tests.disciplinary.edits import Edits

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 2, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("seed", range(8))
def test_after_every_edit_nothing_is_left_to_reconcile(seed):
    with time_machine.travel(NOW, tick=False):
        edits = Edits(seed)
        for said in edits.run(60):
            outcome = upkeep.reconcile()
            assert not outcome.changes, (said, edits.done)
            assert outcome.clean
        assert Suspension.objects.exists()
