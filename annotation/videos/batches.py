"""Many videos of one folder on this machine, by the list that lies beside them: look at all of it first, then add."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from accounts.models import User
from accounts.policies import require_role
from annotation.projects.quota import room_of
from annotation.subtitles.services import add_subtitles, read_subtitles
from annotation.videos.durable import sha256_of
from annotation.videos.facts import Probe
from annotation.videos.manifests import ManifestRow
from annotation.videos.media_errors import MediaError
from annotation.videos.models import Video
from annotation.videos.policies import MAY_ADD_MEDIA
from annotation.videos.probing import probe
from annotation.videos.registration import VideoFacts, find_duplicate, register_file
from kernel.errors import DomainError, Invalid

#: What in a folder may be a video that the list forgot.
MEDIA_SUFFIXES: Final = frozenset(
    {
        ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".mpg", ".mpeg", ".ts",
        ".m2ts", ".vob", ".flv", ".wmv", ".asf", ".ogv", ".mxf", ".3gp",
    }
)  # fmt: skip


@dataclass
class RowOutcome:
    """What becomes of one row. `outcome`: ready (may be added), added, duplicate, refused or failed.

    `duplicate` names the video that has the content already: of the project (`video`) or of an earlier row.
    `subtitles` counts the cues of its subtitle file; None without one.
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
    warnings: list[dict[str, str]] = field(default_factory=list)

    @property
    def wrong(self) -> bool:
        return self.outcome in {"refused", "failed"}


def check_rows(
    *,
    actor: User,
    project_id: int,
    folder: Path,
    rows: Sequence[ManifestRow],
    on_row: Callable[[RowOutcome], None] | None = None,
) -> list[RowOutcome]:
    """What would become of every row, with nothing stored: files found, read, hashed and probed, subtitles read.

    For those who may add media. Each outcome is `ready`, `duplicate` or `refused`; `on_row` hears of each in turn.
    """
    require_role(user=actor, project_id=project_id, any_of=MAY_ADD_MEDIA)
    left = room_of(project_id=project_id).left
    seen: dict[str, int] = {}
    outcomes: list[RowOutcome] = []
    for row in rows:
        outcome = _checked(row, project_id, folder, seen)
        if outcome.outcome == "ready" and left is not None:
            if outcome.size > left:
                outcome.outcome, outcome.code = "refused", "quota_exceeded"
                outcome.reason = (
                    f"The project has room for {left} bytes more, and this file has {outcome.size}."
                )
            else:
                left -= outcome.size
        outcomes.append(outcome)
        if on_row is not None:
            on_row(outcome)
    return outcomes


def add_checked(*, actor: User, project_id: int, folder: Path, outcome: RowOutcome) -> None:
    """Adds a row that `check_rows` found ready, with its subtitles, both or neither; the outcome says how it went.

    The file is copied and stays as it is; its probe is queued.
    """
    if outcome.outcome != "ready":
        raise ValueError(f"row {outcome.row.number} is {outcome.outcome}, not ready")
    values = outcome.row.values
    facts = VideoFacts(
        title=values["title"],
        source_from=values["source"],
        domain=values["domain"],
        licence=values["licence"],
        terms=values["terms"],
        language=values["language"],
    )

    def with_subtitles(video: Video) -> None:
        if values["subtitles"]:
            path = _inside(folder, values["subtitles"])
            file = add_subtitles(
                actor=actor,
                video_id=video.pk,
                filename=path.name,
                content=path.read_bytes(),
                encoding=values["encoding"] or None,
            )
            outcome.subtitles = file.utterances.count()

    try:
        made = register_file(
            actor=actor,
            project_id=project_id,
            path=_inside(folder, values["file"]),
            facts=facts,
            also=with_subtitles,
        )
    except DomainError as error:
        duplicate = error.code == "duplicate_video"
        outcome.outcome = "duplicate" if duplicate else "failed"
        outcome.code, outcome.reason = error.code, error.detail
        outcome.video = error.extra.get("video")
    except OSError as error:
        outcome.outcome, outcome.code = "failed", "unreadable"
        outcome.reason = f"{values['file']} could not be copied: {error.strerror or error}."
    else:
        outcome.outcome, outcome.video, outcome.sha256 = "added", made.video.pk, made.video.sha256


def unlisted_files(*, folder: Path, rows: Sequence[ManifestRow]) -> list[str]:
    """Files below the folder that look like videos and that no row names, as paths below it, in order."""
    listed = {(folder / row.values["file"]).resolve() for row in rows if row.values["file"]}
    found = (path for path in folder.rglob("*") if path.suffix.lower() in MEDIA_SUFFIXES and path.is_file())
    return sorted(str(path.relative_to(folder)) for path in found if path.resolve() not in listed)


def _checked(row: ManifestRow, project_id: int, folder: Path, seen: dict[str, int]) -> RowOutcome:
    outcome = RowOutcome(row, "refused")
    if row.faults:
        outcome.code, outcome.reason = row.faults[0][0], " ".join(reason for _, reason in row.faults)
        return outcome
    try:
        path = _inside(folder, row.values["file"])
        outcome.size = path.stat().st_size
        if outcome.size == 0:
            raise Invalid("empty_file", f"{row.values['file']} has no content.")
        outcome.sha256 = sha256_of(path)
        if outcome.sha256 in seen:
            outcome.outcome, outcome.code = "duplicate", "duplicate_row"
            outcome.reason = f"Row {seen[outcome.sha256]} has the same content; it is added once."
            return outcome
        known = find_duplicate(project_id=project_id, sha256=outcome.sha256)
        if known is not None:
            outcome.outcome, outcome.code, outcome.video = "duplicate", "duplicate_video", known.pk
            outcome.reason = f"This file is in the project already, as {known.title!r} (video {known.pk})."
            return outcome
        outcome.probe = probe(path)
        outcome.warnings = [
            {"code": warning.code, "message": warning.message} for warning in outcome.probe.warnings
        ]
        _check_subtitles(folder, outcome)
    except DomainError as error:
        outcome.code, outcome.reason = error.code, error.detail
    except MediaError as error:
        outcome.code, outcome.reason = error.code, error.reason
    except OSError as error:
        outcome.code = "unreadable"
        outcome.reason = f"{row.values['file']} cannot be read: {error.strerror or error}."
    else:
        outcome.outcome = "ready"
        seen[outcome.sha256] = row.number
    return outcome


def _check_subtitles(folder: Path, outcome: RowOutcome) -> None:
    values = outcome.row.values
    if not values["subtitles"]:
        return
    path = _inside(folder, values["subtitles"])
    parsed = read_subtitles(
        filename=path.name, content=path.read_bytes(), encoding=values["encoding"] or None
    )
    outcome.subtitles = len(parsed.utterances)
    outcome.warnings += [
        {"code": warning.code, "message": f"{values['subtitles']}, line {warning.line}: {warning.message}"}
        for warning in parsed.warnings
    ]


def _inside(folder: Path, name: str) -> Path:
    """The file of that name below the folder. Raises Invalid for a name, or a link, that leads out of it."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise Invalid("outside_folder", f"{name} lies outside of {folder}; only files below it can be added.")
    if not path.exists():
        raise Invalid("no_file", f"There is no file {name} in {folder}.")
    if not path.is_file():
        raise Invalid("no_file", f"{name} in {folder} is no file.")
    return path
