"""When each subtitle of a record is heard in the prepared video. Pure.

A record keeps its subtitles in the order of the prepared video with times on the original timeline; a player needs
times of the prepared video. A line that is played twice is listed twice, one that runs on into the next segment
once (annotation's rule for making the list).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from annotation.public import Segment


@dataclass(frozen=True, slots=True)
class Cue:
    """One subtitle as the player shows it: seconds of the PREPARED video, `id` of the record's row."""

    id: str
    start: Decimal
    end: Decimal
    text: str


def cues_of(subtitles: Sequence[Mapping[str, Any]], segments: Sequence[Segment] | None) -> list[Cue]:
    """The cues of a record's subtitles, in their order.

    `subtitles` are the record's rows (`id`, `t`: two numbers, `text`); `segments` as played, None for the complete
    original. A row that lies in no segment gives no cue: there is nothing at which it could be shown.
    """
    if segments is None:
        return [Cue(row["id"], *_times(row), row["text"]) for row in subtitles]
    starts = _starts(segments)
    cues: list[Cue] = []
    current = 0
    listed: dict[tuple[Decimal, Decimal, str], int] = {}
    for row in subtitles:
        start, end = _times(row)
        line = (start, end, row["text"])
        first = max(current, listed.get(line, -1) + 1)
        place = next((n for n in range(first, len(segments)) if _is_heard(start, end, segments[n])), None)
        if place is None:
            continue
        last = place
        while last + 1 < len(segments) and _runs_on(start, end, segments[last], segments[last + 1]):
            last += 1
        current, listed[line] = place, last
        cues.append(
            Cue(
                id=row["id"],
                start=starts[place] + max(start - segments[place].start, Decimal(0)),
                end=starts[last] + min(end, segments[last].end) - segments[last].start,
                text=row["text"],
            )
        )
    return cues


def _times(row: Mapping[str, Any]) -> tuple[Decimal, Decimal]:
    start, end = row["t"]
    return Decimal(str(start)), Decimal(str(end))


def _starts(segments: Sequence[Segment]) -> list[Decimal]:
    """Where each segment begins in the prepared video."""
    starts: list[Decimal] = []
    played = Decimal(0)
    for segment in segments:
        starts.append(played)
        played += segment.end - segment.start
    return starts


def _is_heard(start: Decimal, end: Decimal, segment: Segment) -> bool:
    if start == end:
        return segment.start <= start < segment.end
    return start < segment.end and end > segment.start


def _runs_on(start: Decimal, end: Decimal, segment: Segment, following: Segment) -> bool:
    """Whether a line heard at the end of one segment is still being spoken when the next one begins."""
    return end > segment.end and segment.end == following.start and _is_heard(start, end, following)
