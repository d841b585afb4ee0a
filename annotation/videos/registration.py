"""From a finished upload, or a file on the server, to a video that is being probed."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from accounts.policies import require_role
from annotation.projects.quota import require_room
from annotation.videos import storage
from annotation.videos.durable import sha256_of
from annotation.videos.models import Upload, Video, VideoState
from annotation.videos.policies import MAY_ADD_MEDIA
from annotation.videos.uploads import ended, own_upload, path_of, received
from jobs.models import Job
from jobs.services import enqueue
from kernel.errors import Conflict, DomainError, FieldError, Invalid, NotFound


@dataclass(frozen=True, kw_only=True)
class VideoFacts:
    """What a person says about a video. Source, domain and licence are required: a benchmark names them."""

    title: str
    source_from: str
    domain: str
    licence: str
    terms: str = ""
    language: str = ""


@dataclass(frozen=True)
class Registered:
    """The new video and the job that probes it."""

    video: Video
    job: Job


def register_upload(*, actor: User, project_id: int, upload_id: uuid.UUID, facts: VideoFacts) -> Registered:
    """Makes a video of the actor's finished upload: its file goes into the media storage, a probe is queued.

    For those who may add media. Reads the whole file once, outside of any transaction. Raises Conflict when the
    upload is not complete, was taken already, or the project has the same content (naming that video); Gone when it was
    ended meanwhile.
    """
    upload = own_upload(actor=actor, upload_id=upload_id)
    if upload.project_id != project_id:
        raise NotFound("not_found", "There is no such upload of yours in this project.")
    _refuse_missing(facts)
    if upload.taken_at is not None:
        raise _taken(upload)
    if received(upload) != upload.size:
        raise Conflict(
            "upload_incomplete",
            f"{received(upload)} of {upload.size} bytes of {upload.filename} are here; finish the upload first.",
            extra={"offset": received(upload)},
        )
    path = path_of(upload.pk)
    # Named by the upload, so that trying again after a crash meets the same name instead of leaving two files.
    key = f"videos/{project_id}/{upload.pk.hex}/original"
    try:
        sha256 = sha256_of(path)
        refuse_duplicate(project_id=project_id, sha256=sha256)
        storage.store_file(path, key, keep=True)
    except FileNotFoundError:
        _discard(key)
        raise _missed(upload) from None
    try:
        with transaction.atomic():
            if not Upload.objects.filter(pk=upload.pk, taken_at__isnull=True).update(
                taken_at=timezone.now(), offset=upload.size
            ):
                raise _missed(upload)
            registered = _register(
                actor=actor,
                project_id=project_id,
                name=upload.filename,
                key=key,
                size=upload.size,
                sha256=sha256,
                facts=facts,
            )
    except Exception:
        _discard(key)
        raise
    path.unlink(missing_ok=True)
    return registered


def register_file(
    *,
    actor: User,
    project_id: int,
    path: Path,
    facts: VideoFacts,
    also: Callable[[Video], object] | None = None,
) -> Registered:
    """Makes a video of a file on this machine, which is copied and stays as it is. Otherwise as register_upload.

    `also` is called with the new video in the transaction that makes it: an error in it leaves no video behind.
    """
    require_role(user=actor, project_id=project_id, any_of=MAY_ADD_MEDIA)
    _refuse_missing(facts)
    if not path.is_file() or path.stat().st_size == 0:
        raise Invalid("no_file", f"{path} is not a file with content.")
    refuse_duplicate(project_id=project_id, sha256=sha256_of(path))
    require_room(project_id=project_id, name=path.name, size=path.stat().st_size)
    with storage.work_path(suffix="") as copy:
        # Hashed as it was copied: the file may have changed since the first look.
        digest = hashlib.sha256()
        with path.open("rb") as source, copy.open("wb") as target:
            while data := source.read(storage.CHUNK):
                digest.update(data)
                target.write(data)
        size = copy.stat().st_size
        key = f"videos/{project_id}/{uuid.uuid4().hex}/original"
        storage.store_file(copy, key)
    try:
        with transaction.atomic():
            registered = _register(
                actor=actor,
                project_id=project_id,
                name=path.name[:500],
                key=key,
                size=size,
                sha256=digest.hexdigest(),
                facts=facts,
            )
            if also is not None:
                also(registered.video)
            return registered
    except Exception:
        storage.remove(key)
        raise


def queue_probe(*, video: Video, owner: User) -> Job:
    """Queues the probe of a video; one that is queued or running already is returned."""
    return enqueue(
        kind="video.probe",
        subject=f"video:{video.pk}",
        payload={"video": video.pk},
        queue="media",
        key=f"video.probe:{video.pk}",
        project_id=video.project_id,
        owner=owner,
    )


def _register(
    *, actor: User, project_id: int, name: str, key: str, size: int, sha256: str, facts: VideoFacts
) -> Registered:
    try:
        with transaction.atomic():
            video = Video.objects.create(
                project_id=project_id,
                title=facts.title.strip() or name[:300],
                source_from=facts.source_from.strip(),
                domain=facts.domain.strip(),
                licence=facts.licence.strip(),
                terms=facts.terms.strip(),
                language=facts.language.strip(),
                state=VideoState.PROBING,
                original_name=name,
                original_key=key,
                size=size,
                sha256=sha256,
                added_by=actor,
            )
    except IntegrityError:
        # The same content came in beside us, between the first look and now.
        refuse_duplicate(project_id=project_id, sha256=sha256)
        raise
    return Registered(video, queue_probe(video=video, owner=actor))


def _refuse_missing(facts: VideoFacts) -> None:
    wanted = {
        "source_from": (
            facts.source_from,
            "Say where the video is from: an address, or a title and episode.",
        ),
        "domain": (facts.domain, "Choose the domain of the source, such as sitcom or documentary."),
        "licence": (facts.licence, "Say under which licence or terms the video may be used."),
    }
    errors = [
        FieldError(field, "required", why) for field, (value, why) in wanted.items() if not value.strip()
    ]
    if errors:
        raise Invalid("invalid", " ".join(error.message for error in errors), errors=errors)


def find_duplicate(*, project_id: int, sha256: str) -> Video | None:
    """The video of a project that has this content, if any."""
    gone = (VideoState.REJECTED, VideoState.RETIRED)
    return Video.objects.filter(project_id=project_id, sha256=sha256).exclude(state__in=gone).first()


def refuse_duplicate(*, project_id: int, sha256: str) -> None:
    """Raises Conflict naming the video of the project that has this content."""
    other = find_duplicate(project_id=project_id, sha256=sha256)
    if other is not None:
        raise Conflict(
            "duplicate_video",
            f"This file is in the project already, as {other.title!r} (video {other.pk}). Use that one.",
            extra={"video": other.pk, "video_title": other.title},
        )


def _discard(key: str) -> None:
    """Not when another request made a video of this upload meanwhile: then the file is that video's."""
    if not Video.objects.filter(original_key=key).exists():
        storage.discard(key)


def _missed(upload: Upload) -> DomainError:
    """Why an upload that was there a moment ago cannot be taken any more: it was ended, or taken by another request."""
    return _taken(upload) if Upload.objects.filter(pk=upload.pk).exists() else ended(upload)


def _taken(upload: Upload) -> Conflict:
    return Conflict("upload_taken", f"A video was made of the upload of {upload.filename} already.")
