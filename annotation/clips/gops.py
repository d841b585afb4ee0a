"""A look at the groups of pictures at which copying would begin and end: are they closed, and where may it end?"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any, Final

from annotation.clips.fast_plan import Pieces, keyframe_before, source_seconds
from annotation.videos.avc import AvcConfiguration, read_configuration
from annotation.videos.facts import Probe
from annotation.videos.ffmpeg import Limits, probe_command, run
from annotation.videos.media_errors import MediaError

_LIMITS: Final = Limits(wall_seconds=300, cpu_seconds=120)
#: Packets after a keyframe among which one that is shown before it would be.
_NEAR: Final = 17


class NotCopyable(MediaError):
    """The pictures of a source cannot be copied into a clip; the reason says why."""

    def __init__(self, reason: str) -> None:
        super().__init__("not_copyable", reason)


def look_at_groups(
    source: Path, probe: Probe, pieces: Sequence[Pieces], *, cancelled: Callable[[], bool] | None = None
) -> tuple[AvcConfiguration, tuple[Pieces, ...]]:
    """How the pictures are coded, and the pieces with what is copied ending at a place where it may end.

    The packets of each first and last group are read, in one go. Both must be found at their keyframe's time, and none
    of their frames may be shown before it. Copying may end after any packet up to which the frames decoded are, in some
    order, all those shown from the keyframe on. Raises NotCopyable, and what `run` raises.
    """
    if not probe.video.configuration:
        raise NotCopyable("its probe does not tell how the pictures are coded; probe the file again")
    try:
        configuration = read_configuration(bytes.fromhex(probe.video.configuration))
    except ValueError as fault:
        raise NotCopyable(str(fault)) from fault
    lasts = [keyframe_before(probe, part.copied.stop) for part in pieces if part.copied]
    wanted: dict[int, int] = {part.copied.start: _NEAR for part in pieces if part.copied}
    for part, key in zip((part for part in pieces if part.copied), lasts, strict=True):
        wanted[key] = max(wanted.get(key, 0), part.run.stop - key, _NEAR)
    intervals = ",".join(f"{_microseconds(probe, key)}%+#{count}" for key, count in wanted.items())
    options = ["-select_streams", str(probe.video.index), "-read_intervals", intervals]
    command = probe_command(source, [*options, "-show_entries", "packet=pts", "-of", "json=compact=1"])
    found: dict[str, Any] = json.loads(run(command, limits=_LIMITS, cancelled=cancelled).stdout)
    groups = _groups(probe, wanted, [packet.get("pts") for packet in found.get("packets", [])])
    return configuration, tuple(_ended(probe, part, groups) if part.copied else part for part in pieces)


def _groups(probe: Probe, wanted: dict[int, int], times: list[int | None]) -> dict[int, list[int | None]]:
    """The times of the packets from each keyframe on, in the order of decoding."""
    groups = {}
    for key, count in wanted.items():
        at = probe.source_pts(key)
        begin = times.index(at) if at in times else len(times)
        group = times[begin : begin + count]
        if not group:
            raise NotCopyable(f"the keyframe at frame {key} is not found by its time")
        if any(time is None or time < at for time in group):
            raise NotCopyable(f"frames are shown before the keyframe at frame {key} that they follow")
        groups[key] = group
    return groups


def _ended(probe: Probe, part: Pieces, groups: dict[int, list[int | None]]) -> Pieces:
    key = keyframe_before(probe, part.copied.stop)
    highest, place = 0, key + 1
    shown = {probe.source_pts(n): n for n in range(key, min(part.run.stop + _NEAR, probe.frames))}
    for number, time in enumerate(groups[key][: part.copied.stop - key], start=key + 1):
        highest = max(highest, shown.get(time or 0, probe.frames))
        if highest < number:
            place = number
    return replace(part, copied=range(part.copied.start, place), tail=range(place, part.run.stop))


def _microseconds(probe: Probe, frame: int) -> str:
    # Not before the keyframe's own time, so that rounding cannot find the one before it.
    at = ceil(source_seconds(probe, frame) * 1_000_000)
    return f"{at // 1_000_000}.{at % 1_000_000:06d}"
