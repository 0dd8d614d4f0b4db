"""Reads about people."""

from collections.abc import Iterable
from datetime import date

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet

from players.choices import Role
from players.models import Handicap, Player
from players.names import clean_words


def handicap_on(player: Player | int, day: date) -> int | None:
    """The player's outdoor handicap in goals on that day; None if he had none yet.

    0 is a handicap: compare the answer with None.
    """
    player_id = player if isinstance(player, int) else player.pk
    return handicaps_on([player_id], day).get(player_id)


def handicaps_on(player_ids: Iterable[int], day: date) -> dict[int, int]:
    """The handicap in goals of each of these players on that day, in one query.

    Players without a handicap on that day are not in the answer.
    """
    rows = (
        Handicap.objects.filter(player__in=list(player_ids), from_day__lte=day)
        .order_by("player", "-from_day")
        .distinct("player")
        .values_list("player", "goals")
    )
    return dict(rows)


def players_named(text: str) -> QuerySet[Player]:
    """Players of whom every word of `text` is in the name or begins the member number."""
    found = Player.objects.select_related("club")
    for word in clean_words(text):
        found = found.filter(Q(search_name__folded_contains=word) | Q(member_number__startswith=word))
    return found


def users_with_role(*roles: Role) -> QuerySet:
    """Active accounts that hold at least one of these roles, each once."""
    return get_user_model().objects.filter(is_active=True, groups__name__in=roles).distinct()
