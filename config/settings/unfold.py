"""The look and the navigation of the admin (django-unfold)."""

from django.templatetags.static import static
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

# Navy ink, and the green of a polo field; the theme takes shades from light (50) to dark (950).
NAVY = {
    "50": "#f6f8fb",
    "100": "#edf1f6",
    "200": "#dbe2ec",
    "300": "#bcc8d8",
    "400": "#8a9ab1",
    "500": "#61738d",
    "600": "#475870",
    "700": "#344359",
    "800": "#202e45",
    "900": "#14213a",
    "950": "#0b1427",
}
GREEN = {
    "50": "#f0f8f2",
    "100": "#dcefe1",
    "200": "#bbdfc5",
    "300": "#8ec8a0",
    "400": "#57a872",
    "500": "#358c54",
    "600": "#237040",
    "700": "#1c5a35",
    "800": "#19482c",
    "900": "#153b25",
    "950": "#0a2114",
}

UNFOLD: dict[str, object] = {
    "SITE_TITLE": _("Discipline office"),
    "SITE_HEADER": _("Discipline office"),
    "SITE_SUBHEADER": _("Rule 33"),
    "SITE_SYMBOL": "sports",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lazy(static, str)("icon.svg")},
    ],
    "STYLES": [lazy(static, str)("css/admin.css"), lazy(static, str)("css/discipline.css")],
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": False,
    "SHOW_LANGUAGES": True,
    "SHOW_BACK_BUTTON": True,
    "COLORS": {"base": NAVY, "primary": GREEN},
    "ACCOUNT": {"navigation": "config.navigation.account"},
    "SIDEBAR": {
        "show_search": True,
        "show_all_applications": False,
        "navigation": "config.navigation.sidebar",
    },
}
