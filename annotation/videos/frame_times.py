"""The presentation time of every video frame that decodes, as the file gives it."""

from __future__ import annotations

import statistics
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Final

from annotation.videos.ffmpeg import THREADS, Limits, RunResult, probe_command, run
from annotation.videos.media_errors import ProcessFailed

#: Up to this many pixels in all, every frame is decoded when a file is probed: some seconds of work. Above it the
#: times are those of the packets, and only the beginning and the end are decoded to see that both agree.
DECODE_ALL_PIXELS: Final = 2_500_000_000
_EDGE_SECONDS: Final = 8
#: The share of stated times that must lie on an even grid for the others to be put on it.
_MOST: Final = Fraction(3, 4)
_FRAME_FIELDS: Final = "frame=best_effort_timestamp,key_frame,pkt_duration,interlaced_frame"


@dataclass(frozen=True)
class FrameTable:
    """Frames in the order of presentation, times in ticks of the stream's time base, as stored in the file.

    `repaired`: some times were missing in the file and follow from their neighbours. `late_frames`: frames that
    decode after a later one was shown; they are not in the table. `error_lines`: how many complaints decoding gave.
    `last_duration` is in ticks.
    """

    pts: tuple[int, ...]
    keyframes: tuple[int, ...]
    last_duration: int
    interlaced: bool
    repaired: bool
    late_frames: int
    every_frame_decoded: bool
    error_lines: int


@dataclass(frozen=True)
class _Frame:
    pts: int | None
    key: bool
    duration: int | None
    interlaced: bool


@dataclass(frozen=True)
class _Packet:
    pts: int | None
    key: bool
    duration: int | None
    hidden: bool


def read_frame_table(
    path: Path,
    *,
    stream: int,
    time_base: Fraction,
    frame_pixels: int,
    nominal_rate: Fraction | None,
    has_index: bool,
    cancelled: Callable[[], bool] | None = None,
) -> FrameTable:
    """Read the times of all frames of one stream that decode and are shown (edit lists are honoured).

    `frame_pixels` decides whether everything is decoded. `has_index`: the container keeps exact times and an
    index (MP4, Matroska), so that packets can be trusted where a look at both ends confirms them. An empty table
    means that nothing decodes. Raises ProcessFailed and ProcessCancelled.
    """
    packets = _read_packets(path, stream, cancelled)
    if has_index and len(packets) * frame_pixels > DECODE_ALL_PIXELS:
        table = _table_of_packets(path, stream, time_base, packets, nominal_rate, cancelled)
        if table is not None:
            return table
    frames, errors = _decode(path, stream, [], THREADS, len(packets) * frame_pixels, cancelled)
    if errors:
        # Which frames survive damage depends on the threads; with one thread it is always the same ones.
        frames, errors = _decode(path, stream, [], 1, len(packets) * frame_pixels, cancelled)
    return _table_of_frames(frames, errors, time_base, nominal_rate)


def shown_packet_times(
    path: Path, *, stream: int, cancelled: Callable[[], bool] | None = None
) -> list[int | None]:
    """Times of the packets of one stream that are shown, in the order of the file, in ticks. Nothing is decoded."""
    return [packet.pts for packet in _read_packets(path, stream, cancelled) if not packet.hidden]


def _table_of_frames(
    frames: Sequence[_Frame], errors: int, time_base: Fraction, nominal_rate: Fraction | None
) -> FrameTable:
    step = _usual_step(frames, time_base, nominal_rate)
    times, repaired = _fill_missing(frames, step)
    if repaired or any(later <= earlier for earlier, later in pairwise(times)):
        even = _evenly_spaced(frames, step)
        times, repaired = (even, True) if even is not None else (times, repaired)
    pts: list[int] = []
    keyframes: list[int] = []
    last: _Frame | None = None
    for frame, time in zip(frames, times, strict=True):
        if pts and time <= pts[-1]:
            continue  # a frame that comes when its time is over is never shown
        if frame.key:
            keyframes.append(len(pts))
        pts.append(time)
        last = frame
    return FrameTable(
        pts=tuple(pts),
        keyframes=tuple(keyframes),
        last_duration=_last_duration(last.duration, pts, time_base, nominal_rate) if last else 0,
        interlaced=sum(frame.interlaced for frame in frames) * 2 > len(frames),
        repaired=repaired,
        late_frames=len(frames) - len(pts),
        every_frame_decoded=True,
        error_lines=errors,
    )


def _table_of_packets(
    path: Path,
    stream: int,
    time_base: Fraction,
    packets: Sequence[_Packet],
    nominal_rate: Fraction | None,
    cancelled: Callable[[], bool] | None,
) -> FrameTable | None:
    """The table as the packets give it, or None when they cannot be trusted to be the frames."""
    shown = [(packet.pts, packet) for packet in packets if not packet.hidden and packet.pts is not None]
    if not shown or not packets[0].key or any(packet.pts is None for packet in packets):
        return None
    shown.sort(key=lambda item: item[0])
    pts = [time for time, _ in shown]
    if any(later == earlier for earlier, later in pairwise(pts)):
        return None
    keyframes = tuple(n for n, (_, packet) in enumerate(shown) if packet.key)
    edge = round(_EDGE_SECONDS / time_base)
    head_end = bisect_left(pts, pts[0] + edge)
    # The end is read from a keyframe that lies well before it, and compared from that keyframe on.
    tail_start = max((n for n in keyframes if pts[n] <= pts[-1] - edge), default=0)
    if tail_start == 0:
        return None  # looking at the end means decoding it all
    head_to = float(pts[0] * time_base) + 2 * _EDGE_SECONDS
    tail_from = float(pts[tail_start] * time_base)
    pixels = 0
    head, head_errors = _decode(
        path, stream, ["-read_intervals", f"%{head_to:.3f}"], THREADS, pixels, cancelled
    )
    tail, tail_errors = _decode(
        path, stream, ["-read_intervals", f"{tail_from:.3f}%"], THREADS, pixels, cancelled
    )
    head_times = sorted(frame.pts for frame in head if frame.pts is not None)
    tail_times = sorted(frame.pts for frame in tail if frame.pts is not None and frame.pts >= pts[tail_start])
    if (
        head_errors
        or tail_errors
        or head_times[:head_end] != pts[:head_end]
        or tail_times != pts[tail_start:]
    ):
        return None
    return FrameTable(
        pts=tuple(pts),
        keyframes=keyframes,
        last_duration=_last_duration(shown[-1][1].duration, pts, time_base, nominal_rate),
        interlaced=sum(frame.interlaced for frame in head) * 2 > len(head),
        repaired=False,
        late_frames=0,
        every_frame_decoded=False,
        error_lines=0,
    )


def _usual_step(frames: Sequence[_Frame], time_base: Fraction, nominal_rate: Fraction | None) -> Fraction:
    known = [frame.pts for frame in frames if frame.pts is not None]
    steps = [later - earlier for earlier, later in pairwise(known) if later > earlier]
    if steps and nominal_rate is None:
        return Fraction(statistics.median_low(steps))
    if nominal_rate is not None and nominal_rate > 0:
        return 1 / nominal_rate / time_base
    return Fraction(1, 25) / time_base


def _fill_missing(frames: Sequence[_Frame], step: Fraction) -> tuple[list[int], bool]:
    """Times of all frames in the order in which they decode; a missing one lies a step from its neighbour."""
    times = [frame.pts for frame in frames]
    missing = any(time is None for time in times)
    first_known = next((n for n, time in enumerate(times) if time is not None), None)
    filled: list[int] = []
    if first_known is None:
        return [round(n * step) for n in range(len(times))], missing
    anchor_at, anchor = first_known, times[first_known] or 0
    for n, time in enumerate(times):
        if time is not None:
            anchor_at, anchor = n, time
        filled.append(anchor + round((n - anchor_at) * step))
    return filled, missing


def _evenly_spaced(frames: Sequence[_Frame], step: Fraction) -> list[int] | None:
    """Times at one step from the first known one, or None where most known times, or the last, say otherwise.

    Program streams and AVI give times to some pictures only; decoders guess the others, and at times wrongly.
    """
    known = [(n, frame.pts) for n, frame in enumerate(frames) if frame.pts is not None]
    if not known:
        return None
    first_at, first = known[0]
    even = [first + round((n - first_at) * step) for n in range(len(frames))]
    fitting = [abs(even[n] - time) <= 1 for n, time in known]
    return even if fitting[-1] and sum(fitting) >= _MOST * len(fitting) else None


def _last_duration(
    stated: int | None, pts: Sequence[int], time_base: Fraction, nominal_rate: Fraction | None
) -> int:
    """How long the last frame is shown: what the file says where that is plausible, else a usual step."""
    steps = [later - earlier for earlier, later in pairwise(pts)]
    usual = statistics.median_low(steps) if steps else 0
    if stated and (not steps or stated <= 4 * max(steps)):
        return stated
    if usual:
        return usual
    return max(1, round(1 / (nominal_rate or Fraction(25)) / time_base))


def _read_packets(path: Path, stream: int, cancelled: Callable[[], bool] | None) -> list[_Packet]:
    options = _table_options(stream, "packet=pts,duration,flags")
    result = _run_table(path, options, 600 + path.stat().st_size / 20_000_000, cancelled)
    packets: list[_Packet] = []
    for row in _rows(result):
        flags = row.get("flags", "")
        packets.append(
            _Packet(
                pts=_number(row.get("pts")),
                duration=_number(row.get("duration")),
                key="K" in flags,
                hidden="D" in flags,
            )
        )
    return packets


def _decode(
    path: Path,
    stream: int,
    interval: list[str],
    threads: int,
    pixels: int,
    cancelled: Callable[[], bool] | None,
) -> tuple[list[_Frame], int]:
    options = [*interval, "-threads", str(threads), *_table_options(stream, _FRAME_FIELDS)]
    result = _run_table(path, options, 300 + pixels / 5_000_000, cancelled)
    frames = [
        _Frame(
            pts=_number(row.get("best_effort_timestamp")),
            key=row.get("key_frame") == "1",
            duration=_number(row.get("pkt_duration")),
            interlaced=row.get("interlaced_frame") == "1",
        )
        for row in _rows(result)
        if "key_frame" in row
    ]
    return frames, result.log_lines


def _table_options(stream: int, entries: str) -> list[str]:
    return ["-select_streams", str(stream), "-show_entries", entries, "-of", "compact=p=0"]


def _run_table(
    path: Path, options: list[str], wall_seconds: float, cancelled: Callable[[], bool] | None
) -> RunResult:
    limits = Limits(wall_seconds=wall_seconds, cpu_seconds=int(wall_seconds * 2))
    try:
        return run(probe_command(path, options), limits=limits, cancelled=cancelled)
    except ProcessFailed as failure:
        if failure.code == "ffmpeg_failed":
            # A damaged file ends ffprobe with an error after everything that could be read was printed.
            return RunResult(
                stdout=failure.stdout, log=failure.log, log_lines=failure.log.count("\n"), seconds=0
            )
        raise


def _rows(result: RunResult) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = []
    for line in result.stdout.decode("utf-8", "replace").splitlines():
        if line:
            rows.append(dict(cell.split("=", 1) for cell in line.split("|") if "=" in cell))
    return rows


def _number(value: str | None) -> int | None:
    return int(value) if value not in (None, "", "N/A") else None
