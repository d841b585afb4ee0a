"""Videos whose every picture says which frame it is, and the reading of it from whatever was made of them."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.settings import DATA

BITS = 12
SQUARE = 16
WIDTH, HEIGHT = BITS * SQUARE, 64

_SOUND = "aevalsrc='sin(2*PI*1000*t)*lt(mod(t,1),0.2)*0.8':s=48000"
_X264 = (
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-bf",
    "3",
    "-g",
    "50",
    "-crf",
    "20",
    "-pix_fmt",
    "yuv420p",
)
_AAC = ("-c:a", "aac", "-ac", "1")

#: name -> (frame rate of the drawing, seconds, what to do to it, how to code it, ending)
SOURCES: dict[str, dict[str, Any]] = {
    "cfr25": {"rate": "25"},
    "ntsc": {"rate": "30000/1001"},
    "film_mkv": {"rate": "24000/1001", "ending": "mkv"},
    "slow_5fps": {"rate": "5", "seconds": 12},
    "fast_5994": {"rate": "60000/1001"},
    "vfr": {"rate": "30", "filters": ",select='not(between(mod(n,20),6,11))'",
            "code": ("-vsync", "vfr", *_X264, *_AAC)},
    "open_gop": {"rate": "25", "code": (*_X264, "-x264-params", "open-gop=1:bframes=5:b-pyramid=normal", *_AAC)},
    "intra_refresh": {"rate": "25", "code": (*_X264, "-x264-params", "intra-refresh=1:keyint=25", *_AAC)},
    "hevc_open_gop": {"rate": "25", "code": ("-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
                                              "log-level=error:keyint=25", *_AAC)},
    "one_keyframe": {"rate": "25", "code": (*_X264, "-g", "9999", "-sc_threshold", "0", *_AAC)},
    "no_audio": {"rate": "25", "sound": False},
    "audio_longer": {"rate": "25", "sound_seconds": 10},
    "audio_shorter": {"rate": "25", "sound_seconds": 3},
    "late_start_mp4": {"rate": "25", "code": (*_X264, *_AAC, "-output_ts_offset", "5.3")},
    "late_start_44100": {"rate": "25", "code": (*_X264, *_AAC, "-ar", "44100", "-output_ts_offset", "5.3")},
    "transport_stream": {"rate": "25", "code": (*_X264, *_AAC, "-output_ts_offset", "3600"), "ending": "ts"},
    "program_stream": {"rate": "25", "code": ("-c:v", "mpeg2video", "-q:v", "3", "-bf", "2", "-c:a", "mp2"),
                       "ending": "vob"},
    "avi": {"rate": "25", "code": ("-c:v", "mpeg4", "-q:v", "3", "-bf", "2", "-c:a", "mp3"), "ending": "avi"},
    "vp9": {"rate": "30", "code": ("-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a",
                                   "libopus"), "ending": "webm"},
    "vp8_hidden_frames": {"rate": "30", "code": ("-c:v", "libvpx", "-auto-alt-ref", "1", "-lag-in-frames", "16",
                                                 "-b:v", "300k", "-c:a", "libvorbis"), "ending": "webm"},
    "intra_only": {"rate": "25", "code": ("-c:v", "mjpeg", "-q:v", "3", "-c:a", "pcm_s16le"), "ending": "mov"},
    "fragmented": {"rate": "25", "code": (*_X264, *_AAC, "-movflags", "frag_keyframe+empty_moov")},
    "interlaced": {"rate": "25", "code": (*_X264, "-x264-params", "tff=1", "-flags", "+ildct+ilme", *_AAC),
                   "ending": "ts"},
    "surround": {"rate": "25", "code": (*_X264, "-c:a", "ac3", "-ac", "6"), "ending": "mkv"},
    "edit_list": {"copy_of": "cfr25", "before": ("-ss", "1.3"), "code": ("-c", "copy")},
    "rotated": {"copy_of": "cfr25", "code": ("-c", "copy", "-metadata:s:v", "rotate=90")},
    "wide_pixels": {"copy_of": "cfr25", "code": ("-c:a", "copy", *_X264, "-aspect", "5:1")},
}  # fmt: skip

#: Sources whose pictures may be copied, each with another order of keyframes and of times. Their lower part moves.
COPYABLE: dict[str, dict[str, Any]] = {
    "gops_long": {"rate": "25", "seconds": 9, "code": (*_X264, "-g", "250", "-sc_threshold", "0", "-force_key_frames",
                                                       "3.2,8.5", *_AAC)},
    "gops_short": {"rate": "25", "code": (*_X264, "-g", "12", *_AAC, "-ac", "2")},
    "gops_of_scenes": {"rate": "30", "code": (*_X264, "-g", "250", "-force_key_frames", "0.7,0.8,1.9,2.3,4.5", *_AAC)},
    "gops_pyramid": {"rate": "25", "code": (*_X264, "-bf", "8", "-refs", "4", "-x264-params",
                                            "b-pyramid=normal:b-adapt=0:scenecut=0", *_AAC)},
    "gops_film": {"rate": "24000/1001", "code": (*_X264, *_AAC, "-ar", "44100")},
    "gops_film_mkv": {"rate": "24000/1001", "code": (*_X264, *_AAC), "ending": "mkv"},
    "gops_ntsc_mkv": {"rate": "30000/1001", "ending": "mkv"},
    "gops_50": {"rate": "50", "code": (*_X264, "-profile:v", "main", *_AAC)},
    "gops_5994": {"rate": "60000/1001", "code": (*_X264, "-x264-params", "slices=3", *_AAC)},
    "gops_5994_mkv": {"rate": "60000/1001", "code": (*_X264, "-c:a", "ac3"), "ending": "mkv"},
    "gops_late": {"rate": "25", "code": (*_X264, *_AAC, "-output_ts_offset", "5.3")},
    "gops_late_mkv": {"rate": "25", "code": (*_X264, *_AAC, "-output_ts_offset", "5.3"), "ending": "mkv"},
    "gops_baseline": {"rate": "25", "code": (*_X264, "-profile:v", "baseline", "-bf", "0", *_AAC), "sound": False},
    "gops_edit_list": {"copy_of": "gops_50", "before": ("-ss", "0.4"), "code": ("-c", "copy")},
}  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """One frame as a player shows it: seconds from the container's start, and the number drawn in it."""

    time: Fraction
    number: int


@cache
def coded_video(name: str) -> Path:
    """One of SOURCES or COPYABLE, made once a session. Frame n of the drawing carries n; a beep starts each second."""
    how = SOURCES.get(name) or COPYABLE[name]
    folder = DATA / "coded"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.{how.get('ending', 'mp4')}"
    inputs: list[str] = []
    if "copy_of" in how:
        inputs += [*how.get("before", ()), "-i", str(coded_video(how["copy_of"]))]
    else:
        seconds = how.get("seconds", 6)
        ground, lower = ("testsrc2", f"lt(Y,{HEIGHT * 5 // 8})") if name in COPYABLE else ("color=black", "1")
        drawing = (
            f"{ground}{':' if '=' in ground else '='}s={WIDTH}x{HEIGHT}:r={how['rate']}:d={seconds},format=gray,"
            f"geq=lum='if({lower},if(mod(floor(N/pow(2,floor(X/{SQUARE}))),2),220,30),lum(X,Y))'"
            f"{how.get('filters', '')}"
        )
        inputs += ["-f", "lavfi", "-i", drawing]
        if how.get("sound", True):
            inputs += ["-f", "lavfi", "-i", f"{_SOUND}:d={how.get('sound_seconds', seconds)}"]
    code = how.get("code", (*_X264, *_AAC))
    subprocess.run(
        ["ffmpeg", "-nostdin", "-y", "-v", "error", *inputs, *code, "-pix_fmt", "yuv420p", str(path)]
        if "copy" not in code[:2] and "mjpeg" not in code
        else ["ffmpeg", "-nostdin", "-y", "-v", "error", *inputs, *code, str(path)],
        check=True,
    )
    return path


def read_numbers(path: Path) -> list[int]:
    """The number in every frame that decodes, from the beginning, in the order of showing."""
    size = described(path, "stream=width,height", "-select_streams", "V:0")["streams"][0]
    upright = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-noautorotate", "-i", f"file:{path}", "-map", "0:V:0", "-vsync",
         "passthrough", "-pix_fmt", "gray", "-f", "rawvideo", "-"],
        check=True, capture_output=True,
    ).stdout  # fmt: skip
    frames = np.frombuffer(upright, np.uint8).reshape(-1, size["height"], size["width"])
    if size["height"] > size["width"]:  # a clip of a source that is shown turned by 90 degrees
        frames = np.rot90(frames, k=-1, axes=(1, 2))
    step = frames.shape[2] / BITS
    columns = [int((bit + 0.5) * step) for bit in range(BITS)]
    return [sum(1 << bit for bit, at in enumerate(columns) if mean[at] > 125) for mean in frames.mean(axis=1)]


@cache
def shown_frames(path: Path) -> tuple[Shown, ...]:
    """Every frame of a source with its time, read with ffprobe and without anything of the product's."""
    found = described(path, "frame=best_effort_timestamp_time:format=start_time", "-select_streams", "V:0")
    start = Fraction(found["format"]["start_time"])
    times = [Fraction(frame.get("best_effort_timestamp_time", -1)) - start for frame in found["frames"]]
    if path.suffix in {".vob", ".avi"}:
        # Most pictures carry no time there, and what decoders guess is wrong for some; these were drawn at 25 a second.
        times = [times[0] + Fraction(n, 25) for n in range(len(times))]
    return tuple(Shown(time, number) for time, number in zip(times, read_numbers(path), strict=True))


def numbers_within(path: Path, start: Fraction, end: Fraction) -> list[int]:
    """The numbers of the frames that [start, end) must contain, half a millisecond of tolerance at both."""
    slack = Fraction(1, 2000)
    return [frame.number for frame in shown_frames(path) if start - slack <= frame.time < end - slack]


def described(path: Path, entries: str, *options: str) -> dict[str, Any]:
    """What ffprobe says of a file, without anything of the product's."""
    printed = subprocess.run(
        ["ffprobe", "-v", "error", *options, "-show_entries", entries, "-of", "json", f"file:{path}"],
        check=True,
        capture_output=True,
    ).stdout
    answer: dict[str, Any] = json.loads(printed)
    return answer


def beeps(path: Path) -> list[float]:
    """When sound sets in, in seconds from the file's beginning."""
    raw = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", f"file:{path}", "-map", "0:a:0", "-af",
         "aresample=48000:async=1:first_pts=0", "-ac", "1", "-f", "s16le", "-"],
        check=True, capture_output=True,
    ).stdout  # fmt: skip
    loud = np.abs(np.frombuffer(raw, np.int16).astype(np.int32)) > 4000
    # Silent for 100 ms before: the tone itself passes zero a thousand times a second.
    recent = np.convolve(loud, np.ones(4800, dtype=int))[: len(loud)] > 0
    onsets = np.flatnonzero(recent[1:] & ~recent[:-1]) + 1
    return [float(at) / 48000 for at in onsets]
