"""Stretches of time as plain data: merging them, and how much of a video they cover."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

#: [start, end) in seconds of the original timeline.
Range = tuple[Decimal, Decimal]


def merge(ranges: Iterable[Range]) -> list[Range]:
    """The same time as few stretches in order; those that touch or overlap become one."""
    merged: list[Range] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def clipped(ranges: Iterable[Range], duration: Decimal) -> list[Range]:
    """What of the stretches lies before `duration`."""
    return [(start, min(end, duration)) for start, end in ranges if start < duration]


def share(ranges: Iterable[Range], duration: Decimal) -> float:
    """How much of [0, duration) the stretches cover, 0 to 1."""
    covered = sum((end - start for start, end in merge(clipped(ranges, duration))), Decimal(0))
    return float(covered / duration)
