"""What discipline says on the pages of players and games, and how their lists are filtered by it."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from disciplinary.filters import EventPeriodFilter, period_filter, tier_filter
from disciplinary.office import office_day
from disciplinary.rule33.facts import Status
from disciplinary.rule33.presence import GOING
from disciplinary.selectors.game_file import Entrance, game_file
from disciplinary.selectors.player_file import player_file
from disciplinary.sentences import sentence
from disciplinary.status import count_of, count_table, player_status
from disciplinary.wording import duration, listed
from players.admin.people import PlayerAdmin
from players.models import Player
from tournaments.admin import EntryAdmin, EventAdmin, GameAdmin
from tournaments.models import Game


def player_panel(request: HttpRequest, player: Player) -> str:
    """A player's status, counts and suspensions, for those who may see them."""
    if not request.user.has_perm("disciplinary.view_suspension"):
        return ""
    now = timezone.now()
    file = player_file(player, now=now, day=office_day(now))
    titles, rows = count_table(file)
    earlier = [count_of(tally) for tally in file.earlier_counts]
    return render_to_string(
        "admin/disciplinary/player_panel.html",
        {
            "file": file,
            "status": player_status(file),
            "titles": titles,
            "rows": rows,
            "earlier": [(f"{count.title}, {count.tier}", count.text) for count in earlier],
            "may_record": request.user.has_perm("disciplinary.add_incident"),
            "may_bar": request.user.has_perm("disciplinary.add_bar"),
        },
        request,
    )


def game_panel(request: HttpRequest, game: Game) -> str:
    """Who may not play in a game or starts differently, and its incidents."""
    if not request.user.has_perm("disciplinary.view_suspension"):
        return ""
    file = game_file(game, now=timezone.now())
    return render_to_string(
        "admin/disciplinary/game_panel.html",
        {
            "file": file,
            "going": Status(game.status) in GOING,
            "different": [(one, _start(one)) for one in file.different],
            "may_record": request.user.has_perm("disciplinary.add_incident"),
        },
        request,
    )


def _start(entrance: Entrance) -> str:
    """How a player who may play goes into the game."""
    answer, parts = entrance.answer, []
    if answer.sit_out:
        parts.append(_("starts %(time)s late, without a substitute") % {"time": duration(answer.sit_out)})
    if answer.carried_yellow:
        parts.append(_("starts with one yellow card: the next offense is the second"))
    return sentence(listed(parts)) + "."


PlayerAdmin.panels = (*PlayerAdmin.panels, player_panel)
GameAdmin.panels = (*GameAdmin.panels, game_panel)

EventAdmin.list_filter = (tier_filter(), EventPeriodFilter, *EventAdmin.list_filter)
EntryAdmin.list_filter = (*EntryAdmin.list_filter, tier_filter("event__"))
GameAdmin.list_filter = (
    tier_filter("event__"),
    period_filter("starts_at", "event__time_zone"),
    *GameAdmin.list_filter,
)
