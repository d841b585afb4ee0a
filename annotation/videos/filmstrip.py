"""One picture with many small ones of a video, and when each of them is shown: what a timeline lies on."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any, Final

from annotation.videos.durable import written_whole
from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import THREADS, Limits, compile_command, file_url, open_input, run
from annotation.videos.media_errors import OutputCheckFailed
from annotation.videos.pictures import FINE_TICKS, shown_picture
from annotation.videos.stills import picture_at

TILE_WIDTH: Final = 160
TILE_HEIGHT: Final = 90
COLUMNS: Final = 20
MAX_TILES: Final = 600
#: Seconds between tiles to choose from: the first that needs no more than MAX_TILES.
STEPS: Final = (1, 2, 5, 10, 15, 20, 30, 60, 90)
QUALITY: Final = 4
RECIPE: Final[dict[str, Any]] = {
    "version": 2,
    "tile": [TILE_WIDTH, TILE_HEIGHT],
    "columns": COLUMNS,
    "max_tiles": MAX_TILES,
    "quality": QUALITY,
}

#: A video this short (s) is decoded in full: its few keyframes would make a poor strip.
_SHORT: Final = 120
#: Keyframes alone do when they are no further apart than this many steps, or this many seconds.
_SPARSE: Final = 3
_SPARSE_SECONDS: Final = 10
_SLACK: Final = Fraction(1, 1000)
_PRINTED: Final = re.compile(rb"\bpts:(-?\d+)")


def make_filmstrip(
    source: Path,
    probe: Probe,
    output: Path,
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> dict[str, Any]:
    """Write the tiles of `source`, row by row in order of time, to `output` as one JPEG.

    Returns its layout: `{"tile_width", "tile_height", "columns", "rows", "step", "method", "times", "poster"}`, where
    `times` are the presentation times (seconds, three decimals) of the frames shown, one a tile; the rest of the last
    row is black. `poster` is one picture of the same size, a tenth of the way in since openings are often black: a
    JPEG in base64, small enough to stand in the row. `method` is `keyframes`, or `all_frames` where keyframes are too
    rare. Raises ProcessFailed, ProcessCancelled, OutputCheckFailed, MediaError `no_output_folder`.
    """
    step = choose_step(probe.duration)
    by_keyframes = _keyframes_do(probe, step)
    candidates = [probe.time_of(n) for n in (probe.keyframes if by_keyframes else range(probe.frames))]
    planned = len(spaced(candidates, step))
    rows = ceil(planned / COLUMNS)
    columns = min(COLUMNS, planned)
    width, height = tile_size(probe.width, probe.height)
    with written_whole(Path(output)) as partial:
        command = _command(
            Path(source),
            probe,
            partial,
            step=step,
            keyframes=by_keyframes,
            size=(width, height),
            grid=(columns, rows),
        )
        megapixels = probe.frames * probe.video.coded_width * probe.video.coded_height / 1_000_000
        wall = 300 + megapixels / 4
        limits = Limits(wall_seconds=wall, cpu_seconds=int(wall * 4), stdout_bytes=1 << 22)
        if progress is not None:
            progress(0.0)
        printed = run(command, limits=limits, cancelled=cancelled).stdout
        times = [Fraction(int(tick), FINE_TICKS) - probe.start for tick in _PRINTED.findall(printed)]
        if not 1 <= len(times) <= columns * rows or not partial.is_file() or not partial.stat().st_size:
            raise OutputCheckFailed(
                "check_failed", f"The filmstrip has {len(times)} pictures, but {planned} were planned."
            )
    moment = times[len(times) // 10]
    poster = picture_at(
        Path(source), probe, moment, (width, height), quality=QUALITY + 2, cancelled=cancelled
    )
    return {
        "poster": base64.b64encode(poster).decode(),
        "tile_width": width,
        "tile_height": height,
        "columns": columns,
        "rows": rows,
        "step": step,
        "method": "keyframes" if by_keyframes else "all_frames",
        "times": [round(float(max(time, Fraction(0))), 3) for time in times],
    }


def choose_step(duration: Fraction) -> int:
    """Seconds between tiles of a video of `duration` seconds."""
    return next((step for step in STEPS if duration / step <= MAX_TILES), STEPS[-1])


def spaced(times: Sequence[Fraction], step: int) -> list[Fraction]:
    """The first of `times` (in order), and then each that is at least `step` after the one taken before."""
    taken: list[Fraction] = []
    for time in times:
        if not taken or time - taken[-1] >= step - _SLACK:
            taken.append(time)
    return taken


def tile_size(width: int, height: int) -> tuple[int, int]:
    """The largest even size of the same shape that fits in a tile."""
    scale = min(Fraction(TILE_WIDTH, width), Fraction(TILE_HEIGHT, height))
    return max(2, int(width * scale) // 2 * 2), max(2, int(height * scale) // 2 * 2)


def _keyframes_do(probe: Probe, step: int) -> bool:
    if probe.duration <= _SHORT or not probe.keyframes or not probe.frames_addressable:
        return False
    marks = [Fraction(0), *(probe.time_of(n) for n in probe.keyframes), probe.duration]
    return max(later - earlier for earlier, later in pairwise(marks)) <= max(_SPARSE * step, _SPARSE_SECONDS)


def _command(
    source: Path,
    probe: Probe,
    output: Path,
    *,
    step: int,
    keyframes: bool,
    size: tuple[int, int],
    grid: tuple[int, int],
) -> list[str]:
    options: dict[str, Any] = {"skip_frame": "nokey"} if keyframes else {}
    node = open_input(
        source, threads=1 if probe.decode_errors else THREADS, an=None, sn=None, dn=None, **options
    )
    far_enough = f"isnan(prev_selected_t)+gte(t-prev_selected_t,{float(step - _SLACK)})"
    frames = node[str(probe.video.index)].filter("select", far_enough)
    # Stills of this size need no deinterlacing; the filter would hold frames back.
    frames = shown_picture(frames, replace(probe, interlaced=False), size)
    # `print` names the frames that carry a mark only, so each gets one.
    frames = (
        # Printed times are rounded to six digits; ticks are whole.
        frames.filter("settb", f"1/{FINE_TICKS}")
        .filter("metadata", mode="add", key="tile", value="1")
        .filter("metadata", mode="print", file="-")
        .filter("tile", f"{grid[0]}x{grid[1]}")
    )
    return compile_command(
        frames.output(
            file_url(output),
            f="mjpeg",
            vcodec="mjpeg",
            copyts=None,
            vsync="passthrough",
            vframes=1,
            **{"q:v": QUALITY},
        )
    )
