"""Game-day sheets as they are made: numbered, and kept as they were."""

from __future__ import annotations

from datetime import datetime

from disciplinary.models import SheetIssue
from disciplinary.selectors.sheets import Sheet, contents_of, digest_of, sheet_of
from disciplinary.services.signing import signed
from players.models import User
from tournaments.models import Game


def sheet_issue(game: Game, *, by: User, now: datetime) -> tuple[SheetIssue, Sheet]:
    """The sheet of a game as things stand: the last one made if it still says the same, else the next.

    Two people who ask at the same moment get the same one.
    """
    sheet = sheet_of(game, now=now)
    contents = contents_of(sheet)
    digest = digest_of(contents)
    last = latest_sheet(game)
    if last is not None and last.digest == digest:
        return last, sheet
    with signed("sheet_issue", by):
        Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        last = latest_sheet(game)
        if last is not None and last.digest == digest:
            return last, sheet
        issue = SheetIssue.objects.create(
            game=game,
            number=last.number + 1 if last is not None else 1,
            made_at=now,
            made_by=by,
            digest=digest,
            contents=contents,
        )
    return issue, sheet


def latest_sheet(game: Game) -> SheetIssue | None:
    """The last sheet made of a game."""
    return SheetIssue.objects.filter(game=game).select_related("made_by").order_by("-number").first()
