"""The files that are made of every video: which there are, by which recipe, and having them made."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from django.core.files.storage import default_storage
from django.db import transaction

from accounts.models import User
from annotation.videos import filmstrip, peaks, proxying, shots, storage
from annotation.videos.facts import Probe
from annotation.videos.models import JOB_KINDS, DerivedFile, DerivedKind, DerivedState, Video, VideoState
from jobs.services import enqueue

FOLDER: Final = "derived"


class Make(Protocol):
    """How the engines are called; the result says what is in the file, as JSON values."""

    def __call__(
        self,
        source: Path,
        probe: Probe,
        output: Path,
        *,
        progress: Callable[[float], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Derivation:
    """One kind of file: its engine, its recipe, and what it is called while it is made."""

    make: Make
    recipe: dict[str, Any]
    suffix: str
    content_type: str
    doing: str


def _make_proxy(
    source: Path,
    probe: Probe,
    output: Path,
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> dict[str, Any]:
    made = proxying.make_proxy(source, probe, output, progress=progress, cancelled=cancelled)
    return {"width": made.width, "height": made.height, "check": made.check, "ffmpeg": made.recipe["ffmpeg"]}


DERIVATIONS: Final[dict[DerivedKind, Derivation]] = {
    DerivedKind.PEAKS: Derivation(
        peaks.make_peaks, peaks.RECIPE, ".dat", "application/octet-stream", "Drawing the waveform"
    ),
    DerivedKind.FILMSTRIP: Derivation(
        filmstrip.make_filmstrip, filmstrip.RECIPE, ".jpg", "image/jpeg", "Making the filmstrip"
    ),
    DerivedKind.PROXY: Derivation(
        _make_proxy, proxying.RECIPE, ".mp4", "video/mp4", "Making a copy that browsers play"
    ),
    DerivedKind.SHOTS: Derivation(
        shots.make_shots, shots.RECIPE, ".json", "application/json", "Looking for cuts between shots"
    ),
}


#: In the order in which somebody who opens the page misses them, whichever video they are of.
PRIORITIES: Final = {kind: 10 * place for place, kind in enumerate(DerivedKind, start=1)}
#: What a sweep asks for replaces something that serves, so it waits for all that somebody misses.
SWEPT_LATER: Final = 100


def kinds_of(video: Video) -> list[DerivedKind]:
    """What is made of a probed video: all kinds, but no copy to play of one that browsers play as it is."""
    playable = video.playback_key and video.playback_key == video.original_key
    return [kind for kind in DerivedKind if kind != DerivedKind.PROXY or not playable]


def wanted_key(*, sha256: str, kind: DerivedKind) -> str:
    """What a file of this kind is made of, as a hash: the source's checksum, the kind and its recipe."""
    text = json.dumps([sha256, kind.value, DERIVATIONS[kind].recipe], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def queue_derived(
    *,
    video: Video,
    owner: User | None,
    kinds: Sequence[DerivedKind] | None = None,
    again: bool = False,
) -> int:
    """Queues what the video has not had made, or tried, by the current recipes; returns how many files that is.

    `kinds`: only of those; all that the video has when None. What nobody asks for (`owner` None) is made last. With
    `again`, what is there or has failed is made anew. Runs in the caller's transaction. A file that serves goes on
    serving until its successor is there.
    """
    known = {row.kind: row for row in DerivedFile.objects.filter(video=video)}
    queued = 0
    for kind in kinds_of(video) if kinds is None else kinds:
        key = wanted_key(sha256=video.sha256, kind=kind)
        row = known.get(kind)
        if row is not None and row.wanted_key == key and not again:
            continue
        if row is None:
            DerivedFile.objects.create(video=video, kind=kind, wanted_key=key)
        else:
            state = DerivedState.READY if row.file_key and not again else DerivedState.MAKING
            DerivedFile.objects.filter(pk=row.pk).update(
                wanted_key=key, state=state, failure_code="", failure_reason=""
            )
        enqueue(
            kind=JOB_KINDS[kind],
            subject=f"video:{video.pk}",
            payload={"video": video.pk},
            queue="derived",
            key=f"{JOB_KINDS[kind]}:{video.pk}",
            project_id=video.project_id,
            owner=owner,
            priority=PRIORITIES[kind] + (SWEPT_LATER if owner is None else 0),
        )
        queued += 1
    return queued


@transaction.atomic
def remake_failed(*, video: Video, kind: DerivedKind, owner: User | None) -> None:
    """Queues a file that could not be made once more; nothing happens when it has not failed.

    Whoever may see the video may ask: they are the ones who miss it.
    """
    # The lock makes two people who press at once ask for it once.
    failed = DerivedFile.objects.select_for_update().filter(video=video, kind=kind, state=DerivedState.FAILED)
    if failed.exists():
        queue_derived(video=video, owner=owner, kinds=(kind,), again=True)


def sweep_recipes() -> int:
    """Queues every file of a ready video that is missing or was made by an older recipe; returns how many."""
    queued = 0
    videos = Video.objects.filter(state=VideoState.READY).exclude(sha256="").prefetch_related("derived_files")
    for video in videos.iterator(chunk_size=200):
        asked = {row.kind: row.wanted_key for row in video.derived_files.all()}
        if all(asked.get(kind) == wanted_key(sha256=video.sha256, kind=kind) for kind in kinds_of(video)):
            continue
        with transaction.atomic():
            queued += queue_derived(video=video, owner=None)
    return queued


def prune_files() -> int:
    """Removes files of this folder that no row has named for a day; returns how many."""
    try:
        _, names = default_storage.listdir(FOLDER)
    except FileNotFoundError:
        return 0
    known = set(DerivedFile.objects.exclude(file_key="").values_list("file_key", flat=True))
    oldest = time.time() - storage.KEPT_SECONDS
    removed = 0
    for name in names:
        key = f"{FOLDER}/{name}"
        if key not in known and default_storage.get_modified_time(key).timestamp() < oldest:
            storage.remove(key)
            removed += 1
    return removed
