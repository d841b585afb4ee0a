"""The background work of the app: which function does which kind of job."""

from __future__ import annotations

from typing import Any

from annotation.clips import making
from annotation.videos import ingest, storage, uploads
from jobs.context import JobContext
from jobs.registry import handler, housekeeping


@handler("video.probe", queue="media", on_end=ingest.give_up_probe)
def probe_video(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return ingest.probe_video(context=context, video_id=payload["video"])


@handler("video.proxy", queue="media")
def make_playback(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return ingest.make_playback(context=context, video_id=payload["video"])


@handler("clip.cut", queue="media", on_end=making.give_up_cut)
def cut_clip(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return making.make_clip(context=context, clip_id=payload["clip"])


housekeeping("expired uploads")(uploads.prune_uploads)
housekeeping("scratch files")(storage.prune)
