"""For production: everything comes from the environment; docs/operations.md lists the variables."""

from config.settings.base import *
from config.settings.base import database, env, mailers
from config.settings.logs import logging

SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
DEBUG = False
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[f"https://{host}" for host in ALLOWED_HOSTS])

DATABASES = {"default": database()}
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL")

# MAIL_BACKEND names Django's SMTP backend or one of django-anymail's; MAIL_OPTIONS are its settings, as JSON.
MAILERS = mailers(
    {
        "BACKEND": env.str("MAIL_BACKEND", default="django.core.mail.backends.smtp.EmailBackend"),
        "OPTIONS": env.json("MAIL_OPTIONS", default={}),
    }
)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL")

LOGGING = logging(for_machines=True)

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=True)
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=True)
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
# How many proxies of our own stand in front, whose X-Forwarded-For may be believed.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=1)
