"""Names as people write them, in one form: NFC, single spaces, nothing invisible.

Nothing else about a name is changed: accents, particles, suffixes, capitals and apostrophes stay as
they were written.
"""

import unicodedata

# Letters never carry these; they come with text copied from documents and make equal names differ.
# The zero-width joiners U+200C and U+200D stay: some scripts spell with them.
_INVISIBLE = {"\u200b", "\u2060", "\ufeff", "\u00ad"}


def clean_name(value: str) -> str:
    """The name in NFC, with single spaces, without control and invisible characters."""
    visible = "".join(
        " " if char.isspace() else char
        for char in value
        if char.isspace() or (unicodedata.category(char) != "Cc" and char not in _INVISIBLE)
    )
    return " ".join(unicodedata.normalize("NFC", visible).split())


def clean_words(value: str) -> list[str]:
    """The words of a search, each in the form in which names are stored."""
    return clean_name(value).split()
