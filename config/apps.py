"""The project's own app: commands and tasks that belong to no single domain."""

from django.apps import AppConfig


class OfficeConfig(AppConfig):
    """Holds what is the project's as a whole."""

    name = "config"
    label = "office"
