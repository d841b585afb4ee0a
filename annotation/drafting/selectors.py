"""Reads of what is proposed."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User
from annotation.drafting.models import Candidate, ModelChoice, Purpose
from annotation.videos.selectors import get_visible as get_visible_video
from annotation.videos.selectors import visible_to as visible_videos
from kernel.errors import NotFound


def candidates_of(*, user: User, video_id: int) -> QuerySet[Candidate]:
    """The candidates of a video that `user` may see, in order of time, decided ones included. Raises NotFound."""
    video = get_visible_video(user=user, video_id=video_id)
    return (
        Candidate.objects.filter(video=video)
        .select_related("clip", "decided_by")
        .order_by("start", "end", "pk")
    )


def get_candidate(*, user: User, candidate_id: int) -> Candidate:
    """One candidate of a video that `user` may see, with video and clip. Raises NotFound."""
    found = (
        Candidate.objects.select_related("video", "clip", "decided_by")
        .filter(pk=candidate_id, video__in=visible_videos(user))
        .first()
    )
    if found is None:
        raise NotFound("not_found", f"There is no candidate {candidate_id}, or you may not see it.")
    return found


def endpoint_for(*, project_id: int, purpose: Purpose) -> int | None:
    """Id of the endpoint that the project asks for `purpose`; None when it asks none, or that one is retired."""
    return (
        ModelChoice.objects.filter(project_id=project_id, purpose=purpose, endpoint__retired_at__isnull=True)
        .values_list("endpoint_id", flat=True)
        .first()
    )
