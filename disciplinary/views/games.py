"""The umpires' games, and the report of each as a list of tasks, up to closing it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from disciplinary.forms.field import CloseForm, ReopenForm
from disciplinary.report_words import game_line, gaps, known, tasks
from disciplinary.selectors.reports import (
    LATE_AFTER,
    end_of,
    games_coming,
    games_of,
    games_today,
    report_file,
    reports_missing,
)
from disciplinary.services import reports
from disciplinary.views.reporting import (
    account,
    back_to_closed,
    game_page,
    game_to_report,
    is_closed,
    send,
    sent_before,
)
from tournaments.choices import GameStatus

DAYS_AHEAD = 7
MOST_MISSING = 100


@require_safe
@never_cache
@login_required
def game_list(request: HttpRequest) -> HttpResponse:
    """The games of the account: today's, those whose report is missing, and the next days'."""
    if not request.user.has_perm("disciplinary.report_games"):
        raise Http404
    now = timezone.now()
    games = games_of(account(request), now)
    missing = list(reports_missing(games, now)[: MOST_MISSING + 1])
    return render(
        request,
        "officials/games/list.html",
        {
            "today": [game_line(game, now) for game in games_today(games, now)],
            "missing": [game_line(game, now) for game in missing[:MOST_MISSING]],
            "more_missing": len(missing) > MOST_MISSING,
            "coming": [game_line(game, now) for game in games_coming(games, now, DAYS_AHEAD)[:MOST_MISSING]],
        },
    )


@require_safe
@never_cache
@login_required
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """The report of one game: what must be known, and what is to be entered."""
    found = game_to_report(request, pk)
    now = timezone.now()
    file = report_file(found, now=now)
    return render(
        request,
        "officials/games/game.html",
        {
            "game": found,
            "file": file,
            "line": game_line(found, now, report=file.report),
            "tasks": tasks(file, now),
            "known": known(file),
            "may_reopen": file.closed and request.user.has_perm("disciplinary.reopen_report"),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Check everything once more, say how the game ended, and close the report."""
    found = game_to_report(request, pk)
    now = timezone.now()
    file = report_file(found, now=now)
    if request.method != "POST" and file.closed:
        return back_to_closed(request, found)
    missing = gaps(file)
    form = CloseForm(request.POST or None, game=found, gaps=bool(missing))
    if request.method == "POST" and form.is_valid():
        entered = form.cleaned_data

        def do() -> str:
            reports.report_close(
                found,
                status=GameStatus(entered["status"]),
                goals=(entered["goals_a"], entered["goals_b"]),
                note=entered["note"],
                by=account(request),
            )
            return game_page(found)

        answer = send(request, form, do, said=_("The report is closed. Thank you."))
        if answer is not None:
            return answer
    if request.method == "POST" and (answer := sent_before(request)) is not None:
        return answer
    context = {
        "game": found,
        "file": file,
        "form": form,
        "gaps": missing,
        "tasks": tasks(file, now)[:-1],
        "late": now > end_of(found) + LATE_AFTER,
        "early": now < found.starts_at,
    }
    return render(request, "officials/games/close.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """The office opens a closed report again, and says why."""
    found = game_to_report(request, pk)
    if not request.user.has_perm("disciplinary.reopen_report"):
        raise Http404
    form = ReopenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():

        def do() -> str:
            reports.report_reopen(found, by=account(request), reason=form.cleaned_data["reason"])
            return game_page(found)

        answer = send(request, form, do, said=_("The report is open again."))
        if answer is not None:
            return answer
    if request.method == "POST" and (answer := sent_before(request)) is not None:
        return answer
    if request.method != "POST" and not is_closed(found):
        return HttpResponseRedirect(game_page(found))
    return render(request, "officials/games/reopen.html", {"game": found, "form": form})
