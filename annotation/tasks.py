"""The background work of the app: which function does which kind of job."""

from __future__ import annotations

import uuid
from typing import Any

from annotation.clips import arriving, making
from annotation.drafting import searching
from annotation.drafting.drafts import writing
from annotation.drafting.opinions import looking
from annotation.subtitles import tracks
from annotation.videos import arrivals, derived, deriving, ingest, storage, uploads
from annotation.videos.models import DerivedKind
from jobs.context import JobContext
from jobs.registry import handler, housekeeping


@handler("upload.settle", queue="default")
def settle_upload(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return arrivals.settle_upload(context=context, upload_id=uuid.UUID(payload["upload"]))


@handler("video.probe", queue="media", on_end=ingest.give_up_probe)
def probe_video(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    waiting = ingest.Waiting(look=arriving.refuse_misfit, begin=arriving.begin_clips)
    return ingest.probe_video(context=context, video_id=payload["video"], waiting=waiting)


@handler("video.proxy", queue="derived", on_end=deriving.give_up_derived)
def make_playback(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return deriving.make_derived(context=context, video_id=payload["video"], kind=DerivedKind.PROXY)


@handler("video.peaks", queue="derived", on_end=deriving.give_up_derived)
def make_peaks(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return deriving.make_derived(context=context, video_id=payload["video"], kind=DerivedKind.PEAKS)


@handler("video.filmstrip", queue="derived", on_end=deriving.give_up_derived)
def make_filmstrip(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return deriving.make_derived(context=context, video_id=payload["video"], kind=DerivedKind.FILMSTRIP)


@handler("video.shots", queue="derived", on_end=deriving.give_up_derived)
def find_shots(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return deriving.make_derived(context=context, video_id=payload["video"], kind=DerivedKind.SHOTS)


@handler("video.subtitles", queue="media")
def import_subtitle_track(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return tracks.import_track(
        context=context,
        video_id=payload["video"],
        track=payload["track"],
        actor_id=payload["actor"],
        names_in_text=payload.get("names", False),
    )


@handler("video.candidates", queue="default")
def search_candidates(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return searching.search(context=context, video_id=payload["video"])


@handler("question.draft", queue="llm", on_end=writing.give_up_draft)
def write_draft(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return writing.write_draft(context=context, draft_id=payload["draft"])


@handler("question.opinions", queue="llm")
def give_opinions(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return looking.look(context=context, question_id=payload["question"])


@handler("clip.cut", queue="media", on_end=making.give_up_cut)
def cut_clip(context: JobContext, payload: dict[str, Any]) -> dict[str, Any] | None:
    return making.make_clip(context=context, clip_id=payload["clip"])


housekeeping("expired uploads")(uploads.prune_uploads)
housekeeping("scratch files")(storage.prune)
housekeeping("unused derived files")(derived.prune_files)
housekeeping("derived files queued for the current recipes")(derived.sweep_recipes)
