"""Who may do what with discipline: permissions that rest on the predicates of `players`.

The office enters and decides; the Association's officers may look. What is derived nobody adds or
changes, and nothing is ever deleted: it is rescinded, withdrawn or superseded.
"""

import rules
from django.db.models import Q
from django.utils import timezone

from players.choices import Role
from players.rules import Account, has_role, is_active, is_office
from tournaments.models import Game, HostCommitteeMember

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


ENTERED = (
    "incident",
    "penaltyboxstay",
    "increase",
    "approval",
    "vote",
    "attendance",
    "bar",
    "ruling",
)
#: Written by the rule, or by the services that correct an incident.
DERIVED = ("card", "suspension", "problem", "complaint")
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

for app_label, models in AROUND.items():
    rules.set_perm(app_label, may_look)
    for model in models:
        rules.set_perm(f"{app_label}.view_{model}", may_look)
