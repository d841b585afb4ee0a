"""The subtitles of a clip: which cues it has, in its own order, and a subtitle file on its own timeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Protocol


class Interval(Protocol):
    """A segment of the original timeline, in seconds."""

    @property
    def start(self) -> Decimal: ...

    @property
    def end(self) -> Decimal: ...


class TimedText(Protocol):
    """One utterance of a video; `t` is start and end in seconds of the original timeline."""

    @property
    def t(self) -> tuple[Decimal, Decimal]: ...

    @property
    def speaker(self) -> str | None: ...

    @property
    def text(self) -> str: ...


@dataclass(frozen=True)
class CutUtterance:
    """One utterance of a clip: `id` U1, U2, ... in the order of the clip; `t` still in ORIGINAL seconds."""

    id: str
    t: tuple[Decimal, Decimal]
    speaker: str | None
    text: str


@dataclass(frozen=True)
class _Shown:
    """A cue inside one segment: when it shows on the clip's timeline, and whether it was on before the join."""

    cue: TimedText
    start: Fraction
    end: Fraction
    goes_on: bool


def cut_utterances(utterances: Sequence[TimedText], segments: Sequence[Interval]) -> list[CutUtterance]:
    """The cues that show in the clip, in the order of the prepared video, never sorted again.

    Which ones is the rule of `select_cues`; their times stay whole and original.
    """
    listed = [utterances[index] for index in select_cues([cue.t for cue in utterances], segments)]
    return [CutUtterance(f"U{n}", cue.t, cue.speaker, cue.text) for n, cue in enumerate(listed, start=1)]


def select_cues(times: Sequence[tuple[Decimal, Decimal]], segments: Sequence[Interval]) -> list[int]:
    """Which cues, given by their start and end on the original timeline, a clip has, as indices in its own order.

    The one rule for it: a cue belongs to a segment when a part of it lies inside; one that is still on when the clip
    goes on at a later moment of the video is listed once; one that comes back after a jump is listed again.
    """
    order = sorted(range(len(times)), key=lambda index: times[index][0])
    chosen: list[int] = []
    before: Interval | None = None
    for segment in segments:
        chosen += [
            index
            for index in order
            if _shows(times[index], segment) and not _goes_on(times[index], before, segment)
        ]
        before = segment
    return chosen


def write_srt(
    utterances: Sequence[TimedText],
    segments: Sequence[Interval],
    *,
    durations: Sequence[Fraction] | None = None,
) -> str:
    """An SRT file of the clip, on the clip's own timeline: text without speakers, times cut at the segments' ends.

    `durations` are the lengths that the segments have in the cut file (whole frames); without them those asked for.
    """
    blocks: list[list[_Shown]] = []
    for shown in _walk(utterances, segments, durations):
        before = next((block for block in reversed(blocks) if block[-1].cue is shown.cue), None)
        if shown.goes_on and before is not None:
            before.append(shown)
        else:
            blocks.append([shown])
    return "".join(
        f"{number}\n{_clock(block[0].start)} --> {_clock(block[-1].end)}\n{_srt_text(block[0].cue.text)}\n\n"
        for number, block in enumerate(blocks, start=1)
    )


def _walk(
    utterances: Sequence[TimedText], segments: Sequence[Interval], durations: Sequence[Fraction] | None
) -> Iterator[_Shown]:
    at = Fraction(0)
    before: Interval | None = None
    for number, segment in enumerate(segments):
        asked = Fraction(segment.end) - Fraction(segment.start)
        length = asked if durations is None else durations[number]
        for cue in sorted(utterances, key=lambda cue: cue.t[0]):
            if not _shows(cue.t, segment):
                continue
            start = max(Fraction(cue.t[0]) - Fraction(segment.start), Fraction(0))
            end = min(Fraction(cue.t[1]) - Fraction(segment.start), length)
            yield _Shown(
                cue, at + min(start, length), at + max(end, Fraction(0)), _goes_on(cue.t, before, segment)
            )
        at += length
        before = segment


def _goes_on(times: tuple[Decimal, Decimal], before: Interval | None, segment: Interval) -> bool:
    """Whether the cue was on in the segment before, and the clip then went on at a later moment."""
    return before is not None and before.end <= segment.start and _shows(times, before)


def _shows(times: tuple[Decimal, Decimal], segment: Interval) -> bool:
    start, end = times
    if start == end:
        return segment.start <= start < segment.end
    return start < segment.end and end > segment.start


def _clock(seconds: Fraction) -> str:
    milliseconds = round(seconds * 1000)
    return (
        f"{milliseconds // 3_600_000:02d}:{milliseconds // 60_000 % 60:02d}:"
        f"{milliseconds // 1000 % 60:02d},{milliseconds % 1000:03d}"
    )


def _srt_text(text: str) -> str:
    """Text that cannot be taken for the frame of a cue: no blank line, no arrow."""
    lines = (line.replace("-->", "→") for line in text.split("\n"))
    return "\n".join(line for line in lines if line.strip())
