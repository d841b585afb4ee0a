"""Which still pictures of a prepared video a model is shown. The plan is pure, and its name goes on record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from annotation.videos.facts import Probe
from annotation.videos.pictures import even_size
from annotation.videos.stills import picture_at
from llm.public import Frame

#: Name and version of the rule below: evaluation and drafts record it, so that two runs can be compared.
SAMPLER: Final = "middles/1"
QUALITY: Final = 5
#: Height in pixels at most; smaller pictures stay as they are.
HEIGHT: Final = 360


def plan_times(duration: float, *, most: int, least_apart: float = 1.0) -> list[float]:
    """The middles of equal parts of [0, duration) seconds: at most `most`, and no two nearer than `least_apart`.

    Raises ValueError for nothing to choose from.
    """
    if duration <= 0 or most < 1 or least_apart <= 0:
        raise ValueError(f"No frames can be planned of {duration} s, at most {most}, {least_apart} s apart.")
    count = max(1, min(most, int(duration / least_apart)))
    return [round(duration * (2 * part + 1) / (2 * count), 3) for part in range(count)]


def sampler_document(times: Sequence[float], *, least_apart: float = 1.0) -> dict[str, Any]:
    """What is recorded of a sampling."""
    return {"sampler": SAMPLER, "frames": len(times), "least_apart": least_apart, "height": HEIGHT}


def take_frames(
    path: Path,
    probe: Probe,
    times: Sequence[tuple[float, float]],
    *,
    cancelled: Callable[[], bool] | None = None,
) -> list[Frame]:
    """Pictures of a file: for each (time in the file, time that the model is told), in seconds, in the order given.

    `probe` is what annotation.videos.probing says of the file. Raises ProcessFailed, ProcessCancelled or
    OutputCheckFailed when a picture cannot be had.
    """
    size = even_size(probe, at_most_high=HEIGHT)
    last = float(probe.duration) - 0.05
    return [
        Frame(
            picture_at(
                path,
                probe,
                Fraction(min(at, last)).limit_denominator(1000),
                size,
                quality=QUALITY,
                cancelled=cancelled,
            ),
            told,
        )
        for at, told in times
    ]
