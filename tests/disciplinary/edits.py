"""Random edits of a season's facts through the ORM: every kind of row is made, changed and deleted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import DatabaseError, connection, models, transaction
from django.db.models import ProtectedError

from disciplinary.choices import ClosedReason, Seat
from disciplinary.models import (
    Approval,
    Attendance,
    Bar,
    Card,
    Incident,
    Increase,
    PenaltyBoxStay,
    Ruling,
    Suspension,
    Vote,
)
from players import hooks
from tests.factories import PlayerFactory, TeamFactory, UserFactory
from tournaments.models import (
    Entry,
    Event,
    EventSeries,
    Game,
    Lineup,
    LineupPlace,
    RosterPlace,
    Substitution,
)

FIRST = datetime(2026, 1, 5, 18, tzinfo=UTC)
DAYS = 50


class Edits:
    """A small season, crowded so that every fact bears on others, and the random edits of it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.done: list[str] = []
        self.officials = UserFactory.create_batch(3)
        self.players = PlayerFactory.create_batch(6)
        self.teams = TeamFactory.create_batch(4)
        self.series = [EventSeries.objects.create(name=f"Series {seed} {n}") for n in range(2)]
        with hooks.batch():
            for edit, times in (
                (self.event, 4),
                (self.entry, 8),
                (self.place, 14),
                (self.game, 12),
                (self.incident, 8),
            ):
                for _ in range(times):
                    self._attempt(edit)

    def run(self, edits: int) -> Iterable[str]:
        """Make the edits one by one; what the database refuses is left out. Yields what was done."""
        kinds: list[tuple[Callable[[], str], int]] = [
            (self.event, 1), (self.entry, 2), (self.place, 3), (self.game, 2), (self.lineup, 2),
            (self.start, 3), (self.come_on, 2), (self.incident, 5), (self.stay, 2), (self.increase, 2),
            (self.bar, 1), (self.approval, 4), (self.attendance, 3), (self.ruling, 1),
            (self.change_event, 5), (self.change_entry, 5), (self.change_place, 3), (self.change_game, 8),
            (self.change_lineup, 2), (self.change_start, 2), (self.change_come_on, 1), (self.change_incident, 5),
            (self.amend, 3), (self.change_stay, 2), (self.change_increase, 2), (self.change_bar, 1),
            (self.change_approval, 1), (self.change_vote, 2), (self.change_attendance, 1), (self.change_ruling, 2),
            (self.delete, 6),
        ]  # fmt: skip
        edit, weights = zip(*kinds, strict=True)
        made = 0
        while made < edits:
            said = self._attempt(self.random.choices(edit, weights)[0])
            if said:
                made += 1
                self.done.append(said)
                yield said

    def _attempt(self, edit: Callable[[], str]) -> str:
        try:
            with transaction.atomic():
                said = edit()
                with connection.cursor() as cursor:
                    # What is refused at the end of a transaction.
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
        except (DatabaseError, ProtectedError, LookupError):
            return ""
        return said

    # -------------------------------------------------------------- drawing

    def _row[M: models.Model](self, model: type[M], **condition: Any) -> M:
        ids = list(model._default_manager.filter(**condition).order_by("pk").values_list("pk", flat=True))
        return model._default_manager.get(pk=self.random.choice(ids))

    def _moment(self) -> datetime:
        return FIRST + timedelta(days=self.random.randrange(DAYS), hours=self.random.choice([-14, 0, 0, 3, 9]))

    def _maybe(self, value: Any) -> Any:
        return self.random.choice([None, None, value])

    def _change(self, row: models.Model, **choices: Callable[[], Any]) -> str:
        name = self.random.choice(sorted(choices))
        setattr(row, name, choices[name]())
        row.save()
        return f"{row._meta.model_name} {row.pk}: {name} = {getattr(row, name)}"

    @staticmethod
    def _made(row: models.Model) -> str:
        return f"made {row._meta.model_name} {row.pk}"

    # -------------------------------------------------------------- tournaments

    def event(self) -> str:
        return self._made(
            Event.objects.create(
                name=f"Cup {self.random.random()}",
                kind=self.random.choice(["club", "uspa"]),
                goals=self.random.choice([6, 8, 12, 20]),
                series=self.random.choice([None, *self.series]),
                time_zone=self.random.choice(["America/New_York", "Pacific/Auckland"]),
                first_day=FIRST.date(),
                last_day=FIRST.date() + timedelta(days=self.random.choice([20, DAYS])),
                published_at=self.random.choice([None, FIRST - timedelta(days=30), FIRST - timedelta(days=30), FIRST]),
            )
        )

    def change_event(self) -> str:
        return self._change(
            self._row(Event),
            kind=lambda: self.random.choice(["club", "uspa"]),
            goals=lambda: self.random.choice([6, 8, 12, 20]),
            gauntlet=lambda: self.random.random() < 0.3,
            series=lambda: self.random.choice([None, *self.series]),
            time_zone=lambda: self.random.choice(["America/New_York", "Pacific/Auckland"]),
            last_day=lambda: FIRST.date() + timedelta(days=self.random.randrange(1, DAYS)),
            published_at=lambda: FIRST - timedelta(days=3),
            completed_at=lambda: self._maybe(self._moment()),
            discipline=lambda: self.random.choice(["outdoor", "outdoor", "arena"]),
        )

    def entry(self) -> str:
        return self._made(
            Entry.objects.create(
                event=self._row(Event),
                team=self.random.choice(self.teams),
                entered_at=self._maybe(self._moment()),
                out_at=self._maybe(self._moment()),
            )
        )

    def change_entry(self) -> str:
        return self._change(
            self._row(Entry),
            event=lambda: self._row(Event),
            team=lambda: self.random.choice(self.teams),
            entered_at=lambda: self._maybe(self._moment()),
            withdrawn_at=lambda: self._maybe(self._moment()),
            out_at=lambda: self._maybe(self._moment()),
        )

    def place(self) -> str:
        return self._made(RosterPlace.objects.create(entry=self._row(Entry), player=self.random.choice(self.players)))

    def change_place(self) -> str:
        return self._change(
            self._row(RosterPlace),
            entry=lambda: self._row(Entry),
            player=lambda: self.random.choice(self.players),
        )

    def game(self) -> str:
        team_a, team_b = self.random.sample(self.teams, 2)
        start = self._moment()
        return self._made(
            Game.objects.create(
                event=self._row(Event),
                starts_at=start,
                status=self.random.choice(["scheduled", "played", "played", "in_progress"]),
                team_a=team_a,
                team_b=team_b,
            )
        )

    def change_game(self) -> str:
        statuses = ["scheduled", "in_progress", "played", "played", "postponed", "cancelled", "forfeited", "abandoned"]
        stages = ["regular", "semifinal", "final", "consolation", "subsidiary_first_round", "shootout"]
        game = self._row(Game)
        return self._change(
            game,
            event=lambda: self._row(Event),
            starts_at=self._moment,
            ends_at=lambda: self._maybe(game.starts_at + timedelta(hours=5)),
            stage=lambda: self.random.choice(stages),
            status=lambda: self.random.choice(statuses),
            team_a=lambda: self.random.choice(self.teams),
            team_b=lambda: self.random.choice(self.teams),
            schedule_order=lambda: self.random.randrange(3),
        )

    def lineup(self) -> str:
        game = self._row(Game)
        return self._made(Lineup.objects.create(game=game, team=self.random.choice([game.team_a, game.team_b])))

    def change_lineup(self) -> str:
        lineup = self._row(Lineup)
        return self._change(
            lineup,
            game=lambda: self._row(Game),
            team=lambda: self.random.choice([lineup.game.team_a, lineup.game.team_b]),
        )

    def start(self) -> str:
        return self._made(LineupPlace.objects.create(lineup=self._row(Lineup), player=self.random.choice(self.players)))

    def change_start(self) -> str:
        return self._change(
            self._row(LineupPlace),
            lineup=lambda: self._row(Lineup),
            player=lambda: self.random.choice(self.players),
        )

    def come_on(self) -> str:
        game = self._row(Game)
        team = self.random.choice([game.team_a, game.team_b])
        return self._made(Substitution.objects.create(game=game, team=team, player=self.random.choice(self.players)))

    def change_come_on(self) -> str:
        row = self._row(Substitution)
        return self._change(
            row,
            game=lambda: self._row(Game),
            team=lambda: self.random.choice([row.game.team_a, row.game.team_b]),
            player=lambda: self.random.choice(self.players),
        )

    # -------------------------------------------------------------- what was shown

    def incident(self) -> str:
        game = self._row(Game)
        row = Incident.objects.create(
            game=game,
            player=self.random.choice(self.players[:3]),
            team=self.random.choice([game.team_a, game.team_b]),
            position=Incident.objects.count() + self.random.randrange(100_000),
            when=self.random.choice(["during", "during", "after"]),
            category="arguing",
            at=game.starts_at + timedelta(minutes=self.random.randrange(90)),
            recorded_at=game.starts_at + timedelta(hours=self.random.choice([2, 80])),
        )
        self._show(row)
        return self._made(row)

    def _show(self, row: Incident) -> None:
        for number, color in enumerate(self.random.choice(["Y", "YY", "YYY", "R"]), start=1):
            Card.objects.create(incident=row, number=number, color=color)

    def change_incident(self) -> str:
        row = self._row(Incident)
        if self.random.random() < 0.3:
            rescinded = row.rescinded
            row.rescinded_at = None if rescinded else FIRST
            row.rescinded_by = None if rescinded else self.officials[0]
            row.rescind_reason = "" if rescinded else "Mistaken"
            row.save()
            return f"incident {row.pk}: rescinded {not rescinded}"
        return self._change(
            row,
            game=lambda: self._row(Game, team_a__in=[row.team], event__goals=row.goals),
            player=lambda: self.random.choice(self.players),
            team=lambda: self.random.choice([row.game.team_a, row.game.team_b]),
            at=lambda: row.at + timedelta(hours=self.random.choice([1, 20])),
            when=lambda: self.random.choice(["during", "after"]),
            position=lambda: self.random.randrange(1, 100_000),
            recorded_at=self._moment,
        )

    def amend(self) -> str:
        row = self._row(Incident)
        for card in Card.objects.standing().filter(incident=row):
            card.superseded_at, card.superseded_by = FIRST, self.officials[0]
            card.save()
        self._show(row)
        return f"amended incident {row.pk}"

    def stay(self) -> str:
        row = self._row(Incident, when="during")
        return self._made(PenaltyBoxStay.objects.create(incident=row, seconds_imposed=120, unserved_seconds=60))

    def change_stay(self) -> str:
        return self._change(
            self._row(PenaltyBoxStay),
            incident=lambda: self._row(Incident, when="during"),
            unserved_seconds=lambda: self.random.choice([0, 30, 120]),
        )

    def increase(self) -> str:
        row = self._row(Incident, cards__color="R", cards__superseded_at=None)
        number = row.increases.count() + 1
        return self._made(
            Increase.objects.create(
                incident=row, number=number, by="association", games=1 + number % 2, decided_at=self._moment()
            )
        )

    def change_increase(self) -> str:
        row = self._row(Increase)
        if self.random.random() < 0.5:
            return self._withdraw(row)
        return self._change(
            row,
            incident=lambda: self._row(Incident, cards__color="R", cards__superseded_at=None),
            games=lambda: self.random.randrange(1, 3),
            decided_at=self._moment,
        )

    # -------------------------------------------------------------- what was decided

    def _withdraw(self, row: Any) -> str:
        stands = row.withdrawn_at is None
        row.withdrawn_at = FIRST if stands else None
        row.withdrawn_by = self.officials[0] if stands else None
        row.withdrawn_reason = "In error" if stands else ""
        row.save()
        return f"{row._meta.model_name} {row.pk}: {'withdrawn' if stands else 'stands again'}"

    def bar(self) -> str:
        day = self._moment().date()
        last = self._maybe(day + timedelta(days=3))
        player = self.random.choice(self.players)
        return self._made(
            Bar.objects.create(player=player, first_day=day, last_day=last, reason="penalty", authority="chairman")
        )

    def change_bar(self) -> str:
        row = self._row(Bar)
        if self.random.random() < 0.3:
            return self._withdraw(row)
        return self._change(
            row,
            player=lambda: self.random.choice(self.players),
            first_day=lambda: date(2026, 1, 1),
            last_day=lambda: self._maybe(date(2026, 3, 1)),
        )

    def approval(self) -> str:
        suspension = self._row(Suspension, full_game=True)
        after = Game.objects.filter(starts_at__gt=suspension.issued_at)
        row = Approval.objects.create(suspension=suspension, game=self.random.choice(list(after)))
        for seat, voter in zip(Seat, self.officials, strict=True):
            Vote.objects.create(
                approval=row,
                seat=seat,
                voter=voter,
                choice="approve",
                cast_at=row.game.starts_at - timedelta(hours=self.random.choice([30, 30, -1])),
            )
        return self._made(row)

    def change_approval(self) -> str:
        row = self._row(Approval, closed_at=None)
        row.closed_at, row.closed_reason = FIRST, self.random.choice(ClosedReason.values)
        row.save()
        return f"approval {row.pk}: {row.closed_reason}"

    def change_vote(self) -> str:
        return self._withdraw(self._row(Vote))

    def attendance(self) -> str:
        suspension = self._row(Suspension, full_game=True, serving_game__isnull=False)
        by, at = self.officials[0], FIRST
        return self._made(
            Attendance.objects.create(
                suspension=suspension,
                game=suspension.serving_game,
                before_at=at,
                before_by=by,
                after_at=at,
                after_by=by,
            )
        )

    def change_attendance(self) -> str:
        row = self._row(Attendance)
        row.after_at, row.after_by = (None, None) if row.after_at else (FIRST, self.officials[0])
        row.save()
        return f"attendance {row.pk}: {row.after_at}"

    def ruling(self) -> str:
        return self._made(
            Ruling.objects.create(
                suspension=self._row(Suspension),
                effect=self.random.choice(["lifted", "any_team"]),
                authority="hearing",
                decided_on=FIRST.date(),
                reason="On appeal",
            )
        )

    def change_ruling(self) -> str:
        row = self._row(Ruling)
        if self.random.random() < 0.5:
            return self._withdraw(row)
        return self._change(
            row,
            suspension=lambda: self._row(Suspension),
            effect=lambda: self.random.choice(["lifted", "any_team"]),
        )

    def delete(self) -> str:
        model = self.random.choice([Lineup, LineupPlace, Substitution, RosterPlace, RosterPlace, Entry, Game, Event])
        row = self._row(model)
        said = f"deleted {model._meta.model_name} {row.pk}"
        if self.random.random() < 0.5:
            model._default_manager.filter(pk=row.pk).delete()
        else:
            row.delete()
        return said
