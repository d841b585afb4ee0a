"""Who may have things proposed, and decide on them."""

from __future__ import annotations

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role
from annotation.clips.models import Granularity
from kernel.errors import Forbidden


def require_may_decide(*, user: User, project_id: int) -> None:
    """Raises NotFound or Forbidden unless `user` is an annotator or admin of the project."""
    require_role(user=user, project_id=project_id, any_of=(Role.ANNOTATOR, Role.ADMIN))


def require_draftable(*, granularity: str) -> None:
    """Raises Forbidden for episodes: their questions are written by people who have watched them, never by a model."""
    if granularity != Granularity.CLIP:
        raise Forbidden(
            "episode_not_drafted",
            "Episode questions are written by people who have watched the whole video; a model never drafts them.",
        )
