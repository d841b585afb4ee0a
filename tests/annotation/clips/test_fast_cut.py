"""Clips of copied groups of pictures: every frame there once, in order, and like the source at every seam."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from annotation.clips import cutting, fast_cut, fast_graph, fast_plan
from annotation.clips.cutting import CutResult, cut
from annotation.clips.fast_graph import FastFiles
from annotation.clips.fast_plan import Pieces, plan_fast
from annotation.clips.gops import NotCopyable, look_at_groups
from annotation.clips.segments import Segment, select_frames
from annotation.videos.containers import read_mp4_layout
from annotation.videos.facts import Probe
from annotation.videos.media_errors import OutputCheckFailed, ProcessCancelled, ProcessFailed
from annotation.videos.mp4_writing import NewTrack, Samples, write_mp4
from annotation.videos.probing import probe
from tests.annotation.coded_frames import (
    COPYABLE,
    beeps,
    coded_video,
    described,
    numbers_within,
    read_numbers,
    shown_frames,
)

#: Out of order, off the frame grid; each holds a keyframe of every source but for the last, which may be too short.
PIECES = (("2.513", "5.487"), ("0.301", "2.113"), ("2.301", "2.487"))
#: What coding may change; the next frame is 15 dB away.
SAME_PICTURE_DB = 32.0
Pictures = npt.NDArray[np.float32]


@pytest.fixture(autouse=True)
def copying_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it does for large pictures; these are small, so that tests are short."""
    monkeypatch.setattr(fast_plan, "expected_seconds", lambda *_: (2.0, 1.0))


@cache
def facts_of(name: str) -> Probe:
    return probe(coded_video(name))


def segments_of(pieces: Sequence[tuple[str, str]]) -> list[Segment]:
    return [Segment(Decimal(start), Decimal(end)) for start, end in pieces]


def cut_pieces(name: str, output: Path, *pieces: tuple[str, str]) -> CutResult:
    return cut(coded_video(name), facts_of(name), segments_of(pieces), output)


def expected_numbers(name: str, *pieces: tuple[str, str]) -> list[int]:
    source = coded_video(name)
    return [
        number for start, end in pieces for number in numbers_within(source, Fraction(start), Fraction(end))
    ]


def pictures(path: Path) -> Pictures:
    """Every frame that decodes, in grey."""
    raw = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", f"file:{path}", "-map", "0:V:0", "-vsync", "passthrough",
         "-pix_fmt", "gray", "-f", "rawvideo", "-"],
        check=True, capture_output=True,
    )  # fmt: skip
    # Of times in milliseconds the writing side complains; a clip has none.
    assert raw.stderr == b"" or path.suffix == ".mkv"
    return np.frombuffer(raw.stdout, np.uint8).reshape(-1, 64 * 192).astype(np.float32)


def likeness(one: Pictures, other: Pictures) -> npt.NDArray[np.float32]:
    """PSNR of each pair in decibels."""
    found: npt.NDArray[np.float32] = 10 * np.log10(
        255**2 / np.maximum(((one - other) ** 2).mean(axis=1), 1e-3)
    )
    return found


@pytest.mark.parametrize("name", COPYABLE)
def test_every_frame_is_the_sources_own_when_groups_are_copied(name: str, tmp_path: Path) -> None:
    clip = tmp_path / "clip.mp4"

    result = cut_pieces(name, clip, *PIECES)

    assert result.method == "copy_and_encode"
    wanted = expected_numbers(name, *PIECES)
    assert read_numbers(clip) == wanted
    assert 0 < result.recipe["frames_copied"] < result.frames == len(wanted)
    numbers = [frame.number for frame in shown_frames(coded_video(name))]
    alike = likeness(pictures(clip), pictures(coded_video(name))[[numbers.index(n) for n in wanted]])
    assert alike.min() > SAME_PICTURE_DB
    # What was copied is the source's own to the last bit.
    assert (alike > 70).sum() >= result.recipe["frames_copied"]
    assert list(tmp_path.iterdir()) == [clip]


@pytest.mark.parametrize("name", COPYABLE)
def test_times_form_and_sound_are_those_of_every_clip_when_groups_are_copied(
    name: str, tmp_path: Path
) -> None:
    clip = tmp_path / "clip.mp4"

    result = cut_pieces(name, clip, PIECES[0], PIECES[1])

    entries = "stream=codec_type,codec_name,profile,pix_fmt,start_time,duration,r_frame_rate:frame=pts_time"
    found = described(clip, entries)
    streams = {s["codec_type"]: s for s in found["streams"]}
    assert (streams["video"]["codec_name"], streams["video"]["pix_fmt"]) == ("h264", "yuv420p")
    assert streams["video"]["profile"] == facts_of(name).video.profile
    assert streams["audio"]["codec_name"] == "aac"
    assert (float(streams["video"]["start_time"]), float(streams["audio"]["start_time"])) == (0, 0)
    assert float(streams["video"]["duration"]) == pytest.approx(float(result.duration), abs=0.0001)
    assert float(streams["audio"]["duration"]) == pytest.approx(float(result.duration), abs=0.022)
    assert Fraction(streams["video"]["r_frame_rate"]) == facts_of(name).fps
    times = [
        float(frame["pts_time"])
        for frame in described(clip, "frame=pts_time", "-select_streams", "v")["frames"]
    ]
    rate = facts_of(name).fps
    assert rate is not None
    assert times == pytest.approx([float(n / rate) for n in range(result.frames)], abs=2e-6)
    assert read_mp4_layout(clip).faststart


@pytest.mark.parametrize("name", sorted(set(COPYABLE) - {"gops_baseline", "gops_edit_list"}))
@pytest.mark.parametrize("pieces", [(("1.513", "5.487"),), (("2.513", "5.487"), ("0.301", "1.913"))])
def test_sound_is_in_step_when_it_is_copied_or_joined(
    name: str, pieces: tuple[tuple[str, str], ...], tmp_path: Path
) -> None:
    clip = tmp_path / "clip.mp4"

    result = cut_pieces(name, clip, *pieces)

    single = len(pieces) == 1
    copied = single and facts_of(name).audio[0].codec == "aac"
    assert result.recipe["audio"].startswith("copied") == copied
    drawn_at = shown_frames(coded_video(name))[0].time
    wanted, base = [], Fraction(0)
    for segment in result.segments:
        marks = [drawn_at + second for second in range(9)]
        wanted += [
            base + at - segment.first_pts
            for at in marks
            if segment.first_pts < at < segment.last_pts - Fraction(1, 10)
        ]
        base += segment.duration
    # An AAC frame holds 21 ms; what is asked for is a tenth of it, but the onset itself is blurred by a few.
    assert beeps(clip) == pytest.approx([float(at) for at in wanted], abs=0.006)


def test_pieces_end_where_no_later_picture_is_needed_when_frames_are_reordered() -> None:
    name = "gops_pyramid"
    facts, source = facts_of(name), coded_video(name)
    order = [packet["pts"] for packet in described(source, "packet=pts", "-select_streams", "v")["packets"]]
    for stop in range(60, 76):
        segment = Segment(Decimal("0.2"), Decimal(stop) / 25)
        (part,) = look_at_groups(source, facts, plan_fast(facts, select_frames(facts, [segment])).pieces)[1]

        assert (part.copied.start, part.tail.start, part.tail.stop) == (50, part.copied.stop, stop)
        assert 1 <= len(part.tail) <= 9
        decoded = order[50 : part.copied.stop]
        assert sorted(decoded) == [facts.source_pts(n) for n in part.copied]


def test_keyframe_begins_the_clip_unencoded_when_the_segment_starts_on_it(tmp_path: Path) -> None:
    clip = tmp_path / "clip.mp4"

    result = cut_pieces("gops_short", clip, ("0.96", "3"))

    assert result.method == "copy_and_encode"
    assert read_numbers(clip) == list(range(24, 75))
    assert result.recipe["frames_copied"] >= 47


@pytest.mark.parametrize("name", ["open_gop", "intra_refresh"])
def test_frames_are_right_by_encoding_when_groups_are_not_closed(name: str, tmp_path: Path) -> None:
    clip = tmp_path / "clip.mp4"

    result = cut_pieces(name, clip, ("0.513", "5.487"))

    assert result.method == "reencode"
    assert "keyframe" in result.recipe["encoded_because"]
    assert read_numbers(clip) == expected_numbers(name, ("0.513", "5.487"))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("vfr", "the frame rate varies"),
        ("hevc_open_gop", "the coding is hevc"),
        ("transport_stream", "the container is no plain MP4"),
        ("rotated", "turned"),
        ("wide_pixels", "not square"),
        ("fragmented", "the container is no plain MP4"),
        ("one_keyframe", "no segment has a keyframe"),
    ],
)
def test_reason_is_told_when_nothing_may_be_copied(name: str, reason: str) -> None:
    facts = facts_of(name)

    plan = plan_fast(facts, select_frames(facts, segments_of([("0.5", "5.5")])))

    assert plan.why_not is not None
    assert reason in plan.why_not


def test_whichever_way_is_expected_to_be_faster_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = facts_of("gops_short")
    runs = select_frames(facts, segments_of([("0.5", "5.5")]))
    monkeypatch.undo()

    small = plan_fast(facts, runs)
    monkeypatch.setattr(
        fast_plan, "_START", 0.001
    )  # as where pictures are so large that processes cost nothing
    large = plan_fast(facts, runs)

    assert small.why_not is not None
    assert "expected" in small.why_not
    assert large.why_not is None


def test_clip_is_encoded_when_a_copied_clip_fails_its_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = tmp_path / "clip.mp4"

    def other_pictures(*_: Any, **__: Any) -> dict[str, Any]:
        raise OutputCheckFailed("check_failed", "frame 7 is not that of the source (12.0 dB)")

    monkeypatch.setattr(cutting, "check_seams", other_pictures)

    result = cut_pieces("gops_short", clip, ("0.513", "5.487"))

    assert result.method == "reencode"
    assert "frame 7" in result.recipe["encoded_because"]
    assert read_numbers(clip) == expected_numbers("gops_short", ("0.513", "5.487"))
    assert list(tmp_path.iterdir()) == [clip]


@pytest.mark.parametrize("shift", [1, -1])
def test_clip_is_encoded_when_the_copied_group_is_another(
    shift: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = tmp_path / "clip.mp4"

    def displaced(
        source: Path, facts: Probe, pieces: Sequence[Pieces], files: FastFiles, form: Any
    ) -> list[str]:
        command = fast_graph.fast_command(source, facts, pieces, files, form)
        at = [n for n, word in enumerate(command) if word == "-ss"][1]
        command[at + 1] = f"{float(command[at + 1]) + shift * 0.48:.6f}"
        return command

    monkeypatch.setattr(fast_cut, "fast_command", displaced)

    result = cut_pieces("gops_short", clip, ("1.513", "4.487"))

    assert result.method == "reencode"
    assert "came out" in result.recipe["encoded_because"] or "not found" in result.recipe["encoded_because"]
    assert read_numbers(clip) == expected_numbers("gops_short", ("1.513", "4.487"))


@pytest.mark.parametrize("piece", [0, 1, 2])
def test_check_of_seams_sees_it_when_pictures_of_a_piece_are_out_of_order(
    piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts and times are right, only pictures are not."""
    clip = tmp_path / "clip.mp4"

    def disordered(path: Path, tracks: Sequence[NewTrack]) -> None:
        parts = list(tracks[0].samples)
        moved = parts[piece]
        parts[piece] = Samples(moved.path, moved.offsets[::-1], moved.sizes[::-1])
        write_mp4(path, [replace(tracks[0], samples=tuple(parts)), tracks[1]])

    monkeypatch.setattr(fast_cut, "write_mp4", disordered)

    result = cut_pieces("gops_pyramid", clip, ("1.513", "5.287"))

    assert result.method == "reencode"
    because = result.recipe["encoded_because"]
    assert "not that of the source" in because or "complains" in because or "pictures instead" in because
    assert read_numbers(clip) == expected_numbers("gops_pyramid", ("1.513", "5.287"))


def test_nothing_is_left_behind_when_a_copying_cut_is_cancelled_or_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = tmp_path / "clip.mp4"
    calls = iter([False] * 3 + [True] * 1000)
    with pytest.raises(ProcessCancelled):
        cut(
            coded_video("gops_short"), facts_of("gops_short"), segments_of([("0.5", "5.5")]), clip,
            cancelled=lambda: next(calls),
        )  # fmt: skip
    assert list(tmp_path.iterdir()) == []

    def full_disk(path: Path, tracks: Any) -> None:
        write_mp4(path, tracks)
        raise ProcessFailed("output_too_large", "ffmpeg wrote more than was allowed")

    monkeypatch.setattr(fast_cut, "write_mp4", full_disk)
    with pytest.raises(ProcessFailed):
        cut_pieces("gops_short", clip, ("0.5", "5.5"))
    assert list(tmp_path.iterdir()) == []


def test_file_is_the_same_to_the_byte_when_copied_again(tmp_path: Path) -> None:
    one = cut_pieces("gops_pyramid", tmp_path / "one.mp4", *PIECES)
    other = cut_pieces("gops_pyramid", tmp_path / "other.mp4", *PIECES)

    assert one.method == "copy_and_encode"
    assert one.sha256 == other.sha256


def test_source_is_refused_when_its_keyframe_is_not_where_the_probe_says() -> None:
    facts = facts_of("gops_short")
    (part,) = plan_fast(facts, select_frames(facts, segments_of([("0.5", "5.5")]))).pieces
    with pytest.raises(NotCopyable) as refusal:
        look_at_groups(coded_video("gops_long"), facts, [part])

    assert "keyframe" in refusal.value.reason
