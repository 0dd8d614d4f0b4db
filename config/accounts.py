"""How accounts behave at sign-in."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """Accounts are made by the office; nobody signs up alone."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Never."""
        return False
