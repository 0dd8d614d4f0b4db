"""What must be known of a line-up before it is named, in sentences: who, why, and what can be done.

Nothing is reckoned here: `selectors.lineup_check` holds the rule's answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from disciplinary.models import Bar, Suspension
from disciplinary.rule33.answers import Play
from disciplinary.rule33.clauses import Clause
from disciplinary.rule33.facts import Status, SuspensionKind
from disciplinary.rule33.presence import OVER
from disciplinary.selectors.lineup_check import PlayerCheck, lineup_check
from disciplinary.sentences import cause, clause
from disciplinary.wording import CLAUSES, day, duration
from tournaments.hooks import LineupWarning
from tournaments.models import Game


def warnings_of(game: Game, team: int, starting: Sequence[int], coming_on: Sequence[int]) -> list[LineupWarning]:
    """What must be known of the players of a line-up, those who may not play first."""
    check = lineup_check(game, team, starting, coming_on, now=timezone.now())
    found = [
        LineupWarning(player=one.player, keeps_out=not one.may_play, lines=tuple(lines(game, one)))
        for one in check.warnings
    ]
    return sorted(found, key=lambda one: not one.keeps_out)


def lines(game: Game, one: PlayerCheck) -> Iterable[str]:
    """One player: the status first, then why, then what can be done."""
    names = {"player": one.player.name}
    answer = one.appearance
    if answer is None:
        yield _("%(player)s is listed for both teams, and so belongs to neither: take him out of one list.") % names
        return
    if answer.play is Play.BARRED:
        yield _("%(player)s is barred from playing on this day.") % names
        yield from (_why(reason_of_bar(bar)) for bar in one.bars)
        yield _keep_out(game)
        return
    if answer.play is Play.SUSPENDED:
        yield _("%(player)s is suspended from this game.") % names
        yield from (_why(reason(row)) for row in one.suspensions)
        yield _keep_out(game)
        if Status(game.status) not in OVER:
            yield (
                _("The committee has approved this game: he serves it if he reports to the Umpires before and after.")
                if answer.approved
                else _(
                    "The committee has not approved this game. Only its approval of a later one, complete before "
                    "this one starts, would let him play here."
                )
            )
        return
    if answer.sit_out:
        in_box = any(row.kind == SuspensionKind.PENALTY_BOX for row in one.suspensions)
        text = (
            _("%(player)s starts in the penalty box: %(time)s of play, without a substitute.")
            if in_box
            else _("%(player)s is off for the first %(time)s of play, without a substitute.")
        )
        yield text % {**names, "time": duration(answer.sit_out)}
    if answer.carried_yellow:
        yield _("%(player)s begins with one yellow card: the next offense is the second, two minutes off.") % names
    yield from (_why(reason(row)) for row in one.suspensions)


def reason(row: Suspension) -> str:
    """The reason with its clause: `Red card, Los Robles v. Pampa, Jan. 10, 2026. Rule 33(b)(2)(i), …`."""
    return _("%(cause)s, %(first)s v. %(second)s, %(day)s. %(clause)s.") % {
        "cause": cause(row),
        "first": row.game.team_a,
        "second": row.game.team_b,
        "day": date_format(row.game.local_day, "DATE_FORMAT"),
        "clause": clause(row),
    }


def reason_of_bar(bar: Bar) -> str:
    """The same of a bar, with its end: `Penalty from a Conduct Violation Complaint, by …, up to …`."""
    names = {
        "reason": bar.get_reason_display(),
        "authority": bar.get_authority_display(),
        "clause": CLAUSES[Clause.CONDUCT_COMPLAINTS],
    }
    if bar.last_day is None:
        return _("%(reason)s, by %(authority)s, until it is lifted. %(clause)s.") % names
    return _("%(reason)s, by %(authority)s, up to %(day)s. %(clause)s.") % {**names, "day": day(bar.last_day)}


def _why(text: str) -> str:
    return _("Why? %(reason)s") % {"reason": text}


def _keep_out(game: Game) -> str:
    if Status(game.status) in OVER:
        return _("If he did take part, leave him named: it serves nothing, and the office resolves it.")
    return _("Name somebody else. If he plays all the same, it serves nothing, and the office resolves it.")
