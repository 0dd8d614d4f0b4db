"""For the officials of a game: umpires, committees and the office."""

from django.urls import URLPattern

app_name = "officials"

urlpatterns: list[URLPattern] = []
