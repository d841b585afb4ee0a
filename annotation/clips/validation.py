"""Whether segments fit a video, with an error at each field that does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from annotation.clips.segments import MAX_SEGMENTS, TOLERANCE, Segment, select_frames
from annotation.videos.facts import Probe
from annotation.videos.media_errors import InvalidSegments
from kernel.errors import FieldError, Invalid
from kernel.times import to_seconds


def check_segments(probe: Probe, segments: Sequence[Segment]) -> None:
    """Raises Invalid with every wrong field, such as `segments.1.end`; places count from 0, as in the request.

    Each segment starts before it ends, lies inside [0, duration], has no more than three decimals, overlaps no
    other one and holds at least one frame.
    """
    if not segments:
        raise _invalid(
            [FieldError("segments", "no_segments", "Give at least one segment, or null for the whole video.")]
        )
    if len(segments) > MAX_SEGMENTS:
        message = f"{len(segments)} segments are too many; at most {MAX_SEGMENTS} make one clip."
        raise _invalid([FieldError("segments", "too_many_segments", message)])
    errors = [error for place, part in enumerate(segments) for error in _of_one(probe, place, part)]
    if not errors:
        errors = list(_overlaps(segments))
    if errors:
        raise _invalid(errors)
    try:
        select_frames(probe, segments)
    except InvalidSegments as refusal:  # the engine has the last word
        raise _invalid([FieldError("segments", refusal.code, refusal.reason)]) from None


def _of_one(probe: Probe, place: int, part: Segment) -> Iterator[FieldError]:
    where = f"segments.{place}"
    for side, seconds in (("start", part.start), ("end", part.end)):
        error = _of_time(probe, seconds)
        if error is not None:
            yield FieldError(f"{where}.{side}", *error)
            return
    if part.start >= part.end:
        message = f"The segment ends at {part.end} s, which is not after its start at {part.start} s."
        yield FieldError(f"{where}.end", "segment_empty", message)
        return
    try:
        select_frames(probe, [part])
    except InvalidSegments as refusal:
        message = (
            f"No frame of the video begins between {part.start} and {part.end} s; choose a longer segment."
        )
        yield FieldError(
            where,
            refusal.code,
            message if refusal.code == "segment_without_frames" else refusal.reason,
        )


def _of_time(probe: Probe, seconds: Decimal) -> tuple[str, str] | None:
    try:
        to_seconds(seconds)
    except ValueError as error:
        return "time_invalid", f"{error}."
    if seconds < 0:
        return "segment_negative", f"{seconds} s is before the video's beginning at 0."
    if Fraction(seconds) > probe.duration + TOLERANCE:
        return (
            "segment_outside_video",
            f"{seconds} s is after the video's end at {float(probe.duration):.3f} s.",
        )
    return None


def _overlaps(segments: Sequence[Segment]) -> Iterator[FieldError]:
    """One error for each segment that begins inside another, or with it; the later in the list is named."""
    for later in range(1, len(segments)):
        for earlier in range(later):
            one, other = segments[earlier], segments[later]
            if one.start < other.end and other.start < one.end:
                field = "start" if other.start >= one.start else "end"
                message = (
                    f"The segment overlaps segment {earlier + 1} ({one.start} to {one.end} s); "
                    "a clip shows no moment twice."
                )
                yield FieldError(f"segments.{later}.{field}", "segments_overlap", message)
                break


def _invalid(errors: list[FieldError]) -> Invalid:
    return Invalid("invalid", "; ".join(error.message for error in errors[:3]), errors=errors)
