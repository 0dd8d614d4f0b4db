"""What saving an incident will do, in sentences for whoever is about to save it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from disciplinary.rule33.answers import ALL_TIERS, Consequence, State, Suspension, Tally
from disciplinary.rule33.what_if import Difference
from disciplinary.selectors.standing import Preview
from disciplinary.story.suspensions import what
from disciplinary.wording import CLAUSES, PROBLEMS, day, duration, listed, mark, ordinal, period, tier
from players.models import Player
from tournaments.models import Game, Team
from tournaments.moments import shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Arising:
    """One suspension that would come about: what it is, where it would be served, and why."""

    what: str
    where: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """One count of yellow cards, as a row of cards up to its next mark, or its last one."""

    name: str
    count: int
    mark: int | None
    reached: tuple[int, ...]
    """The marks that this card, or these cards, reached: five, where two yellows made six of four."""

    @property
    def places(self) -> range:
        """The places of the row, from 1."""
        return range(1, max(self.count, self.mark or 0) + 1)

    @property
    def text(self) -> str:
        """The row in words."""
        number = ngettext("%(count)d yellow card", "%(count)d yellow cards", self.count) % {"count": self.count}
        if self.reached:
            marks = listed([ordinal(mark) for mark in self.reached])
            return _("%(number)s: the %(marks)s suspends") % {"number": number, "marks": marks}
        if self.mark is None:
            return _("%(number)s; no further mark") % {"number": number}
        return _("%(number)s; the %(mark)s suspends") % {
            "number": number,
            "mark": ordinal(self.mark),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """Everything a person should know before saving: each list may be empty."""

    player: str
    headline: str
    at_once: list[str]
    counts: list[Count]
    arising: list[Arising]
    changing: list[str]
    ending: list[str]
    misfits: list[str]
    complaint: bool
    other: Forecast | None = None

    @property
    def fits(self) -> bool:
        """Whether the cards fit the rule."""
        return not self.misfits


class _Names:
    """The games, teams and players that the sentences name, in three queries."""

    def __init__(self, differences: Iterable[Difference]) -> None:
        found = list(differences)
        suspensions = [s for d in found for s in (*d.arising, *d.ending, *(one for pair in d.changing for one in pair))]
        games = {g for s in suspensions for g in (s.game, s.serve_in) if g is not None}
        games |= {p.game for d in found for p in d.problems}
        self.games = {
            game.pk: game for game in Game.objects.filter(pk__in=games).select_related("event", "team_a", "team_b")
        }
        self.teams = Team.objects.in_bulk({s.scope.team for s in suspensions if s.scope.team})
        self.players = Player.objects.in_bulk({d.player for d in found})

    def game(self, pk: object) -> str:
        game = self.games[pk]  # type: ignore[index]
        return _("%(first)s v. %(second)s, %(moment)s") % {
            "first": game.team_a,
            "second": game.team_b,
            "moment": shown(game.starts_at, game.event.zone),
        }


def forecast(preview: Preview) -> Forecast:
    """The sentences of a preview, in the reader's language."""
    others = [preview.taken_from] if preview.taken_from is not None else []
    names = _Names([preview.player, *others])
    other = _of(others[0], names, complaint=False) if others else None
    return _of(preview.player, names, complaint=preview.complaint, other=other)


def _of(difference: Difference, names: _Names, *, complaint: bool, other: Forecast | None = None) -> Forecast:
    player = names.players[difference.player].name
    return Forecast(
        player=player,
        headline=_headline(difference, names, player),
        at_once=[_at_once(consequence) for consequence in difference.consequences],
        counts=[
            _count(tally, difference.arising)
            for tally in sorted(difference.tallies, key=lambda one: (one.period, one.tier == ALL_TIERS))
        ],
        arising=[_arising(suspension, names) for suspension in difference.arising],
        changing=[_changing(before, after, names) for before, after in difference.changing],
        ending=[
            _("No longer suspended for the card of %(game)s: %(what)s.")
            % {"game": names.game(suspension.game), "what": what(suspension)}
            for suspension in difference.ending
        ],
        misfits=[
            str(PROBLEMS[problem.code]) % {"player": player, "game": names.game(problem.game)}
            for problem in difference.problems
        ],
        complaint=complaint,
        other=other,
    )


def _headline(difference: Difference, names: _Names, player: str) -> str:
    """Status first: from which game he would be suspended, or that he would not."""
    full = [s for s in difference.arising if s.full_game]
    due = [s for s in full if s.serve_in is not None]
    if due:
        return _("%(player)s will be suspended from %(game)s.") % {
            "player": player,
            "game": names.game(due[0].serve_in),
        }
    if full:
        return _("%(player)s will owe a full game; no eligible game is known yet.") % {"player": player}
    if difference.arising:
        return _("%(player)s will start a later game differently.") % {"player": player}
    if difference.ending or difference.changing:
        return _("What %(player)s owes will change.") % {"player": player}
    return _("No suspension follows for %(player)s.") % {"player": player}


def _at_once(consequence: Consequence) -> str:
    names = {"nth": ordinal(consequence.offense)}
    if consequence.sent_off:
        text = _("%(nth)s offense of the game: off for the rest of it, no substitute for the next %(time)s of play.")
        return _sentence(text % {**names, "time": duration(consequence.no_substitute)})
    if consequence.sit_out:
        text = _("%(nth)s offense of the game: %(time)s off, without a substitute.")
        return _sentence(text % {**names, "time": duration(consequence.sit_out)})
    return _sentence(_("%(nth)s offense of the game: a penalty, no time off.") % names)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _count(tally: Tally, arising: Iterable[Suspension]) -> Count:
    reached = tuple(
        one.yellows
        for suspension in arising
        for one in suspension.marks
        if (one.period, one.tier) == (tally.period, tally.tier)
    )
    return Count(
        name=_("%(tier)s, %(period)s") % {"tier": _sentence(tier(tally.tier)), "period": period(tally.period)},
        count=tally.count,
        mark=tally.next_mark,
        reached=reached,
    )


def _arising(suspension: Suspension, names: _Names) -> Arising:
    marks = suspension.marks
    reason = _sentence(mark(marks[0])) if marks else str(CLAUSES[suspension.clause])
    return Arising(
        what=_("%(reason)s: %(what)s.") % {"reason": reason, "what": what(suspension)},
        where=_where(suspension, names),
        why=str(CLAUSES[suspension.clause]),
    )


def _where(suspension: Suspension, names: _Names) -> str:
    if suspension.state is State.IN_DEFAULT:
        return _("The time for serving it is over: it is in default.")
    if suspension.serve_in is None:
        return _("No eligible game is known yet. Serve by %(day)s.") % {"day": _by(suspension.serve_by)}
    parts = [_("In %(game)s.") % {"game": names.game(suspension.serve_in)}]
    if suspension.full_game and not suspension.approved:
        parts.append(_("The committee must approve that game before it starts."))
    if suspension.scope.team is None:
        parts.append(_("With any team."))
    if suspension.serve_by is not None:
        parts.append(_("Serve by %(day)s.") % {"day": _by(suspension.serve_by)})
    return " ".join(parts)


def _by(value: date | None) -> str:
    return day(value) if value is not None else "–"


def _changing(before: Suspension, after: Suspension, names: _Names) -> str:
    values = {"what": _sentence(what(after))}
    if after.serve_in is not None and before.serve_in != after.serve_in:
        if before.serve_in is None:
            return _("%(what)s: now in %(game)s.") % {**values, "game": names.game(after.serve_in)}
        return _("%(what)s: in %(game)s instead of %(earlier)s.") % {
            **values,
            "game": names.game(after.serve_in),
            "earlier": names.game(before.serve_in),
        }
    if after.serve_in is None and before.serve_in is not None:
        return _("%(what)s: no longer in %(earlier)s; it waits for another game.") % {
            **values,
            "earlier": names.game(before.serve_in),
        }
    return _("%(what)s: rests on other cards, or is of another length.") % values
