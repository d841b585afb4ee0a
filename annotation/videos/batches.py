"""Many videos of one folder, or prefix of a bucket, by the list that lies in it: look at all of it first, then add."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Final

from django.db.models import QuerySet

from accounts.models import User
from accounts.policies import require_role
from annotation.clips.arriving import refuse_misfit
from annotation.projects.quota import room_of
from annotation.subtitles.services import add_subtitles, read_subtitles
from annotation.videos import attaching, services
from annotation.videos.duplicates import find_duplicate
from annotation.videos.durable import sha256_of
from annotation.videos.facts import Probe
from annotation.videos.manifests import ManifestRow
from annotation.videos.media_errors import MediaError
from annotation.videos.models import Video
from annotation.videos.policies import MAY_ADD_MEDIA
from annotation.videos.probing import probe
from annotation.videos.registration import VideoFacts, register_file
from annotation.videos.sources import Source
from kernel.errors import DomainError, Invalid

#: What in a folder may be a video that the list forgot.
MEDIA_SUFFIXES: Final = frozenset(
    {
        ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".mpg", ".mpeg", ".ts",
        ".m2ts", ".vob", ".flv", ".wmv", ".asf", ".ogv", ".mxf", ".3gp",
    }
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Whose videos come in, from where and how.

    `attach`: files for videos that imported records know, found by their source, instead of new videos.
    `names_in_text`: names that begin a cue's text become speakers.
    """

    actor: User
    project_id: int
    source: Source
    attach: bool = False
    names_in_text: bool = False


@dataclass
class RowOutcome:
    """What becomes of one row. `outcome`: ready (may be added), added, duplicate, refused or failed.

    `duplicate` names the video that has the content already: of the project (`video`) or of an earlier row.
    `subtitles` counts the cues of its subtitle file, `speakers` the cues by name of those that its text seems to name;
    None without one. `awaiting` are the videos that the file is for.
    """

    row: ManifestRow
    outcome: str
    code: str = ""
    reason: str = ""
    video: int | None = None
    sha256: str = ""
    size: int = 0
    probe: Probe | None = None
    subtitles: int | None = None
    speakers: dict[str, int] | None = None
    awaiting: list[Video] = field(default_factory=list)
    warnings: list[dict[str, str]] = field(default_factory=list)

    @property
    def wrong(self) -> bool:
        return self.outcome in {"refused", "failed"}


def check_rows(
    *,
    batch: Batch,
    rows: Sequence[ManifestRow],
    on_row: Callable[[RowOutcome], None] | None = None,
) -> list[RowOutcome]:
    """What would become of every row, with nothing stored: files found, read, hashed and probed, subtitles read.

    For those who may add media. Each outcome is `ready`, `duplicate` or `refused`; `on_row` hears of each in turn.
    """
    require_role(user=batch.actor, project_id=batch.project_id, any_of=MAY_ADD_MEDIA)
    left = room_of(project_id=batch.project_id).left
    seen: dict[str, int] = {}
    outcomes: list[RowOutcome] = []
    for row in rows:
        outcome = _checked(batch, row, seen)
        if outcome.outcome == "ready" and left is not None:
            needed = outcome.size * max(1, len(outcome.awaiting))
            if needed > left:
                outcome.outcome, outcome.code = "refused", "quota_exceeded"
                outcome.reason = f"The project has room for {left} bytes more, and this file needs {needed}."
            else:
                left -= needed
        outcomes.append(outcome)
        if on_row is not None:
            on_row(outcome)
    return outcomes


def add_checked(*, batch: Batch, outcome: RowOutcome) -> None:
    """Adds a row that `check_rows` found ready, with its subtitles, both or neither; the outcome says how it went.

    The file is copied and stays as it is; its probe is queued.
    """
    if outcome.outcome != "ready":
        raise ValueError(f"row {outcome.row.number} is {outcome.outcome}, not ready")
    try:
        video = _attached(batch, outcome) if batch.attach else _added(batch, outcome)
    except DomainError as error:
        duplicate = error.code == "duplicate_video"
        outcome.outcome = "duplicate" if duplicate else "failed"
        outcome.code, outcome.reason = error.code, error.detail
        outcome.video = error.extra.get("video")
    except OSError as error:
        outcome.outcome, outcome.code = "failed", "unreadable"
        outcome.reason = f"{outcome.row.values['file']} could not be copied: {error.strerror or error}."
    else:
        outcome.outcome, outcome.video, outcome.sha256 = "added", video.pk, video.sha256


def unlisted_files(*, names: Iterable[str], rows: Sequence[ManifestRow]) -> list[str]:
    """Files of a source that look like videos and that no row names, in order."""
    listed = {PurePosixPath(row.values["file"]) for row in rows}
    found = (PurePosixPath(name) for name in names)
    return sorted(str(path) for path in found if path.suffix.lower() in MEDIA_SUFFIXES and path not in listed)


def _added(batch: Batch, outcome: RowOutcome) -> Video:
    values = outcome.row.values

    def with_subtitles(video: Video) -> None:
        if values["subtitles"]:
            file = add_subtitles(
                actor=batch.actor,
                video_id=video.pk,
                filename=PurePosixPath(values["subtitles"]).name,
                content=batch.source.read(values["subtitles"]),
                encoding=values["encoding"] or None,
                names_in_text=batch.names_in_text,
            )
            outcome.subtitles = file.utterances.count()

    with batch.source.local(values["file"]) as path:
        return register_file(
            actor=batch.actor,
            project_id=batch.project_id,
            path=path,
            name=PurePosixPath(values["file"]).name,
            facts=VideoFacts(
                title=values["title"],
                source_from=values["source"],
                domain=values["domain"],
                licence=values["licence"],
                terms=values["terms"],
                language=values["language"],
            ),
            also=with_subtitles,
        ).video


def _attached(batch: Batch, outcome: RowOutcome) -> Video:
    """Gives the file to each video of its source, with what the row says of it besides; the first of them."""
    values = outcome.row.values
    said = {name: values[name] or None for name in ("title", "domain", "licence", "terms", "language")}
    with batch.source.local(values["file"]) as path:
        for video in outcome.awaiting:
            services.change_video(actor=batch.actor, video_id=video.pk, changes=services.VideoChanges(**said))
            attaching.attach_file(
                actor=batch.actor, video_id=video.pk, path=path, name=PurePosixPath(values["file"]).name
            )
    return Video.objects.get(pk=outcome.awaiting[0].pk)


def _checked(batch: Batch, row: ManifestRow, seen: dict[str, int]) -> RowOutcome:
    outcome = RowOutcome(row, "refused")
    if row.faults:
        outcome.code, outcome.reason = row.faults[0][0], " ".join(reason for _, reason in row.faults)
        return outcome
    name = row.values["file"]
    try:
        outcome.size = batch.source.size(name)
        if outcome.size == 0:
            raise Invalid("empty_file", f"{name} has no content.")
        with batch.source.local(name) as path:
            outcome.sha256 = sha256_of(path)
            if _is_known(batch, outcome, seen):
                return outcome
            if batch.attach:
                _find_awaiting(batch, outcome)
            outcome.probe = probe(path)
        for video in outcome.awaiting:
            refuse_misfit(video, outcome.probe)
        outcome.warnings = [
            {"code": warning.code, "message": warning.message} for warning in outcome.probe.warnings
        ]
        _check_subtitles(batch, outcome)
    except DomainError as error:
        outcome.code, outcome.reason = error.code, error.detail
    except MediaError as error:
        outcome.code, outcome.reason = error.code, error.reason
    except OSError as error:
        outcome.code = "unreadable"
        outcome.reason = f"{name} cannot be read: {error.strerror or error}."
    else:
        outcome.outcome = "ready"
        seen[outcome.sha256] = row.number
    return outcome


def _is_known(batch: Batch, outcome: RowOutcome, seen: dict[str, int]) -> bool:
    """Whether the content is there, in the project or in an earlier row; the outcome then says where."""
    if outcome.sha256 in seen:
        outcome.outcome, outcome.code = "duplicate", "duplicate_row"
        outcome.reason = f"Row {seen[outcome.sha256]} has the same content; it is added once."
        return True
    if batch.attach:
        known = _of_records(batch, outcome).filter(sha256=outcome.sha256).order_by("pk").first()
    else:
        known = find_duplicate(project_id=batch.project_id, sha256=outcome.sha256)
    if known is None:
        return False
    outcome.outcome, outcome.code, outcome.video = "duplicate", "duplicate_video", known.pk
    outcome.reason = f"This file is in the project already, as {known.title!r} (video {known.pk})."
    return True


def _of_records(batch: Batch, outcome: RowOutcome) -> QuerySet[Video]:
    return Video.objects.filter(
        project=batch.project_id, from_records=True, source_from=outcome.row.values["source"]
    )


def _find_awaiting(batch: Batch, outcome: RowOutcome) -> None:
    """Which videos the file is for. Raises Invalid when there is none, or the row brings subtitles of its own."""
    source = outcome.row.values["source"]
    waiting = _of_records(batch, outcome).filter(state__in=attaching.OPEN_STATES)
    outcome.awaiting = list(waiting.order_by("pk"))
    if not outcome.awaiting:
        raise Invalid(
            "no_awaiting_video",
            f"No video of the project from {source!r} awaits its file; the source must be that of the records.",
        )
    if outcome.row.values["subtitles"]:
        raise Invalid(
            "subtitles_from_records",
            f"The subtitles of {source!r} came with its records; leave those of the row out.",
        )


def _check_subtitles(batch: Batch, outcome: RowOutcome) -> None:
    values = outcome.row.values
    if not values["subtitles"]:
        return
    parsed = read_subtitles(
        filename=PurePosixPath(values["subtitles"]).name,
        content=batch.source.read(values["subtitles"]),
        encoding=values["encoding"] or None,
    )
    outcome.subtitles = len(parsed.utterances)
    outcome.speakers = dict(
        Counter(utterance.speaker for utterance in parsed.utterances if utterance.speaker is not None)
    )
    outcome.warnings += [
        {"code": warning.code, "message": f"{values['subtitles']}, line {warning.line}: {warning.message}"}
        for warning in parsed.warnings
    ]
