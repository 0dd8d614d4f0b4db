"""For work on one's own machine: what `make run` and `manage.py` use."""

import secrets

from config.settings.base import *
from config.settings.base import LOCAL_DIR, database, env, mailers
from config.settings.logs import logging

# The addresses of the services that `make run` has started; the environment goes before them.
if (LOCAL_DIR / "run.env").exists():
    env.read_env(LOCAL_DIR / "run.env", overwrite=False)


def _secret_key() -> str:
    """A key of this checkout's own, made at the first start."""
    path = LOCAL_DIR / "secret-key"
    if not path.exists():
        LOCAL_DIR.mkdir(mode=0o700, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = env.str("SECRET_KEY", default="") or _secret_key()
DEBUG = env.bool("DEBUG", default=False)
DEMO = env.bool("DEMO", default=True)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

# Commands that need no database, such as `rule33`, run where none has been started; others say so on connecting.
env.ENVIRON.setdefault("DATABASE_URL", "postgres://no-database-here-yet-use-make-run/none")
DATABASES = {"default": database()}
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="")

LOGGING = logging(for_machines=False)

# Mails become files that a person can read.
MAILERS = mailers(
    {
        "BACKEND": "django.core.mail.backends.filebased.EmailBackend",
        "OPTIONS": {"file_path": str(LOCAL_DIR / "mail")},
    }
)

# Static files come straight from where they are written, changed or not.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
