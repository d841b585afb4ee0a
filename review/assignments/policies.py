"""Who may see and use an assignment: its holder, while a reviewer of the project."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef

from accounts.models import Membership, User
from accounts.policies import require_role
from accounts.selectors import Role
from kernel.errors import NotFound
from review.assignments.models import Assignment


def require_reviewer(*, user: User, project_id: int) -> None:
    """Raises NotFound outside the project, Forbidden for members who are not reviewers (an admin is not one by
    being an admin)."""
    require_role(user=user, project_id=project_id, any_of=(Role.REVIEWER,))


def still_reviewer() -> Exists:
    """For an outer Assignment: whether its holder is a reviewer of its project now. Saves a statement."""
    return Exists(
        Membership.objects.filter(
            project_id=OuterRef("project_id"),
            user_id=OuterRef("reviewer_id"),
            is_reviewer=True,
            ended_at__isnull=True,
        )
    )


def require_holder(assignment: Any) -> Assignment:
    """The one assignment of `selectors.own`, when there is one and its holder is still a reviewer of the project.

    Raises NotFound otherwise: whether another reviewer has one for that round is nobody's to know.
    """
    if assignment is None:
        raise NotFound(
            "not_found", "You have no such assignment. Ask for the next item, or open one from your list."
        )
    if not assignment.is_reviewer:
        raise NotFound(
            "no_longer_reviewer", "You are no longer a reviewer of this project; ask an admin of the project."
        )
    found: Assignment = assignment
    return found
