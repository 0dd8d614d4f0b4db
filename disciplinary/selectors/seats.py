"""Who may fill which seat of the ad-hoc committee of a game (33, Full game suspensions for a red card or
excessive yellow cards): USPA Umpires LLC, the Executive Committee or its designee, and the Host Tournament
Committee of the very event the game belongs to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from disciplinary.choices import Seat
from disciplinary.models import Approval, Designee
from players.choices import Role
from players.models import User
from tournaments.models import Event, HostCommitteeMember
from tournaments.selectors import host_committee_on

SEAT_OF_ROLE = {Role.UMPIRES_LLC: Seat.UMPIRES_LLC, Role.EXECUTIVE_COMMITTEE: Seat.EXECUTIVE_COMMITTEE}
"""The seats that a role fills, whatever the event."""


class Span(NamedTuple):
    """Local days, both included; None is without end."""

    first: date | None
    last: date | None

    def holds(self, day: date) -> bool:
        """Whether the day is one of them."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What an account may fill: ``roles`` at any time, the rest on some days, or for some events only."""

    roles: frozenset[Seat] = frozenset()
    designated: tuple[Span, ...] = ()
    hosts: Mapping[int, tuple[Span, ...]]

    def seats(self, event: int, day: date) -> tuple[Seat, ...]:
        """The seats for a game of an event that it may fill on a day, by the event's clock."""
        may = set(self.roles)
        if any(span.holds(day) for span in self.designated):
            may.add(Seat.EXECUTIVE_COMMITTEE)
        if any(span.holds(day) for span in self.hosts.get(event, ())):
            may.add(Seat.HOST_COMMITTEE)
        return tuple(seat for seat in Seat if seat in may)

    @property
    def everywhere(self) -> bool:
        """Whether its seats, now or on other days, are those of every event."""
        return bool(self.roles or self.designated)

    @property
    def sits(self) -> bool:
        """Whether it has to do with committees at all."""
        return bool(self.everywhere or self.hosts)


NOBODY = Standing(hosts={})


def standing_of(user: User) -> Standing:
    """What an account may fill, in three queries. One that is inactive fills nothing."""
    if not user.is_active:
        return NOBODY
    groups = set(user.groups.values_list("name", flat=True))
    designated = designations_standing().filter(designee=user.pk).values_list("first_day", "last_day")
    hosts: dict[int, tuple[Span, ...]] = defaultdict(tuple)
    for event, first, last in HostCommitteeMember.objects.filter(user=user.pk).values_list(
        "event_id", "from_day", "until"
    ):
        hosts[event] += (Span(first, last),)
    return Standing(
        roles=frozenset(seat for role, seat in SEAT_OF_ROLE.items() if role.value in groups),
        designated=tuple(Span(*span) for span in designated),
        hosts=dict(hosts),
    )


def seats_of(user: User, approval: Approval, day: date) -> tuple[Seat, ...]:
    """The seats of a request that an account may fill on a local day of the game's event."""
    return standing_of(user).seats(approval.game.event_id, day)


def day_at(event: Event, now: datetime | None = None) -> date:
    """The day of a moment, or of now, by the clock of an event."""
    return (now or timezone.now()).astimezone(event.zone).date()


def designations_standing() -> QuerySet[Designee]:
    """Designations that nobody withdrew, by somebody who is still a member of the Executive Committee."""
    return Designee.objects.filter(
        withdrawn_at__isnull=True,
        member__is_active=True,
        member__in=User.objects.filter(groups__name=Role.EXECUTIVE_COMMITTEE.value),
    )


def members_on(day: date, event: Event | None = None) -> dict[Seat, list[User]]:
    """The active accounts that may fill each seat on a day; that of the host committee for one event only."""
    roles = {role.value: seat for role, seat in SEAT_OF_ROLE.items()}
    found: dict[Seat, dict[int, User]] = {seat: {} for seat in Seat}
    people = User.objects.filter(is_active=True).order_by("pk")
    for role, seat in roles.items():
        found[seat] |= {user.pk: user for user in people.filter(groups__name=role)}
    designees = designations_standing().filter(first_day__lte=day, last_day__gte=day)
    found[Seat.EXECUTIVE_COMMITTEE] |= {user.pk: user for user in people.filter(pk__in=designees.values("designee"))}
    if event is not None:
        found[Seat.HOST_COMMITTEE] |= {one.user_id: one.user for one in host_committee_on(event, day)}
    return {seat: list(users.values()) for seat, users in found.items()}
