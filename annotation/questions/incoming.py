"""Records on their way in: read, checked for what our rows cannot hold, and grouped by the clip they are about.

No database here. Errors are found before anything is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from annotation.clips.importing import ImportedClip
from annotation.questions.content import RevisionContent, Segment, SubtitleLine
from annotation.questions.record_files import RecordEntry, RecordError, RecordsReport, iter_records
from annotation.questions.records import canonical_json, read_content
from kernel.times import to_seconds

#: Ids of our own kind; their counters have to move past them.
OWN_ID: Final = re.compile(r"(G[12]_[QV])([0-9]+)", re.ASCII)
LARGEST_NUMBER: Final = 2_000_000_000
LONGEST_ID: Final = 60
LONGEST_SOURCE: Final = 1000
LONGEST_SPEAKER: Final = 120

_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class IncomingRecord:
    """One sound record: where it came from, its canonical text, and what its author would have entered."""

    file: str
    line: int
    question_id: str
    video_id: str
    granularity: str
    task: str
    text: str
    content: RevisionContent
    has_subtitles: bool

    def error(self, field: str, code: str, message: str) -> RecordError:
        """An error about this record."""
        return RecordError(self.file, self.question_id, field, code, message, self.line)


@dataclass(slots=True)
class Incoming:
    """Everything that one path holds. `warnings` are oddities that lose nothing; `ignored` are macOS files."""

    records: list[IncomingRecord] = field(default_factory=list)
    clips: dict[str, ImportedClip] = field(default_factory=dict)
    total: int = 0
    errors: list[RecordError] = field(default_factory=list)
    warnings: list[RecordError] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)


def read_incoming(path: Path) -> Incoming:
    """Reads every record below `path`. Usable for an import only when `errors` is empty."""
    incoming = Incoming()
    report = RecordsReport()
    for entry in iter_records(path, report):
        if entry.errors:
            continue
        problems = list(_unstorable(entry))
        if problems:
            report.errors.extend(problems)
            continue
        record = _record(entry)
        clip = _clip(entry.value)
        first = incoming.clips.setdefault(record.video_id, clip)
        if (first.granularity, first.segments) != (clip.granularity, clip.segments):
            report.errors.append(
                record.error(
                    "video_id",
                    "clip_differs",
                    f"{record.video_id} is another clip here than in an earlier record: one id names one clip.",
                )
            )
            continue
        incoming.clips[record.video_id] = _joined(first, clip, record, incoming.warnings)
        incoming.records.append(record)
    incoming.total = report.records
    incoming.errors = report.errors
    incoming.ignored = report.ignored
    return incoming


def own_number(public_id: str) -> tuple[str, int] | None:
    """`G1_Q000126` is ("G1_Q", 126); None for an id that no counter of ours could give."""
    match = OWN_ID.fullmatch(public_id)
    return (match[1], int(match[2])) if match else None


def _joined(
    first: ImportedClip, clip: ImportedClip, record: IncomingRecord, warnings: list[RecordError]
) -> ImportedClip:
    """What is known of a clip after another record about it; the first word counts, a difference is told."""
    if first.source_from != clip.source_from:
        warnings.append(
            record.error(
                "source.from",
                "source_differs",
                f"{record.video_id} comes from {first.source_from!r} in an earlier record; that one is kept for the "
                "video, the text of this record stays as it is.",
            )
        )
    if clip.subtitles is None or first.subtitles == clip.subtitles:
        return first
    if first.subtitles is None:
        return ImportedClip(
            first.public_id, first.granularity, first.source_from, first.segments, clip.subtitles
        )
    warnings.append(
        record.error(
            "subtitles",
            "subtitles_differ",
            f"{record.video_id} has other subtitles in an earlier record; those are kept for the video, the text of "
            "this record stays as it is.",
        )
    )
    return first


def _record(entry: RecordEntry) -> IncomingRecord:
    value = entry.value
    return IncomingRecord(
        file=entry.file,
        line=entry.line,
        question_id=value["question_id"],
        video_id=value["video_id"],
        granularity=value["granularity"],
        task=value["type"],
        text=canonical_json(value),
        content=read_content(value),
        has_subtitles=value["subtitles"] is not None,
    )


def _clip(value: Mapping[str, Any]) -> ImportedClip:
    segments = value["source"]["segments"]
    rows = value["subtitles"]
    return ImportedClip(
        public_id=value["video_id"],
        granularity=value["granularity"],
        source_from=value["source"]["from"],
        segments=None
        if segments is None
        else tuple(Segment(to_seconds(part["start"]), to_seconds(part["end"])) for part in segments),
        subtitles=None
        if rows is None
        else tuple(
            SubtitleLine(to_seconds(row["t"][0]), to_seconds(row["t"][1]), row["text"], row["speaker"] or "")
            for row in rows
        ),
    )


def _unstorable(entry: RecordEntry) -> Iterator[RecordError]:
    """What a valid record may hold and our columns cannot."""
    value = entry.value

    def error(path: str, code: str, message: str) -> RecordError:
        return RecordError(entry.file, entry.record, path, code, message, entry.line)

    for name in ("question_id", "video_id"):
        number = own_number(value[name])
        if len(value[name]) > LONGEST_ID:
            yield error(name, "too_long", f"An id has at most {LONGEST_ID} characters.")
        elif number is not None and number[1] > LARGEST_NUMBER:
            yield error(name, "number_too_large", f"Numbers of ids go up to {LARGEST_NUMBER}.")
    if len(value["source"]["from"]) > LONGEST_SOURCE:
        yield error("source.from", "too_long", f"A source has at most {LONGEST_SOURCE} characters.")
    for place, row in enumerate(value["subtitles"] or ()):
        if len(row["speaker"] or "") > LONGEST_SPEAKER:
            path = f"subtitles.{place}.speaker"
            yield error(path, "too_long", f"A speaker has at most {LONGEST_SPEAKER} characters.")
    for path, text in _texts(value, ""):
        if _UNSTORABLE.search(text):
            yield error(path, "bad_character", "A character here is no text: remove NUL and half surrogates.")
    for path, time in _times(value):
        problem = _time_problem(time)
        if problem:
            yield error(path, "bad_time", problem)


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _texts(inner, f"{path}.{place}")


def _times(value: Mapping[str, Any]) -> Iterator[tuple[str, Decimal | int | float]]:
    for place, part in enumerate(value["source"]["segments"] or ()):
        for key in ("start", "end"):
            yield f"source.segments.{place}.{key}", part[key]
    for place, row in enumerate(value["subtitles"] or ()):
        for end in (0, 1):
            yield f"subtitles.{place}.t.{end}", row["t"][end]


def _time_problem(time: Decimal | int | float) -> str:
    try:
        to_seconds(time)
    except ValueError as problem:
        return f"{problem}."
    return ""
