"""What every installation shares. The modules beside this one add what differs: local, test, production."""

from pathlib import Path

import environ
from celery.schedules import crontab
from django.urls import reverse_lazy
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from config.settings import unfold

BASE_DIR = Path(__file__).resolve().parents[2]
LOCAL_DIR = BASE_DIR / ".local"

env = environ.Env()

# --- Applications -----------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "unfold",
    "unfold.contrib.filters",
    "unfold.contrib.forms",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_filters",
    "django_htmx",
    "django_linear_migrations",
    "pgtrigger",
    "pghistory",
    "post_office",
    "rules",
    "players.apps.PlayersConfig",
    "tournaments.apps.TournamentsConfig",
    "disciplinary.apps.DisciplinaryConfig",
    "config.apps.OfficeConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "config.middleware.AdminContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "pghistory.middleware.HistoryMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database, cache --------------------------------------------------------------------------------------

CONN_MAX_AGE = env.int("CONN_MAX_AGE", default=60)


def database(url_variable: str = "DATABASE_URL") -> dict[str, object]:
    """The one database, PostgreSQL, from its address in the environment."""
    return {
        **env.db_url(url_variable, engine="django.db.backends.postgresql"),
        "CONN_MAX_AGE": CONN_MAX_AGE,
        "CONN_HEALTH_CHECKS": True,
    }


# In the database, so that sign-in limits hold across all web processes and need no further server.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}}

# What the triggers have recorded can be neither changed nor removed.
PGHISTORY_APPEND_ONLY = True
# Only what may write carries the context of its writes; pages that are read run plain queries.
PGHISTORY_MIDDLEWARE_METHODS = ("POST", "PUT", "PATCH", "DELETE")

# --- Languages, time --------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
# Where the office is: the year of a complaint's number turns here.
OFFICE_TIME_ZONE = env.str("OFFICE_TIME_ZONE", default="America/New_York")
# Where people reach the site, for links in mails.
SITE_URL = env.str("SITE_URL", default="http://localhost:8000")
# Whether accounts with a password that everybody knows may be made here.
DEMO = False

# --- Sign-in ----------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = reverse_lazy("account_login")
LOGIN_REDIRECT_URL = reverse_lazy("home")
ACCOUNT_LOGOUT_REDIRECT_URL = reverse_lazy("home")

ACCOUNT_ADAPTER = "config.accounts.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
# Accounts are made by the office, which vouches for the address.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_SESSION_REMEMBER = None
# A whole club sits behind one address on a tournament Saturday: guessing is slowed per account ("key"),
# and per address only far above what fifty people signing in together need.
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    "login_failed": "5/5m/key,120/m/ip",
    "reset_password": "60/m/ip,5/h/key",
    "reset_password_from_key": "60/m/ip",
    "change_password": "5/m/user",
    "reauthenticate": "10/m/user",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "USPA discipline office"

# --- Security ---------------------------------------------------------------------------------------------

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
# The admin's interface evaluates expressions in attributes and sets styles inline.
ADMIN_CSP = {
    **SECURE_CSP,
    "script-src": [CSP.SELF, CSP.UNSAFE_EVAL],
    "style-src": [CSP.SELF, CSP.UNSAFE_INLINE],
}

# --- Files ------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles"))

# --- Admin ------------------------------------------------------------------------------------------------

UNFOLD = unfold.UNFOLD

# --- Forms ------------------------------------------------------------------------------------------------

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

# --- Mail -------------------------------------------------------------------------------------------------

DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="discipline@localhost")


def mailers(transport: dict[str, object]) -> dict[str, dict[str, object]]:
    """Every mail is first a row in the outbox, written in the sender's transaction; `transport` delivers it."""
    return {"default": {"BACKEND": "post_office.EmailBackend"}, "transport": transport}


POST_OFFICE = {
    "DEFAULT_MAILER": "transport",
    "DEFAULT_PRIORITY": "medium",
    "MAX_RETRIES": 5,
    "MESSAGE_ID_ENABLED": True,
    # The outbox is swept by our own schedule: nothing depends on a message to the broker.
    "CELERY_ENABLED": False,
}

# --- Background work --------------------------------------------------------------------------------------

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="")
CELERY_TIMEZONE = TIME_ZONE
CELERY_TASK_IGNORE_RESULT = True
# A task is acknowledged when it is done; one whose worker died is run again. Tasks may run twice.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 900
CELERY_TASK_SOFT_TIME_LIMIT = 840
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Seconds. Longer than any task may take, or it would be given to a second worker while it runs.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 1800,
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
    "retry_on_timeout": False,
}
# A broker that is down must not keep a person waiting: one more try, then the next sweep does the work.
CELERY_TASK_PUBLISH_RETRY = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1, "interval_step": 0, "interval_max": 0.1}
CELERY_BEAT_SCHEDULE: dict[str, dict[str, object]] = {
    "send-queued-mail": {"task": "config.tasks.send_queued_mail", "schedule": 30.0},
    "complaint-notices": {"task": "disciplinary.tasks.sweep_complaint_notices", "schedule": 300.0},
    "announcements": {"task": "disciplinary.tasks.sweep_announcements", "schedule": 300.0},
    "deadlines": {"task": "disciplinary.tasks.sweep_deadlines", "schedule": crontab(hour=8, minute=10)},
    "reconcile": {"task": "disciplinary.tasks.reconcile", "schedule": crontab(hour=9, minute=0)},
}
