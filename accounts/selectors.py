"""Reads about people and their roles."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import Membership, User


class Role(StrEnum):
    ANNOTATOR = "annotator"
    REVIEWER = "reviewer"
    ADMIN = "admin"


def roles_of(*, user: User | AnonymousUser, project_id: int) -> frozenset[Role]:
    """The live roles of `user` in the project; a superuser is an admin everywhere. Empty: not a member."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    membership = Membership.objects.filter(user=user, project_id=project_id, ended_at__isnull=True).first()
    roles = set(membership_roles(membership)) if membership else set()
    if user.is_superuser:
        roles.add(Role.ADMIN)
    return frozenset(roles)


def membership_roles(membership: Membership) -> list[Role]:
    """The roles of one membership row, in fixed order."""
    flags = (
        (membership.is_annotator, Role.ANNOTATOR),
        (membership.is_reviewer, Role.REVIEWER),
        (membership.is_admin, Role.ADMIN),
    )
    return [role for flag, role in flags if flag]


def member_project_ids(*, user: User, roles: Iterable[Role] | None = None) -> QuerySet[Membership, int]:
    """Ids of the projects in which `user` has any of `roles` (any role when None), as a subquery.

    Superusers are not special here: use `is_superuser` beside it where everything is meant.
    """
    memberships = Membership.objects.filter(user=user, ended_at__isnull=True)
    if roles is not None:
        flags = Q()
        for role in roles:
            flags |= Q(**{f"is_{role.value}": True})
        memberships = memberships.filter(flags)
    return memberships.values_list("project_id", flat=True)


def annotator_ids(*, project_id: int) -> set[int]:
    """Ids of the active people who are annotators of a project now."""
    return set(
        Membership.objects.filter(
            project_id=project_id, ended_at__isnull=True, is_annotator=True, user__is_active=True
        ).values_list("user_id", flat=True)
    )
