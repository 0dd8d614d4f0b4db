"""The office pages about people."""

from players.admin.accounts import UserAdmin
from players.admin.people import ClubAdmin, PlayerAdmin

__all__ = ["ClubAdmin", "PlayerAdmin", "UserAdmin"]
