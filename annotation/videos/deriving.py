"""The background work on the files made of a video: make one, keep it, or say why there is none."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from annotation.videos import storage
from annotation.videos.derived import DERIVATIONS, FOLDER, wanted_key
from annotation.videos.durable import sha256_of
from annotation.videos.ingest import probe_of
from annotation.videos.media_errors import MediaError, ProcessCancelled, ProcessFailed
from annotation.videos.models import JOB_KINDS, DerivedFile, DerivedKind, DerivedState, Video, VideoState
from jobs.context import JobContext
from jobs.errors import PermanentFailure
from jobs.registry import JobEnd

_KIND_OF_JOB: Final = {job: kind for kind, job in JOB_KINDS.items()}


def make_derived(*, context: JobContext, video_id: int, kind: DerivedKind) -> dict[str, Any]:
    """Makes one file of a video; there already by the current recipe = nothing to do.

    A video of the same content, in any project, lends its file. Files are named by their content, so two workers at
    once do no harm. Raises PermanentFailure when it cannot be made; the video stays as usable as before.
    """
    row = DerivedFile.objects.select_related("video").filter(video=video_id, kind=kind).first()
    if row is None or row.video.state != VideoState.READY:
        raise PermanentFailure("not_found", f"There is no video {video_id} any more that needs its {kind}.")
    key = wanted_key(sha256=row.video.sha256, kind=kind)
    if (
        row.state == DerivedState.READY
        and row.content_key == key
        and storage.size_of(row.file_key) == row.size
    ):
        return _told(row)
    DerivedFile.objects.filter(pk=row.pk, state=DerivedState.FAILED).update(
        state=DerivedState.MAKING, failure_code="", failure_reason=""
    )
    made = _lent(row, key) or _made(context, row, kind, key)
    before = row.video.playback_key
    with transaction.atomic():
        context.hold_lease()
        if kind == DerivedKind.PROXY:
            Video.objects.filter(pk=row.video_id).update(playback_key=made["file_key"])
        DerivedFile.objects.filter(pk=row.pk).update(
            **made,
            state=DerivedState.READY,
            wanted_key=key,
            content_key=key,
            recipe=DERIVATIONS[kind].recipe,
            failure_code="",
            failure_reason="",
            made_at=timezone.now(),
        )
    row.refresh_from_db()
    if kind == DerivedKind.PROXY and before not in ("", row.video.original_key, row.file_key):
        _remove_old_copy(before)
    return _told(row)


def give_up_derived(end: JobEnd) -> None:
    """What becomes of a file whose making ended without one: failed, with the reason; an older file goes on serving."""
    rows = DerivedFile.objects.filter(
        video=end.payload["video"], kind=_KIND_OF_JOB[end.kind], state=DerivedState.MAKING
    )
    rows.update(
        state=DerivedState.FAILED,
        failure_code=end.error_code or end.state,
        failure_reason=end.error or "The work was cancelled; retry it from the list of jobs.",
    )


def _remove_old_copy(key: str) -> None:
    """A copy of a release that kept it beside the original; housekeeping looks after those of FOLDER."""
    if not key.startswith(f"{FOLDER}/") and not Video.objects.filter(playback_key=key).exists():
        storage.remove(key)


def _lent(row: DerivedFile, key: str) -> dict[str, Any] | None:
    """The file of another video of the same content, made by the same recipe."""
    others = DerivedFile.objects.filter(content_key=key, state=DerivedState.READY).exclude(pk=row.pk)
    for other in others:
        if storage.size_of(other.file_key) == other.size:
            return {name: getattr(other, name) for name in ("file_key", "sha256", "size", "facts")}
    return None


def _made(context: JobContext, row: DerivedFile, kind: DerivedKind, key: str) -> dict[str, Any]:
    derivation = DERIVATIONS[kind]
    size = max(1, row.video.size or 1)

    def fetched(done: int) -> None:
        context.progress(min(0.2, 0.2 * done / size), "Fetching the file")

    def share(done: float) -> None:
        context.progress(min(0.95, 0.2 + 0.75 * done), derivation.doing)

    facts = probe_of(row.video)
    try:
        with (
            storage.local_path(row.video.original_key, on_bytes=fetched) as source,
            storage.work_path(suffix=derivation.suffix) as output,
        ):
            share(0.0)
            found = derivation.make(source, facts, output, progress=share, cancelled=context.cancelled)
            sha256, length = sha256_of(output), output.stat().st_size
            file_key = f"{FOLDER}/{key}-{sha256[:16]}{derivation.suffix}"
            storage.store_file(output, file_key)
    except ProcessCancelled:
        context.raise_if_stopped()
        raise
    except ProcessFailed:
        raise
    except FileNotFoundError:
        raise PermanentFailure(
            "media_missing", f"The file of {row.video.title!r} is not in the media storage; tell an admin."
        ) from None
    except MediaError as refusal:
        raise PermanentFailure(refusal.code, refusal.reason) from None
    return {"file_key": file_key, "sha256": sha256, "size": length, "facts": found}


def _told(row: DerivedFile) -> dict[str, Any]:
    return {"video": row.video_id, "kind": row.kind, "sha256": row.sha256, "size": row.size}
