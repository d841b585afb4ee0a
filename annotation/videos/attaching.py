"""A file for a video that imported records know: it comes in as any other, and becomes that video's for good."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Final

from accounts.models import User
from annotation.videos.models import Video, VideoState
from annotation.videos.policies import require_may_change
from annotation.videos.registration import (
    Registered,
    StoredFile,
    Write,
    queue_probe,
    take_file,
    take_upload,
)
from annotation.videos.selectors import get_visible
from annotation.videos.uploads import own_upload
from kernel.errors import Conflict, NotFound

#: A file that the probe could not judge, or that a person took back, may be followed by another one.
OPEN_STATES: Final = (VideoState.AWAITING_MEDIA, VideoState.REJECTED)


def attach_upload(*, actor: User, video_id: int, upload_id: uuid.UUID, sha256: str = "") -> Registered:
    """Gives the actor's finished upload to a video that awaits its file; its probe is queued.

    For those who may add media. The probe looks whether every clip of the records lies in the file, and then has them
    cut; else the video awaits its file again, with the reason. Raises Conflict when the video has a file, and as
    `registration.register_upload`, but that several videos of records may hold one content.
    """
    video = _open_video(actor, video_id)
    upload = own_upload(actor=actor, upload_id=upload_id)
    if upload.project_id != video.project_id:
        raise NotFound("not_found", "There is no such upload of yours in the project of this video.")
    return take_upload(
        upload=upload, sha256=sha256, look=lambda content: None, write=_write_to(video=video, actor=actor)
    )


def attach_file(*, actor: User, video_id: int, path: Path, name: str = "") -> Registered:
    """The same with a file on this machine, which is copied and stays as it is; `name` where the path does not say."""
    video = _open_video(actor, video_id)
    return take_file(
        project_id=video.project_id,
        path=path,
        name=name or path.name,
        look=lambda content: None,
        write=_write_to(video=video, actor=actor),
    )


def _open_video(actor: User, video_id: int) -> Video:
    video = get_visible(user=actor, video_id=video_id)
    require_may_change(user=actor, video=video)
    _refuse_unless_open(video)
    return video


def _write_to(*, video: Video, actor: User) -> Write:
    def write(file: StoredFile) -> Registered:
        locked = Video.objects.select_for_update().get(pk=video.pk)
        _refuse_unless_open(locked)
        locked.state = VideoState.PROBING
        locked.rejection_code = locked.rejection_reason = ""
        locked.original_name, locked.original_key = file.name, file.key
        locked.size, locked.sha256 = file.size, file.sha256
        locked.save(
            update_fields=[
                "state",
                "rejection_code",
                "rejection_reason",
                "original_name",
                "original_key",
                "size",
                "sha256",
            ]
        )
        return Registered(locked, queue_probe(video=locked, owner=actor))

    return write


def _refuse_unless_open(video: Video) -> None:
    if not video.from_records:
        raise Conflict(
            "not_from_records",
            f"{video.title!r} came in with its file, which never changes. Add another file as a video of its own.",
        )
    if video.state not in OPEN_STATES:
        raise Conflict(
            "media_attached",
            f"{video.title!r} has its file already ({VideoState(video.state).label.lower()}); it never changes.",
            extra={"video_state": video.state, "sha256": video.sha256},
        )
