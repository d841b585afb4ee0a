"""Content that a project has already."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet

from annotation.videos.models import Video, VideoState
from kernel.errors import Conflict


def same_content(*, project_id: int | OuterRef, sha256: str | OuterRef) -> QuerySet[Video]:
    """Videos of a project that have this content and are not rejected or retired; more than one only of records."""
    gone = (VideoState.REJECTED, VideoState.RETIRED)
    return Video.objects.filter(project_id=project_id, sha256=sha256).exclude(state__in=gone).order_by("pk")


def find_duplicate(*, project_id: int, sha256: str) -> Video | None:
    """The first video of a project that has this content, if any."""
    return same_content(project_id=project_id, sha256=sha256).first()


def refuse_duplicate(*, project_id: int, sha256: str) -> None:
    """Raises Conflict, naming the video of the project that has this content."""
    other = find_duplicate(project_id=project_id, sha256=sha256)
    if other is not None:
        raise Conflict(
            "duplicate_video",
            f"This file is in the project already, as {other.title!r} (video {other.pk}). Use that one.",
            extra={"video": other.pk, "video_title": other.title},
        )
