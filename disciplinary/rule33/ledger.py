"""The whole answer: facts and a moment in, records out – a fold over a player's games in order of
time.

For each game: what he owes is found its game or not, he takes part or not, the cards shown there
mean something at once, and leave something behind for later games. Nothing looks back.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from disciplinary.rule33 import carry_over, serving
from disciplinary.rule33.accumulation import Counter, Reached
from disciplinary.rule33.answers import (
    Appearance,
    Consequence,
    Mark,
    Play,
    Problem,
    ProblemCode,
    Record,
    Scope,
    State,
    Suspension,
)
from disciplinary.rule33.carry_over import Leaving
from disciplinary.rule33.deadlines import deadlines, state_unserved
from disciplinary.rule33.editions import Edition
from disciplinary.rule33.facts import (
    CardId,
    CardKey,
    Color,
    Facts,
    Game,
    Id,
    Incident,
    Status,
    SuspensionKind,
    When,
)
from disciplinary.rule33.grounds import readings_of
from disciplinary.rule33.in_game import judge_after_game, judge_cards
from disciplinary.rule33.periods import local_day
from disciplinary.rule33.presence import GOING, OVER, Part, parts_of
from disciplinary.rule33.season import Decisions, Season
from disciplinary.rule33.serving import Claim


def assess(season: Season | Facts, now: datetime) -> dict[Id, Record]:
    """The records of everyone any fact concerns, as they stand at the aware moment ``now``.

    Facts are used as they are known, also those dated later: ``now`` decides only what is overdue
    and in default.
    """
    if isinstance(season, Facts):
        season = Season(season)
    return {player: assess_player(season, player, now) for player in season.players}


def assess_player(season: Season, player: Id, now: datetime) -> Record:
    """One player's record: players are judged independently of each other."""
    return Fold(season, player, now).run()


class Fold:
    """The running state of one player's season."""

    def __init__(self, season: Season, player: Id, now: datetime) -> None:
        self.season = season
        self.player = player
        self.now = now
        self.counter = Counter()
        self.parts: dict[Id, Part] = {}
        """His games in order of time."""
        self.issued_on: dict[Id, date] = {}
        """The local days of his cards, by incident."""
        self.claims: list[Claim] = []
        self.owed: list[Claim] = []
        """Suspensions that still need a game."""
        self.carried: list[Claim] = []
        """Carried yellows that still need a game."""
        self.found: dict[int, tuple[State, Id]] = {}
        """By ``arose``: due or served, and in which game."""
        self.put_off: set[int] = set()
        """By ``arose``: those that the approval of a later game moved there (R-11)."""
        self.appearances: list[Appearance] = []
        self.consequences: list[Consequence] = []
        self.problems: list[Problem] = []

    def run(self) -> Record:
        involvement = self.season.involved.get(self.player)
        if involvement is not None:
            self.parts = parts_of(self.season, involvement)
        for part in self.parts.values():
            going = part.game.status in GOING
            carried_yellow = False
            if going:
                carried_yellow = self._enter(part)
                if part.torn:
                    self._problem(ProblemCode.ON_TWO_ROSTERS, part)
            if part.incidents:
                self._cards(part, carried_yellow=carried_yellow)
        return Record(
            player=self.player,
            now=self.now,
            suspensions=tuple(self.answer(claim) for claim in self.claims),
            appearances=tuple(self.appearances),
            consequences=tuple(self.consequences),
            problems=tuple(self.problems),
            tallies=self.counter.tallies(self.player),
        )

    # ------------------------------------------------------------ into a game

    def _enter(self, part: Part) -> bool:
        """Find what this game is for, and how he goes into it; whether a carried yellow is taken up."""
        if not (self.owed or self.carried or part.barred):
            # Nothing for the game to serve: whether he takes part makes no difference.
            if part.team is not None:
                self.appearances.append(
                    Appearance(game=part.game.id, player=self.player, team=part.team, play=Play.CLEAR)
                )
            return False
        serving_now = self._serving(part) if self.owed else []
        suspended = bool(serving_now) and serving_now[0].full_game
        partial = serving_now[0] if serving_now and not suspended else None
        participation = part.participation(suspended=suspended)

        if suspended:
            self._suspended(part, serving_now, took_part=participation.took_part)
        elif partial is not None:
            if participation.starts:
                self._settle(partial, part)
            else:
                serving_now, partial = [], None
        if part.barred and participation.took_part and part.game.status in OVER:
            self._problem(ProblemCode.PLAYED_WHILE_BARRED, part)

        accepted: list[Claim] = []
        if self.carried and not suspended and participation.took_part:
            # those that are due are accepted together, as one yellow.
            accepted = [claim for claim in self.carried if serving.eligible(claim, part)]
            for claim in accepted:
                self._settle(claim, part)

        if part.team is not None or suspended:
            self.appearances.append(
                Appearance(
                    game=part.game.id,
                    player=self.player,
                    team=part.team,
                    play=Play.BARRED if part.barred else Play.SUSPENDED if suspended else Play.CLEAR,
                    sit_out=partial.seconds if partial else 0,
                    no_substitute=serving_now[0].no_substitute if serving_now else 0,
                    carried_yellow=bool(accepted),
                    approved=suspended and all(c.approved_for(part.game) for c in serving_now),
                    serves=tuple(_key(claim) for claim in (*serving_now, *accepted)),
                )
            )
        return bool(accepted)

    def _serving(self, part: Part) -> list[Claim]:
        """The suspension (R-7: or two) this game would serve, whatever is still missing."""
        self.owed = serving.not_too_late(self.owed, part)
        ranked = serving.most_severe_first(self.owed, part)
        first = next((claim for claim in ranked if self._could_serve(claim, part)), None)
        if first is None:
            return []
        if not first.accumulated:
            return [first]
        return [
            claim
            for claim in self.owed
            if claim is first or (serving.siblings(first, claim) and self._could_serve(claim, part))
        ]

    def _could_serve(self, claim: Claim, part: Part) -> bool:
        return (
            serving.eligible(claim, part)
            and not (part.game.status not in OVER and self._in_default(claim))
            and not serving.held_back(claim, part, self.owed)
            and not (claim.full_game and self._moved_on(claim, part))
        )

    def _moved_on(self, claim: Claim, part: Part) -> bool:
        moved = serving.moved_on(claim, part, self.parts)
        if moved:
            self.put_off.add(claim.arose)
        return moved

    def _in_default(self, claim: Claim) -> bool:
        """What is in default takes no game that is yet to be played."""
        return claim.limits is not None and self._today(claim) > claim.limits.last_day

    def _suspended(self, part: Part, claims: list[Claim], *, took_part: bool) -> None:
        """He is suspended from the whole game: it is served, due, or neither."""
        status = part.game.status
        if took_part and status in OVER:
            late = any(claim.incident.recorded > part.game.start for claim in claims)
            self._problem(
                ProblemCode.PLAYED_BEFORE_RECORDED if late else ProblemCode.PLAYED_WHILE_SUSPENDED,
                part,
            )
        for claim in claims:
            served = (
                status is Status.PLAYED
                and not took_part
                and claim.approved_for(part.game)
                and claim.decisions.attended(part.game.id)
            )
            if served or status not in OVER:
                self._settle(claim, part)

    def _settle(self, claim: Claim, part: Part) -> None:
        state = State.SERVED if part.game.status in OVER else State.DUE
        self.found[claim.arose] = (state, part.game.id)
        (self.carried if claim in self.carried else self.owed).remove(claim)

    def _problem(self, code: ProblemCode, part: Part) -> None:
        self.problems.append(Problem(code=code, player=self.player, game=part.game.id))

    # ------------------------------------------------------------ the cards of a game

    def _cards(self, part: Part, *, carried_yellow: bool) -> None:
        """Judge the cards shown in and after a game, count the yellows, and note what is left."""
        for incident in part.incidents:
            self.issued_on[incident.id] = local_day(incident.at, part.event.tz)
        during = [incident for incident in part.incidents if incident.when is When.DURING]
        after = [incident for incident in part.incidents if incident.when is When.AFTER]
        if during:
            shown = [(incident, self._edition(incident)) for incident in during]
            consequences, problems = judge_cards(shown, carried_yellow=carried_yellow)
            self.consequences += consequences
            self.problems += problems
            red_shown = False
            for incident in during:
                red = Color.RED in incident.cards
                leavings = carry_over.of_red_during(incident, first_red=not red_shown) if red else ()
                self._count_and_claim(part, incident, leavings)
                red_shown = red_shown or red
            _, edition = shown[-1]
            for leaving in carry_over.of_game_end(during, edition):
                self._claim(part, leaving)
        self.problems += judge_after_game(after)
        for incident in after:
            leavings = carry_over.of_cards_after(incident, self._edition(incident))
            self._count_and_claim(part, incident, leavings)

    def _edition(self, incident: Incident) -> Edition:
        """A card is judged by the edition of its day."""
        return self.season.edition(self.issued_on[incident.id])

    def _count_and_claim(self, part: Part, incident: Incident, leavings: Iterable[Leaving]) -> None:
        """Card by card, as shown: what it accumulates to, then what it leaves behind itself."""
        day, edition = self.issued_on[incident.id], self._edition(incident)
        for number, color in enumerate(incident.cards, start=1):
            if color is Color.YELLOW:
                card = CardId(incident.id, number)
                in_tier, in_all = self.counter.add(
                    card, incident.tier, day, edition, after_game=incident.when is When.AFTER
                )
                if in_tier is not None:
                    self._accumulated(part, incident, card, SuspensionKind.ACCUMULATED_TIER, in_tier)
                if in_all is not None:
                    self._accumulated(
                        part,
                        incident,
                        card,
                        SuspensionKind.ACCUMULATED_ALL_TIERS,
                        in_all,
                    )
        for leaving in leavings:
            self._claim(part, leaving)

    def _accumulated(
        self,
        part: Part,
        incident: Incident,
        card: CardId,
        kind: SuspensionKind,
        reached: Reached,
    ) -> None:
        leaving = Leaving(
            kind,
            incident,
            card,
            reached.clause,
            reached.cards,
            reached.readings,
            full_game=True,
        )
        self._claim(part, leaving, reached.marks)

    def _claim(self, part: Part, leaving: Leaving, marks: tuple[Mark, ...] = ()) -> None:
        incident = leaving.incident
        issued_on, edition = self.issued_on[incident.id], self._edition(incident)
        since = incident.at
        if leaving.increase is not None:
            since = max(since, incident.increases[leaving.increase].at)
        decisions = self._decisions(leaving, marks)
        if decisions.any_team:
            scope = Scope(team=None, by_ruling=True)
        else:
            scope = serving.scope_of(
                self.season,
                incident,
                part.game,
                part.event,
                edition,
                accumulated=bool(marks),
            )
        carried = leaving.kind is SuspensionKind.CARRIED_YELLOW
        claim = Claim(
            kind=leaving.kind,
            number=leaving.number,
            incident=incident,
            trigger=leaving.trigger,
            marks=marks,
            full_game=leaving.full_game,
            seconds=leaving.seconds,
            no_substitute=leaving.no_substitute,
            game=part.game,
            event=part.event,
            issued=incident.at,
            issued_on=issued_on,
            since=since,
            scope=scope,
            limits=None if carried else deadlines(issued_on, edition),
            cards=leaving.cards,
            arose=len(self.claims),
            clause=leaving.clause,
            readings=leaving.readings,
            edition=edition,
            decisions=decisions,
        )
        self.claims.append(claim)
        if not decisions.lifted:
            (self.carried if carried else self.owed).append(claim)

    def _decisions(self, leaving: Leaving, marks: tuple[Mark, ...]) -> Decisions:
        code = f"{leaving.kind}_{leaving.number}" if leaving.number else str(leaving.kind)
        return self.season.decided(CardKey(leaving.trigger, code), *(mark.key(self.player) for mark in marks))

    # ------------------------------------------------------------ answers

    def _today(self, claim: Claim) -> date:
        return local_day(self.now, claim.event.tz)

    def answer(self, claim: Claim) -> Suspension:
        """What is answered of a suspension, once all games were gone through."""
        state, serve_in = self.found.get(claim.arose, (None, None))
        if claim.decisions.lifted:
            state = State.LIFTED
        elif state is not State.SERVED:
            state = state_unserved(self._today(claim), claim.limits, game_known=serve_in is not None)
        return Suspension(
            player=self.player,
            kind=claim.kind,
            number=claim.number,
            trigger=claim.trigger,
            marks=claim.marks,
            full_game=claim.full_game,
            seconds=claim.seconds,
            no_substitute=claim.no_substitute,
            game=claim.game.id,
            event=claim.event.id,
            goals=claim.incident.goals,
            tier=claim.incident.tier,
            event_kind=claim.incident.kind,
            issued=claim.issued,
            since=claim.since,
            scope=claim.scope,
            state=state,
            serve_in=serve_in,
            approved=serve_in is not None and serve_in in claim.decisions.approved,
            ask_for=self._ask_for(claim, state, serve_in),
            serve_by=claim.limits.serve_by if claim.limits else None,
            last_day=claim.limits.last_day if claim.limits else None,
            cards=claim.cards,
            arose=claim.arose,
            clause=claim.clause,
            readings=readings_of(self.season, claim, state, put_off=claim.arose in self.put_off),
        )

    def _ask_for(self, claim: Claim, state: State, serve_in: Id | None) -> Id | None:
        """The game due for a full-game suspension; once overdue, for any, the first game he may play
        in and that only the committee's approval keeps from serving.
        """
        if state is State.OVERDUE and serve_in is None:
            return next(
                (
                    part.game.id
                    for part in self.parts.values()
                    if part.team is not None and self._ahead(part.game) and serving.only_unapproved(claim, part)
                ),
                None,
            )
        if serve_in is None or not (claim.full_game or state is State.OVERDUE):
            return None
        return serve_in if state is not State.SERVED and self._ahead(self.season.games[serve_in]) else None

    def _ahead(self, game: Game) -> bool:
        return game.status is Status.SCHEDULED and game.start > self.now


def _key(claim: Claim) -> CardKey:
    code = f"{claim.kind}_{claim.number}" if claim.number else str(claim.kind)
    return CardKey(claim.trigger, code)
