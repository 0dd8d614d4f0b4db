"""How accounts behave at sign-in."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.urls import reverse


class AccountAdapter(DefaultAccountAdapter):
    """Accounts are made by the office; nobody signs up alone."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Staff go to work at once, everybody else to the front page; a page that was asked for goes first."""
        return reverse("admin:index" if getattr(request.user, "is_staff", False) else "home")
