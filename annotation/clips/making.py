"""The background work on a clip: cut it out of its source, check it, keep what was measured."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction

from annotation.clips.cutting import CutResult, cut
from annotation.clips.models import Clip, ClipState
from annotation.clips.segments import Segment
from annotation.videos import storage
from annotation.videos.ingest import milliseconds, probe_of
from annotation.videos.media_errors import MediaError, ProcessCancelled, ProcessFailed
from jobs.context import JobContext
from jobs.errors import PermanentFailure
from jobs.registry import JobEnd

#: What one more attempt on this machine, or another, may get over.
_PASSING: Final = (ProcessFailed,)


def make_clip(*, context: JobContext, clip_id: int) -> dict[str, Any]:
    """Cuts a clip and makes it ready; ready already = nothing to do.

    May run twice at once: each run writes to a place of its own, files are named by their content, and the run that
    holds the job's lease writes the row. Raises PermanentFailure when the clip cannot be cut.
    """
    clip = Clip.objects.select_related("video").filter(pk=clip_id).first()
    if clip is None:
        raise PermanentFailure("not_found", f"There is no clip {clip_id} any more.")
    if clip.state == ClipState.READY:
        return _told(clip)
    if not clip.video.original_key:
        raise PermanentFailure("no_media", f"The video of {clip.public_id} has no file to cut from.")
    # Tried again after a failure: people see that it is being worked on.
    Clip.objects.filter(pk=clip.pk, state=ClipState.FAILED).update(state=ClipState.CUTTING)
    try:
        result, key = _cut(context, clip)
    except ProcessCancelled:
        context.raise_if_stopped()
        raise
    except _PASSING:
        raise
    except FileNotFoundError:
        raise PermanentFailure(
            "media_missing", f"The file of {clip.video.title!r} is not in the media storage; tell an admin."
        ) from None
    except MediaError as refusal:
        raise PermanentFailure(refusal.code, refusal.reason) from None
    with transaction.atomic():
        context.hold_lease()
        Clip.objects.filter(pk=clip.pk).exclude(state=ClipState.READY).update(
            state=ClipState.READY,
            failure_code="",
            failure_reason="",
            file_key=key,
            sha256=result.sha256,
            size=result.size,
            frame_count=result.frames,
            duration=milliseconds(result.duration),
            method=result.method,
            recipe=result.recipe,
            check_result={**result.check, "segments": _measured(result)},
        )
    clip.refresh_from_db()
    return _told(clip)


def give_up_cut(end: JobEnd) -> None:
    """What becomes of a clip whose cutting ended without a file: failed, with the reason, until it is retried."""
    Clip.objects.filter(pk=end.payload["clip"], state=ClipState.CUTTING).update(
        state=ClipState.FAILED,
        failure_code=end.error_code or end.state,
        failure_reason=end.error or "The cutting was cancelled; cut the clip again when it is needed.",
    )


def _cut(context: JobContext, clip: Clip) -> tuple[CutResult, str]:
    video = clip.video
    facts = probe_of(video)
    segments = [Segment(row.start, row.end) for row in clip.segments.order_by("position")]
    size = max(1, video.size or 1)

    def fetched(done: int) -> None:
        context.progress(min(0.2, 0.2 * done / size), "Fetching the source")

    def share(done: float) -> None:
        context.progress(min(0.95, 0.2 + 0.75 * done), f"Cutting {clip.public_id}")

    with (
        storage.local_path(video.original_key, on_bytes=fetched) as source,
        storage.work_path(suffix=".mp4") as output,
    ):
        share(0.0)
        result = cut(source, facts, segments, output, progress=share, cancelled=context.cancelled)
        key = f"clips/{clip.project_id}/{clip.content_key}-{result.sha256[:16]}.mp4"
        storage.store_file(output, key)
    return result, key


def _measured(result: CutResult) -> list[dict[str, Any]]:
    """The segments as they were cut: first and last frame in seconds of the original timeline."""
    return [
        {
            "start": float(part.start),
            "end": float(part.end),
            "first_pts": float(part.first_pts),
            "last_pts": float(part.last_pts),
            "frames": part.frames,
        }
        for part in result.segments
    ]


def _told(clip: Clip) -> dict[str, Any]:
    return {"clip": clip.pk, "public_id": clip.public_id, "frames": clip.frame_count, "sha256": clip.sha256}
