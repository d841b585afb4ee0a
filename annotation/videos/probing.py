"""What a video file is: streams, the presentation time of every frame, how it is shown, what is odd about it.

The timeline of a video starts at 0 where its container starts: times are presentation times after edit lists, with the
container's start subtracted. All later work (marking, cutting, export) uses this timeline.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from annotation.videos import streams
from annotation.videos.containers import looks_like_mp4, read_mp4_layout, refuse_by_first_bytes
from annotation.videos.facts import Probe, ProbeWarning
from annotation.videos.ffmpeg import MAX_PIXELS, Limits, probe_command, run
from annotation.videos.frame_rates import find_constant_rate
from annotation.videos.frame_times import FrameTable, read_frame_table
from annotation.videos.media_errors import ProcessFailed, UnusableMedia
from annotation.videos.streams import VideoStream

MAX_SIDE: Final = 8192
MAX_HOURS: Final = 12
MAX_STREAMS: Final = 64
#: A longest keyframe distance with which a browser still jumps without a noticeable wait.
MAX_KEYFRAME_GAP: Final = Fraction(10)
_INDEXED_CONTAINERS: Final = {"mov", "mp4", "matroska", "webm"}
#: An end that is missing for less than this (s) is no news: headers round up to whole audio or video frames.
_MISSING_END: Final = Fraction(1, 4)
_MICROSECOND: Final = Fraction(1, 1_000_000)


def probe(path: Path, *, cancelled: Callable[[], bool] | None = None) -> Probe:
    """Read everything about one video file; files of any size stay in place and are opened behind allow lists.

    Raises UnusableMedia with a code and a reason: `file_not_found`, `not_a_file`, `empty_file`, `playlist`,
    `still_image`, `not_a_video`, `format_not_allowed`, `index_missing`, `no_video_stream`, `no_decodable_frame`,
    `dimensions_too_large`, `too_long`, `too_many_streams`, `no_decoder`; ProcessFailed when a limit was met;
    ProcessCancelled.
    """
    path = Path(path)
    refuse_by_first_bytes(path)
    described = _describe(path, cancelled)
    found: list[dict[str, Any]] = described.get("streams", [])
    if len(found) > MAX_STREAMS:
        raise UnusableMedia(
            "too_many_streams", f"The file has {len(found)} streams; at most {MAX_STREAMS} go in."
        )
    video = streams.choose_video(found)
    _refuse_absurd(described, video)
    video = replace(video, configuration=_configuration(path, video, cancelled))
    container = str(described["format"]["format_name"])
    names = set(container.split(","))
    has_index = bool(names & _INDEXED_CONTAINERS)
    table = read_frame_table(
        path,
        stream=video.index,
        time_base=video.time_base,
        frame_pixels=video.coded_width * video.coded_height,
        nominal_rate=video.nominal_rate,
        has_index=has_index,
        cancelled=cancelled,
    )
    _refuse_no_frames(video, table)
    start = _start(described, video.time_base, table)
    time_base = _timeline_base(start, video.time_base)
    pts = tuple(int((tick * video.time_base - start) / time_base) for tick in table.pts)
    width, height = video.displayed_size
    fps = find_constant_rate(pts, time_base, tick=video.time_base, candidates=video.rate_candidates)
    # At a constant rate the last frame lasts as long as the others; what files say of it is rounded or cut short.
    last = 1 / fps if fps is not None else table.last_duration * video.time_base
    header = _fraction(described["format"].get("duration"))
    result = Probe(
        container=container,
        mp4=read_mp4_layout(path) if "mp4" in names else None,
        size=path.stat().st_size,
        start=start,
        video=video,
        audio=streams.read_audio(found),
        subtitles=streams.read_subtitles(found),
        width=width,
        height=height,
        interlaced=table.interlaced,
        time_base=time_base,
        source_time_base=video.time_base,
        pts=pts,
        keyframes=table.keyframes,
        last_frame_duration=last,
        fps=fps,
        header_duration=header,
        frames_addressable=has_index and not (table.repaired or table.late_frames or table.error_lines),
        every_frame_decoded=table.every_frame_decoded,
        decode_errors=table.error_lines,
        late_frames=table.late_frames,
        warnings=(),
    )
    stated = _fraction(found_duration(found, video.index)) or header
    return replace(result, warnings=tuple(_warnings(result, table, stated)))


def browser_playable(probe: Probe) -> bool:
    """Say whether the page may play the original itself: H.264/AAC MP4 that starts at once and jumps well.

    It must also show what we count: progressive 8-bit 4:2:0, timeline from 0, no damage, keyframes close enough.
    """
    video, layout = probe.video, probe.mp4
    if layout is None or not layout.faststart or layout.fragmented or probe.start != 0 or probe.decode_errors:
        return False
    plain_h264 = video.codec == "h264" and video.profile in {
        "Constrained Baseline",
        "Baseline",
        "Main",
        "High",
    }
    if not plain_h264 or video.pix_fmt not in {"yuv420p", "yuvj420p"} or probe.interlaced:
        return False
    if any(stream.codec != "aac" or stream.channels > 2 for stream in probe.audio):
        return False
    if len(probe.audio) > 1 or not probe.keyframes or probe.keyframes[0] != 0:
        return False
    marks = [*(probe.time_of(n) for n in probe.keyframes), probe.duration]
    return max(later - earlier for earlier, later in pairwise(marks)) <= MAX_KEYFRAME_GAP


def found_duration(found: Sequence[dict[str, Any]], index: int) -> object:
    """The duration that the header states for one stream, if any."""
    return next((stream.get("duration") for stream in found if stream.get("index") == index), None)


def _describe(path: Path, cancelled: Callable[[], bool] | None) -> dict[str, Any]:
    options = ["-show_format", "-show_streams", "-of", "json"]
    limits = Limits(wall_seconds=60, cpu_seconds=60)
    try:
        result = run(probe_command(path, options), limits=limits, cancelled=cancelled)
    except ProcessFailed as failure:
        raise _refusal(path, failure) from None
    described: dict[str, Any] = json.loads(result.stdout.decode("utf-8", "replace"))
    return described


def _configuration(path: Path, video: VideoStream, cancelled: Callable[[], bool] | None) -> str:
    """How H.264 pictures are coded, which copying needs; asked for alone, as other streams may bring fonts."""
    if video.codec != "h264":
        return ""
    options = [
        "-select_streams",
        str(video.index),
        "-show_data",
        "-show_entries",
        "stream=extradata",
        "-of",
        "json",
    ]
    limits = Limits(wall_seconds=60, cpu_seconds=60)
    described = json.loads(run(probe_command(path, options), limits=limits, cancelled=cancelled).stdout)
    return _digits_of(described["streams"][0].get("extradata", ""))


def _digits_of(dump: str) -> str:
    """The digits of a dump as ffprobe prints it: an offset, at most 16 bytes in groups of two, and how they read."""
    return "".join(line[10:49] for line in dump.splitlines() if line).replace(" ", "")


def _refusal(path: Path, failure: ProcessFailed) -> Exception:
    if failure.code != "ffmpeg_failed":
        return failure
    if "max pixel count" in failure.log:
        return UnusableMedia(
            "dimensions_too_large",
            f"The pictures are larger than {MAX_PIXELS} pixels; at most {MAX_SIDE} a side and that many in all go in.",
        )
    if "not on whitelist" in failure.log:
        return UnusableMedia(
            "format_not_allowed",
            "The file's format is not one that is accepted. Accepted are MP4, QuickTime, Matroska, WebM, "
            "MPEG-TS, MPEG-PS, AVI, FLV, ASF, Ogg and MXF.",
        )
    if "moov atom not found" in failure.log and looks_like_mp4(path):
        return UnusableMedia(
            "index_missing",
            "The MP4 file has no index (moov), as when an upload or a recording stopped half-way. "
            "Nothing in it can be found; get the file again.",
        )
    return UnusableMedia("not_a_video", "The file's content is not a video in any accepted format.")


def _refuse_absurd(described: dict[str, Any], video: VideoStream) -> None:
    width, height = video.coded_width, video.coded_height
    if width < 1 or height < 1:
        raise UnusableMedia("no_decodable_frame", "The video stream does not say how large its pictures are.")
    if (
        width > MAX_SIDE
        or height > MAX_SIDE
        or width * height > MAX_PIXELS
        or max(video.displayed_size) > MAX_SIDE
    ):
        raise UnusableMedia(
            "dimensions_too_large",
            f"The picture is {width} x {height} pixels; at most {MAX_SIDE} a side and {MAX_PIXELS} in all go in.",
        )
    header = _fraction(described["format"].get("duration"))
    if header is not None and header > MAX_HOURS * 3600:
        raise UnusableMedia(
            "too_long", f"The file says it lasts {float(header) / 3600:.1f} hours; at most {MAX_HOURS} go in."
        )


def _refuse_no_frames(video: VideoStream, table: FrameTable) -> None:
    if not table.pts:
        raise UnusableMedia(
            "no_decodable_frame",
            f"Not one frame of the video stream ({video.codec or 'unknown codec'}) could be decoded.",
        )
    if len(table.pts) == 1:
        raise UnusableMedia("still_image", "The video has a single frame: a still image, not a video.")
    if (table.pts[-1] - table.pts[0]) * video.time_base > MAX_HOURS * 3600:
        raise UnusableMedia("too_long", f"The frames' times span more than {MAX_HOURS} hours.")


def _start(described: dict[str, Any], tick: Fraction, table: FrameTable) -> Fraction:
    """The container's start, exactly: ffprobe prints microseconds, which hides the tick it stands for."""
    first = table.pts[0] * tick
    stated = _fraction(described["format"].get("start_time"))
    if stated is None or first < stated - _MICROSECOND:
        return first
    on_tick = round(stated / tick) * tick
    return on_tick if abs(on_tick - stated) <= _MICROSECOND else stated


def _timeline_base(start: Fraction, tick: Fraction) -> Fraction:
    """The stream's tick, or a finer one that also divides a start that lies between two ticks."""
    if (start / tick).denominator == 1:
        return tick
    return tick / (start / tick).denominator


def _warnings(probe: Probe, table: FrameTable, stated: Fraction | None) -> list[ProbeWarning]:
    """What is odd about an accepted file. `stated` is the duration of the video as its header says."""
    found: list[ProbeWarning] = []

    def warn(code: str, message: str) -> None:
        found.append(ProbeWarning(code, message))

    shown = probe.duration - probe.first_pts
    if stated is not None and stated - probe.duration > max(_MISSING_END, 2 * probe.last_frame_duration):
        warn(
            "truncated",
            f"The header says {float(stated):.3f} s, but only {float(shown):.3f} s decode: the file is incomplete. "
            "Its timeline ends where decoding ends.",
        )
    if table.error_lines:
        warn(
            "decode_errors",
            f"Decoding gave {table.error_lines} complaints: some pictures are damaged or missing.",
        )
    if table.repaired:
        warn("times_repaired", "Some frames had no time in the file; theirs follow from their neighbours.")
    if table.late_frames:
        warn("late_frames", f"{table.late_frames} frames come after their time and are never shown.")
    if probe.fps is None:
        warn("variable_frame_rate", "The frame rate varies: frames are found by their times alone.")
    if not probe.audio:
        warn("no_audio", "The file has no audio: clips get a silent track.")
    elif probe.main_audio is None:
        warn("audio_undecodable", "No audio stream of the file can be decoded: clips get a silent track.")
    if probe.video.hdr:
        warn("hdr", "The picture is high dynamic range: it is tone-mapped for the browser and for clips.")
    if probe.interlaced:
        warn("interlaced", "The picture is interlaced: it is deinterlaced for the browser and for clips.")
    return found


def _fraction(text: object) -> Fraction | None:
    return Fraction(str(text)) if text not in (None, "", "N/A") else None
