"""How much of a prepared video was played."""

from decimal import Decimal as D

import pytest

from kernel.errors import Invalid
from review.assignments.watching import (
    in_prepared,
    join_stretches,
    missing_seconds,
    read_stretches,
    to_json,
    watched_share,
)

TEN = [(D(0), D(10))]


def test_stretches_become_one_when_they_overlap_or_touch() -> None:
    joined = join_stretches([(D(5), D(7)), (D(0), D(2)), (D(2), D(3)), (D(6), D(9))])
    assert joined == [(D(0), D(3)), (D(5), D(9))]


def test_share_counts_each_second_once_when_parts_were_played_twice() -> None:
    assert watched_share([(D(0), D(4)), (D(2), D(6))], TEN) == 0.6


def test_share_is_of_the_parts_alone_when_only_they_have_to_be_played() -> None:
    parts = [(D(1), D(3)), (D(6), D(8))]
    assert watched_share([(D(2), D(7))], parts) == 0.5
    assert missing_seconds([(D(2), D(7))], parts, required_share=0.8) == D("1.200")


def test_intervals_lie_where_they_are_played_when_the_video_is_cut() -> None:
    segments = [(D(40), D(44)), (D(20), D(26))]
    found = in_prepared([(D(25), D(41)), (D(50), D(60)), (D(20), D(21))], segments)
    assert found == [(D(0), D(1)), (D(4), D(5)), (D(9), D(10))]
    assert in_prepared([(D(25), D(41)), (D(30), D(50))], None) == [(D(25), D(50))]


def test_share_stops_at_the_end_when_the_player_ran_past_it() -> None:
    assert watched_share([(D(0), D("10.4"))], TEN) == 1.0


@pytest.mark.parametrize(
    ("required", "missing"), [(0.0, "0"), (0.4, "0"), (0.5, "1.000"), (1.0, "6.000"), (0.33333, "0")]
)
def test_missing_is_what_is_left_to_play_when_a_share_is_required(required: float, missing: str) -> None:
    assert missing_seconds([(D(0), D(4))], TEN, required_share=required) == D(missing)


def test_missing_is_rounded_up_when_it_is_no_whole_millisecond() -> None:
    assert missing_seconds([], [(D(0), D("3.000"))], required_share=0.3333) == D("1.000")
    assert missing_seconds([], [(D(0), D("10.001"))], required_share=0.8) == D("8.001")


def test_stretches_are_read_to_the_millisecond_when_a_player_reports_more() -> None:
    read = read_stretches([[0, 1.23456789], [2.0001, 2.0002]], duration=D(10))
    assert to_json(read) == [[0, 1.235]]


@pytest.mark.parametrize(
    ("reported", "field"),
    [
        ([[0, 1], [-1, 2]], "watched.1"),
        ([[3, 2]], "watched.0"),
        ([[0, 11.5]], "watched.0"),
        ([[float("nan"), 2]], "watched.0"),
        ([[0, float("inf")]], "watched.0"),
        ([[1]], "watched.0"),
        ([[0, 1]] * 1001, "watched"),
    ],
)
def test_stretch_is_refused_by_name_when_it_is_wrong(reported: list[list[float]], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_stretches(reported, duration=D(10))
    assert refused.value.code == "invalid_stretch"
    assert refused.value.errors[0].field == field


def test_stretch_is_taken_when_it_ends_a_second_beyond_the_measured_length() -> None:
    assert read_stretches([[9, 11]], duration=D(10)) == [(D("9.000"), D("11.000"))]


@pytest.mark.parametrize("pair", [[1e308, 1.0], [0.0, 1e308], [float("inf"), 1.0], [0.0, float("nan")]])
def test_stretch_is_refused_when_a_number_is_beyond_every_video(pair: list[float]) -> None:
    with pytest.raises(Invalid) as refusal:
        read_stretches([pair], duration=None)
    assert [(error.field, error.code) for error in refusal.value.errors] == [("watched.0", "invalid_stretch")]
