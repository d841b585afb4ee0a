"""Between the time of a prepared video, which a model is told, and the original timeline, which is stored. Pure.

A model is never asked for original times: of a clip that is put together it sees one video that begins at 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from annotation.questions.content import Segment, SubtitleLine


@dataclass(frozen=True, slots=True)
class PreparedLine:
    """A subtitle line as it is heard in the prepared video, in its seconds."""

    start: Decimal
    end: Decimal
    speaker: str
    text: str


def length_of(segments: Sequence[Segment]) -> Decimal:
    """Seconds of the prepared video."""
    return sum((part.end - part.start for part in segments), Decimal(0))


def original_time(segments: Sequence[Segment], at: Decimal) -> Decimal:
    """The original time of a moment of the prepared video. Raises ValueError outside of it."""
    begins = Decimal(0)
    for part in segments:
        length = part.end - part.start
        if begins <= at < begins + length:
            return part.start + (at - begins)
        begins += length
    if segments and at == begins:
        return segments[-1].end
    raise ValueError(f"{at} s is not in a prepared video of {begins} s")


def original_spans(segments: Sequence[Segment], start: Decimal, end: Decimal) -> list[Segment]:
    """What [start, end) of the prepared video is of the original: more than one stretch where it crosses a join.

    Raises ValueError for a stretch that is reversed, empty, or not inside.
    """
    if not Decimal(0) <= start < end <= length_of(segments):
        raise ValueError(f"[{start}, {end}) s is no stretch of a prepared video of {length_of(segments)} s")
    found: list[Segment] = []
    begins = Decimal(0)
    for part in segments:
        length = part.end - part.start
        first, last = max(start, begins), min(end, begins + length)
        if first < last:
            found.append(Segment(part.start + first - begins, part.start + last - begins))
        begins += length
    return found


def prepared_lines(segments: Sequence[Segment], lines: Sequence[SubtitleLine]) -> Iterator[PreparedLine]:
    """The lines that are heard in the prepared video, cut at the joins, in its order."""
    begins = Decimal(0)
    for part in segments:
        for line in sorted(lines, key=lambda one: one.start):
            first, last = max(line.start, part.start), min(line.end, part.end)
            if first < last:
                shift = begins - part.start
                yield PreparedLine(first + shift, last + shift, line.speaker, line.text)
        begins += part.end - part.start
