"""Who may see and use an assignment: its holder, while a reviewer of the project."""

from __future__ import annotations

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role
from kernel.errors import NotFound
from review.assignments.models import Assignment


def require_reviewer(*, user: User, project_id: int) -> None:
    """Raises NotFound outside the project, Forbidden for members who are not reviewers (an admin is not one by
    being an admin)."""
    require_role(user=user, project_id=project_id, any_of=(Role.REVIEWER,))


def require_holder(*, user: User, assignment: Assignment | None) -> Assignment:
    """The assignment, when it is `user`'s own and they are still a reviewer of its project.

    Raises NotFound otherwise: whether another reviewer has one for that round is nobody's to know.
    """
    if assignment is None or assignment.reviewer_id != user.pk:
        raise NotFound(
            "not_found", "You have no such assignment. Ask for the next item, or open one from your list."
        )
    require_reviewer(user=user, project_id=assignment.project_id)
    return assignment
