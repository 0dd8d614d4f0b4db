"""An umpire at the field side, with a phone: what is sent through the pages of a game's report."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from disciplinary.choices import Category
from disciplinary.models import Incident
from players.choices import Role
from tests.disciplinary.rows import Rows
from tests.factories import GameUmpireFactory, UmpireFactory, UserFactory
from tournaments.models import Game


def hidden(response: Any) -> dict[str, str]:
    """The hidden values that a page would send back."""
    inputs = re.findall(r"<input[^>]*type=\"hidden\"[^>]*>", response.content.decode())
    found = {}
    for one in inputs:
        name, value = re.search(r'name="([^"]*)"', one), re.search(r'value="([^"]*)"', one)
        if name and name[1] not in ("csrfmiddlewaretoken", "next"):
            found[name[1]] = value[1] if value else ""
    return found


def text_of(response: Any) -> str:
    """What is read on a page, without its markup."""
    html = response.content.decode()
    body = re.search(r"<main.*?</main>", html, re.DOTALL)
    assert body
    html = re.sub(r'<svg[^>]*aria-label="([^"]*)".*?</svg>', r" [\1] ", body[0], flags=re.DOTALL)
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).replace("&#x27;", "'").replace("&#39;", "'")
    return text.strip()


class Field:
    """The pages of one game, for an umpire of it, or whoever ``user`` is."""

    def __init__(self, game: Game, user: Any = None) -> None:
        self.game = game
        if user is None:
            user = UserFactory(roles=[Role.UMPIRE])
            GameUmpireFactory(game=game, umpire=UmpireFactory(user=user))
        self.user = user
        self.client = Client()
        self.client.force_login(user)

    def address(self, name: str, *args: Any) -> str:
        return reverse(f"officials:{name}", args=[self.game.pk, *args])

    def get(self, name: str = "game", *args: Any, **query: Any) -> Any:
        return self.client.get(self.address(name, *args), query)

    def post(self, name: str, data: dict[str, Any], *args: Any) -> Any:
        return self.client.post(self.address(name, *args), data)

    # ------------------------------------------------------------ what is entered

    def lineup(self, team: Any, places: dict[Any, str], **more: Any) -> Any:
        """Players with their places: 1–4, or ``s`` for a substitute who came on."""
        opened = self.get("lineup", team.pk)
        assert opened.status_code == 200, opened
        data = hidden(opened) | {f"p{player.pk}": place for player, place in places.items()}
        missing = [player for player in places if f'name="p{player.pk}"' not in opened.content.decode()]
        if missing:
            data["added"] = [player.member_number for player in missing]
        return self.post("lineup", data | more, team.pk)

    def entries(self, player: Any, team: Any, cards: str, **more: Any) -> dict[str, Any]:
        """An incident as it is entered, with the token of a page just opened."""
        opened = self.get("incident_add")
        assert opened.status_code == 200, opened
        return hidden(opened) | {
            "side_player": f"{team.pk}:{player.pk}",
            "shown": cards,
            "when": "during",
            "chukker": "3",
            "category": Category.ARGUING.value,
            "shown_at": "14:30",
            **more,
        }

    def review(self, data: dict[str, Any]) -> tuple[Any, dict[str, str]]:
        """The page with what follows, and what it would send."""
        response = self.post("incident_add", data)
        assert response.status_code == 200, "recorded without having been looked at"
        assert "Check before you record" in response.content.decode(), text_of(response)[:400]
        return response, hidden(response)

    def incident(self, player: Any, team: Any, cards: str, **more: Any) -> Incident:
        """Enter it, look at what follows, confirm what does not fit, and record it."""
        shown, data = self.review(self.entries(player, team, cards, **more))
        if "Does not fit the rule" in shown.content.decode():
            data["confirmed"] = "on"
        response = self.post("incident_add", data)
        assert response.status_code == 302, text_of(response)
        return Incident.objects.order_by("-pk")[0]

    def box(self, times: dict[Incident, dict[str, Any]]) -> Any:
        """The box time of the game's incidents: ``unserved`` as 0:45, and the rest of the form."""
        data = hidden(self.get("box_time"))
        for incident, entered in times.items():
            data |= {f"i{incident.pk}-{name}": value for name, value in {"left_early": "no", **entered}.items()}
        return self.post("box_time", data)

    def report_in(self, player: Any, which: str, clock: str, **more: Any) -> Any:
        """A suspended player reports before or after the game."""
        data = hidden(self.get("attendance"))
        data |= {"player": player.pk, "which": which, "reported_at": clock}
        return self.post("attendance", data | more)

    def close(self, **more: Any) -> Any:
        """Close the report, whatever is missing."""
        data = hidden(self.get("report_close"))
        return self.post("report_close", data | {"status": "played", "confirmed": "on", **more})


def umpire_everywhere(rows: Rows) -> Any:
    """An account that is umpire of every game of the season."""
    user = UserFactory(roles=[Role.UMPIRE])
    umpire = UmpireFactory(user=user)
    for game in rows.games.values():
        GameUmpireFactory(game=game, umpire=umpire)
    return user
