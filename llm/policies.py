"""Who may set up endpoints and budgets: the people who run the server.

A call goes out from the server's own network with the server's own keys, so whoever may enter an address can make the
server talk to anything it reaches (docs/decisions/model-endpoints.md). Admins of a project choose among what is set up.
"""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from kernel.errors import Forbidden


def may_set_up(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether `user` is staff or a superuser, and active."""
    return bool(user.is_active and (getattr(user, "is_staff", False) or getattr(user, "is_superuser", False)))


def require_may_set_up(user: AbstractBaseUser | AnonymousUser) -> AbstractBaseUser:
    """`user`, who runs the server. Raises Forbidden for everybody else."""
    if isinstance(user, AnonymousUser) or not may_set_up(user):
        raise Forbidden(
            "staff_only",
            "Model endpoints and budgets are set up by the people who run this server (its staff); ask one of them.",
        )
    return user
