"""What the settings promise: closed by default, the same for everybody, loud where something is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "SECRET_KEY": "x" * 60,
    "ALLOWED_HOSTS": "discipline.example.org",
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
    "DEFAULT_FROM_EMAIL": "discipline@example.org",
}


def production(expression: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Evaluate `expression` in a fresh interpreter under the production settings."""
    given = {key: value for key, value in {**PRODUCTION, **changes}.items() if value is not None}
    kept = {key: value for key, value in os.environ.items() if key not in PRODUCTION}
    program = f"import django; django.setup(); from django.conf import settings; print({expression})"
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**kept, **given, "DJANGO_SETTINGS_MODULE": "config.settings.production"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", sorted(PRODUCTION))
def test_production_names_the_variable_that_is_missing(name: str) -> None:
    done = production("1", **{name: None})

    assert done.returncode != 0
    assert name in done.stderr


def test_production_trusts_its_own_hosts_only() -> None:
    done = production("settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS, settings.DEBUG")

    assert done.stdout.strip() == "['discipline.example.org'] ['https://discipline.example.org'] False"


def test_production_delivers_by_the_backend_that_is_named() -> None:
    done = production(
        "settings.MAILERS['transport']",
        MAIL_BACKEND="anymail.backends.postmark.EmailBackend",
        MAIL_OPTIONS='{"server_token": "t"}',
    )

    assert "postmark" in done.stdout
    assert "'server_token': 't'" in done.stdout
