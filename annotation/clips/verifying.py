"""Every stored media file against what its row says of it: there, unchanged, and what was asked for."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.core.files.storage import default_storage
from django.db import transaction

from annotation.clips.cutting import RECIPE_VERSION
from annotation.clips.models import Clip, ClipState
from annotation.clips.segments import Segment
from annotation.clips.services import content_key
from annotation.subtitles.models import SubtitleFile
from annotation.videos import storage
from annotation.videos.derived import queue_derived, wanted_key
from annotation.videos.frame_times import shown_packet_times
from annotation.videos.media_errors import MediaError
from annotation.videos.models import DerivedFile, DerivedKind, DerivedState, Upload, Video, VideoState

#: Folders of the media storage in which every file belongs to a row.
FOLDERS: Final = ("videos", "clips", "derived", "subtitles")
#: A file this young (s) may be of a job whose row is about to follow.
YOUNG_SECONDS: Final = 3600

Look = Callable[[], str | None]


@dataclass(frozen=True)
class Expected:
    """A file that should be there. `sha256` and `size` are None where no row keeps them.

    `look` says what else is wrong with it, or None; it runs only when the content is as it should be.
    """

    key: str
    kind: str
    subject: str
    sha256: str | None
    size: int | None
    look: Look | None = None


@dataclass(frozen=True)
class Finding:
    """`code`: missing, altered, check_failed or unexpected; `outdated` is news and no fault."""

    code: str
    key: str
    kind: str
    subject: str
    message: str


@dataclass
class Verification:
    """How many files and bytes were read, what is wrong, and what is merely old."""

    files: int = 0
    bytes: int = 0
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)


def verify(
    *, project_id: int | None = None, on_file: Callable[[Expected], None] | None = None
) -> Verification:
    """Reads every stored file of one project, or of all, and compares it with its row. Changes nothing.

    Files that no row names are looked for only with all projects. `on_file` hears of each file before it is read.
    """
    done = Verification()
    present = _stored_keys() if project_id is None else {}
    known: set[str] = set()
    for expected in expected_files(project_id=project_id):
        known.add(expected.key)
        if on_file is not None:
            on_file(expected)
        done.files += 1
        finding = _verified(expected, done)
        if finding is not None:
            done.findings.append(finding)
    done.findings += _without_file(project_id)
    done.notes += _outdated(project_id)
    oldest = time.time() - YOUNG_SECONDS
    done.findings += [
        Finding("unexpected", key, "", "", f"No row names {key}; it takes room and is used by nothing.")
        for key, changed in sorted(present.items())
        if key not in known and changed < oldest
    ]
    return done


def expected_files(*, project_id: int | None = None) -> Iterator[Expected]:
    """Every file that a row names; one that several rows share comes once."""
    seen: set[str] = set()
    for expected in _named_files(project_id):
        if expected.key not in seen:
            seen.add(expected.key)
            yield expected


def _named_files(project_id: int | None) -> Iterator[Expected]:
    for video in _of_project(Video.objects.exclude(original_key=""), project_id).order_by("pk").iterator():
        subject = f"video {video.pk} ({video.title})"
        yield Expected(video.original_key, "original", subject, video.sha256 or None, video.size)
        if video.frames_key:
            yield Expected(
                video.frames_key, "frames", subject, video.frames_sha256 or None, None, _frames_look(video)
            )
        own_folder = video.playback_key.startswith("videos/")  # as older releases kept their copies
        if own_folder and video.playback_key != video.original_key:
            named = video.playback_key.rpartition("-")[2].removesuffix(".mp4")
            yield Expected(video.playback_key, "proxy", subject, named, None)
    for clip in (
        _of_project(Clip.objects.exclude(file_key=""), project_id).select_related("video").order_by("pk")
    ):
        yield Expected(
            clip.file_key, "clip", f"clip {clip.public_id}", clip.sha256, clip.size, _clip_look(clip)
        )
    derived = DerivedFile.objects.exclude(file_key="").select_related("video").order_by("pk")
    if project_id is not None:
        derived = derived.filter(video__project=project_id)
    for row in derived:
        yield Expected(
            row.file_key, row.kind, f"video {row.video_id} ({row.video.title})", row.sha256, row.size
        )
    subtitles = SubtitleFile.objects.exclude(file_key="").select_related("video").order_by("pk")
    if project_id is not None:
        subtitles = subtitles.filter(video__project=project_id)
    for file in subtitles:
        yield Expected(
            file.file_key,
            "subtitles",
            f"video {file.video_id} ({file.video.title}), {file.filename}",
            file.sha256,
            None,
        )
    uploads = Upload.objects.exclude(stored_key="").filter(taken_at__isnull=True)
    for upload in _of_project(uploads, project_id).order_by("pk"):
        yield Expected(upload.stored_key, "upload", f"upload {upload.filename}", upload.sha256, upload.size)


def rebuild(findings: Iterable[Finding]) -> int:
    """Has every derived file that is missing or altered made anew; returns how many. Others are left to a person."""
    queued = 0
    for finding in findings:
        if finding.kind not in DerivedKind.values or finding.code not in {"missing", "altered"}:
            continue
        rows = list(DerivedFile.objects.filter(file_key=finding.key).select_related("video"))
        if not rows:
            continue
        # First, so that no other video lends what is broken.
        storage.remove(finding.key)
        kind = DerivedKind(finding.kind)
        for row in rows:
            with transaction.atomic():
                queued += queue_derived(video=row.video, owner=None, kinds=(kind,), again=True)
    return queued


def _of_project(rows: Any, project_id: int | None) -> Any:
    return rows if project_id is None else rows.filter(project=project_id)


def _verified(expected: Expected, done: Verification) -> Finding | None:
    def finding(code: str, message: str) -> Finding:
        return Finding(code, expected.key, expected.kind, expected.subject, message)

    what = f"The {expected.kind} file of {expected.subject}"
    size = storage.size_of(expected.key)
    if size is None:
        return finding("missing", f"{what} is not in the storage.")
    done.bytes += size
    if expected.size is not None and size != expected.size:
        return finding("altered", f"{what} has {size} bytes instead of {expected.size}.")
    if expected.sha256 is not None and (found := _checksum(expected.key)) != expected.sha256:
        return finding("altered", f"{what} has the checksum {found} instead of {expected.sha256}.")
    fault = expected.look() if expected.look is not None else None
    return finding("check_failed", f"{what}: {fault}") if fault else None


def _checksum(key: str) -> str:
    digest = hashlib.sha256()
    with default_storage.open(key, "rb") as file:
        while chunk := file.read(storage.CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _frames_look(video: Video) -> Look:
    def look() -> str | None:
        try:
            frames = json.loads(storage.read_bytes(video.frames_key))
            found = len(frames["pts"])
        except (ValueError, KeyError, TypeError):
            return "it is no list of frame times"
        if found != video.frame_count:
            return f"it lists {found} frames instead of {video.frame_count}"
        return None

    return look


def _clip_look(clip: Clip) -> Look:
    def look() -> str | None:
        if clip.state != ClipState.READY or clip.check_result.get("frames") != clip.frame_count:
            return "its check after cutting does not belong to it"
        segments = [Segment(row.start, row.end) for row in clip.segments.order_by("position")]
        if clip.recipe.get("version") == RECIPE_VERSION and clip.content_key != content_key(
            video=clip.video, segments=segments
        ):
            return "its segments or its source are not those that it was cut from"
        try:
            with storage.local_path(clip.file_key) as path:
                shown = sum(time is not None for time in shown_packet_times(path, stream=0))
        except MediaError as error:
            return f"it cannot be read: {error.reason}"
        return None if shown == clip.frame_count else f"it has {shown} frames instead of {clip.frame_count}"

    return look


def _without_file(project_id: int | None) -> list[Finding]:
    """Rows that say they are ready and name no file."""
    videos = _of_project(Video.objects.filter(state=VideoState.READY, original_key=""), project_id)
    clips = _of_project(
        Clip.objects.filter(state=ClipState.READY, file_key="", whole_video=False), project_id
    )
    return [
        *(
            Finding(
                "missing",
                "",
                "original",
                f"video {row.pk} ({row.title})",
                "The video is ready and has no file.",
            )
            for row in videos
        ),
        *(
            Finding("missing", "", "clip", f"clip {row.public_id}", "The clip is ready and has no file.")
            for row in clips
        ),
    ]


def _outdated(project_id: int | None) -> list[Finding]:
    """Derived files of an older recipe: they serve until the sweep has had them made anew."""
    rows = DerivedFile.objects.filter(state=DerivedState.READY).select_related("video")
    if project_id is not None:
        rows = rows.filter(video__project=project_id)
    return [
        Finding(
            "outdated",
            row.file_key,
            row.kind,
            f"video {row.video_id} ({row.video.title})",
            f"The {row.kind} of video {row.video_id} was made by an older recipe.",
        )
        for row in rows
        if row.content_key != wanted_key(sha256=row.video.sha256, kind=DerivedKind(row.kind))
    ]


def _stored_keys() -> dict[str, float]:
    """Every stored key below FOLDERS with when it was changed (seconds since 1970)."""
    found: dict[str, float] = {}
    waiting = list(FOLDERS)
    while waiting:
        folder = waiting.pop()
        try:
            folders, names = default_storage.listdir(folder)
        except FileNotFoundError:
            continue
        waiting += [f"{folder}/{name}" for name in folders if name]
        for name in names:
            if name:  # an object storage lists the folder itself as a nameless file
                key = f"{folder}/{name}"
                try:
                    found[key] = default_storage.get_modified_time(key).timestamp()
                except FileNotFoundError:
                    continue  # a job's temporary name that is gone meanwhile
    return found
