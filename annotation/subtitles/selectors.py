"""Reads about subtitles."""

from __future__ import annotations

from django.db.models import Prefetch

from annotation.subtitles.models import SubtitleFile, Utterance


def active_file(*, video_id: int) -> SubtitleFile | None:
    """The subtitles in use of a video, with their utterances in order and who added them; None without any."""
    ordered = Utterance.objects.order_by("number")
    return (
        SubtitleFile.objects.filter(video_id=video_id, active=True)
        .select_related("added_by")
        .prefetch_related(Prefetch("utterances", queryset=ordered))
        .first()
    )
