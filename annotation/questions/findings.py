"""What the guideline checks look at (Draft) and what they say (Finding)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from annotation.questions.content import RevisionContent, Segment, SubtitleLine
from annotation.questions.tasks import Task

Level = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Draft:
    """One question as it would be submitted, with what is known about its video.

    `segments`: as played, None for the complete original. `video_duration`: of the original, in seconds.
    `watched_share`: the share of the complete video, 0..1, that the author has played, None where the
    caller does not record it (then nothing is said about watching). `watch_waiver`: an admin's reason for
    accepting a question by someone who has not watched everything, '' for none. `subtitles`: the lines of
    the prepared video; `lines_outside`: the original's other lines. `neighbours`: public id and wording of the other
    questions of the same task about the same clip.
    """

    task: Task
    content: RevisionContent
    segments: tuple[Segment, ...] | None
    video_duration: Decimal
    watched_share: Decimal | float | None = None
    watch_waiver: str = ""
    subtitles: tuple[SubtitleLine, ...] = ()
    lines_outside: tuple[SubtitleLine, ...] = ()
    neighbours: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `field` is a dotted path into RevisionContent (`items.0.emotion`, `labels.before`), or
    `segments`, `segments.N`, `watched_share`. `message` says what is wrong and what to do."""

    code: str
    level: Level
    field: str
    message: str


def error(code: str, field: str, message: str) -> Finding:
    """A finding that blocks the submission."""
    return Finding(code, "error", field, message)


def warning(code: str, field: str, message: str) -> Finding:
    """A finding for the author and the reviewers to weigh."""
    return Finding(code, "warning", field, message)
