"""The check of a file that we just made: is it exactly what was asked for?"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from annotation.videos.containers import read_mp4_layout
from annotation.videos.ffmpeg import Limits, compile_command, open_input, probe_command, run
from annotation.videos.frame_times import shown_packet_times
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
    cancelled: Callable[[], bool] | None = None,
) -> dict[str, Any]:
    """Measure a file of ours and return the measurements as JSON values.

    `times` are the presentation times its frames must have and `end` is where the last one ends, in seconds; sound
    must run from 0 to there. Raises OutputCheckFailed with the code `check_failed` and everything that is not as it
    should be.
    """
    streams = _streams(path, cancelled)
    kinds = [stream["codec_type"] for stream in streams]
    if sorted(kinds) != (["audio", "video"] if audio else ["video"]):
        raise OutputCheckFailed("check_failed", f"The file that was made has the streams {kinds}.")
    by_kind = {stream["codec_type"]: stream for stream in streams}
    video = by_kind["video"]
    starts = {kind: Fraction(stream.get("start_time", "-1")) for kind, stream in by_kind.items()}
    ends = {kind: starts[kind] + Fraction(stream.get("duration", "0")) for kind, stream in by_kind.items()}
    tick = Fraction(video["time_base"])
    ticks = shown_packet_times(path, stream=video["index"], cancelled=cancelled)
    shown = sorted(time * tick for time in ticks if time is not None)
    faults: list[str] = []
    if len(shown) != len(times):
        faults.append(f"{len(shown)} frames instead of {len(times)}")
    worst = max((abs(a - b) for a, b in zip(shown, times, strict=False)), default=Fraction(0))
    if worst > _TIME_SLACK:
        faults.append(f"a frame is {float(worst):.4f} s off its time")
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
    faults += _undecodable(path, cancelled)
    if faults:
        raise OutputCheckFailed(
            "check_failed", f"The file that was made is not what was asked for: {'; '.join(faults)}."
        )
    return {
        "frames": len(shown),
        "starts": {kind: round(float(at), 6) for kind, at in starts.items()},
        "ends": {kind: round(float(at), 6) for kind, at in ends.items()},
        "worst_time_error": round(float(worst), 6),
        "width": video["width"],
        "height": video["height"],
        "video_codec": video["codec_name"],
        "pix_fmt": video["pix_fmt"],
        "audio_codec": by_kind["audio"]["codec_name"] if audio else None,
        "faststart": True,
        "decodes": True,
    }


def _streams(path: Path, cancelled: Callable[[], bool] | None) -> list[dict[str, Any]]:
    entries = "stream=index,codec_type,codec_name,pix_fmt,width,height,time_base,start_time,duration"
    command = probe_command(path, ["-show_entries", entries, "-of", "json"])
    try:
        result = run(command, limits=Limits(300, 300), cancelled=cancelled)
    except ProcessFailed as failure:
        raise OutputCheckFailed(
            "check_failed", f"The file that was made cannot be read: {failure.reason}"
        ) from failure
    streams: list[dict[str, Any]] = json.loads(result.stdout)["streams"]
    return streams


def _undecodable(path: Path, cancelled: Callable[[], bool] | None) -> list[str]:
    """Decode all sound and the keyframes: cheap, and it sees every file that did not come out whole."""
    node = open_input(path, skip_frame="nokey")
    command = compile_command(node.output("pipe:", f="null", xerror=None))
    try:
        result = run(command, limits=Limits(1800, 1800), cancelled=cancelled)
    except ProcessFailed as failure:
        return [f"it does not decode: {failure.reason}"]
    return [f"decoding complains: {result.log.splitlines()[-1]}"] if result.log_lines else []
