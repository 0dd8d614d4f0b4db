"""Cells of lists: what matters first, and small beneath it what helps to tell rows apart."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from disciplinary.sentences import teams
from players.models import Player
from tournaments.models import Game
from tournaments.moments import shown


def two_lines(first: Any, second: Any, title: str = "") -> SafeString:
    """Two lines of text; the title appears on hovering."""
    return format_html('<span title="{}">{}<br><small class="record-small">{}</small></span>', title, first, second)


def person_cell(player: Player) -> SafeString:
    """A player with his member number."""
    return two_lines(player.name, player.member_number)


def game_cell(game: Game) -> SafeString:
    """When a game is played, and by whom in which event."""
    return two_lines(
        format_html('<span class="record-moment">{}</span>', shown(game.starts_at, game.event.zone)),
        f"{teams(game)} – {game.event}",
    )


def short_day(moment: datetime, zone: ZoneInfo) -> SafeString:
    """The day of a moment where it was: `Sun, Nov. 29, 2026`; the whole moment on hovering."""
    local = moment.astimezone(zone)
    day = f"{date_format(local, 'D')}, {date_format(local, 'DATE_FORMAT')}"
    return format_html('<span class="record-moment" title="{}">{}</span>', shown(moment, zone), day)
