"""From segments in seconds to whole frames: which ones lie in [start, end), and how long they are shown."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Final

from annotation.videos.facts import Probe
from annotation.videos.media_errors import InvalidSegments

#: Times are given to the millisecond, frames lie between: half of one either way still means the frame.
TOLERANCE: Final = Fraction(1, 2000)
MAX_SEGMENTS: Final = 100


@dataclass(frozen=True)
class Segment:
    """One interval [start, end) of the original timeline, in seconds."""

    start: Decimal
    end: Decimal


@dataclass(frozen=True)
class FrameRun:
    """The frames of one segment: `first` and the one before `stop`, by index. `duration`: seconds in the clip."""

    segment: Segment
    first: int
    stop: int
    duration: Fraction

    @property
    def frames(self) -> int:
        return self.stop - self.first


def select_frames(probe: Probe, segments: Iterable[Segment]) -> list[FrameRun]:
    """The run of frames of each segment, in the order given.

    A frame belongs to a segment when its presentation time lies in [start, end), with half a millisecond of tolerance
    at both. Raises InvalidSegments with the code `no_segments`, `too_many_segments`, `segment_not_finite`,
    `segment_negative`, `segment_empty`, `segment_outside_video`, `segments_overlap` or `segment_without_frames`;
    reasons name segments by their place, from 1.
    """
    wanted = list(segments)
    if not wanted:
        raise InvalidSegments("no_segments", "There is no segment to cut. Give at least one start and end.")
    if len(wanted) > MAX_SEGMENTS:
        raise InvalidSegments(
            "too_many_segments", f"{len(wanted)} segments; at most {MAX_SEGMENTS} make one clip."
        )
    for place, segment in enumerate(wanted, start=1):
        _refuse_impossible(probe, place, segment)
    _refuse_overlap(wanted)
    return [_run_of(probe, place, segment) for place, segment in enumerate(wanted, start=1)]


def _refuse_impossible(probe: Probe, place: int, segment: Segment) -> None:
    start, end = segment.start, segment.end
    if not (start.is_finite() and end.is_finite()):
        raise InvalidSegments(
            "segment_not_finite", f"Segment {place} has a time that is not a finite number."
        )
    if start < 0:
        raise InvalidSegments("segment_negative", f"Segment {place} starts at {start} s, before the video.")
    if start >= end:
        raise InvalidSegments(
            "segment_empty", f"Segment {place} starts at {start} s, which is not before its end at {end} s."
        )
    if Fraction(end) > probe.duration + TOLERANCE:
        raise InvalidSegments(
            "segment_outside_video",
            f"Segment {place} ends at {end} s, but the video ends at {float(probe.duration):.3f} s.",
        )


def _refuse_overlap(wanted: Sequence[Segment]) -> None:
    places = sorted(range(len(wanted)), key=lambda n: wanted[n].start)
    for earlier, later in pairwise(places):
        if wanted[later].start < wanted[earlier].end:
            one, other = sorted((earlier + 1, later + 1))
            raise InvalidSegments(
                "segments_overlap", f"Segments {one} and {other} overlap. A clip shows no moment twice."
            )


def _run_of(probe: Probe, place: int, segment: Segment) -> FrameRun:
    first = _first_at(probe, segment.start)
    stop = _first_at(probe, segment.end)
    if first == stop:
        raise InvalidSegments(
            "segment_without_frames",
            f"No frame of the video begins between {segment.start} and {segment.end} s (segment {place}). "
            "Choose a longer segment.",
        )
    return FrameRun(segment, first, stop, _shown_for(probe, segment, first, stop))


def _first_at(probe: Probe, seconds: Decimal) -> int:
    earliest = (Fraction(seconds) - TOLERANCE) / probe.time_base
    return bisect_left(probe.pts, ceil(earliest))


def _shown_for(probe: Probe, segment: Segment, first: int, stop: int) -> Fraction:
    """How long a run lasts in the clip.

    At a constant rate, a frame's time for each. Otherwise until the next frame of the source, but a last frame that is
    held far past the segment's end ends a usual step after it began, or at the end of the segment.
    """
    if probe.fps is not None:
        return (stop - first) / probe.fps
    began = probe.time_of(stop - 1)
    until = probe.time_of(stop) if stop < probe.frames else probe.duration
    usual = min(until - began, _usual_step(probe))
    return min(until, max(Fraction(segment.end), began + usual)) - probe.time_of(first)


def _usual_step(probe: Probe) -> Fraction:
    return (probe.duration - probe.first_pts) / probe.frames
