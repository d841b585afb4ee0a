"""Single pictures of a video, as JPEG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import Limits, compile_command, open_input, run
from annotation.videos.media_errors import OutputCheckFailed
from annotation.videos.pictures import shown_picture


def picture_at(
    source: Path,
    probe: Probe,
    time: Fraction,
    size: tuple[int, int],
    *,
    quality: int,
    cancelled: Callable[[], bool] | None = None,
) -> bytes:
    """The picture that is shown at `time` seconds, or near it, of `size`; `quality` as ffmpeg's q:v (2 best, 31 worst).

    Raises ProcessFailed, ProcessCancelled, OutputCheckFailed when there is none.
    """
    start = max(0.0, float(time) - 0.001)
    node = open_input(source, ss=start, threads=1, an=None, sn=None, dn=None)
    frames = shown_picture(node[str(probe.video.index)], replace(probe, interlaced=False), size)
    output = frames.output("pipe:1", f="mjpeg", vcodec="mjpeg", vframes=1, **{"q:v": quality})
    limits = Limits(wall_seconds=60, cpu_seconds=120, stdout_bytes=1 << 20)
    printed = run(compile_command(output), limits=limits, cancelled=cancelled).stdout
    if not printed:
        raise OutputCheckFailed("check_failed", f"The video shows no picture at {start:.3f} s.")
    return printed
