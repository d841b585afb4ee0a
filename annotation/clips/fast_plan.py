"""Whether a cut may copy whole groups of pictures instead of encoding them, which ones, and whether it pays.

Everything here is told from the probe; what only the stored pictures can tell is looked at in `gops`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from annotation.clips.segments import FrameRun
from annotation.videos.facts import Probe

_CONTAINERS: Final = {"mov", "mp4", "matroska"}
_PROFILES: Final = {"Constrained Baseline", "Baseline", "Main", "High"}

#: Processor seconds on one core of a small machine, measured on 1280x720 at 2.5 Mbit/s. Only their ratios count.
_START: Final = 0.1  # a process
_EXACT_PROCESSES, _FAST_PROCESSES = 3, 5
_DECODE: Final = 0.0027  # a megapixel
_ENCODE: Final = 0.0150  # a megapixel, in the form of the exact way
_ENCODE_ENDS: Final = 0.0060  # a megapixel, in the form of the ends, looked at again afterwards
_COPY: Final = 0.00002  # a frame
#: Frames of a tail, as encoders reorder few.
_USUAL_TAIL: Final = 3


@dataclass(frozen=True)
class Pieces:
    """One run of frames, by index: encoded before `copied`, copied, encoded after it.

    `copied` begins at a keyframe. It may end within a group of pictures, at a place up to which the pictures shown are
    those decoded: what depends on a later picture is in `tail`. That is never empty, so that the last picture of a clip
    is always one that was decoded and compared. A plan has one frame there; `gops` finds the place. Where nothing is
    copied, all of the run is in `head`.
    """

    run: FrameRun
    head: range
    copied: range
    tail: range

    @property
    def encoded(self) -> tuple[range, ...]:
        return tuple(part for part in (self.head, self.tail) if part)


@dataclass(frozen=True)
class FastPlan:
    """How a cut could be made by copying; `why_not` says in words why it is not to be made so."""

    pieces: tuple[Pieces, ...]
    why_not: str | None


def plan_fast(probe: Probe, runs: Sequence[FrameRun]) -> FastPlan:
    """Pieces of the runs, with the first reason against copying: form of the source first, then the expected time."""
    pieces = tuple(_pieces(probe, run) for run in runs)
    return FastPlan(pieces, why_not_copied(probe) or _why_not_faster(probe, pieces))


def why_not_copied(probe: Probe) -> str | None:
    """What about a source rules out that its pictures are copied into a clip, or None."""
    video = probe.video
    if not set(probe.container.split(",")) & _CONTAINERS or (probe.mp4 is not None and probe.mp4.fragmented):
        return "the container is no plain MP4 or Matroska"
    if not probe.frames_addressable:
        return "frames are found by counting only"
    if video.codec != "h264" or video.profile not in _PROFILES:
        return f"the coding is {video.codec} {video.profile}".rstrip()
    if video.pix_fmt != "yuv420p" or video.color_range == "pc" or video.hdr:
        return f"the pictures are {video.pix_fmt} {video.color_range} {video.color_transfer}"
    if probe.interlaced or video.field_order not in {"progressive", "unknown"}:
        return "the pictures are interlaced"
    if video.rotation or video.sample_aspect != 1:
        return "the pictures are turned or their pixels are not square"
    if video.coded_width % 2 or video.coded_height % 2:
        return "the size of the pictures is odd"
    if probe.fps is None:
        return "the frame rate varies"
    return None


def expected_seconds(probe: Probe, pieces: Sequence[Pieces]) -> tuple[float, float]:
    """Processor seconds that encoding all and that copying are expected to take. Sound costs both nearly the same."""
    megapixels = probe.video.coded_width * probe.video.coded_height / 1_000_000
    exact, fast = _EXACT_PROCESSES * _START, _FAST_PROCESSES * _START
    for part in pieces:
        before = part.run.first - keyframe_before(probe, part.run.first)
        exact += megapixels * (before * _DECODE + part.run.frames * (_DECODE + _ENCODE))
        for encoded in part.encoded:
            lead = encoded.start - keyframe_before(probe, encoded.start)
            fast += megapixels * (lead * _DECODE + len(encoded) * (_DECODE + _ENCODE_ENDS))
        if part.copied:
            fast += megapixels * _USUAL_TAIL * _ENCODE_ENDS + len(part.copied) * _COPY
    return exact, fast


def keyframe_before(probe: Probe, frame: int) -> int:
    """The last keyframe that is not after `frame`; the first frame where there is none."""
    place = bisect_right(probe.keyframes, frame)
    return probe.keyframes[place - 1] if place else 0


def source_seconds(probe: Probe, frame: int) -> Fraction:
    """Presentation time of a frame as the file has it, in seconds."""
    return probe.time_of(frame) + probe.start


def _pieces(probe: Probe, run: FrameRun) -> Pieces:
    place = bisect_left(probe.keyframes, run.first)
    begin = probe.keyframes[place] if place < len(probe.keyframes) else run.stop
    last = run.stop - 1
    if begin >= last:
        nothing = range(run.stop, run.stop)
        return Pieces(run, range(run.first, run.stop), nothing, nothing)
    return Pieces(run, range(run.first, begin), range(begin, last), range(last, run.stop))


def _why_not_faster(probe: Probe, pieces: Sequence[Pieces]) -> str | None:
    if not any(part.copied for part in pieces):
        return "no segment has a keyframe to copy from"
    exact, fast = expected_seconds(probe, pieces)
    if fast >= exact:
        return f"copying is expected to take {fast:.2f} s of processor, encoding {exact:.2f} s"
    return None
