"""An upload whose bytes are all here: its checksum, and its place in the media storage, before anybody waits for them.

A gigabyte takes seconds to read, and longer to send to an object storage, so only small files are done in the request
that brings the last byte; the rest is a job's. A video is then made of rows alone.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from annotation.videos import storage
from annotation.videos.duplicates import find_duplicate
from annotation.videos.models import Upload
from annotation.videos.uploads import path_of, received
from jobs.context import JobContext
from jobs.errors import PermanentFailure
from jobs.models import Job
from jobs.services import enqueue

READ: Final = 4 * 1024 * 1024

OnBytes = Callable[[int], None]


def original_key(upload: Upload) -> str:
    """Its name in the media storage: the same at every attempt, so that one after a crash leaves no second file."""
    return f"videos/{upload.project_id}/{upload.pk.hex}/original"


def is_settled(upload: Upload) -> bool:
    """Whether a video can be made of it by rows alone: its checksum is known, and its bytes are where they stay.

    On this machine's disk they get a second name in no time. Those of a duplicate stay where they are.
    """
    if not upload.sha256:
        return False
    if storage.on_local_disk() or upload.stored_key or upload.taken_at is not None:
        return True
    return find_duplicate(project_id=upload.project_id, sha256=upload.sha256) is not None


def settle_soon(upload: Upload) -> Job | None:
    """Has a whole upload settled: a small one now, a large one by a job, which is returned; one at work already too."""
    if is_settled(upload):
        return None
    if upload.size <= settings.UPLOAD_CHUNK_MAX_BYTES:
        _keep(upload, *_settled(upload, lambda done: None))
        return None
    with transaction.atomic():
        return enqueue(
            kind="upload.settle",
            subject=f"upload:{upload.pk}",
            payload={"upload": str(upload.pk)},
            queue="default",
            key=f"upload.settle:{upload.pk}",
            project_id=upload.project_id,
            owner=upload.owner,
        )


def settle_upload(*, context: JobContext, upload_id: uuid.UUID) -> dict[str, Any]:
    """The job: settled already, or ended meanwhile = nothing to do. Raises PermanentFailure when bytes are missing."""
    upload = Upload.objects.filter(pk=upload_id, taken_at__isnull=True).first()
    if upload is None or is_settled(upload):
        return {"upload": str(upload_id)}
    if received(upload) != upload.size:
        raise PermanentFailure(
            "upload_incomplete", f"The bytes of {upload.filename} are not all here; upload it again."
        )

    def read(done: int) -> None:
        context.progress(min(1.0, done / upload.size), f"Checking {upload.filename}")

    sha256, key = _settled(upload, read)
    with transaction.atomic():
        context.hold_lease()
        _keep(upload, sha256, key)
    return {"upload": str(upload_id), "sha256": sha256}


def _settled(upload: Upload, on_bytes: OnBytes) -> tuple[str, str]:
    """Reads all of it once and, unless the project has the content already, puts it into an object storage."""
    digest = hashlib.sha256()
    path = path_of(upload.pk)
    with path.open("rb") as file:
        while data := file.read(READ):
            digest.update(data)
            on_bytes(file.tell())
    sha256 = digest.hexdigest()
    if storage.on_local_disk() or find_duplicate(project_id=upload.project_id, sha256=sha256) is not None:
        return sha256, ""
    key = original_key(upload)
    storage.store_file(path, key, keep=True)
    return sha256, key


def _keep(upload: Upload, sha256: str, key: str) -> None:
    known = Upload.objects.filter(pk=upload.pk, taken_at__isnull=True).update(sha256=sha256, stored_key=key)
    if known:
        upload.sha256, upload.stored_key = sha256, key
    elif key and not Upload.objects.filter(pk=upload.pk).exists():
        storage.remove(key)  # thrown away while it was sent
