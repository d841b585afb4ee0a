"""The check of a file that we just made: is it exactly what was asked for?"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from annotation.videos.containers import read_mp4_layout
from annotation.videos.ffmpeg import Limits, compile_command, open_input, probe_command, run
from annotation.videos.media_errors import OutputCheckFailed, ProcessFailed

_TIME_SLACK: Final = Fraction(1, 1000)
_SOUND_SLACK: Final = Fraction(50, 1000)


def check_output(
    path: Path,
    *,
    times: Sequence[Fraction],
    end: Fraction,
    size: tuple[int, int],
    audio: bool,
    decode: bool = True,
    cancelled: Callable[[], bool] | None = None,
) -> dict[str, Any]:
    """Measure a file of ours and return the measurements as JSON values.

    `times` are the presentation times its frames must have and `end` is where the last one ends, in seconds; sound
    must run from 0 to there. All sound and the keyframes are decoded, unless the caller does so itself (`decode`).
    Raises OutputCheckFailed with the code `check_failed` and everything that is not as it should be.
    """
    streams, packets = _streams_and_packets(path, cancelled)
    kinds = [stream["codec_type"] for stream in streams]
    if sorted(kinds) != (["audio", "video"] if audio else ["video"]):
        raise OutputCheckFailed("check_failed", f"The file that was made has the streams {kinds}.")
    by_kind = {stream["codec_type"]: stream for stream in streams}
    video = by_kind["video"]
    starts = {kind: Fraction(stream.get("start_time", "-1")) for kind, stream in by_kind.items()}
    ends = {kind: starts[kind] + Fraction(stream.get("duration", "0")) for kind, stream in by_kind.items()}
    tick = Fraction(video["time_base"])
    # Sorted as integers and compared as floats: an hour has 200,000 frames, and fractions are slow.
    shown = sorted(
        packet["pts"]
        for packet in packets
        if packet["stream_index"] == video["index"] and "pts" in packet and "D" not in packet["flags"]
    )
    faults: list[str] = []
    if len(shown) != len(times):
        faults.append(f"{len(shown)} frames instead of {len(times)}")
    step = float(tick)
    worst = max(
        (abs(ticks * step - float(time)) for ticks, time in zip(shown, times, strict=False)), default=0.0
    )
    if worst > _TIME_SLACK:
        faults.append(f"a frame is {worst:.4f} s off its time")
    for kind, wanted in (("video", times[0]), ("audio", Fraction(0))):
        if kind in starts and abs(starts[kind] - wanted) > _TIME_SLACK:
            faults.append(f"the {kind} starts at {float(starts[kind]):.4f} s")
    half_frame = (end - times[0]) / len(times) / 2
    if abs(ends["video"] - end) > half_frame:
        faults.append(f"the video ends at {float(ends['video']):.4f} s instead of {float(end):.4f} s")
    if audio and abs(ends["audio"] - end) > _SOUND_SLACK:
        faults.append(f"the audio ends at {float(ends['audio']):.4f} s instead of {float(end):.4f} s")
    form = (video["codec_name"], video["pix_fmt"], video["width"], video["height"])
    if form != ("h264", "yuv420p", *size):
        faults.append(f"its picture is {form}")
    if audio and by_kind["audio"]["codec_name"] != "aac":
        faults.append(f"its sound is {by_kind['audio']['codec_name']}")
    if not read_mp4_layout(path).faststart:
        faults.append("its index lies behind its data")
    if decode:
        faults += _undecodable(path, cancelled)
    if faults:
        raise OutputCheckFailed(
            "check_failed", f"The file that was made is not what was asked for: {'; '.join(faults)}."
        )
    return {
        "frames": len(shown),
        "starts": {kind: round(float(at), 6) for kind, at in starts.items()},
        "ends": {kind: round(float(at), 6) for kind, at in ends.items()},
        "worst_time_error": round(worst, 6),
        "width": video["width"],
        "height": video["height"],
        "video_codec": video["codec_name"],
        "pix_fmt": video["pix_fmt"],
        "audio_codec": by_kind["audio"]["codec_name"] if audio else None,
        "faststart": True,
        "decoded": "sound and keyframes" if decode else "by the caller",
    }


def _streams_and_packets(
    path: Path, cancelled: Callable[[], bool] | None
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    described = "stream=index,codec_type,codec_name,pix_fmt,width,height,time_base,start_time,duration"
    entries = f"{described}:packet=stream_index,pts,flags"
    command = probe_command(path, ["-show_entries", entries, "-of", "json=compact=1"])
    try:
        result = run(command, limits=Limits(300, 300), cancelled=cancelled)
    except ProcessFailed as failure:
        raise OutputCheckFailed(
            "check_failed", f"The file that was made cannot be read: {failure.reason}"
        ) from failure
    found = json.loads(result.stdout)
    return found["streams"], found.get("packets", [])


def _undecodable(path: Path, cancelled: Callable[[], bool] | None) -> list[str]:
    """Decode all sound and the keyframes: cheap, and it sees every file that did not come out whole."""
    node = open_input(path, skip_frame="nokey")
    command = compile_command(node.output("pipe:", f="null", xerror=None))
    try:
        result = run(command, limits=Limits(1800, 1800), cancelled=cancelled)
    except ProcessFailed as failure:
        return [f"it does not decode: {failure.reason}"]
    return [f"decoding complains: {result.log.splitlines()[-1]}"] if result.log_lines else []
