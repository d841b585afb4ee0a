"""Reads about events."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User
from annotation.events.models import Event
from annotation.videos.selectors import get_visible as get_visible_video
from annotation.videos.selectors import visible_to as visible_videos
from kernel.errors import NotFound


def of_video(*, user: User, video_id: int) -> QuerySet[Event]:
    """The events of a video that `user` may see, in order of time, without the removed ones. Raises NotFound."""
    video = get_visible_video(user=user, video_id=video_id)
    return (
        Event.objects.filter(video=video, removed_at__isnull=True)
        .select_related("created_by", "changed_by")
        .order_by("start", "end", "pk")
    )


def get_visible(*, user: User, event_id: int) -> Event:
    """One event, removed or not, of a video that `user` may see. Raises NotFound."""
    event = (
        Event.objects.select_related("video", "created_by", "changed_by")
        .filter(pk=event_id, video__in=visible_videos(user))
        .first()
    )
    if event is None:
        raise NotFound("not_found", f"There is no event {event_id}, or you may not see it.")
    return event
