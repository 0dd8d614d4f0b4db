#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    """Run the command named on the command line, with the local settings unless others are asked for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415
    except ImportError as error:
        raise SystemExit("Django is not installed here: run `make setup` and use .venv/bin/python.") from error
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
