"""Writes of clips: choose segments of a video, and have them cut."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import IntegrityError, transaction

from accounts.models import User
from annotation.clips import selectors
from annotation.clips.cutting import RECIPE_VERSION
from annotation.clips.models import Clip, ClipSegment, ClipState, Granularity
from annotation.clips.segments import Segment
from annotation.clips.validation import check_segments
from annotation.projects.counters import next_public_id
from annotation.videos.ingest import probe_of
from annotation.videos.models import Video, VideoState
from annotation.videos.selectors import get_visible as get_visible_video
from jobs.models import Job
from jobs.services import enqueue
from kernel.errors import Conflict

PREFIXES: Final = {Granularity.CLIP: "G1_V", Granularity.EPISODE: "G2_V"}


@dataclass(frozen=True)
class Created:
    """A clip; `is_new` is false when the same content was there already."""

    clip: Clip
    is_new: bool


def create_clip(
    *, actor: User, video_id: int, granularity: Granularity, segments: Sequence[Segment] | None
) -> Created:
    """A clip of `segments`, to be played in the order given, with a public id; None means the whole video.

    For annotators and admins. Segments are queued to be cut; a whole video plays the video's own file and is ready
    at once. The same content again gives the clip that is there. Raises NotFound, Conflict when the video is not
    ready, Invalid naming each wrong field (`segments.1.end`).
    """
    video = get_visible_video(user=actor, video_id=video_id)
    if video.state != VideoState.READY:
        raise Conflict(
            "video_not_ready",
            f"{video.title!r} is {VideoState(video.state).label.lower()}; clips are made of videos that are ready.",
            extra={"video_state": video.state},
        )
    if segments is not None:
        check_segments(probe_of(video), segments)
    key = content_key(video=video, segments=segments)
    existing = Clip.objects.filter(video=video, granularity=granularity, content_key=key)
    known = existing.first()
    if known is None:
        try:
            with transaction.atomic():
                return Created(_create(actor, video, granularity, segments, key), is_new=True)
        except IntegrityError:
            # The same selection was made beside us; any other violation is a mistake of ours.
            known = existing.first()
            if known is None:
                raise
    return Created(known, is_new=False)


def content_key(*, video: Video, segments: Sequence[Segment] | None) -> str:
    """What a clip consists of, as a hash: the source's checksum, the segments in order, the recipe's version."""
    told = None if segments is None else [[f"{part.start:.3f}", f"{part.end:.3f}"] for part in segments]
    text = json.dumps([video.sha256, told, RECIPE_VERSION if segments is not None else 0])
    return hashlib.sha256(text.encode()).hexdigest()


def request_cut(*, actor: User, clip_id: int) -> Clip:
    """Queues the cutting of a clip again, after a failure; a clip that is ready, or being cut, stays as it is.

    Raises Conflict for a clip whose video has no file.
    """
    with transaction.atomic():
        clip = selectors.get_visible(user=actor, clip_id=clip_id)
        if clip.state == ClipState.AWAITING_MEDIA or not clip.video.original_key:
            raise Conflict(
                "no_media", f"{clip.public_id} comes from records: its video has no file to cut from."
            )
        if clip.state != ClipState.READY:
            # Filtered, so that a cut that ends at this moment is not taken back.
            Clip.objects.filter(pk=clip.pk).exclude(state=ClipState.READY).update(
                state=ClipState.CUTTING, failure_code="", failure_reason=""
            )
            queue_cut(clip=clip, owner=actor)
    return selectors.get_visible(user=actor, clip_id=clip_id)


def queue_cut(*, clip: Clip, owner: User) -> Job:
    """Queues the cutting job of a clip; one that is queued or running already is returned."""
    return enqueue(
        kind="clip.cut",
        subject=f"clip:{clip.pk}",
        payload={"clip": clip.pk},
        queue="media",
        key=f"clip.cut:{clip.pk}",
        project_id=clip.project_id,
        owner=owner,
    )


def _create(
    actor: User, video: Video, granularity: Granularity, segments: Sequence[Segment] | None, key: str
) -> Clip:
    whole = segments is None
    clip = Clip.objects.create(
        project_id=video.project_id,
        video=video,
        granularity=granularity,
        public_id=next_public_id(project_id=video.project_id, prefix=PREFIXES[granularity]),
        whole_video=whole,
        content_key=key,
        state=ClipState.READY if whole else ClipState.CUTTING,
        frame_count=video.frame_count if whole else None,
        duration=video.duration if whole else None,
        created_by=actor,
    )
    if segments is not None:
        ClipSegment.objects.bulk_create(
            ClipSegment(clip=clip, position=position, start=part.start, end=part.end)
            for position, part in enumerate(segments)
        )
        queue_cut(clip=clip, owner=actor)
    return clip
