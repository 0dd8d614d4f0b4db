"""The statuses of a game-day sheet as small pictures: each has a shape of its own, and none a color."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from disciplinary.sheet_words import ASKED, BOTH, CLEAR, DEFAULT, LATE, OUT, YELLOW

register = template.Library()

_LETTER = (
    '<text x="12" y="17" text-anchor="middle" font-size="14" font-weight="700" font-family="system-ui, sans-serif" '
    'fill="currentColor">{}</text>'
)
_LINE = 'fill="none" stroke="currentColor" stroke-width="2"'
_SHAPES = {
    OUT: '<path d="M2 2h20v20H2z" fill="currentColor"/><path d="M7 7l10 10M17 7L7 17" class="sheet-cut"/>',
    LATE: f'<circle cx="12" cy="12" r="10" {_LINE}/><path d="M12 6v6h5" {_LINE}/>',
    YELLOW: f'<path d="M5 1.5h14v21H5z" {_LINE}/>' + _LETTER.format("1"),
    ASKED: f'<path d="M2 2h20v20H2z" {_LINE} stroke-dasharray="4 3"/>' + _LETTER.format("?"),
    BOTH: f'<path d="M2 2v20M22 2v20" {_LINE}/>' + _LETTER.format("2"),
    DEFAULT: f'<path d="M12 2l10.5 20h-21z" {_LINE}/><path d="M12 9v6M12 17v2.5" {_LINE}/>',
    CLEAR: '<circle cx="12" cy="12" r="4" fill="currentColor"/>',
}


@register.simple_tag
def sheet_shape(code: str) -> SafeString:
    """The shape of a status; its words stand beside it."""
    return format_html(
        '<svg class="sheet-shape" aria-hidden="true" width="24" height="24" viewBox="0 0 24 24">{}</svg>',
        SafeString(_SHAPES[code]),
    )
