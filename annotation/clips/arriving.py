"""Clips that imported records know, when the file of their video arrives: do they lie in it, and then have them cut."""

from __future__ import annotations

from typing import Final

from annotation.clips.models import Clip, ClipState
from annotation.clips.segments import Segment, select_frames
from annotation.clips.services import content_key, queue_cut
from annotation.videos.facts import Probe
from annotation.videos.media_errors import InvalidSegments, UnusableMedia
from annotation.videos.models import Video

#: Named in the reason; the rest is counted.
NAMED: Final = 3


def refuse_misfit(video: Video, facts: Probe) -> None:
    """Raises UnusableMedia `media_does_not_fit` when a clip of the video does not lie in a file with those facts."""
    wrong: list[str] = []
    clips = _awaiting(video)
    for clip in clips:
        segments = segments_of(clip)
        try:
            if segments:
                select_frames(facts, segments)
        except InvalidSegments as refusal:
            wrong.append(f"{clip.public_id}: {refusal.reason}")
    if wrong:
        more = f" and {len(wrong) - NAMED} more" if len(wrong) > NAMED else ""
        raise UnusableMedia(
            "media_does_not_fit",
            f"{len(wrong)} of {len(clips)} clips of the records do not lie in this file ({'; '.join(wrong[:NAMED])}"
            f"{more}). Give the file that the records were made from.",
        )


def begin_clips(video: Video) -> None:
    """Makes the clips that awaited the file ready (the whole video) or queues their cutting.

    Runs in the transaction that makes the video ready. Their ids and segments stay.
    """
    for clip in _awaiting(video):
        segments = segments_of(clip)
        clip.content_key = content_key(video=video, segments=segments or None)
        if segments:
            clip.state = ClipState.CUTTING
            clip.save(update_fields=["content_key", "state"])
            queue_cut(clip=clip, owner=video.added_by)
        else:
            clip.state, clip.frame_count, clip.duration = ClipState.READY, video.frame_count, video.duration
            clip.save(update_fields=["content_key", "state", "frame_count", "duration"])


def segments_of(clip: Clip) -> list[Segment]:
    """The segments of a clip in its order; none for a whole video."""
    return [Segment(row.start, row.end) for row in sorted(clip.segments.all(), key=lambda s: s.position)]


def _awaiting(video: Video) -> list[Clip]:
    waiting = Clip.objects.filter(video=video, state=ClipState.AWAITING_MEDIA)
    return list(waiting.prefetch_related("segments").order_by("pk"))
