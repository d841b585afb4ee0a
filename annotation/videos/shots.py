"""Where one shot of a video ends and the next begins: hard cuts, found by how much the picture changes."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from annotation.videos.durable import written_whole
from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import THREADS, Limits, compile_command, ffmpeg_version, open_input, run
from annotation.videos.pictures import FINE_TICKS, decoded_frames

METHOD: Final = "ffmpeg scdet"
#: Of 0 to 100; what ffmpeg's authors hold for a good start, and what was measured on films.
THRESHOLD: Final = 10
#: Changes are measured on pictures of this width: quicker, and deaf to noise.
WIDTH: Final = 320
RECIPE: Final[dict[str, Any]] = {"version": 1, "method": METHOD, "threshold": THRESHOLD, "width": WIDTH}

_PRINTED: Final = re.compile(r"\bpts:(-?\d+)")


def make_shots(
    source: Path,
    probe: Probe,
    output: Path,
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> dict[str, Any]:
    """Decode `source` once and write its shots to `output` as JSON.

    `{"method", "threshold", "tool", "shots": [{"start", "end", "frame"}]}`: seconds with three decimals; `frame` is the
    first frame of the shot by its place in the probe. Shots follow each other without gaps from the first frame to
    the video's end. Returns `{"method", "threshold", "count"}`. Raises ProcessFailed, ProcessCancelled, MediaError
    `no_output_folder`.
    """

    def share(seconds: float) -> None:
        if progress is not None:
            progress(min(1.0, max(0.0, seconds / float(probe.duration))))

    megapixels = probe.frames * probe.video.coded_width * probe.video.coded_height / 1_000_000
    wall = 300 + megapixels / 2
    limits = Limits(wall_seconds=wall, cpu_seconds=int(wall * 4), file_bytes=1 << 26)
    with written_whole(Path(output)) as partial:
        with TemporaryDirectory(dir=output.parent, prefix="shots-") as folder:
            changes = Path(folder) / "changes"
            command = _command(Path(source), probe, changes)
            run(command, limits=limits, progress=share, cancelled=cancelled)
            ticks = _PRINTED.findall(changes.read_text()) if changes.exists() else []
        shots = _shots(probe, [Fraction(int(tick), FINE_TICKS) - probe.start for tick in ticks])
        told = {
            "method": METHOD,
            "threshold": THRESHOLD,
            "tool": f"ffmpeg {ffmpeg_version()}",
            "shots": shots,
        }
        partial.write_text(json.dumps(told, separators=(",", ":")))
    return {"method": METHOD, "threshold": THRESHOLD, "count": len(shots)}


def _command(source: Path, probe: Probe, changes: Path) -> list[str]:
    node = open_input(source, threads=1 if probe.decode_errors else THREADS, an=None, sn=None, dn=None)
    frames = (
        decoded_frames(node, probe)
        .filter("scale", WIDTH, -2, flags="area")
        .filter("format", "yuv420p")
        # Printed times are rounded to six digits; ticks are whole.
        .filter("settb", f"1/{FINE_TICKS}")
        .filter("scdet", threshold=THRESHOLD)
        .filter("metadata", mode="print", key="lavfi.scd.time", file=str(changes.absolute()))
    )
    return compile_command(frames.output("-", f="null", copyts=None, vsync="passthrough"))


def _shots(probe: Probe, changes: list[Fraction]) -> list[dict[str, Any]]:
    times = [probe.time_of(n) for n in range(probe.frames)]
    firsts = sorted({0, *(_nearest(times, change) for change in changes)})
    marks = [*(times[first] for first in firsts), probe.duration]
    return [
        {"start": _seconds(marks[n]), "end": _seconds(marks[n + 1]), "frame": first}
        for n, first in enumerate(firsts)
    ]


def _nearest(times: list[Fraction], wanted: Fraction) -> int:
    after = bisect_left(times, wanted)
    around = [n for n in (after - 1, after) if 0 <= n < len(times)]
    return min(around, key=lambda n: abs(times[n] - wanted))


def _seconds(time: Fraction) -> float:
    return round(float(time), 3)
