"""The check that only a fast cut needs: the encoded ends, and the pictures beside them, are those of the source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any, Final

import ffmpeg
import numpy as np

from annotation.clips.fast_graph import SMALL, EncodedPiece, FastFiles, small_pictures
from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import Limits, compile_command, open_input, run
from annotation.videos.media_errors import OutputCheckFailed

#: Decibels below which two small pictures are not the same one. The ends are above 40, another scene below 20.
LEAST_LIKENESS: Final = 30.0
_LIMITS: Final = Limits(wall_seconds=1800, cpu_seconds=1800)


@dataclass(frozen=True)
class _Window:
    """Frames of the clip to decode, by number: `first`, which is a keyframe, to the one before `stop`."""

    first: int
    stop: int
    source: Path


def check_seams(
    clip: Path, probe: Probe, files: FastFiles, folder: Path, *, cancelled: Callable[[], bool] | None = None
) -> dict[str, Any]:
    """Decode all sound, the encoded pieces and what is copied beside them, and compare the pictures with the source's.

    Returns how many pictures were compared and how alike the worst was (dB, of small grey pictures). Raises
    OutputCheckFailed `check_failed` where a picture is missing, too many, damaged or another one.
    """
    windows = _windows(probe, files)
    outputs, shown = [], []
    for number, window in enumerate(windows):
        shown.append(folder / f"clip-{number}.seen")
        outputs.append(_decoded(clip, probe, window, shown[-1], queue=8 + number))
    # All sound with it: one process less.
    outputs.append(
        open_input(clip, threads=1, thread_queue_size=8 + len(windows))["a:0"].output("pipe:", f="null")
    )
    result = run(compile_command(ffmpeg.merge_outputs(*outputs)), limits=_LIMITS, cancelled=cancelled)
    if result.log_lines:
        raise _failed(f"decoding beside a seam complains: {result.log.splitlines()[-1]}")
    worst, compared = np.inf, 0
    for window, path in zip(windows, shown, strict=True):
        ours, theirs = _read(path), _read(window.source)
        wanted = window.stop - window.first
        if len(ours) != wanted or len(theirs) != wanted:
            raise _failed(
                f"{len(ours)} and {len(theirs)} pictures instead of {wanted} from frame {window.first} on"
            )
        likeness = _likeness(ours, theirs)
        if likeness.min() < LEAST_LIKENESS:
            place = window.first + int(likeness.argmin())
            raise _failed(f"frame {place} is not that of the source ({likeness.min():.1f} dB)")
        worst, compared = min(worst, float(likeness.min())), compared + wanted
    return {"pictures_compared": compared, "least_likeness_db": round(worst, 1)}


def _windows(probe: Probe, files: FastFiles) -> list[_Window]:
    found: list[_Window] = []
    base = 0
    for piece in files.pieces:
        frames = piece.frames
        if isinstance(piece, EncodedPiece):
            found.append(_Window(base, base + len(piece.seen), piece.seen_at))
        elif piece.first_at is not None:
            found.append(_Window(base, base + 1, piece.first_at))
        base += len(frames)
    return found


def _decoded(clip: Path, probe: Probe, window: _Window, path: Path, *, queue: int) -> Any:
    assert probe.fps is not None  # noqa: S101 - a condition of the fast way
    seek: dict[str, Any] = {}
    if window.first:
        seek = {
            "noaccurate_seek": None,
            "ss": f"{ceil(window.first / probe.fps * 1_000_000) / 1_000_000:.6f}",
        }
    frames = open_input(clip, threads=1, thread_queue_size=queue, **seek)["v:0"]
    first, stop = Fraction(window.first) / probe.fps, Fraction(window.stop) / probe.fps
    half = 1 / probe.fps / 2
    # By time and not by number, so that a seek that lands elsewhere is not mistaken for the right place.
    kept = frames.filter("trim", start=f"{float(first - half):.6f}", end=f"{float(stop - half):.6f}")
    return small_pictures(kept, path)


def _read(path: Path) -> np.ndarray[Any, np.dtype[np.float32]]:
    width, height = SMALL
    data = np.fromfile(path, np.uint8)
    return (
        data[: len(data) // (width * height) * (width * height)]
        .reshape(-1, width * height)
        .astype(np.float32)
    )


def _likeness(ours: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    error = np.maximum(((ours - theirs) ** 2).mean(axis=1), 1e-3)
    likeness: np.ndarray[Any, Any] = 10 * np.log10(255**2 / error)
    return likeness


def _failed(what: str) -> OutputCheckFailed:
    return OutputCheckFailed("check_failed", f"The file that was made is not what was asked for: {what}.")
