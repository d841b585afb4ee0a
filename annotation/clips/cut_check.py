"""The check of a file that was just cut: is it exactly what was asked for?"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from annotation.videos.containers import read_mp4_layout
from annotation.videos.ffmpeg import Limits, compile_command, open_input, probe_command, run
from annotation.videos.media_errors import CutCheckFailed, ProcessFailed

_TIME_SLACK: Final = Fraction(1, 1000)
_SOUND_SLACK: Final = Fraction(50, 1000)
_START_SLACK: Final = Fraction(1, 1000)


def check_cut(
    path: Path,
    *,
    times: Sequence[Fraction],
    duration: Fraction,
    size: tuple[int, int],
    cancelled: Callable[[], bool] | None = None,
) -> dict[str, Any]:
    """Measure a cut file and return the measurements as JSON values.

    `times` are the presentation times its frames must have, `duration` its length, both in seconds. Raises
    CutCheckFailed with the code `cut_check_failed` and everything that is not as it should be.
    """
    described = _describe(path, cancelled)
    streams = {stream["codec_type"]: stream for stream in described["streams"]}
    faults: list[str] = []
    if sorted(stream["codec_type"] for stream in described["streams"]) != ["audio", "video"]:
        raise CutCheckFailed(
            "cut_check_failed", f"The file has the streams {sorted(streams)}, not video and audio."
        )
    video, audio = streams["video"], streams["audio"]
    packets = [packet for packet in described["packets"] if packet["stream_index"] == video["index"]]
    tick = Fraction(video["time_base"])
    shown = sorted(int(packet["pts"]) * tick for packet in packets if "D" not in packet["flags"])
    starts = {kind: Fraction(stream.get("start_time", "-1")) for kind, stream in streams.items()}
    lengths = {kind: Fraction(stream.get("duration", "0")) for kind, stream in streams.items()}
    if len(shown) != len(times):
        faults.append(f"{len(shown)} frames instead of {len(times)}")
    worst = max((abs(a - b) for a, b in zip(shown, times, strict=False)), default=Fraction(0))
    if worst > _TIME_SLACK:
        faults.append(f"a frame is {float(worst):.4f} s off its time")
    faults += [
        f"the {kind} starts at {float(at):.4f} s" for kind, at in starts.items() if abs(at) > _START_SLACK
    ]
    half_frame = duration / len(times) / 2
    if abs(lengths["video"] - duration) > half_frame:
        faults.append(f"the video lasts {float(lengths['video']):.4f} s instead of {float(duration):.4f} s")
    if abs(lengths["audio"] - lengths["video"]) > _SOUND_SLACK:
        faults.append(f"audio and video differ by {float(lengths['audio'] - lengths['video']):.4f} s")
    form = (video["codec_name"], video["pix_fmt"], audio["codec_name"], (video["width"], video["height"]))
    if form != ("h264", "yuv420p", "aac", size):
        faults.append(f"its form is {form}")
    if not read_mp4_layout(path).faststart:
        faults.append("its index lies behind its data")
    faults += _undecodable(path, cancelled)
    if faults:
        raise CutCheckFailed(
            "cut_check_failed", f"The cut file is not what was asked for: {'; '.join(faults)}."
        )
    return {
        "frames": len(shown),
        "video_start": float(starts["video"]),
        "audio_start": float(starts["audio"]),
        "video_duration": float(lengths["video"]),
        "audio_duration": float(lengths["audio"]),
        "worst_time_error": float(worst),
        "width": video["width"],
        "height": video["height"],
        "video_codec": video["codec_name"],
        "pix_fmt": video["pix_fmt"],
        "audio_codec": audio["codec_name"],
        "faststart": True,
        "decodable": True,
    }


def _describe(path: Path, cancelled: Callable[[], bool] | None) -> dict[str, Any]:
    entries = "stream=index,codec_type,codec_name,pix_fmt,width,height,time_base,start_time,duration"
    options = ["-show_entries", f"{entries}:packet=stream_index,pts,flags", "-of", "json"]
    try:
        result = run(probe_command(path, options), limits=Limits(300, 300), cancelled=cancelled)
    except ProcessFailed as failure:
        raise CutCheckFailed(
            "cut_check_failed", f"The cut file cannot be read: {failure.reason}"
        ) from failure
    described: dict[str, Any] = json.loads(result.stdout)
    return described


def _undecodable(path: Path, cancelled: Callable[[], bool] | None) -> list[str]:
    """Decode all sound and the keyframes: cheap, and it sees every file that did not come out whole."""
    node = open_input(path, skip_frame="nokey")
    command = compile_command(node.output("pipe:", f="null", xerror=None))
    try:
        result = run(command, limits=Limits(600, 600), cancelled=cancelled)
    except ProcessFailed as failure:
        return [f"it does not decode: {failure.reason}"]
    return [f"decoding complains: {result.log.splitlines()[-1]}"] if result.log_lines else []
