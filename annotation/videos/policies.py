"""Who may do what with videos and the clips made of them."""

from __future__ import annotations

from typing import Final

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role, roles_of
from annotation.videos.models import Video
from kernel.errors import NotFound

#: Media and their metadata are the admins' business.
MAY_ADD_MEDIA: Final = (Role.ADMIN,)
#: Reviewers see the clips of their assignments through the review app, and nothing else of a project's media.
MAY_SEE_MEDIA: Final = (Role.ANNOTATOR, Role.ADMIN)


def require_may_see(*, user: User, project_id: int) -> None:
    """Raises NotFound for everybody who may not know which media the project has."""
    if not roles_of(user=user, project_id=project_id).intersection(MAY_SEE_MEDIA):
        raise NotFound("not_found", "There is no such project, or its media are not open to you.")


def require_may_change(*, user: User, video: Video) -> None:
    """Raises Forbidden for members who may see the video but not change it."""
    require_role(user=user, project_id=video.project_id, any_of=MAY_ADD_MEDIA)
