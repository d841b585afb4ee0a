"""Where one scene of a video may end and the next begin, and the clips that follow from it: no model, no network.

Four signals are weighed: a cut between shots, a pause in the sound, a gap between subtitles, and other people speaking
after than before. A cut alone says little in a film that cuts every three seconds, and less while somebody is speaking
across it; a cut in a long pause after which other people speak says much. The weights are ours, set by hand and
measured on the demo (docs/decisions/boundaries.md).

Pure functions. Times are seconds on the original timeline.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

SignalKind = Literal["cut", "pause", "gap", "speakers", "edge", "model"]

#: Version of what follows: candidates say by which they were made.
METHOD: Final = "signals/1"
#: Shorter silences are those between words.
SHORTEST_PAUSE: Final = 0.5
SHORTEST_GAP: Final = 0.8
#: A cut this near to a pause or gap is the same boundary; the cut says exactly where.
NEAR: Final = 0.6
#: Boundaries nearer than this to a stronger one are not told.
APART: Final = 4.0
#: How many lines before and after a boundary tell who is there.
LINES_AROUND: Final = 3
#: What is told as a boundary at all, and what ends a candidate clip.
TOLD: Final = 0.3
STRONG: Final = 0.5
SHORTEST_CLIP: Final = 6.0
LONGEST_CLIP: Final = 120.0

_CUT_WEIGHT: Final = 0.45
_CUT_IN_SPEECH_WEIGHT: Final = 0.15
_PAUSE_WEIGHT: Final = 0.5
_PAUSE_SCALE: Final = 1.5
_GAP_WEIGHT: Final = 0.4
_GAP_SCALE: Final = 3.0
_SPEAKERS_WEIGHT: Final = 0.35
_SMOOTHED_SECONDS: Final = 0.15
#: How far between the quietest and the loudest a moment still counts as quiet.
_QUIET_SHARE: Final = 0.12
_QUIET_LEAST: Final = 2.0


@dataclass(frozen=True, slots=True)
class Cue:
    """A subtitle line: [start, end) and who says it ('' where nobody is named)."""

    start: float
    end: float
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Signal:
    """One reason for a boundary. `seconds`: how long a pause or gap is. `words`: who speaks, or what a model said."""

    kind: SignalKind
    seconds: float | None = None
    words: str = ""

    def document(self) -> dict[str, Any]:
        return {"kind": self.kind, "seconds": self.seconds, "words": self.words}


@dataclass(frozen=True, slots=True)
class Boundary:
    """A moment between two scenes, how sure (0..1) and why."""

    time: float
    confidence: float
    signals: tuple[Signal, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A candidate clip [start, end): as sure as the less sure of its ends."""

    start: float
    end: float
    confidence: float
    start_signals: tuple[Signal, ...]
    end_signals: tuple[Signal, ...]


def find_boundaries(
    *,
    duration: float,
    cuts: Sequence[float] = (),
    peaks: NDArray[np.int8] | None = None,
    pairs_per_second: int = 100,
    cues: Sequence[Cue] = (),
) -> list[Boundary]:
    """The boundaries of a video of `duration` seconds, in order of time.

    `cuts`: first moments of shots (0 may be among them). `peaks`: minimum and maximum of the sound in rows, None or
    empty without sound. `cues` in any order. What is not there is not weighed.
    """
    lines = sorted(cues, key=lambda cue: (cue.start, cue.end))
    pauses = list(find_pauses(peaks, pairs_per_second)) if peaks is not None and len(peaks) else []
    gaps = list(find_gaps(lines, duration))
    inner_cuts = sorted({cut for cut in cuts if 0.0 < cut < duration})
    times = {*inner_cuts, *_unclaimed(pauses, inner_cuts), *_unclaimed(gaps, inner_cuts)}
    weighed = [
        _weigh(time, is_cut=time in set(inner_cuts), pauses=pauses, gaps=gaps, lines=lines)
        for time in sorted(times)
        if 0.0 < time < duration
    ]
    return _apart([boundary for boundary in weighed if boundary.confidence >= TOLD])


def find_pauses(peaks: NDArray[np.int8], pairs_per_second: int = 100) -> Iterator[tuple[float, float]]:
    """The silences [start, end) of a sound, relative to its own loudness; those of SHORTEST_PAUSE and longer."""
    # 16 bits: the size of -128 does not fit 8.
    loud = np.abs(peaks.astype(np.int16)).max(axis=1).astype(np.float64)
    width = max(1, round(_SMOOTHED_SECONDS * pairs_per_second))
    smooth = np.convolve(loud, np.ones(width) / width, mode="same")
    # The floor is what the quietest half second keeps below: a hum is no sound, and a film without pauses has none.
    shortest = round(SHORTEST_PAUSE * pairs_per_second)
    low = np.sort(smooth)[min(shortest, len(smooth) - 1)]
    high = np.percentile(smooth, 95)
    quiet = smooth <= max(_QUIET_LEAST, low + _QUIET_SHARE * (high - low))
    if high - low < _QUIET_LEAST:
        return  # silent, or equally loud, from end to end: nothing in it is a pause
    edges = np.flatnonzero(np.diff(np.concatenate(([False], quiet, [False])).astype(np.int8)))
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if (end - start) / pairs_per_second >= SHORTEST_PAUSE:
            yield float(start / pairs_per_second), float(end / pairs_per_second)


def find_gaps(lines: Sequence[Cue], duration: float) -> Iterator[tuple[float, float]]:
    """Where no subtitle is shown for SHORTEST_GAP and longer, between the first and the last. `lines` by start."""
    shown_until = None
    for line in lines:
        if shown_until is not None and line.start - shown_until >= SHORTEST_GAP and line.start <= duration:
            yield shown_until, line.start
        shown_until = max(line.end, shown_until if shown_until is not None else line.end)


def spans_between(boundaries: Sequence[Boundary], *, duration: float) -> list[Span]:
    """Candidate clips that cover the video from boundary to boundary.

    They begin and end at strong boundaries; one that is longer than LONGEST_CLIP is divided at the strongest weaker
    boundary in it as long as there is one, and one shorter than SHORTEST_CLIP joins the neighbour it is less divided
    from.
    """
    edge = (Signal("edge"),)
    marks = [Boundary(0.0, 1.0, edge), *_chosen(boundaries, duration), Boundary(duration, 1.0, edge)]
    while True:
        lengths = [after.time - before.time for before, after in pairwise(marks)]
        short = next((n for n, length in enumerate(lengths) if length < SHORTEST_CLIP), None)
        if short is None or len(marks) <= 2:
            break
        ends = [n for n in (short, short + 1) if 0 < n < len(marks) - 1]
        marks.pop(min(ends, key=lambda n: marks[n].confidence))
    return [
        Span(
            start=before.time,
            end=after.time,
            confidence=min(before.confidence, after.confidence),
            start_signals=before.signals,
            end_signals=after.signals,
        )
        for before, after in pairwise(marks)
    ]


def _chosen(boundaries: Sequence[Boundary], duration: float) -> list[Boundary]:
    chosen = [boundary for boundary in boundaries if boundary.confidence >= STRONG]
    weaker = sorted(
        (boundary for boundary in boundaries if boundary.confidence < STRONG),
        key=lambda boundary: -boundary.confidence,
    )
    for boundary in weaker:
        marks = [0.0, *sorted(one.time for one in chosen), duration]
        before = max(mark for mark in marks if mark <= boundary.time)
        after = min(mark for mark in marks if mark > boundary.time)
        room = min(boundary.time - before, after - boundary.time)
        if after - before > LONGEST_CLIP and room >= SHORTEST_CLIP:
            chosen.append(boundary)
    return sorted(chosen, key=lambda boundary: boundary.time)


def _unclaimed(stretches: Sequence[tuple[float, float]], cuts: Sequence[float]) -> list[float]:
    """The middles of the stretches in which no cut says more exactly where the boundary is."""
    return [
        round((start + end) / 2, 3)
        for start, end in stretches
        if not any(start - NEAR <= cut <= end + NEAR for cut in cuts)
    ]


def _weigh(
    time: float,
    *,
    is_cut: bool,
    pauses: Sequence[tuple[float, float]],
    gaps: Sequence[tuple[float, float]],
    lines: Sequence[Cue],
) -> Boundary:
    signals: list[Signal] = []
    doubts = 1.0
    pause, gap = _at(time, pauses), _at(time, gaps)
    if is_cut:
        spoken_over = any(line.start + 0.2 < time < line.end - 0.2 for line in lines)
        doubts *= 1 - (_CUT_IN_SPEECH_WEIGHT if spoken_over else _CUT_WEIGHT)
        signals.append(Signal("cut"))
    if pause:
        signals.append(Signal("pause", round(pause, 3)))
    if gap:
        signals.append(Signal("gap", round(gap, 3)))
    # A gap between subtitles is mostly the same silence as the pause: the stronger of the two counts.
    quiet = max(
        _PAUSE_WEIGHT * (1 - math.exp(-pause / _PAUSE_SCALE)), _GAP_WEIGHT * (1 - math.exp(-gap / _GAP_SCALE))
    )
    doubts *= 1 - quiet
    change, names = _other_speakers(time, lines)
    if change:
        doubts *= 1 - _SPEAKERS_WEIGHT * change
        signals.append(Signal("speakers", words=names))
    return Boundary(round(time, 3), round(1 - doubts, 4), tuple(signals))


def _at(time: float, stretches: Sequence[tuple[float, float]]) -> float:
    """The length of the longest stretch at `time`, 0.0 where there is none."""
    return max((end - start for start, end in stretches if start - NEAR <= time <= end + NEAR), default=0.0)


def _other_speakers(time: float, lines: Sequence[Cue]) -> tuple[float, str]:
    """How different the speakers of the lines before and after are, 0..1 (Jaccard distance), and who they are."""
    before = [line.speaker for line in lines if line.end <= time + NEAR and line.speaker][-LINES_AROUND:]
    after = [line.speaker for line in lines if line.start >= time - NEAR and line.speaker][:LINES_AROUND]
    if not before or not after:
        return 0.0, ""
    one, other = set(before), set(after)
    distance = 1 - len(one & other) / len(one | other)
    return distance, f"{', '.join(dict.fromkeys(before))} → {', '.join(dict.fromkeys(after))}"


def _apart(boundaries: Sequence[Boundary]) -> list[Boundary]:
    kept: list[Boundary] = []
    for boundary in sorted(boundaries, key=lambda one: (-one.confidence, one.time)):
        if all(abs(boundary.time - other.time) >= APART for other in kept):
            kept.append(boundary)
    return sorted(kept, key=lambda one: one.time)
