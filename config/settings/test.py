"""For the test suite: a real PostgreSQL and a real broker, named in the environment."""

from config.settings.base import *
from config.settings.base import database, env, mailers

SECRET_KEY = "only-for-tests"  # noqa: S105
DEBUG = False
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

DATABASES = {"default": database()}
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="")

# Hashing is slow on purpose; no test needs that.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

MAILERS = mailers({"BACKEND": "django.core.mail.backends.locmem.EmailBackend"})
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
