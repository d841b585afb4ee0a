"""Who may: one question, asked the same way everywhere."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.selectors import Role, roles_of
from kernel.errors import Forbidden, NotFound


def require_role(
    *, user: User | AnonymousUser, project_id: int, any_of: tuple[Role, ...] = ()
) -> frozenset[Role]:
    """The roles of `user` in the project; at least one of `any_of` (any role at all when empty).

    Raises NotFound for people outside the project (they may not know that it exists), Forbidden for members
    with other roles.
    """
    roles = roles_of(user=user, project_id=project_id)
    if not roles:
        raise NotFound("not_found", "There is no such project, or you are not a member of it.")
    if any_of and not roles.intersection(any_of):
        wanted = " or ".join(role.value for role in any_of)
        raise Forbidden(
            "role_missing", f"This needs the role {wanted} in the project; ask an admin of the project."
        )
    return roles


def has_server_pages(user: User) -> bool:
    """Whether the administration pages have anything for `user`: the flag `is_staff` alone opens them empty."""
    if not user.is_active or not user.is_staff:
        return False
    apps = {model._meta.app_label for model in admin.site._registry}
    return any(user.has_module_perms(app) for app in apps)
