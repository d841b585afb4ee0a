"""Writes of resumable uploads. The file's real length is the truth; the row's offset follows it."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, Protocol

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F, OuterRef, QuerySet, Subquery, Sum
from django.http import UnreadablePostError
from django.utils import timezone

from accounts.models import User
from accounts.policies import require_role
from annotation.projects.quota import hold_room, require_room
from annotation.videos.duplicates import same_content
from annotation.videos.models import Upload
from annotation.videos.policies import MAY_ADD_MEDIA
from annotation.videos.storage import KEPT_SECONDS, remove, scratch_folder
from annotation.videos.tus import Checksum, ChecksumMismatch, Gone, Locked, StorageFull
from kernel.errors import Conflict, FieldError, Invalid, NotFound, TooLarge

READ: Final = 1024 * 1024


class Body(Protocol):
    """The body of a request."""

    def read(self, size: int, /) -> bytes: ...


def begin_upload(*, actor: User, project_id: int, filename: str, size: int) -> Upload:
    """A new, empty upload of `size` bytes. For those who may add media.

    Raises TooLarge when the file is above the limit, the project's quota would be passed, or the disk has no room for
    it beside the uploads that are still coming in.
    """
    require_role(user=actor, project_id=project_id, any_of=MAY_ADD_MEDIA)
    if size == 0:
        message = "The file is empty (0 bytes)."
        raise Invalid("empty_file", message, errors=[FieldError("Upload-Length", "invalid", message)])
    if size > settings.UPLOAD_MAX_BYTES:
        raise TooLarge(
            "upload_too_large",
            f"{filename} has {size} bytes; at most {settings.UPLOAD_MAX_BYTES} go in. "
            "Ask the person who runs this server to raise UPLOAD_MAX_BYTES.",
            extra={"limit": settings.UPLOAD_MAX_BYTES},
        )
    folder = scratch_folder("uploads")
    with transaction.atomic():
        # Two that begin in the same moment come one after the other, so that the second sees what the first took.
        hold_room(project_id=project_id)
        require_room(project_id=project_id, name=filename, size=size)
        open_uploads = Upload.objects.filter(taken_at__isnull=True, expires_at__gt=timezone.now())
        promised = open_uploads.aggregate(left=Sum(F("size") - F("offset")))["left"] or 0
        if size + promised + settings.DISK_RESERVE_BYTES > shutil.disk_usage(folder).free:
            raise TooLarge(
                "no_room", f"The server's disk has no room for {filename} ({size} bytes); tell an admin."
            )
        upload = Upload.objects.create(
            project_id=project_id,
            owner=actor,
            filename=filename,
            size=size,
            expires_at=timezone.now() + settings.UPLOAD_LIFETIME,
        )
    path_of(upload.pk).touch()
    return upload


def own_upload(*, actor: User, upload_id: uuid.UUID) -> Upload:
    """The actor's upload. Raises NotFound for others', Gone for expired ones, Forbidden when the role is gone."""
    upload = with_duplicate(Upload.objects.filter(pk=upload_id, owner=actor)).first()
    if upload is None:
        raise NotFound("not_found", "There is no such upload of yours.")
    require_role(user=actor, project_id=upload.project_id, any_of=MAY_ADD_MEDIA)
    if upload.taken_at is None and upload.expires_at <= timezone.now():
        raise Gone("upload_expired", f"The upload of {upload.filename} has expired; start it again.")
    return upload


def received(upload: Upload) -> int:
    """Bytes that are really there; all of them once a video was made of the upload."""
    if upload.taken_at is not None:
        return upload.size
    try:
        return path_of(upload.pk).stat().st_size
    except FileNotFoundError:
        return 0


def append_chunk(
    *,
    actor: User,
    upload_id: uuid.UUID,
    offset: int,
    length: int,
    body: Body,
    checksum: Checksum | None = None,
) -> Upload:
    """Adds up to `length` bytes of `body` at `offset`. What arrived before a cut stays; with a checksum it is all
    of the chunk or nothing.

    Holds a lock on the upload's file: raises Locked while another request writes. Raises Conflict (with the right
    one) when `offset` is not the number of bytes that are there, TooLarge and StorageFull before anything is read,
    ChecksumMismatch, StorageFull, and Gone when the upload was ended meanwhile (then nothing of it is left).
    """
    upload = own_upload(actor=actor, upload_id=upload_id)
    if upload.taken_at is not None:
        raise Conflict(
            "upload_taken", f"A video was made of {upload.filename} already; nothing can be added."
        )
    if length > settings.UPLOAD_CHUNK_MAX_BYTES:
        raise TooLarge(
            "chunk_too_large",
            f"A chunk has at most {settings.UPLOAD_CHUNK_MAX_BYTES} bytes, this one {length}; send smaller ones.",
            extra={"limit": settings.UPLOAD_CHUNK_MAX_BYTES},
        )
    with _locked_file(upload) as file:
        there = file.seek(0, os.SEEK_END)
        if offset != there:
            raise Conflict(
                "offset_mismatch",
                f"{there} bytes of {upload.filename} are here, so go on from there and not from {offset}.",
                extra={"offset": there},
            )
        if there + length > upload.size:
            raise TooLarge(
                "beyond_the_end",
                f"{upload.filename} was announced with {upload.size} bytes; this chunk would end at {there + length}.",
            )
        # Refused before it is read, with the reserve left: the database needs room to note what was received. A checked
        # chunk is there twice for a moment.
        _require_disk(length if checksum is None else 2 * length)
        try:
            if checksum is None:
                _receive(body, file, length)
            else:
                _receive_checked(upload, body, file, length, checksum)
        except BaseException:
            # What went wrong is told, not that the row could not follow: the file's length is the truth.
            with contextlib.suppress(DatabaseError, OSError):
                _settle(upload, file)
            raise
        _settle(upload, file)
    return upload


def _require_disk(size: int) -> None:
    if size + settings.DISK_RESERVE_BYTES > shutil.disk_usage(scratch_folder("uploads")).free:
        raise StorageFull("disk_full", "The server's disk is full; tell an admin, then go on.")


def end_upload(*, actor: User, upload_id: uuid.UUID) -> None:
    """Throws an upload away. Raises Conflict once a video was made of it."""
    upload = own_upload(actor=actor, upload_id=upload_id)
    if upload.taken_at is not None or not _drop(upload):
        raise Conflict(
            "upload_taken", f"A video was made of {upload.filename} already; retire the video instead."
        )


def prune_uploads() -> int:
    """Removes expired uploads that no video was made of, and their bytes; returns how many.

    So do old files of the folder that belong to no open upload: a chunk may arrive while its upload is thrown away.
    """
    expired = Upload.objects.filter(taken_at__isnull=True, expires_at__lte=timezone.now())
    removed = sum(_drop(upload) for upload in expired.iterator())
    known = {pk.hex for pk in Upload.objects.filter(taken_at__isnull=True).values_list("pk", flat=True)}
    oldest = time.time() - KEPT_SECONDS
    for path in scratch_folder("uploads").iterdir():
        with contextlib.suppress(FileNotFoundError):
            if path.stem not in known and path.stat().st_mtime < oldest:
                path.unlink()
                removed += 1
    return removed


def open_uploads_of(*, actor: User, project_id: int) -> QuerySet[Upload]:
    """The actor's uploads of a project that may still go on, newest first. For those who may add media."""
    require_role(user=actor, project_id=project_id, any_of=MAY_ADD_MEDIA)
    going = Upload.objects.filter(taken_at__isnull=True, expires_at__gt=timezone.now())
    return with_duplicate(going.filter(owner=actor, project=project_id)).order_by("-created_at", "-pk")


def with_duplicate(uploads: QuerySet[Upload]) -> QuerySet[Upload]:
    """Adds `duplicate_id` and `duplicate_title` of the video of the project that has the same content (null: none)."""
    same = same_content(project_id=OuterRef("project"), sha256=OuterRef("sha256")).exclude(sha256="")
    return uploads.annotate(
        duplicate_id=Subquery(same.values("pk")[:1]), duplicate_title=Subquery(same.values("title")[:1])
    )


def ended(upload: Upload) -> Gone:
    """For a request that was still working on an upload when its owner ended it."""
    return Gone("upload_ended", f"The upload of {upload.filename} was ended; start it again.")


def path_of(upload_id: uuid.UUID) -> Path:
    """Where the bytes of an upload lie: a name of ours in the scratch folder."""
    return scratch_folder("uploads") / upload_id.hex


def _drop(upload: Upload) -> bool:
    deleted, _ = Upload.objects.filter(pk=upload.pk, taken_at__isnull=True).delete()
    if deleted:
        for path in (path_of(upload.pk), _checked_path(upload.pk)):
            path.unlink(missing_ok=True)
        if upload.stored_key:
            remove(upload.stored_key)
    return bool(deleted)


def _checked_path(upload_id: uuid.UUID) -> Path:
    return path_of(upload_id).with_suffix(".chunk")


@contextlib.contextmanager
def _locked_file(upload: Upload) -> Iterator[IO[bytes]]:
    path = path_of(upload.pk)
    path.touch()
    # Unbuffered: what write() has taken is in the file, so its length is the truth at any moment.
    with path.open("r+b", buffering=0) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Locked(
                "upload_locked",
                f"Another request is writing to {upload.filename}; ask for the offset in a moment.",
            ) from None
        # Ended since it was looked up: touch() has made the file anew.
        if not Upload.objects.filter(pk=upload.pk).exists():
            path.unlink(missing_ok=True)
            raise ended(upload)
        yield file


def _receive(body: Body, file: IO[bytes], length: int) -> int:
    """Copies until `length` bytes or the end of what the client sent; returns how many."""
    left = length
    while left > 0:
        try:
            data = body.read(min(READ, left))
        except UnreadablePostError:
            break  # the line was cut: what came before counts
        if not data:
            break
        _write_all(file, data)
        left -= len(data)
    return length - left


def _write_all(file: IO[bytes], data: bytes) -> None:
    left = memoryview(data)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise StorageFull("disk_full", "The server's disk is full; tell an admin, then go on.") from error
        raise


def _receive_checked(upload: Upload, body: Body, file: IO[bytes], length: int, checksum: Checksum) -> None:
    """The chunk goes to a file beside first: bytes that were not checked never count as received."""
    beside = _checked_path(upload.pk)
    try:
        with beside.open("w+b", buffering=0) as chunk:
            if _receive(body, chunk, length) < length:
                raise Invalid("chunk_incomplete", "The chunk ended early; send it again.")
            chunk.seek(0)
            digest = checksum.new()
            while data := chunk.read(READ):
                digest.update(data)
            if digest.digest() != checksum.digest:
                raise ChecksumMismatch(
                    "checksum_mismatch",
                    "The chunk was damaged on its way and was thrown away; send it again.",
                )
            chunk.seek(0)
            before = file.tell()
            try:
                while data := chunk.read(READ):
                    _write_all(file, data)
            except BaseException:
                file.truncate(before)
                raise
    finally:
        beside.unlink(missing_ok=True)


def _settle(upload: Upload, file: IO[bytes]) -> None:
    """Bytes first, row second: after a crash between the two the file is longer than the row says, never shorter."""
    os.fsync(file.fileno())
    upload.offset = file.seek(0, os.SEEK_END)
    upload.expires_at = timezone.now() + settings.UPLOAD_LIFETIME
    rows = Upload.objects.filter(pk=upload.pk)
    if not rows.update(offset=upload.offset, expires_at=upload.expires_at):
        path_of(upload.pk).unlink(missing_ok=True)
        raise ended(upload)
