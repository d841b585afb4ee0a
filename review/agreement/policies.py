"""Who may see agreement: admins of the project, and of what they may still have to judge nothing at all."""

from __future__ import annotations

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role


def require_admin(*, user: User, project_id: int) -> bool:
    """Raises NotFound outside the project and Forbidden for members who are no admins.

    Says whether the admin is a reviewer of the project, too, and so may still have to judge returned questions that
    they did not write (docs/decisions/agreement.md).
    """
    return Role.REVIEWER in require_role(user=user, project_id=project_id, any_of=(Role.ADMIN,))
