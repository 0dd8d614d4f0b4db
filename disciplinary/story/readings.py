"""The readings that a story relied on, each with its words."""

from disciplinary.rule33.clauses import Reading
from disciplinary.story.teller import Teller
from disciplinary.wording import READINGS


def readings(teller: Teller) -> list[str]:
    """One line for each reading named in the story, in their order."""
    record = teller.record
    used = {reading for suspension in record.suspensions for reading in suspension.readings}
    used |= {reading for consequence in record.consequences for reading in consequence.readings}
    return [f"{reading}: {READINGS[reading]}" for reading in Reading if reading in used]
