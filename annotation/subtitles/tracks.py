"""Text tracks inside a video file: which there are, and making one of them the video's subtitles."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.models import User
from annotation.subtitles.embedded import extract_track
from annotation.subtitles.services import add_subtitles
from annotation.videos import storage
from annotation.videos.media_errors import MediaError, ProcessCancelled, ProcessFailed
from annotation.videos.models import Video
from annotation.videos.policies import require_may_change
from annotation.videos.selectors import get_visible
from annotation.videos.streams import SubtitleStream
from jobs.context import JobContext
from jobs.errors import PermanentFailure
from jobs.models import Job
from jobs.services import enqueue
from kernel.errors import Conflict, DomainError, Invalid, NotFound


def tracks_of(video: Video) -> list[SubtitleStream]:
    """The subtitle tracks that the probe found, in the order of the file; none before the probe."""
    return [SubtitleStream(**stream) for stream in video.probe.get("subtitles", [])]


def request_import(*, actor: User, video_id: int, track: int, names_in_text: bool = False) -> Job:
    """Queues the reading of one text track into the video's subtitles; one that is queued already is returned.

    `names_in_text`: names that begin a cue's text become speakers.

    For admins. Raises NotFound for a track that is not there, Invalid for one of pictures, Conflict when the video's
    file is not here.
    """
    video = get_visible(user=actor, video_id=video_id)
    require_may_change(user=actor, video=video)
    if not video.original_key or not video.probe:
        raise Conflict(
            "video_not_ready", f"{video.title!r} has not been probed, so its tracks are not known."
        )
    stream = _track(video, track)
    if not stream.text:
        raise Invalid(
            "subtitle_pictures",
            f"Track {track} ({stream.codec}) holds pictures of text, which cannot be read. Give a subtitle file.",
        )
    with transaction.atomic():
        return enqueue(
            kind="video.subtitles",
            subject=f"video:{video.pk}",
            payload={"video": video.pk, "track": track, "actor": actor.pk, "names": names_in_text},
            queue="media",
            key=f"video.subtitles:{video.pk}:{track}",
            project_id=video.project_id,
            owner=actor,
        )


def import_track(
    *, context: JobContext, video_id: int, track: int, actor_id: int, names_in_text: bool = False
) -> dict[str, Any]:
    """Reads a track and makes it the video's subtitles, as if the person had given it as a file.

    Raises PermanentFailure with the reason when it cannot be read or the subtitles may not change any more.
    """
    actor = User.objects.filter(pk=actor_id).first()
    video = Video.objects.filter(pk=video_id).first()
    if actor is None or video is None:
        raise PermanentFailure("not_found", f"There is no video {video_id}, or nobody who asked, any more.")
    try:
        stream = _track(video, track)
        with storage.local_path(video.original_key) as path:
            context.progress(0.1, f"Reading track {track}")
            content, form = extract_track(path, stream, cancelled=context.cancelled)
        context.progress(0.9, "Storing the cues")
        name = f"track {track} {stream.language}".strip() + f".{form}"
        file = add_subtitles(
            actor=actor,
            video_id=video_id,
            filename=name,
            content=content,
            encoding="utf-8",
            names_in_text=names_in_text,
        )
    except ProcessCancelled:
        context.raise_if_stopped()
        raise
    except ProcessFailed:
        raise
    except MediaError as error:
        raise PermanentFailure(error.code, error.reason) from None
    except DomainError as error:
        raise PermanentFailure(error.code, error.detail) from None
    return {"video": video_id, "subtitle_file": file.pk, "utterances": file.utterances.count()}


def _track(video: Video, index: int) -> SubtitleStream:
    stream = next((stream for stream in tracks_of(video) if stream.index == index), None)
    if stream is None:
        raise NotFound("no_such_track", f"{video.title!r} has no subtitle track {index}.")
    return stream
