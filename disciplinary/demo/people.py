"""Accounts, clubs, players with their handicaps, teams and umpires of the demo season."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from random import Random

from django.contrib.auth.models import Group

from disciplinary.demo import names
from players.choices import Role
from players.models import Club, Handicap, Player, User
from tournaments.models import Team, Umpire

SQUAD = 5
"""Players of a team: four start, one stands by."""
FIRST_MEMBER_NUMBER = 40_101
ONE_YELLOW_SHORT_NUMBER = "40100"
GOALS = {"low": (-1, 3), "medium": (1, 5), "high": (4, 8)}
"""The range of a player's handicap, by the tier his team plays in."""


@dataclass
class People:
    """Everybody, by team where they have one."""

    accounts: dict[str, User] = field(default_factory=dict)
    clubs: list[Club] = field(default_factory=list)
    umpires: list[Umpire] = field(default_factory=list)
    teams: dict[str, Team] = field(default_factory=dict)
    squads: dict[str, list[Player]] = field(default_factory=dict)
    spare: list[Player] = field(default_factory=list)
    """Players without a team, for stories that need one."""


def accounts_make() -> dict[str, User]:
    """The demo accounts, made where they are missing; they have no password yet."""
    made = {}
    for one in names.ACCOUNTS:
        user = User.objects.filter(email=one.email).first()
        if user is None:
            user = User.objects.create_user(one.email, name=one.name, is_staff=one.staff)
            user.groups.add(Group.objects.get_or_create(name=one.role.value)[0])
        made[one.key] = user
    return made


def people_make(rng: Random, today: date) -> People:
    """Write everybody down."""
    people = People(accounts=accounts_make())
    people.clubs = Club.objects.bulk_create(
        Club(name=name, city=city, state=state) for name, city, state in names.CLUBS
    )
    people.umpires = Umpire.objects.bulk_create(
        Umpire(name=name, user=people.accounts["umpire"] if not number else None)
        for number, name in enumerate(names.UMPIRES)
    )
    tiers = [
        *((name, "low") for name in names.LOW_TEAMS),
        *((name, "medium") for name in names.MEDIUM_TEAMS),
        *((name, "high") for name in names.HIGH_TEAMS),
    ]
    for team in Team.objects.bulk_create(
        Team(name=name, club=people.clubs[number % len(people.clubs)]) for number, (name, _tier) in enumerate(tiers)
    ):
        people.teams[team.name] = team
    _players_make(people, rng, today, tiers)
    return people


def _players_make(people: People, rng: Random, today: date, tiers: list[tuple[str, str]]) -> None:
    persons = list(names.PLAYERS)
    rng.shuffle(persons)
    rows = [
        Player(
            member_number=ONE_YELLOW_SHORT_NUMBER,
            name=names.ONE_YELLOW_SHORT.name,
            family_name=names.ONE_YELLOW_SHORT.family_name,
            language=names.ONE_YELLOW_SHORT.language,
            email=people.accounts[Role.PLAYER.value].email,
            user=people.accounts[Role.PLAYER.value],
            birth_date=date(today.year - 31, 5, 17),
            club=people.clubs[0],
        )
    ]
    for number, person in enumerate(persons):
        rows.append(
            Player(
                member_number=str(FIRST_MEMBER_NUMBER + number * 7),
                name=person.name,
                family_name=person.family_name,
                language=person.language,
                email=f"player{number}@demo.example",
                birth_date=date(today.year - rng.randint(17, 58), rng.randint(1, 12), rng.randint(1, 28)),
                club=people.clubs[number % len(people.clubs)],
            )
        )
    players = Player.objects.bulk_create(rows)
    handicaps = []
    for number, player in enumerate(players):
        team, tier = tiers[number // SQUAD] if number // SQUAD < len(tiers) else (None, "medium")
        if team is None:
            people.spare.append(player)
        else:
            people.squads.setdefault(team, []).append(player)
        handicaps += _handicaps(player, rng, today, tier)
    Handicap.objects.bulk_create(handicaps)


def _handicaps(player: Player, rng: Random, today: date, tier: str) -> list[Handicap]:
    """One for two years, and for every third player another from this year on."""
    lowest, highest = GOALS[tier]
    goals = rng.randint(lowest, highest)
    made = [Handicap(player=player, goals=goals, from_day=date(today.year - 2, 1, 1))]
    if rng.random() < 1 / 3:
        raised = max(lowest, min(highest, goals + rng.choice((-1, 1))))
        made.append(Handicap(player=player, goals=raised, from_day=date(today.year, 1, 1)))
    return made
