"""Segments against a real probe: every wrong field is named."""

from __future__ import annotations

from decimal import Decimal
from functools import cache

import pytest

from annotation.clips.segments import Segment
from annotation.clips.validation import check_segments
from annotation.videos.facts import Probe
from annotation.videos.probing import probe
from kernel.errors import Invalid
from tests.annotation.media_files import small_video


@cache
def facts() -> Probe:
    return probe(small_video())


def errors_of(*pairs: tuple[str, str]) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as caught:
        check_segments(facts(), [Segment(Decimal(start), Decimal(end)) for start, end in pairs])
    return [(error.field, error.code) for error in caught.value.errors]


@pytest.mark.parametrize(
    "pairs",
    [
        [("0", "4")],
        [("0", "0.040")],
        [("3.96", "4.000")],
        [("2", "3"), ("0", "1"), ("1", "2")],  # back in time, touching
    ],
)
def test_segments_pass_when_they_fit(pairs: list[tuple[str, str]]) -> None:
    check_segments(facts(), [Segment(Decimal(start), Decimal(end)) for start, end in pairs])


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([("0", "1"), ("2", "4.001")], [("segments.1.end", "segment_outside_video")]),
        ([("9", "10")], [("segments.0.start", "segment_outside_video")]),
        ([("-0.001", "1")], [("segments.0.start", "segment_negative")]),
        ([("2", "2")], [("segments.0.end", "segment_empty")]),
        (
            [("3", "2"), ("0", "9")],
            [("segments.0.end", "segment_empty"), ("segments.1.end", "segment_outside_video")],
        ),
        ([("0.001", "0.039")], [("segments.0", "segment_without_frames")]),
        ([("0", "1.0001")], [("segments.0.end", "time_invalid")]),
        ([("NaN", "1")], [("segments.0.start", "time_invalid")]),
        ([("0", "2"), ("1.999", "3")], [("segments.1.start", "segments_overlap")]),
        ([("2", "3"), ("1", "2.001")], [("segments.1.end", "segments_overlap")]),
        ([("0", "1"), ("0", "1")], [("segments.1.start", "segments_overlap")]),
        ([("1", "2"), ("0", "4")], [("segments.1.end", "segments_overlap")]),
        ([], [("segments", "no_segments")]),
    ],
)
def test_wrong_field_is_named_when_segments_do_not_fit(
    pairs: list[tuple[str, str]], expected: list[tuple[str, str]]
) -> None:
    assert errors_of(*pairs) == expected


def test_clip_is_refused_when_it_has_too_many_segments() -> None:
    assert errors_of(*[("0", "1")] * 101) == [("segments", "too_many_segments")]
