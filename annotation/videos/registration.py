"""From a finished upload, or a file on the server, to a video that is being probed."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from accounts.policies import require_role
from annotation.projects.quota import hold_room, require_room
from annotation.videos import storage
from annotation.videos.arrivals import original_key, settle_soon
from annotation.videos.duplicates import refuse_duplicate
from annotation.videos.durable import sha256_of
from annotation.videos.models import Upload, Video, VideoState
from annotation.videos.policies import MAY_ADD_MEDIA
from annotation.videos.uploads import ended, own_upload, path_of, received
from jobs.models import Job
from jobs.services import enqueue
from kernel.errors import Conflict, DomainError, FieldError, Invalid, NotFound
from kernel.texts import shown

#: Cuts come first: somebody waits for each of them.
PROBE_PRIORITY: Final = 10


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


@dataclass(frozen=True)
class StoredFile:
    """An original in the media storage that no row names yet; `name` is what a person called it."""

    name: str
    key: str
    size: int
    sha256: str


#: Makes a video's row name a stored file; runs in the transaction that takes the upload.
Write = Callable[[StoredFile], Registered]


def register_upload(
    *, actor: User, project_id: int, upload_id: uuid.UUID, facts: VideoFacts, sha256: str = ""
) -> Registered:
    """Makes a video of the actor's finished upload: its file goes into the media storage, a probe is queued.

    For those who may add media. Raises Conflict when the upload is not complete or not checked yet (`upload_checking`,
    with its `job`), is not what `sha256` says, was taken already, or the project has the same content (naming that
    video); Gone when it was ended meanwhile.
    """
    upload = own_upload(actor=actor, upload_id=upload_id)
    if upload.project_id != project_id:
        raise NotFound("not_found", "There is no such upload of yours in this project.")
    _refuse_missing(facts)

    def write(file: StoredFile) -> Registered:
        return _register(actor=actor, project_id=project_id, file=file, facts=facts)

    def look(content: str) -> None:
        refuse_duplicate(project_id=project_id, sha256=content)

    return take_upload(upload=upload, sha256=sha256, look=look, write=write)


def take_upload(*, upload: Upload, sha256: str, look: Callable[[str], None], write: Write) -> Registered:
    """Gives a finished upload to a video: `look` may refuse its checksum, `write` makes or changes the row.

    `sha256`: what its sender says that it is; '' when they say nothing. Raises as `register_upload`.
    """
    if upload.taken_at is not None:
        raise _taken(upload)
    if received(upload) != upload.size:
        raise Conflict(
            "upload_incomplete",
            f"{received(upload)} of {upload.size} bytes of {upload.filename} are here; finish the upload first.",
            extra={"offset": received(upload)},
        )
    key = upload.stored_key or original_key(upload)
    try:
        job = settle_soon(upload)
        if job is not None:
            raise Conflict(
                "upload_checking",
                f"{upload.filename} is here and is being checked; ask again when job {job.pk} has ended.",
                extra={"job": job.pk},
            )
        if sha256 and sha256.lower() != upload.sha256:
            raise Conflict(
                "checksum_mismatch",
                f"{upload.filename} arrived with the checksum {upload.sha256}, not {sha256.lower()}: it was changed "
                "on its way or before. Upload it again.",
                extra={"sha256": upload.sha256},
            )
        look(upload.sha256)
        path = path_of(upload.pk)
        if not upload.stored_key:
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
            registered = write(StoredFile(upload.filename, key, upload.size, upload.sha256))
    except Exception:
        if not upload.stored_key or not Upload.objects.filter(pk=upload.pk).exists():
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
    name: str = "",
    also: Callable[[Video], object] | None = None,
) -> Registered:
    """Makes a video of a file on this machine, which is copied and stays as it is. Otherwise as register_upload.

    `name`: what it is called, where the path does not say. `also` is called with the new video in the transaction that
    makes it: an error in it leaves no video behind.
    """
    require_role(user=actor, project_id=project_id, any_of=MAY_ADD_MEDIA)
    _refuse_missing(facts)

    def write(file: StoredFile) -> Registered:
        registered = _register(actor=actor, project_id=project_id, file=file, facts=facts)
        if also is not None:
            also(registered.video)
        return registered

    def look(content: str) -> None:
        refuse_duplicate(project_id=project_id, sha256=content)

    return take_file(project_id=project_id, path=path, name=name or path.name, look=look, write=write)


def take_file(
    *, project_id: int, path: Path, name: str, look: Callable[[str], None], write: Write
) -> Registered:
    """Copies a file on this machine into the media storage and gives it to a video, as `take_upload`.

    Its name there follows from its content, so that another attempt after a kill meets the same one. Raises Invalid,
    TooLarge when the project has no room.
    """
    if not path.is_file() or path.stat().st_size == 0:
        raise Invalid("no_file", f"{path} is not a file with content.")
    look(sha256_of(path))
    require_room(project_id=project_id, name=name, size=path.stat().st_size)
    with storage.work_path(suffix="") as copy:
        # Hashed as it was copied: the file may have changed since the first look.
        digest = hashlib.sha256()
        with path.open("rb") as source, copy.open("wb") as target:
            while data := source.read(storage.CHUNK):
                digest.update(data)
                target.write(data)
        size, sha256 = copy.stat().st_size, digest.hexdigest()
        key = f"videos/{project_id}/{sha256}/original"
        storage.store_file(copy, key)
    try:
        with transaction.atomic():
            hold_room(project_id=project_id)
            require_room(project_id=project_id, name=name, size=size)
            return write(StoredFile(name[:500], key, size, sha256))
    except Exception:
        _discard(key)
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
        priority=PROBE_PRIORITY,
    )


def _register(*, actor: User, project_id: int, file: StoredFile, facts: VideoFacts) -> Registered:
    try:
        with transaction.atomic():
            video = Video.objects.create(
                project_id=project_id,
                title=shown(facts.title) or (PurePath(file.name).stem or file.name)[:300],
                source_from=facts.source_from.strip(),
                domain=facts.domain.strip(),
                licence=facts.licence.strip(),
                terms=facts.terms.strip(),
                language=facts.language.strip(),
                state=VideoState.PROBING,
                original_name=file.name,
                original_key=file.key,
                size=file.size,
                sha256=file.sha256,
                added_by=actor,
            )
    except IntegrityError:
        # The same content came in beside us, between the first look and now.
        refuse_duplicate(project_id=project_id, sha256=file.sha256)
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
        FieldError(field, "required", why) for field, (value, why) in wanted.items() if not shown(value)
    ]
    if errors:
        raise Invalid("invalid", " ".join(error.message for error in errors), errors=errors)


def _discard(key: str) -> None:
    """Not when another request made a video of this upload meanwhile: then the file is that video's."""
    if not Video.objects.filter(original_key=key).exists():
        storage.discard(key)


def _missed(upload: Upload) -> DomainError:
    """Why an upload that was there a moment ago cannot be taken any more: it was ended, or taken by another request."""
    return _taken(upload) if Upload.objects.filter(pk=upload.pk).exists() else ended(upload)


def _taken(upload: Upload) -> Conflict:
    return Conflict("upload_taken", f"A video was made of the upload of {upload.filename} already.")
