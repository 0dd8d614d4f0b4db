"""For the ad-hoc committee: every coming game of a player, with each test passed or failed and the
figures it rests on – the very tests by which the serving game is found (33, Full game suspensions;
Unserved full or partial game suspensions).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

from disciplinary.rule33.answers import State, Suspension
from disciplinary.rule33.facts import Id
from disciplinary.rule33.ledger import Fold
from disciplinary.rule33.presence import Part
from disciplinary.rule33.season import Season
from disciplinary.rule33.serving import OFF, Claim, Criterion, tests_for
from disciplinary.rule33.tiers import tier_of

Figure = Id | date | datetime | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One test of a game: what it asks for, what was found, and whether that passes."""

    criterion: Criterion
    passed: bool
    required: Figure
    found: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A coming game, judged for one suspension.

    ``team`` is the player's in it (None: he belongs to neither); ``serves`` says that the suspension
    is due in it; ``plays_on`` are the later games in which he belongs to the team he would serve for.
    """

    game: Id
    team: Id | None
    findings: tuple[Finding, ...]
    eligible: bool
    serves: bool
    approved: bool
    plays_on: tuple[Id, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidacy:
    """One open suspension and the player's coming games."""

    suspension: Suspension
    candidates: tuple[Candidate, ...]


def candidacies(season: Season, player: Id, now: datetime) -> tuple[Candidacy, ...]:
    """What a committee needs to know of each suspension that is still owed and not in default."""
    fold = Fold(season, player, now)
    fold.run()
    coming = [part for part in fold.parts.values() if part.game.start > now]
    found = []
    for claim in fold.claims:
        suspension = fold.answer(claim)
        if suspension.open and suspension.state is not State.IN_DEFAULT and claim.limits is not None:
            found.append(
                Candidacy(
                    suspension=suspension,
                    candidates=tuple(_judge(claim, suspension, part, coming) for part in coming),
                )
            )
    return tuple(found)


def _judge(claim: Claim, suspension: Suspension, part: Part, coming: list[Part]) -> Candidate:
    findings = tuple(
        Finding(
            criterion=criterion,
            passed=test(claim, part),
            required=_REQUIRED[criterion](claim),
            found=_FOUND[criterion](claim, part),
        )
        for criterion, test in tests_for(claim, part)
    )
    team = claim.scope.team if claim.scope.team is not None else part.team
    return Candidate(
        game=part.game.id,
        team=part.team,
        findings=findings,
        eligible=all(finding.passed for finding in findings),
        serves=suspension.serve_in == part.game.id,
        approved=claim.approved_for(part.game),
        plays_on=tuple(
            other.game.id
            for other in coming
            if other.game.start > part.game.start
            and other.game.status not in OFF
            and team is not None
            and other.team == team
        ),
    )


_REQUIRED: dict[Criterion, Callable[[Claim], Figure]] = {
    Criterion.LATER: lambda claim: max(claim.since, claim.game.start),
    Criterion.STATUS: lambda claim: None,
    Criterion.NOT_BARRED: lambda claim: False,
    Criterion.IN_TIME: lambda claim: claim.limits.serve_by if claim.limits else None,
    Criterion.TEAM: lambda claim: claim.scope.team,
    Criterion.HANDICAP: lambda claim: claim.incident.goals,
    Criterion.TIER: lambda claim: claim.incident.tier.value,
    Criterion.KIND: lambda claim: claim.incident.kind.value,
    Criterion.STAGE: lambda claim: None,
    Criterion.PUBLISHED: lambda claim: claim.issued,
    Criterion.LAST_DAY: lambda claim: claim.limits.last_day if claim.limits else None,
    Criterion.APPROVED: lambda claim: True,
}
"""What each test asks for: a moment to be later than (LATER) or not after (PUBLISHED), a last day, a
team (None: any), a handicap in goals, a tier, the kind of the card's event."""

_FOUND: dict[Criterion, Callable[[Claim, Part], Figure]] = {
    Criterion.LATER: lambda claim, part: part.game.start,
    Criterion.STATUS: lambda claim, part: part.game.status.value,
    Criterion.NOT_BARRED: lambda claim, part: part.barred,
    Criterion.IN_TIME: lambda claim, part: part.day,
    Criterion.TEAM: lambda claim, part: part.team,
    Criterion.HANDICAP: lambda claim, part: part.event.goals,
    Criterion.TIER: lambda claim, part: (
        tier_of(part.event.goals, gauntlet=part.event.gauntlet, edition=claim.edition).value
    ),
    Criterion.KIND: lambda claim, part: part.event.kind.value,
    Criterion.STAGE: lambda claim, part: part.game.stage.value,
    Criterion.PUBLISHED: lambda claim, part: part.event.published,
    Criterion.LAST_DAY: lambda claim, part: part.day,
    Criterion.APPROVED: lambda claim, part: claim.approved_for(part.game),
}
"""What a game has to show for it, in the same terms."""
