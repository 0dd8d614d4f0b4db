"""Middleware of the project's own."""

from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase


class AdminContentSecurityPolicyMiddleware:
    """Relaxes the content security policy on the admin's pages, and only there.

    It stands just inside Django's own CSP middleware, which writes the header.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Mark the answer if an admin page gave it."""
        response: Any = self.get_response(request)
        match = request.resolver_match
        if match is not None and "admin" in match.namespaces:
            response._csp_config = settings.ADMIN_CSP  # noqa: SLF001 - as Django's own decorator does
        return cast("HttpResponseBase", response)
