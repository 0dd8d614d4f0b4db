"""Factories for people, events and games. Everything they invent is different each time."""

from datetime import UTC, date, datetime, timedelta

import factory
from django.contrib.auth.models import Group
from factory.django import DjangoModelFactory

from players.choices import Role
from players.models import Club, Handicap, Player, User
from tournaments.models import (
    Entry,
    Event,
    EventSeries,
    Game,
    GameUmpire,
    HostCommitteeMember,
    Lineup,
    LineupPlace,
    RosterPlace,
    Substitution,
    Team,
    Umpire,
)


def give_roles(user, roles):
    for role in roles:
        user.groups.add(Group.objects.get_or_create(name=Role(role).value)[0])


class UserFactory(DjangoModelFactory):
    """An account with the password "secret"; `roles=[Role.OFFICE]` gives it roles."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    email = factory.Sequence(lambda n: f"person{n}@example.com")
    name = factory.Sequence(lambda n: f"Person {n}")

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        return model_class.objects.create_user(*args, **{"password": "secret", **kwargs})

    @factory.post_generation
    def roles(self, create, extracted, **kwargs):
        give_roles(self, extracted or ())


class OfficeUserFactory(UserFactory):
    """A member of the USPA office staff."""

    is_staff = True

    @factory.post_generation
    def roles(self, create, extracted, **kwargs):
        give_roles(self, extracted or [Role.OFFICE])


class ClubFactory(DjangoModelFactory):
    class Meta:
        model = Club

    name = factory.Sequence(lambda n: f"Polo Club {n}")
    city = "Wellington"
    state = "FL"


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = Player

    member_number = factory.Sequence(lambda n: f"{10000 + n}")
    name = factory.Sequence(lambda n: f"Jugador Número {n}")
    family_name = factory.Sequence(lambda n: f"Número {n}")


class HandicapFactory(DjangoModelFactory):
    class Meta:
        model = Handicap

    player = factory.SubFactory(PlayerFactory)
    goals = 2
    from_day = date(2026, 1, 1)


class EventSeriesFactory(DjangoModelFactory):
    class Meta:
        model = EventSeries

    name = factory.Sequence(lambda n: f"Series {n}")


class TeamFactory(DjangoModelFactory):
    class Meta:
        model = Team

    name = factory.Sequence(lambda n: f"Team {n}")


class UmpireFactory(DjangoModelFactory):
    class Meta:
        model = Umpire

    name = factory.Sequence(lambda n: f"Umpire {n}")


class EventFactory(DjangoModelFactory):
    """A published 8-goal Club Event of January 2026 in New York time."""

    class Meta:
        model = Event

    name = factory.Sequence(lambda n: f"Cup {n}")
    kind = "club"
    goals = 8
    time_zone = "America/New_York"
    first_day = date(2026, 1, 1)
    last_day = date(2026, 1, 31)
    published_at = datetime(2025, 12, 1, 12, tzinfo=UTC)


class HostCommitteeMemberFactory(DjangoModelFactory):
    class Meta:
        model = HostCommitteeMember

    event = factory.SubFactory(EventFactory)
    user = factory.SubFactory(UserFactory)


class EntryFactory(DjangoModelFactory):
    """An entry from the beginning; `roster=[player, ...]` fills its roster."""

    class Meta:
        model = Entry
        skip_postgeneration_save = True

    event = factory.SubFactory(EventFactory)
    team = factory.SubFactory(TeamFactory)

    @factory.post_generation
    def roster(self, create, extracted, **kwargs):
        for player in extracted or ():
            RosterPlace.objects.create(entry=self, player=player)


class RosterPlaceFactory(DjangoModelFactory):
    class Meta:
        model = RosterPlace

    entry = factory.SubFactory(EntryFactory)
    player = factory.SubFactory(PlayerFactory)


class GameFactory(DjangoModelFactory):
    """A scheduled game at 2 p.m. in New York; each further one is a day later."""

    class Meta:
        model = Game

    event = factory.SubFactory(EventFactory)
    starts_at = factory.Sequence(lambda n: datetime(2026, 1, 2, 19, tzinfo=UTC) + timedelta(days=n % 28))
    team_a = factory.SubFactory(TeamFactory)
    team_b = factory.SubFactory(TeamFactory)


class GameUmpireFactory(DjangoModelFactory):
    class Meta:
        model = GameUmpire

    game = factory.SubFactory(GameFactory)
    umpire = factory.SubFactory(UmpireFactory)


class LineupFactory(DjangoModelFactory):
    """A line-up of the game's first team; `places=[player, ...]` start at positions 1, 2, …"""

    class Meta:
        model = Lineup
        skip_postgeneration_save = True

    game = factory.SubFactory(GameFactory)
    team = factory.SelfAttribute("game.team_a")

    @factory.post_generation
    def places(self, create, extracted, **kwargs):
        for position, player in enumerate(extracted or (), start=1):
            LineupPlace.objects.create(lineup=self, player=player, position=position)


class LineupPlaceFactory(DjangoModelFactory):
    class Meta:
        model = LineupPlace

    lineup = factory.SubFactory(LineupFactory)
    player = factory.SubFactory(PlayerFactory)


class SubstitutionFactory(DjangoModelFactory):
    class Meta:
        model = Substitution

    game = factory.SubFactory(GameFactory)
    team = factory.SelfAttribute("game.team_a")
    player = factory.SubFactory(PlayerFactory)
