"""Texts of the packages whose pages we show, which come without a Spanish of their own.

They are named here only to be collected into our catalog, which wins over all others. What the theme and the
sign-in pages lack is found in their sources by `scripts.messages`; here stands what it takes for translated,
because some part of a package that we do not use translates it, and what comes from Django and the outbox.
"""

from django.utils.translation import gettext_noop, ngettext_lazy, pgettext_lazy

THEME = (
    gettext_noop("Filters"),
    gettext_noop("Search %(name)s"),
    gettext_noop("Filter by %(field_name)s"),
    gettext_noop("Pagination %(name)s"),
    gettext_noop("Pagination %(name)s entries"),
    gettext_noop("Logout"),
    ngettext_lazy("…and %(count)d more object.", "…and %(count)d more objects."),
)
OUTBOX = (
    pgettext_lazy("Email addresses", "Emails"),
    gettext_noop("requeued"),
    gettext_noop("Language"),
    gettext_noop("Context"),
    gettext_noop("Email template"),
    gettext_noop("Recipient Delivery Status"),
)
