"""Who may do what with discipline: permissions that rest on the predicates of `players`.

The office enters and decides; the Association's officers may look. What is derived nobody adds or
changes, and nothing is ever deleted: it is rescinded, withdrawn or superseded.
"""

import rules
from django.db.models import Q
from django.utils import timezone

from disciplinary.models import Approval, Vote
from disciplinary.selectors.seats import day_at, seats_of, standing_of
from players.choices import Role
from players.models import User
from players.rules import Account, has_role, is_active, is_office
from tournaments.models import Game, GameUmpire, HostCommitteeMember

#: The office, and the officers of the Association who decide on cases.
may_look = is_office | has_role(Role.COO, Role.CHAIRMAN, Role.EXECUTIVE_COMMITTEE)


@rules.predicate
def on_host_committee(user: Account, game: Game | None) -> bool:
    """Whether the account is on the Host Tournament Committee of the game's event today, by its clock."""
    if game is None or not user.is_authenticated:
        return False
    today = timezone.now().astimezone(game.event.zone).date()
    return HostCommitteeMember.objects.filter(
        Q(from_day__isnull=True) | Q(from_day__lte=today),
        Q(until__isnull=True) | Q(until__gte=today),
        event=game.event_id,
        user=user.pk,
    ).exists()


@rules.predicate
def is_umpire_of(user: Account, game: Game | None) -> bool:
    """Whether the account is that of an umpire of the game."""
    if game is None or not user.is_authenticated:
        return False
    return GameUmpire.objects.filter(game=game.pk, umpire__user=user.pk).exists()


@rules.predicate
def is_on_some_host_committee(user: Account) -> bool:
    """Whether the account is on the Host Tournament Committee of any event."""
    return bool(user.is_authenticated and HostCommitteeMember.objects.filter(user=user.pk).exists())


@rules.predicate
def sits_on_committees(user: Account) -> bool:
    """Whether the account fills a seat of some ad-hoc committee, now or on other days, or has voted."""
    if not isinstance(user, User):
        return False
    return standing_of(user).sits or Vote.objects.filter(voter=user.pk).exists()


@rules.predicate
def may_fill_a_seat(user: Account, approval: Approval | None) -> bool:
    """Whether the account may fill a seat of this request today, or has voted on it."""
    if approval is None or not isinstance(user, User):
        return False
    if seats_of(user, approval, day_at(approval.game.event)):
        return True
    return approval.votes.filter(voter=user.pk).exists()


ENTERED = (
    "incident",
    "penaltyboxstay",
    "increase",
    "approval",
    "designee",
    "attendance",
    "bar",
    "ruling",
)
#: Written by the rule, by the services that correct an incident, or by those who vote and nobody else.
DERIVED = ("card", "suspension", "problem", "complaint", "vote", "reminder")
#: What the pages of a case lead to.
AROUND = {
    "players": ("club", "player", "handicap"),
    "tournaments": (
        "eventseries",
        "event",
        "entry",
        "rosterplace",
        "team",
        "umpire",
        "game",
        "gameumpire",
        "lineup",
        "lineupplace",
        "substitution",
    ),
}

rules.add_perm("disciplinary", may_look)
for model in (*ENTERED, *DERIVED):
    rules.add_perm(f"disciplinary.view_{model}", may_look)
for model in ENTERED:
    rules.add_perm(f"disciplinary.add_{model}", is_office)
    rules.add_perm(f"disciplinary.change_{model}", is_office)
# To acknowledge one; all else of it follows from the facts.
rules.add_perm("disciplinary.change_problem", is_office)

# The game-day sheet of a game, for those who need it at the field.
rules.add_perm(
    "disciplinary.view_game_sheet",
    may_look | has_role(Role.UMPIRES_LLC, Role.UMPIRE) | (is_active & on_host_committee),
)

# The umpires' report of a game. Only the office opens a closed one again.
rules.add_perm(
    "disciplinary.report_games",
    is_office | has_role(Role.UMPIRE) | (is_active & is_on_some_host_committee),
)
rules.add_perm(
    "disciplinary.report_game",
    is_office | (has_role(Role.UMPIRE) & is_umpire_of) | (is_active & on_host_committee),
)
rules.add_perm("disciplinary.reopen_report", is_office)

# The ad-hoc committees: whoever fills a seat votes; those who look at all cases see the requests too.
rules.add_perm("disciplinary.sit_on_committees", is_active & sits_on_committees)
rules.add_perm("disciplinary.view_request", may_look | (is_active & may_fill_a_seat))
rules.add_perm("disciplinary.name_designees", has_role(Role.EXECUTIVE_COMMITTEE))

for app_label, models in AROUND.items():
    rules.set_perm(app_label, may_look)
    for model in models:
        rules.set_perm(f"{app_label}.view_{model}", may_look)
