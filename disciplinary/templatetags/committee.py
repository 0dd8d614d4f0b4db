"""Requests and tests as small pictures: each has a shape of its own, and none rests on a color."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

_LINE = 'fill="none" stroke="currentColor" stroke-width="2.5"'
_CHECK = f'<path d="M4 13l5 5L20 6" {_LINE}/>'
_CROSS = f'<path d="M5 5l14 14M19 5L5 19" {_LINE}/>'
_RING = f'<circle cx="12" cy="12" r="10" {_LINE}/>'
_SHAPES = {
    "open": _RING,
    "approved": _RING + f'<path d="M7 12l4 4 6-8" {_LINE}/>',
    "approve": _CHECK,
    "refused": _RING + f'<path d="M8 8l8 8M16 8l-8 8" {_LINE}/>',
    "refuse": _CROSS,
    "late": _RING + f'<path d="M12 6v6h5" {_LINE}/>',
    "closed": f'<path d="M3 3h18v18H3z" {_LINE}/><path d="M8 12h8" {_LINE}/>',
}


def _picture(shape: str) -> SafeString:
    return format_html(
        '<svg class="committee-shape" aria-hidden="true" width="20" height="20" viewBox="0 0 24 24">{}</svg>',
        SafeString(shape),
    )


@register.simple_tag
def request_shape(code: str) -> SafeString:
    """The shape of a request's state, or of a vote; its words stand beside it."""
    return _picture(_SHAPES[code])


@register.simple_tag
def test_shape(passed: bool) -> SafeString:
    """A check mark or a cross; the words stand beside it."""
    return _picture(_CHECK if passed else _CROSS)
