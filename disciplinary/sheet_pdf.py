"""The game-day sheet as a PDF of one page."""

from __future__ import annotations

from dataclasses import asdict

from disciplinary.pdf import pdf_of
from disciplinary.sheet_words import Words


def sheet_pdf(
    words: Words, *, made: str, checked: str = "", superseded: str = "", notes: tuple[str, ...] = ()
) -> bytes:
    """One US Letter page in the language that is active, set as large as its contents allow.

    ``made`` says which sheet it is, ``checked`` that it still holds, ``superseded`` that it does not;
    ``notes`` follow those of the sheet.
    """
    data = {**asdict(words), "made": made, "checked": checked, "superseded": superseded}
    return pdf_of("sheet.typ", {**data, "notes": [*words.notes, *notes]})
