"""The background work on a new video: probe it, keep its frame times, have made what its page needs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePosixPath
from typing import Any, Final

from django.db import IntegrityError, transaction

from annotation.subtitles.past_end import warn_past_end
from annotation.videos import storage
from annotation.videos.derived import queue_derived
from annotation.videos.facts import Probe, facts_as_json, frames_as_json, probe_from_json
from annotation.videos.media_errors import ProcessCancelled, UnusableMedia
from annotation.videos.models import Video, VideoState
from annotation.videos.probing import browser_playable, probe
from jobs.context import JobContext
from jobs.errors import PermanentFailure
from jobs.registry import JobEnd
from kernel.times import MILLISECOND

#: Rejections that say nothing about the file: trying again makes sense.
PROBE_FAILED: Final = "probe_failed"
PROBE_CANCELLED: Final = "probe_cancelled"
_SEPARATORS: Final = (",", ":")


@dataclass(frozen=True)
class Waiting:
    """What waits for the file of a video that imported records know.

    `look` raises UnusableMedia when the file is not theirs; `begin` runs in the transaction that makes the video ready.
    """

    look: Callable[[Video, Probe], None]
    begin: Callable[[Video], None]


def probe_video(*, context: JobContext, video_id: int, waiting: Waiting) -> dict[str, Any]:
    """Probes a video and makes it ready, or rejects it with the code and the reason; done already = nothing to do.

    A video of records whose file is refused awaits another one. Raises PermanentFailure for a file that is refused.
    """
    video = _video(video_id)
    again = video.state == VideoState.REJECTED and video.rejection_code in {PROBE_FAILED, PROBE_CANCELLED}
    if video.state != VideoState.PROBING and not again:
        return {"video": video.pk, "state": video.state}
    size = max(1, video.size or 1)

    def fetched(done: int) -> None:
        context.progress(min(0.3, 0.3 * done / size), "Fetching the file")

    with storage.local_path(video.original_key, on_bytes=fetched) as path:
        context.progress(0.3, "Reading every frame's time")
        try:
            facts = probe(path, cancelled=context.cancelled)
            if video.from_records:
                waiting.look(video, facts)
        except ProcessCancelled:
            context.raise_if_stopped()
            raise
        except UnusableMedia as refusal:
            _reject(context, video, refusal)
            raise PermanentFailure(refusal.code, refusal.reason) from None
    context.progress(0.9, "Storing the frame times")
    frames_key = f"{_folder(video)}/frames.json"
    frames = json.dumps(frames_as_json(facts), separators=_SEPARATORS).encode()
    storage.store_bytes(frames, frames_key)
    _make_ready(context, video, facts, frames_key, hashlib.sha256(frames).hexdigest(), waiting)
    return {"video": video.pk, "state": VideoState.READY, "frames": facts.frames}


def give_up_probe(end: JobEnd) -> None:
    """What becomes of a video whose probe ended without an answer: rejected, until somebody retries the job."""
    code = PROBE_CANCELLED if end.state == "cancelled" else PROBE_FAILED
    Video.objects.filter(pk=end.payload["video"], state=VideoState.PROBING).update(
        state=VideoState.REJECTED,
        rejection_code=code,
        rejection_reason=end.error or "The probe was cancelled; retry it from the list of jobs.",
    )


def probe_of(video: Video) -> Probe:
    """The probe of a ready video, with its frame times read from the storage."""
    frames = json.loads(storage.read_bytes(video.frames_key))
    return probe_from_json(video.probe, frames)


def milliseconds(seconds: Fraction) -> Decimal:
    """Exact seconds as Decimal with three decimals, half to even."""
    return (Decimal(seconds.numerator) / Decimal(seconds.denominator)).quantize(MILLISECOND)


def _video(video_id: int) -> Video:
    video = Video.objects.filter(pk=video_id).first()
    if video is None:
        raise PermanentFailure("not_found", f"There is no video {video_id} any more.")
    return video


def _folder(video: Video) -> str:
    return str(PurePosixPath(video.original_key).parent)


def _reject(context: JobContext, video: Video, refusal: UnusableMedia) -> None:
    told = {"rejection_code": refusal.code, "rejection_reason": refusal.reason}
    with transaction.atomic():
        context.hold_lease()
        if not video.from_records:
            Video.objects.filter(pk=video.pk).update(state=VideoState.REJECTED, **told)
            return
        Video.objects.filter(pk=video.pk).update(
            state=VideoState.AWAITING_MEDIA, original_name="", original_key="", size=None, sha256="", **told
        )
    if not Video.objects.filter(original_key=video.original_key).exists():
        storage.remove(video.original_key)


def _make_ready(
    context: JobContext,
    video: Video,
    facts: Probe,
    frames_key: str,
    frames_sha256: str,
    waiting: Waiting,
) -> None:
    playable = browser_playable(facts)
    try:
        with transaction.atomic():
            context.hold_lease()
            Video.objects.filter(pk=video.pk).update(
                state=VideoState.READY,
                rejection_code="",
                rejection_reason="",
                duration=milliseconds(facts.duration),
                frame_count=facts.frames,
                frame_rate=f"{facts.fps.numerator}/{facts.fps.denominator}" if facts.fps else "",
                width=facts.width,
                height=facts.height,
                video_codec=facts.video.codec,
                probe=facts_as_json(facts),
                frames_key=frames_key,
                frames_sha256=frames_sha256,
                playback_key=video.original_key if playable else "",
            )
            warn_past_end(video_id=video.pk, duration=milliseconds(facts.duration))
            video.refresh_from_db()
            if video.from_records:
                waiting.begin(video)
            queue_derived(video=video, owner=video.added_by)
    except IntegrityError:
        raise PermanentFailure(
            "duplicate_video", "The same file was added to the project again meanwhile; use that video."
        ) from None
