"""The whole demo season: people, schedule, stories, chance; and what Rule 33 makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from random import Random

import pghistory
from django.db import transaction

from disciplinary.demo.filling import cards_by_chance, games_off, reports, substitutes
from disciplinary.demo.people import people_make
from disciplinary.demo.schedule import schedule_make
from disciplinary.demo.season import DemoSeason
from disciplinary.demo.stories import STORIES
from disciplinary.models import Incident, Problem, Suspension
from disciplinary.services.recalculation import recalculate
from players.models import Player
from tournaments.models import Event, Game, Team

SEED = 33


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """How much there is now."""

    events: int
    teams: int
    players: int
    games: int
    incidents: int
    suspensions: int


def is_empty() -> bool:
    """Whether nobody has entered anything yet; accounts do not count."""
    return not (Player.objects.exists() or Event.objects.exists() or Team.objects.exists())


def seed(today: date, number: int = SEED) -> Loaded:
    """Load the season as of a day, all or nothing. The database must be empty of players and events."""
    rng = Random(number)
    with pghistory.context(action="seed_demo"), transaction.atomic():
        people = people_make(rng, today)
        schedule = schedule_make(people, rng, today)
        games_off(schedule)
        season = DemoSeason(people, schedule, rng, today)
        told = [story(season) for story in STORIES]
        for story in told:
            next(story)
        substitutes(season)
        cards_by_chance(season)
        season.write_facts()
        everybody = list(Player.objects.values_list("pk", flat=True))
        recalculate(everybody)
        season.read_suspensions()
        # Until the decisions are written, many seem to have played while suspended.
        Problem.objects.all().delete()
        for story in told:
            next(story, None)
        season.write_decisions()
        reports(season)
        recalculate(everybody)
    return Loaded(
        events=Event.objects.count(),
        teams=Team.objects.count(),
        players=Player.objects.count(),
        games=Game.objects.count(),
        incidents=Incident.objects.count(),
        suspensions=Suspension.objects.count(),
    )
