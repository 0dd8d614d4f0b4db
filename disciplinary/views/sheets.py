"""The game-day sheet of a game: as things stand, and as it was made; on a page, and to print."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from disciplinary import sheet_words
from disciplinary.models import SheetIssue
from disciplinary.selectors.sheets import Sheet, contents_of, digest_of, game_of_sheet, sheet_from, sheet_of
from disciplinary.services.sheets import latest_sheet, sheet_issue
from disciplinary.sheet_pdf import sheet_pdf
from players.models import User
from tournaments.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """A sheet with what is known about it: ``superseded`` by a number, or by nothing made yet (None)."""

    game: Game
    issue: SheetIssue
    sheet: Sheet
    now: datetime
    superseded: bool = False
    by: int | None = None

    @property
    def stamp(self) -> dict[str, str]:
        """Which sheet it is, and whether it holds, in the language that is active."""
        by = self.issue.made_by
        return {
            "made": sheet_words.made(self.issue.number, self.issue.made_at, by.name if by else "", self.sheet),
            "checked": "" if self.superseded else sheet_words.unchanged(self.now, self.sheet),
            "superseded": sheet_words.superseded(self.by) if self.superseded else "",
        }


def _game(request: HttpRequest, pk: int) -> Game:
    """The game, for those who may see its sheet; for all others there is none."""
    game = get_object_or_404(game_of_sheet(), pk=pk)
    if not request.user.has_perm("disciplinary.view_game_sheet", game):
        raise Http404
    return game


def _now(request: HttpRequest, pk: int) -> _Shown:
    """The sheet as things stand: it gets a number, since it is taken to the field."""
    game, now = _game(request, pk), timezone.now()
    issue, sheet = sheet_issue(game, by=cast("User", request.user), now=now)
    return _Shown(game=game, issue=issue, sheet=sheet, now=now)


def _as_made(request: HttpRequest, pk: int, number: int) -> _Shown:
    game, now = _game(request, pk), timezone.now()
    issue = get_object_or_404(SheetIssue.objects.select_related("made_by"), game=game, number=number)
    latest = latest_sheet(game)
    by = latest.number if latest is not None and latest.number > number else None
    changed = digest_of(contents_of(sheet_of(game, now=now))) != issue.digest
    return _Shown(
        game=game,
        issue=issue,
        sheet=sheet_from(issue.contents),
        now=now,
        superseded=by is not None or changed,
        by=by,
    )


def _page(request: HttpRequest, shown: _Shown) -> HttpResponse:
    context = {
        "game": shown.game,
        "issue": shown.issue,
        "words": sheet_words.words(shown.sheet),
        "languages_of_pdf": [
            (code, translation.get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES
        ],
        **shown.stamp,
    }
    return render(request, "officials/sheets/sheet.html", context)


def _pdf(request: HttpRequest, shown: _Shown) -> HttpResponse:
    language = request.GET.get("language", "")
    if language not in dict(settings.LANGUAGES):
        language = translation.get_language() or settings.LANGUAGE_CODE
    with translation.override(language):
        prevails = _("Translated for your convenience. The English text of Rule 33 prevails.")
        pdf = sheet_pdf(
            sheet_words.words(shown.sheet),
            notes=() if language == settings.LANGUAGE_CODE else (prevails,),
            **shown.stamp,
        )
    name = f"sheet-{shown.game.pk}-{shown.issue.number}-{language}.pdf"
    return HttpResponse(pdf, "application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'})


@require_safe
@never_cache
@login_required
def sheet_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The sheet of a game as things stand."""
    return _page(request, _now(request, pk))


# A browser's own viewer of PDFs is made of what the policy for pages forbids.
@require_safe
@never_cache
@csp_override({})
@login_required
def sheet_now_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The same to print; ``?language=es`` for another language than one's own."""
    return _pdf(request, _now(request, pk))


@require_safe
@never_cache
@login_required
def sheet_as_made(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A sheet as it was made, marked if it no longer holds."""
    return _page(request, _as_made(request, pk, number))


@require_safe
@never_cache
@csp_override({})
@login_required
def sheet_as_made_pdf(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The same to print."""
    return _pdf(request, _as_made(request, pk, number))
