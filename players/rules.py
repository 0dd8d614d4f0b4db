"""Who may do what with people: predicates, and the permissions that rest on them.

`has_role` and `is_office` serve every app. Permissions are answered by predicates alone; no table of
permissions can drift from them.
"""

from functools import reduce
from operator import or_

import rules
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from players.choices import Role

type Account = AbstractBaseUser | AnonymousUser


@rules.predicate
def is_superuser(user: Account) -> bool:
    """An active account that may do everything."""
    return bool(user.is_active and getattr(user, "is_superuser", False))


@rules.predicate
def is_active(user: Account) -> bool:
    """Whether the account may act at all; nobody signed in may not."""
    return bool(user.is_active)


def has_role(*roles: Role) -> rules.Predicate:
    """An active account with at least one of these roles."""
    return is_active & reduce(or_, (rules.is_group_member(role.value) for role in roles))


#: Office staff, and superusers.
is_office = is_superuser | has_role(Role.OFFICE)


@rules.predicate
def is_ordinary_account(_user: Account, account: object) -> bool:
    """Only superusers may touch the account of a superuser."""
    return not getattr(account, "is_superuser", False)


def add_office_permissions(app_label: str, *models: str, delete: bool) -> None:
    """Let the office view, add and change these models, and `delete` them if that does no harm.

    What other rows refer to cannot be deleted in any case: the database protects it.
    """
    actions = ["view", "add", "change", *(["delete"] if delete else [])]
    for model in models:
        for action in actions:
            rules.add_perm(f"{app_label}.{action}_{model}", is_office)


rules.add_perm("players", is_office)
add_office_permissions("players", "club", "player", "handicap", delete=True)
rules.add_perm("players.view_user", is_office)
rules.add_perm("players.add_user", is_office)
# Accounts are never deleted, only made inactive: what they decided stays signed.
rules.add_perm("players.change_user", is_superuser | (is_office & is_ordinary_account))
