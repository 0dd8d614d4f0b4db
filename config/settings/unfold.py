"""The look and the navigation of the admin (django-unfold)."""

UNFOLD: dict[str, object] = {}
