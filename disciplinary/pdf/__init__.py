"""Documents to print, made with Typst: a wheel without dependencies that brings its own layout engine.

It was chosen by trial. WeasyPrint needs the system's Pango. fpdf2 brings Pillow and fonttools, takes
five times as long for a sheet, measures only by drawing, and its documents carry no structure for
a screen reader. Typst measures before it draws, so that a sheet is set as large as one page allows,
and checks its own output against PDF/UA. The text comes in as data, never as markup.

The fonts lie beside this module, so that a sheet looks the same on every machine; nothing is taken
from the system or from the network.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import typst
from django.utils.translation import get_language

HERE = Path(__file__).parent


@cache
def _fonts() -> typst.Fonts:
    """The fonts of this directory, read once."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[HERE / "fonts"])


def pdf_of(template: str, data: Mapping[str, Any]) -> bytes:
    """A document from a template of this directory and its data, in the language that is active.

    Raises ``typst.TypstError`` where the template does not fit the data.
    """
    with warnings.catch_warnings():
        # Nobody who prints a sheet can act on what the engine remarks about a font.
        warnings.simplefilter("ignore", typst.TypstWarning)
        document = typst.compile(
            HERE / template,
            root=HERE,
            font_paths=_fonts(),
            format="pdf",
            sys_inputs={"data": json.dumps(data), "language": (get_language() or "en")[:2]},
            pdf_standards="ua-1",
        )
    if not isinstance(document, bytes):
        raise TypeError(f"{template} made several documents")
    return document
