"""The benchmark as a folder: records as an array, as JSONL and one file each, with videos and subtitles.

    clip.json  clip.jsonl  clip/G1_Q000126.json  clip/videos/G1_V000116.mp4  clip/subtitles/G1_V000116.srt
    episode.json  ...                            (what is held out lies below held_out/ where answers are open)

Records with their answers are the frozen texts, byte for byte. Memory does not grow with their number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import orjson

from annotation.public import GRANULARITIES, Segment, write_srt
from evaluation.releases.archives import Archive
from evaluation.releases.media import sound_bytes
from evaluation.releases.models import Release, Videos
from evaluation.releases.selectors import ReleasedRecord, records_by_video, records_of, videos_of

#: What a public form leaves out.
WITHHELD: Final = ("answer", "answer_details", "rubric")
HELD_OUT: Final = "held_out/"
#: Where a clip of the complete original ends: longer than any video.
_END: Final = Decimal("9999999.999")

OnAdded = Callable[[], None]


class Form(StrEnum):
    """Which answers a folder holds."""

    COMPLETE = "complete"  # all: for those who score
    OPEN = "open"  # those that are not held out: for everybody
    PUBLIC = "public"  # none: what a tested model may be given


def has_answer(record: ReleasedRecord, form: Form) -> bool:
    """Whether the record's answer is in a folder of that form."""
    return form == Form.COMPLETE or (form == Form.OPEN and not record.held_out)


def told_record(record: ReleasedRecord, form: Form) -> str:
    """The text of a record in a folder of that form: the frozen one, or without what is withheld."""
    if has_answer(record, form):
        return record.record_json
    value = {name: part for name, part in json.loads(record.record_json).items() if name not in WITHHELD}
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def write_benchmark(
    archive: Archive, release: Release, form: Form, *, work: Path, added: OnAdded = lambda: None
) -> None:
    """Adds the whole folder to `archive`. `work` is a folder for temporary files; `added` hears of each record and
    video. Raises media.UnsoundMedia for a video that is missing or altered."""
    for granularity in GRANULARITIES:
        write_records(archive, release, granularity, form, work=work, added=added)
        write_subtitles(archive, release, granularity)
        if release.videos_form == Videos.INCLUDED:
            write_videos(archive, release, granularity, added=added)


def write_records(
    archive: Archive, release: Release, granularity: str, form: Form, *, work: Path, added: OnAdded
) -> None:
    """The records of one granularity, in all three shapes."""
    open_part, held_part = _Lists(work / "open"), _Lists(work / "held")
    with open_part, held_part:
        for record in records_of(release, granularity=granularity):
            text = told_record(record, form)
            apart = form == Form.OPEN and record.held_out
            archive.add_text(f"{HELD_OUT if apart else ''}{granularity}/{record.public_id}.json", text)
            (held_part if apart else open_part).add(text)
            added()
    open_part.move_to(archive, granularity)
    held_part.move_to(archive, HELD_OUT + granularity)


class _Lists:
    """The same records as one array and as lines, on disk while they grow."""

    def __init__(self, base: Path) -> None:
        self._paths = {".json": base.with_suffix(".json"), ".jsonl": base.with_suffix(".jsonl")}
        self._count = 0

    def __enter__(self) -> _Lists:
        self._array, self._lines = (path.open("wb") for path in self._paths.values())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self._array.write(b"\n]\n")
        self._array.close()
        self._lines.close()

    def add(self, text: str) -> None:
        data = text.rstrip("\n").encode("utf-8")
        self._array.write((b"[\n" if self._count == 0 else b",\n") + data)
        self._lines.write(orjson.dumps(orjson.loads(data)) + b"\n")
        self._count += 1

    def move_to(self, archive: Archive, name: str) -> None:
        """Adds both files, none where there is no record, and removes them here."""
        for suffix, path in self._paths.items():
            if self._count:
                archive.add_file(name + suffix, path)
            path.unlink()


def write_videos(archive: Archive, release: Release, granularity: str, *, added: OnAdded) -> None:
    """The prepared videos, each compared with its checksum while it is copied."""
    for video in videos_of(release, granularity=granularity):
        name = f"{granularity}/videos/{video.public_id}{video.suffix}"
        archive.add_pieces(name, video.size or 0, sound_bytes(video))
        added()


def write_subtitles(archive: Archive, release: Release, granularity: str) -> None:
    """The subtitles of every video that has any: JSON as in its first record, SRT on the video's own timeline."""
    for video_id, rows in subtitles_of_videos(release, granularity):
        base = f"{granularity}/subtitles/{video_id}"
        archive.add_text(f"{base}.json", json.dumps(rows["subtitles"], ensure_ascii=False, indent=2) + "\n")
        archive.add_text(f"{base}.srt", srt_of(rows))


def subtitles_of_videos(release: Release, granularity: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """(video's id, its first record with subtitles) of every video of which a record has some."""
    ordered = records_by_video(release, granularity=granularity)
    for video_id, records in groupby(ordered, key=lambda record: record.video_public_id):
        first = next(_with_subtitles(records), None)
        if first is not None:
            yield video_id, first


def _with_subtitles(records: Iterable[ReleasedRecord]) -> Iterator[dict[str, Any]]:
    for record in records:
        value: dict[str, Any] = orjson.loads(record.record_json)
        if value["subtitles"] is not None:
            yield value


class _Line:
    """A subtitle row of a record as write_srt takes it."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.t = (_exact(row["t"][0]), _exact(row["t"][1]))
        self.speaker: str | None = row["speaker"]
        self.text: str = row["text"]


def srt_of(record: dict[str, Any]) -> str:
    """The subtitles of a record as SRT, on the timeline of its prepared video, without speakers."""
    parts = record["source"]["segments"]
    segments = (
        [Segment(Decimal(0), _END)]
        if parts is None
        else [Segment(_exact(part["start"]), _exact(part["end"])) for part in parts]
    )
    # A line that comes back after a jump is listed once more in the record, and found anew for each segment here.
    lines = {(line.t, line.speaker, line.text): line for line in map(_Line, record["subtitles"])}
    return write_srt(list(lines.values()), segments)


def _exact(seconds: float) -> Decimal:
    return Decimal(repr(seconds))
