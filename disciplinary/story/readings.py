"""The readings that a story relied on, each with its words."""

from disciplinary.rule33.clauses import Reading
from disciplinary.story.teller import Teller
from disciplinary.wording import READINGS


def readings(teller: Teller) -> list[str]:
    """One line for each reading named in the story, in their order."""
    record = teller.record
    used = {reading for item in (*record.suspensions, *record.consequences) for reading in item.readings}
    return [f"{reading}: {READINGS[reading]}" for reading in Reading if reading in used]
