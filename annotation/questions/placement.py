"""Where an original time lies in a prepared video, and what of the original a clip covers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from annotation.questions.content import Segment


def playing_time(time: Decimal, segments: Sequence[Segment] | None, duration: Decimal) -> Decimal | None:
    """The second of the prepared video at which the original's `time` is seen; None where it is not played.

    `segments` are as played, None for the complete original of `duration` seconds. Segments hold their
    start but not their end, except that the very last instant of a segment counts when no other segment
    starts there.
    """
    if segments is None:
        return time if 0 <= time <= duration else None
    played = Decimal(0)
    at_an_end: Decimal | None = None
    for segment in segments:
        if segment.start <= time < segment.end:
            return played + time - segment.start
        if time == segment.end and at_an_end is None:
            at_an_end = played + segment.end - segment.start
        played += segment.end - segment.start
    return at_an_end


def merged(intervals: Iterable[tuple[Decimal, Decimal]], *, gap: Decimal) -> list[tuple[Decimal, Decimal]]:
    """The intervals in order of time, those less than `gap` seconds apart joined; touching ones always."""
    joined: list[tuple[Decimal, Decimal]] = []
    for start, end in sorted(intervals):
        if joined and (start <= joined[-1][1] or start - joined[-1][1] < gap):
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
