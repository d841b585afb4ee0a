"""What a model is asked about boundaries, and what its answer does to how sure we are of them. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from annotation.drafting.boundaries import Boundary, Cue, Signal
from annotation.drafting.prompts import prompt_version, read_prompt
from annotation.drafting.schemas import closed
from llm.public import Frame, Part, Prompt, Text

NAME: Final = "boundaries"
VERSION: Final = 1
#: More than this many moments make answers that are cut off; the surest are asked about.
MOST_MOMENTS: Final = 60
MOST_WITH_FRAMES: Final = 12
#: How far a model's word moves us: towards certainty where it agrees, towards doubt where it does not.
_AGREES: Final = 0.45
_DISAGREES: Final = 0.4
_LONGEST_REASON: Final = 200
_LINES: Final = 2

_MOMENT: Final = closed(
    {
        "number": {"type": "integer"},
        "is_scene_boundary": {"type": "boolean"},
        "reason": {"type": "string"},
    }
)
SCHEMA: Final = closed({"moments": {"type": "array", "items": _MOMENT}})


def asked_about(boundaries: Sequence[Boundary]) -> list[Boundary]:
    """The boundaries that a model is asked about, in order of time."""
    surest = sorted(boundaries, key=lambda one: -one.confidence)[:MOST_MOMENTS]
    return sorted(surest, key=lambda one: one.time)


def boundary_prompt(
    moments: Sequence[Boundary],
    *,
    lines: Sequence[tuple[Cue, str]],
    frames: Mapping[float, tuple[Frame, Frame]],
) -> Prompt:
    """The question about `moments`, numbered from 1; `lines` are cues with texts, `frames` before and after by time."""
    parts: list[Part] = []
    for number, moment in enumerate(moments, start=1):
        parts.append(Text(_told(number, moment, lines)))
        parts.extend(frames.get(moment.time, ()))
    return Prompt(read_prompt(NAME, VERSION), tuple(parts), prompt_version(NAME, VERSION))


def heard(
    boundaries: Sequence[Boundary], moments: Sequence[Boundary], answer: Mapping[str, Any]
) -> list[Boundary]:
    """The boundaries with the model's word weighed in; what it left out or numbered wrongly stays as it is."""
    said: dict[float, tuple[bool, str]] = {}
    for row in answer["moments"]:
        if 1 <= row["number"] <= len(moments):
            words = " ".join(str(row["reason"]).split())[:_LONGEST_REASON]
            said.setdefault(moments[row["number"] - 1].time, (row["is_scene_boundary"], words))
    return [_weighed(one, *said[one.time]) if one.time in said else one for one in boundaries]


def _weighed(boundary: Boundary, agrees: bool, words: str) -> Boundary:
    sure = boundary.confidence
    confidence = 1 - (1 - sure) * _AGREES if agrees else sure * _DISAGREES
    return replace(
        boundary,
        confidence=round(confidence, 4),
        signals=(*boundary.signals, Signal("model", words=words)),
    )


def _told(number: int, moment: Boundary, lines: Sequence[tuple[Cue, str]]) -> str:
    measured = ", ".join(
        f"{signal.kind} of {signal.seconds:.1f} s" if signal.seconds is not None else signal.kind
        for signal in moment.signals
    )
    before = [line for line in lines if line[0].end <= moment.time + 0.6][-_LINES:]
    after = [line for line in lines if line[0].start >= moment.time - 0.6][:_LINES]

    def quoted(some: Sequence[tuple[Cue, str]]) -> str:
        return (
            " / ".join(f"{cue.speaker + ': ' if cue.speaker else ''}{text}" for cue, text in some)
            or "(nothing)"
        )

    return (
        f"Moment {number} at {moment.time:.1f} s. Measured: {measured}.\n"
        f"Said before: {quoted(before)}\nSaid after: {quoted(after)}"
    )
