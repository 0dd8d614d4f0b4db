"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    """Says where to go: to sign in, or to one's own pages."""
    return render(request, "home.html")
