"""Golden scenarios entered as umpires do, game by game: the rows are what the pure rule answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from disciplinary.choices import Seat, VoteChoice
from disciplinary.facts import GAME_LASTS
from disciplinary.models import Approval, GameReport, Vote
from disciplinary.rule33.facts import Status, When
from disciplinary.rule33.scenario import read_text
from tests.disciplinary.field import Field, text_of, umpire_everywhere
from tests.disciplinary.rows import Rows
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

SCENARIOS = Path(__file__).parents[1] / "rule33" / "scenarios"
ENTERED = [
    "after_game_cards",
    "attendance_incomplete",
    "box_time_and_carried_yellow",
    "box_time_then_red",
    "in_sequence_most_severe_first",
    "played_while_suspended",
    "red_card_approval_missing",
    "red_card_served",
    "substitute_does_not_serve",
    "three_yellows_carry_one",
]


class Afternoons:
    """A season lived through at its own pace: everything is entered when it happens."""

    def __init__(self, name: str) -> None:
        self.scenario = read_text((SCENARIOS / f"{name}.yaml").read_text())
        self.facts = self.scenario.facts
        self.rows = Rows(self.facts)
        self.steps: list[tuple[datetime, int, Callable[[], Any]]] = []

    def begin(self) -> None:
        """The season as it is before anything has happened in it."""
        self.rows._people()
        self.rows.facts = replace(
            self.facts,
            games=tuple(replace(one, status=Status.SCHEDULED, lineups={}, substitutes={}) for one in self.facts.games),
            incidents=(),
            approvals=(),
            attendance=(),
        )
        waiting = list(self.rows._steps())
        while waiting:
            waiting = [step for step in waiting if not step()]
        self.user = umpire_everywhere(self.rows)
        self.seats = {seat: UserFactory() for seat in Seat}

    def plan(self) -> None:
        for game in self.facts.games:
            field = Field(self.rows.games[game.id], self.user)
            end = game.end or game.start + GAME_LASTS
            for team in game.teams:
                if team in game.lineups or game.substitutes.get(team):
                    self._at(game.start - timedelta(minutes=30), self._lineup, field, game, team)
            for report in self.facts.attendance:
                if report.game == game.id:
                    player = next(
                        one.player for one in self.facts.incidents if one.id == report.suspension.card.incident
                    )
                    if report.before:
                        self._at(game.start - timedelta(minutes=20), self._report, field, player, "before")
                    if report.after:
                        self._at(end, self._report, field, player, "after")
            mine = [one for one in self.facts.incidents if one.game == game.id]
            for incident in mine:
                self._at(incident.at, self._incident, field, incident)
            if any(one.when is When.DURING for one in mine):
                self._at(end, self._box, field, mine)
            if game.status is Status.PLAYED:
                self._at(max([end, *(one.at for one in mine)]) + timedelta(minutes=10), self._close, field)
        for approval in self.facts.approvals:
            for seat, moment in approval.votes.items():
                self._at(moment, self._vote, approval, seat)

    def _at(self, moment: datetime, do: Callable[..., Any], *args: Any) -> None:
        self.steps.append((moment, len(self.steps), lambda: do(*args)))

    def live(self) -> None:
        for moment, _order, do in sorted(self.steps, key=lambda one: one[:2]):
            with time_machine.travel(moment, tick=False):
                do()

    # ------------------------------------------------------------ what is entered

    def _lineup(self, field: Field, game: Any, team: Any) -> None:
        places = {self.rows.players[one]: str(n) for n, one in enumerate(game.lineups.get(team, ()), start=1)}
        places |= {self.rows.players[one]: "s" for one in game.substitutes.get(team, ())}
        response = field.lineup(self.rows.teams[team], places)
        if response.status_code == 200:
            assert "may not play" in text_of(response)
            response = field.lineup(self.rows.teams[team], places, reason="They would not listen")
        assert response.status_code == 302, text_of(response)

    def _incident(self, field: Field, one: Any) -> None:
        clock = one.at.astimezone(field.game.event.zone).strftime("%H:%M")
        after = {"when": "after", "chukker": ""} if one.when is When.AFTER else {}
        cards = "".join(one.cards)
        self.rows.incidents[one.id] = field.incident(
            self.rows.players[one.player], self.rows.teams[one.team], cards, shown_at=clock, **after
        )

    def _box(self, field: Field, incidents: list[Any]) -> None:
        page = field.get("box_time").content.decode()
        asked = {
            row: {"unserved": f"{one.box_unserved // 60}:{one.box_unserved % 60:02}"}
            for one in incidents
            if (row := self.rows.incidents.get(one.id)) and f'name="i{row.pk}-unserved"' in page
        }
        if asked:
            response = field.box(asked)
            assert response.status_code == 302, text_of(response)

    def _report(self, field: Field, player: Any, which: str) -> None:
        clock = timezone.now().astimezone(field.game.event.zone).strftime("%H:%M")
        response = field.report_in(self.rows.players[player], which, clock)
        assert response.status_code == 302, text_of(response)

    def _close(self, field: Field) -> None:
        response = field.close()
        assert response.status_code == 302, text_of(response)

    def _vote(self, approval: Any, seat: Any) -> None:
        request = Approval.objects.get(game=self.rows.games[approval.game], closed_at=None)
        seat = Seat(seat.value)
        Vote.objects.create(
            approval=request, seat=seat, voter=self.seats[seat], choice=VoteChoice.APPROVE, cast_at=timezone.now()
        )


@pytest.mark.parametrize("name", ENTERED)
def test_entered_through_the_pages_it_is_what_the_rule_answers(name):
    season = Afternoons(name)
    with time_machine.travel("2025-12-15 12:00Z", tick=False):
        season.begin()
    season.plan()
    season.live()
    with time_machine.travel(season.scenario.now, tick=False):
        assert season.rows.stored() == season.rows.expected(season.facts, season.scenario.now)
    played = sum(game.status is Status.PLAYED for game in season.facts.games)
    assert GameReport.objects.filter(closed_at__isnull=False, late=False).count() == played
