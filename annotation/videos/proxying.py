"""A copy of a video that every browser plays and jumps in at once, with every frame at its own time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import ffmpeg

from annotation.videos.durable import sha256_of, written_whole
from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import (
    THREADS,
    Limits,
    compile_command,
    ffmpeg_version,
    file_url,
    open_input,
    run,
)
from annotation.videos.output_check import check_output
from annotation.videos.pictures import (
    FINE_TICKS,
    SAMPLE_RATE,
    decoded_frames,
    encoding_options,
    even_size,
    fine_timing_options,
    shown_picture,
)

MAX_HEIGHT: Final = 720
CRF: Final = 23
PRESET: Final = "veryfast"
KEYFRAME_SECONDS: Final = 1
RECIPE: Final[dict[str, Any]] = {
    "version": 1,
    "video": f"libx264 {PRESET} crf {CRF}, a keyframe each {KEYFRAME_SECONDS} s, 1/{FINE_TICKS} s ticks",
    "max_height": MAX_HEIGHT,
    "audio": "aac 128k stereo 48000",
}


@dataclass(frozen=True)
class ProxyResult:
    """A proxy file: its checksum, size in bytes, picture size, how it was made and what was measured on it."""

    sha256: str
    size: int
    width: int
    height: int
    recipe: dict[str, Any]
    check: dict[str, Any]


def make_proxy(
    source: Path,
    probe: Probe,
    output: Path,
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ProxyResult:
    """Encode `source` to `output` as H.264/AAC MP4, at most 720 high, index first, a keyframe each second.

    Every frame keeps its presentation time on the timeline of `probe` (to 1/90000 s), so that a time read from the
    player means the same frame in the original. Sound starts at 0 and ends with the video; none where there is none.
    `progress` receives the share that is done, 0 to 1. Raises OutputCheckFailed, ProcessFailed, ProcessCancelled,
    MediaError `no_output_folder`; on any error `output` is as it was.
    """
    source, output = Path(source), Path(output)
    size = even_size(probe, at_most_high=MAX_HEIGHT)
    times = [probe.time_of(n) for n in range(probe.frames)]

    def share(seconds: float) -> None:
        if progress is not None:
            progress(min(1.0, seconds / float(probe.duration)))

    megapixels = probe.frames * probe.video.coded_width * probe.video.coded_height / 1_000_000
    wall = 300 + megapixels
    limits = Limits(
        wall_seconds=wall, cpu_seconds=int(wall * 4), file_bytes=(1 << 29) + int(probe.duration * 5_000_000)
    )
    with written_whole(output) as partial:
        run(_command(source, probe, size, partial), limits=limits, progress=share, cancelled=cancelled)
        check = check_output(
            partial,
            times=times,
            end=probe.duration,
            size=size,
            audio=probe.main_audio is not None,
            cancelled=cancelled,
        )
        checksum, length = sha256_of(partial), partial.stat().st_size
    return ProxyResult(
        sha256=checksum,
        size=length,
        width=size[0],
        height=size[1],
        recipe={**RECIPE, "ffmpeg": ffmpeg_version()},
        check=check,
    )


def _command(source: Path, probe: Probe, size: tuple[int, int], output: Path) -> list[str]:
    node = open_input(source, threads=1 if probe.decode_errors else THREADS)
    frames = shown_picture(decoded_frames(node, probe), probe, size).filter("settb", f"1/{FINE_TICKS}")
    if probe.fps is not None and not probe.frames_addressable:
        # Times that are missing in the file are a guess inside ffmpeg; the count is not.
        step, first = FINE_TICKS / probe.fps, probe.first_pts * FINE_TICKS
        frames = frames.filter("setpts", f"N*{_ratio(step)}+{_ratio(first)}")
    else:
        frames = frames.filter("setpts", f"PTS-{_ratio(probe.start * FINE_TICKS)}")
    streams = [frames]
    if probe.main_audio is not None:
        samples = round(probe.duration * SAMPLE_RATE)
        streams.append(
            node[str(probe.main_audio.index)]
            # The filter takes its first time in samples of the input, whose rate may be another: 0 is 0 in both.
            .filter("asetpts", f"PTS-{_ratio(probe.start)}/TB")
            .filter("aresample", SAMPLE_RATE, **{"async": 1, "first_pts": 0})
            .filter("aformat", sample_fmts="fltp", sample_rates=SAMPLE_RATE, channel_layouts="stereo")
            .filter("atrim", end_sample=samples)
            .filter("apad", whole_len=samples)
            .filter("asetpts", "N/SR/TB")
        )
    options: dict[str, Any] = {
        **encoding_options(),
        **fine_timing_options(probe.time_of(probe.frames - 1), probe.duration),
        "preset": PRESET,
        "crf": CRF,
        "force_key_frames": f"expr:gte(t,n_forced*{KEYFRAME_SECONDS})",
        "copyts": None,
    }
    return compile_command(ffmpeg.output(*streams, file_url(output), **options))


def _ratio(value: Fraction) -> str:
    return f"({value.numerator}/{value.denominator})"
