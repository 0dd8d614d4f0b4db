"""What discipline says on the pages of players and games, and how their lists are filtered by it."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.decorators import display

from disciplinary.filters import EventPeriodFilter, ReportFilter, period_filter, tier_filter
from disciplinary.office import office_day
from disciplinary.report_words import DONE, NOTHING, OPEN, URGENT, game_line
from disciplinary.rule33.facts import Status
from disciplinary.rule33.presence import GOING
from disciplinary.selectors.game_file import Entrance, game_file
from disciplinary.selectors.player_file import player_file
from disciplinary.selectors.reports import reports_missing_of
from disciplinary.sentences import game_on, sentence
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
            "missing": [game_on(game) for game in reports_missing_of(file.record)],
            "may_record": request.user.has_perm("disciplinary.add_incident"),
            "may_bar": request.user.has_perm("disciplinary.add_bar"),
        },
        request,
    )


def game_panel(request: HttpRequest, game: Game) -> str:
    """Who may not play in a game or starts differently, and its incidents."""
    if not request.user.has_perm("disciplinary.view_suspension"):
        return ""
    now = timezone.now()
    file = game_file(game, now=now)
    return render_to_string(
        "admin/disciplinary/game_panel.html",
        {
            "file": file,
            "report": game_line(game, now),
            "may_report": request.user.has_perm("disciplinary.report_game", game),
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


@display(description=gettext_lazy("report"), label={DONE: "success", OPEN: "info", URGENT: "danger", NOTHING: ""})
def report_column(game: Game) -> tuple[str, str]:
    """How far the umpires' report of a game has come."""
    line = game_line(game, timezone.now())
    return line.tone, line.status


GameAdmin.list_display = (*GameAdmin.list_display, report_column)
GameAdmin.list_select_related = (*GameAdmin.list_select_related, "report")
GameAdmin.list_filter = (
    ReportFilter,
    tier_filter("event__"),
    period_filter("starts_at", "event__time_zone"),
    *GameAdmin.list_filter,
)
