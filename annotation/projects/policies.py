"""Who may start a project."""

from __future__ import annotations

from accounts.models import User
from kernel.errors import Forbidden


def require_may_create_project(*, user: User) -> None:
    """Raises Forbidden for people who are neither staff nor superuser."""
    if not (user.is_active and (user.is_staff or user.is_superuser)):
        raise Forbidden(
            "staff_only",
            "Only staff may create a project; ask the person who runs this server to make you staff.",
        )
