"""What a committee reads about a request: where it stands, what has changed, and each test of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from disciplinary.choices import EventKind, GameStage, GameStatus, Seat, Tier, VoteChoice
from disciplinary.models import Approval, Suspension, Vote
from disciplinary.rule33.candidacy import Candidate, Finding
from disciplinary.rule33.serving import Criterion
from disciplinary.selectors.request_file import RequestFile
from disciplinary.selectors.suspensions import LAPSED
from disciplinary.sentences import teams
from disciplinary.wording import day, listed, moment
from tournaments.models import Event, Game, Team

OPEN, APPROVED, REFUSED, LATE, CLOSED = "open", "approved", "refused", "late", "closed"


# ------------------------------------------------------------ where it stands


class Status(NamedTuple):
    """A tag and one sentence; ``code`` is for the tag's shape."""

    code: str
    tag: str
    text: str


def time_left(game: Game, now: datetime) -> str:
    """Until the start of a game: `2 days, 3 hours`."""
    return timeuntil(game.starts_at, now)


def standing_votes(approval: Approval) -> dict[str, Vote]:
    """The votes that stand, by seat. Needs the votes prefetched with their voters."""
    return {vote.seat: vote for vote in approval.votes.all() if vote.stands}


def status(approval: Approval, now: datetime) -> Status:
    """How a request stands, status first."""
    votes = standing_votes(approval)
    approved = [seat for seat in Seat if seat in votes and votes[seat].choice == VoteChoice.APPROVE]
    refused = [str(seat.label) for seat in Seat if seat in votes and votes[seat].choice == VoteChoice.REFUSE]
    if len(approved) == len(Seat) and approval.closed_reason not in LAPSED:
        return Status(APPROVED, _("Approved"), _("All three seats approve this game."))
    if approval.closed_at is not None:
        return Status(CLOSED, _("Closed"), f"{approval.get_closed_reason_display()}.")
    if approval.game.starts_at <= now:
        return Status(LATE, _("Too late"), _("The game has started without the approval of all three seats."))
    left = _("The game starts in %(time)s.") % {"time": time_left(approval.game, now)}
    if refused:
        text = _("Refused by %(seats)s.") % {"seats": listed(refused)}
        return Status(REFUSED, _("Refused"), f"{text} {left}")
    missing = ngettext("%(count)d vote is missing.", "%(count)d votes are missing.", len(Seat) - len(approved))
    return Status(OPEN, _("Open"), f"{missing % {'count': len(Seat) - len(approved)}} {left}")


# ------------------------------------------------------------ what has changed


class _Terms(NamedTuple):
    start: datetime
    stage: str
    event: int
    rating: str


def _read(terms: str) -> _Terms | None:
    parts = terms.split("|")
    if len(parts) != len(_Terms._fields):
        return None
    start, stage, event, rating = parts
    return _Terms(datetime.fromisoformat(start), stage, int(event), rating)


def _rating(rating: str) -> str:
    goals, _space, kind = rating.partition(" ")
    of = _("Gauntlet of Polo") if kind == "gauntlet" else str(EventKind(kind).label)
    return _("%(goals)s, %(kind)s") % {"goals": goals_text(int(goals)), "kind": of}


def changes(before: str, game: Game, now_terms: str) -> list[str]:
    """What of a game is another since the committee was first asked, each as a sentence."""
    old, new = _read(before), _read(now_terms)
    if old is None or new is None:
        return []
    zone, lines = game.event.time_zone, []
    if old.start != new.start:
        lines.append(
            _("It starts on %(new)s, no longer on %(old)s.")
            % {"new": moment(new.start, zone), "old": moment(old.start, zone)}
        )
    if old.stage != new.stage:
        lines.append(
            _("Its stage is now “%(new)s”, before “%(old)s”.")
            % {"new": GameStage(new.stage).label, "old": GameStage(old.stage).label}
        )
    if old.event != new.event:
        was = Event.objects.filter(pk=old.event).first()
        lines.append(_("It belongs to %(new)s, no longer to %(old)s.") % {"new": game.event, "old": was or "–"})
    if old.rating != new.rating:
        lines.append(
            _("Its event is rated %(new)s, before %(old)s.") % {"new": _rating(new.rating), "old": _rating(old.rating)}
        )
    return lines


# ------------------------------------------------------------ the tests of a game


class Test(NamedTuple):
    """One test of a game in words: its name, whether it passes, and the figures."""

    name: str
    passed: bool
    figures: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A coming game of the player, judged."""

    game: Game
    teams: str
    when: str
    verdict: str
    asked: bool
    eligible: bool
    approved: bool
    serves: bool
    tests: dict[str, Test]
    plays_on: str

    def cells(self, columns: Mapping[str, str]) -> list[Test | None]:
        """The tests in the order of the columns; None where a game is not judged by one."""
        return [self.tests.get(code) for code in columns]


NAMES = {
    Criterion.LATER: gettext_lazy("After the card"),
    Criterion.STATUS: gettext_lazy("Status"),
    Criterion.NOT_BARRED: gettext_lazy("Not barred"),
    Criterion.IN_TIME: gettext_lazy("Within the year"),
    Criterion.TEAM: gettext_lazy("Team"),
    Criterion.HANDICAP: gettext_lazy("Handicap"),
    Criterion.TIER: gettext_lazy("Tier"),
    Criterion.KIND: gettext_lazy("Club or USPA"),
    Criterion.STAGE: gettext_lazy("Stage"),
    Criterion.PUBLISHED: gettext_lazy("Published before the card"),
    Criterion.LAST_DAY: gettext_lazy("By the last day"),
    Criterion.APPROVED: gettext_lazy("Approved by the committee"),
}


def goals_text(goals: int) -> str:
    """A handicap: `8 goals`."""
    return ngettext("%(count)d goal", "%(count)d goals", goals) % {"count": goals}


def rows(file: RequestFile) -> list[Row]:
    """Every coming game of the player with its tests, in order of time."""
    return [_row(file, candidate) for candidate in file.candidates]


def columns(shown: list[Row]) -> dict[str, str]:
    """The tests that any of the games is judged by, with their names, in the rule's order."""
    used = {code for row in shown for code in row.tests}
    return {code.value: str(NAMES[code]) for code in Criterion if code.value in used}


def _row(file: RequestFile, candidate: Candidate) -> Row:
    game = file.games[int(candidate.game)]
    return Row(
        game=game,
        teams=teams(game),
        when=moment(game.starts_at, game.event.time_zone),
        verdict=_verdict(candidate),
        asked=game.pk == file.approval.game_id,
        eligible=candidate.eligible,
        approved=candidate.approved,
        serves=candidate.serves,
        tests={
            finding.criterion.value: Test(str(NAMES[finding.criterion]), finding.passed, _figures(file, game, finding))
            for finding in candidate.findings
        },
        plays_on=_plays_on(file, candidate),
    )


def _verdict(candidate: Candidate) -> str:
    failed = sum(not finding.passed for finding in candidate.findings)
    if candidate.serves:
        return _("Eligible: the suspension is due in it.")
    if not failed:
        return _("Eligible.")
    return ngettext("Not eligible: %(count)d test fails.", "Not eligible: %(count)d tests fail.", failed) % {
        "count": failed
    }


def _plays_on(file: RequestFile, candidate: Candidate) -> str:
    """Whether he plays on in the team's next games, and when the first of them is."""
    if not candidate.plays_on:
        return _("No later game of the team is known.")
    first = file.games[int(candidate.plays_on[0])]
    return ngettext(
        "Yes, in %(count)d later game: %(first)s.",
        "Yes, in %(count)d later games, the next on %(first)s.",
        len(candidate.plays_on),
    ) % {"count": len(candidate.plays_on), "first": _short(first.starts_at, first.event)}


def _short(value: datetime, event: Event) -> str:
    local = value.astimezone(event.zone)
    return f"{date_format(local, 'DATE_FORMAT')}, {date_format(local, 'TIME_FORMAT')} {local.tzname()}"


def _figures(file: RequestFile, game: Game, finding: Finding) -> str:
    return _FIGURES[finding.criterion](file, game, finding)


def _team(file: RequestFile, key: object) -> Team | None:
    return file.teams.get(key) if isinstance(key, int) else None


def _of_team(file: RequestFile, game: Game, finding: Finding) -> str:
    found, required = _team(file, finding.found), _team(file, finding.required)
    names = {"team": found or "–", "asked": required or "–"}
    if required is None:
        return _("plays for %(team)s; any team") % names if found else _("for neither team; any team asked")
    if found is None:
        return _("for neither team; %(asked)s asked") % names
    if found == required:
        return str(found)
    return _("plays for %(team)s; %(asked)s asked") % names


def _published(file: RequestFile, game: Game, finding: Finding) -> str:
    card = _short(file.suspension.issued_at, file.suspension.event)
    if not isinstance(finding.found, datetime):
        return _("not published; card %(card)s") % {"card": card}
    return _("published %(moment)s; card %(card)s") % {"moment": _short(finding.found, game.event), "card": card}


def _later(file: RequestFile, game: Game, finding: Finding) -> str:
    required = finding.required
    if not isinstance(required, datetime):
        return "–"
    return _("later than %(moment)s") % {"moment": _short(required, file.suspension.event)}


def _by(file: RequestFile, game: Game, finding: Finding) -> str:
    def shown(value: object) -> str:
        return date_format(value, "DATE_FORMAT") if isinstance(value, date) else "–"

    return _("%(found)s; by %(required)s") % {"found": shown(finding.found), "required": shown(finding.required)}


_FIGURES: dict[Criterion, Callable[[RequestFile, Game, Finding], str]] = {
    Criterion.LATER: _later,
    Criterion.STATUS: lambda file, game, finding: str(GameStatus(str(finding.found)).label),
    Criterion.NOT_BARRED: lambda file, game, finding: _("barred on this day") if finding.found else _("not barred"),
    Criterion.IN_TIME: _by,
    Criterion.TEAM: _of_team,
    Criterion.HANDICAP: lambda file, game, finding: (
        _("%(found)s; at least %(required)s") % {
            "found": goals_text(int(str(finding.found))), "required": goals_text(int(str(finding.required))),
        }
    ),
    Criterion.TIER: lambda file, game, finding: (
        _("%(found)s; %(required)s asked") % {
            "found": Tier(str(finding.found)).label, "required": Tier(str(finding.required)).label,
        }
    ),
    Criterion.KIND: lambda file, game, finding: (
        _("%(found)s; card in a %(required)s") % {
            "found": EventKind(str(finding.found)).label, "required": EventKind(str(finding.required)).label,
        }
    ),
    Criterion.STAGE: lambda file, game, finding: str(GameStage(str(finding.found)).label),
    Criterion.PUBLISHED: _published,
    Criterion.LAST_DAY: _by,
    Criterion.APPROVED: lambda file, game, finding: _("approved") if finding.found else _("not approved yet"),
}  # fmt: skip


# ------------------------------------------------------------ in mails


def about(suspension: Suspension) -> str:
    """Until when a suspension can be served, in one sentence."""
    if suspension.serve_by is None or suspension.last_day is None:
        return ""
    return _("It must be served by %(serve_by)s; after that only in an approved game, up to %(last_day)s.") % {
        "serve_by": day(suspension.serve_by),
        "last_day": day(suspension.last_day),
    }
