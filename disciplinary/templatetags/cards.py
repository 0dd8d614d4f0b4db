"""Cards as small pictures: yellow and red, each with its letter and a shape of its own."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

register = template.Library()

# A yellow card is a square-cornered one, a red card has a cut corner: the shape tells them apart in
# gray as well.
_YELLOW = '<path d="M2.5 1.5h11v17h-11z" fill="#ffd21f" stroke="#7a5b00"/>'
_RED = '<path d="M2.5 5.5l4-4h7v17h-11z" fill="#c8102e" stroke="#5c0614"/>'
_EMPTY = '<path d="M2.5 1.5h11v17h-11z" fill="none" stroke="#8a9ab1" stroke-dasharray="2 2"/>'
_LETTER = (
    '<text x="8" y="14" text-anchor="middle" font-size="10" font-weight="700" '
    'font-family="system-ui, sans-serif" fill="{}">{}</text>'
)
_SVG = '<svg role="img" aria-label="{}" width="{}" height="20" viewBox="0 0 {} 20" class="card-shapes">{}</svg>'
_WIDTH = 18


def _card(place: int, letter: str) -> str:
    shape, ink = {"Y": (_YELLOW, "#3d2d00"), "R": (_RED, "#fff"), "": (_EMPTY, "")}[letter]
    text = _LETTER.format(ink, _letter(letter)) if letter else ""
    return f'<g transform="translate({place * _WIDTH} 0)">{shape}{text}</g>'


def _letter(letter: str) -> str:
    return {"Y": _("Y"), "R": _("R")}[letter]


def _picture(letters: list[str], label: str) -> SafeString:
    width = _WIDTH * max(len(letters), 1) - 2
    body = format_html_join("", "{}", ((SafeString(_card(n, one)),) for n, one in enumerate(letters)))
    return format_html(_SVG, label, width, width, body)


@register.simple_tag
def card_shapes(letters: str) -> SafeString:
    """The cards of one incident (``Y``, ``YY``, ``YYY``, ``R``), with their names as text."""
    if not letters:
        return format_html("–")
    if letters == "R":
        label = _("Red card")
    else:
        label = ngettext("%(count)d yellow card", "%(count)d yellow cards", len(letters)) % {"count": len(letters)}
    return _picture(list(letters), label)


@register.simple_tag
def card_row(count: int, mark: int | None, text: str = "") -> SafeString:
    """Yellow cards up to the next mark: those shown filled, those left empty (four of five)."""
    places = max(count, mark or 0)
    letters = ["Y"] * count + [""] * (places - count)
    if not text:
        text = _("%(count)d of %(mark)d yellow cards") % {"count": count, "mark": places}
    return _picture(letters, text)
