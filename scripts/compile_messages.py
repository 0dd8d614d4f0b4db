"""Compile the translations for Django, where they have changed; GNU gettext is not needed.

python -m scripts.compile_messages
"""

from __future__ import annotations

import os

import polib

from scripts.stack.paths import ROOT


def compile_all() -> None:
    """Write a .mo file beside each .po file that is newer than its own."""
    for source in sorted((ROOT / "config" / "locale").glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            draft = target.with_suffix(f".{os.getpid()}")
            polib.pofile(str(source)).save_as_mofile(str(draft))
            draft.replace(target)


if __name__ == "__main__":
    compile_all()
