"""Every address of the product, by audience."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config.views import home

# Staff sign in as everybody does, so that limits and second factors hold for them too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", home, name="home"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("officials/", include("disciplinary.urls.officials")),
    path("officials/", include("disciplinary.urls.committee")),
]
