"""Reads about subtitles."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from annotation.subtitles.models import SubtitleFile, Utterance, UtteranceEdit


def active_file(*, video_id: int) -> SubtitleFile | None:
    """The subtitles in use of a video, with their utterances in order and who added them; None without any."""
    ordered = Utterance.objects.order_by("number")
    return (
        SubtitleFile.objects.filter(video_id=video_id, active=True)
        .select_related("added_by")
        .prefetch_related(Prefetch("utterances", queryset=ordered))
        .first()
    )


def edits_of(*, video_id: int) -> QuerySet[UtteranceEdit]:
    """The edits of the subtitles in use, newest first, with their cues and who made them."""
    return (
        UtteranceEdit.objects.filter(
            utterance__subtitle_file__video=video_id, utterance__subtitle_file__active=True
        )
        .select_related("utterance", "edited_by")
        .order_by("-version")
    )
