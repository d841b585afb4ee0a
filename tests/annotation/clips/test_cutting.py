"""Cuts are counted by decoding, and their frames recognised by the number that is drawn in each."""

from __future__ import annotations

import dataclasses
import subprocess
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from annotation.clips.cut_graph import cut_command
from annotation.clips.cutting import CutResult, cut
from annotation.clips.segments import FrameRun, Segment
from annotation.videos.containers import read_mp4_layout
from annotation.videos.durable import sha256_of
from annotation.videos.facts import Probe
from annotation.videos.media_errors import InvalidSegments, MediaError, OutputCheckFailed, ProcessCancelled
from annotation.videos.probing import probe
from tests.annotation.coded_frames import (
    SOURCES,
    beeps,
    coded_video,
    described,
    numbers_within,
    read_numbers,
    shown_frames,
)
from tests.settings import DATA

#: Out of order, not contiguous, off the frame grid.
PIECES = (("2.513", "4.487"), ("0.601", "1.913"), ("2.301", "2.487"))
EDIT_LIST_START = 33


def segments_of(*pieces: tuple[str, str]) -> list[Segment]:
    return [Segment(Decimal(start), Decimal(end)) for start, end in pieces]


def cut_pieces(source: Path, output: Path, *pieces: tuple[str, str]) -> CutResult:
    return cut(source, probe(source), segments_of(*pieces), output)


def expected_numbers(source: Path, *pieces: tuple[str, str]) -> list[int]:
    return [
        number for start, end in pieces for number in numbers_within(source, Fraction(start), Fraction(end))
    ]


@cache
def cut_of(name: str) -> tuple[CutResult, Path]:
    """The PIECES of one of the SOURCES, cut once a session."""
    clip = DATA / "coded" / f"clip-of-{name}.mp4"
    return cut_pieces(coded_video(name), clip, *PIECES), clip


@pytest.mark.parametrize("name", SOURCES)
def test_cut_has_exactly_the_frames_of_its_segments_when_decoded(name: str) -> None:
    result, clip = cut_of(name)

    expected = expected_numbers(coded_video(name), *PIECES)
    assert read_numbers(clip) == expected
    assert result.frames == len(expected)
    assert sum(segment.frames for segment in result.segments) == len(expected)


@pytest.mark.parametrize("name", SOURCES)
def test_cut_plays_from_zero_with_sound_as_long_as_picture_when_measured(name: str) -> None:
    result, clip = cut_of(name)

    entries = "stream=codec_type,codec_name,pix_fmt,start_time,duration,sample_aspect_ratio"
    streams = {s["codec_type"]: s for s in described(clip, f"{entries}:stream_side_data")["streams"]}
    assert (streams["video"]["codec_name"], streams["video"]["pix_fmt"]) == ("h264", "yuv420p")
    assert streams["audio"]["codec_name"] == "aac"
    assert (float(streams["video"]["start_time"]), float(streams["audio"]["start_time"])) == (0, 0)
    assert float(streams["video"]["duration"]) == pytest.approx(float(result.duration), abs=0.001)
    assert float(streams["audio"]["duration"]) == pytest.approx(float(result.duration), abs=0.022)
    assert "side_data_list" not in streams["video"]
    assert streams["video"].get("sample_aspect_ratio", "1:1") == "1:1"
    assert read_mp4_layout(clip).faststart


@pytest.mark.parametrize("name", sorted(set(SOURCES) - {"no_audio", "audio_shorter", "edit_list"}))
def test_sound_stays_within_one_audio_frame_of_the_picture_when_cut_in_pieces(name: str) -> None:
    result, clip = cut_of(name)

    # A beep starts at each whole second of the drawing, which starts with the first frame.
    drawn_at = shown_frames(coded_video(name))[0].time
    first, second, _ = result.segments
    wanted = [drawn_at + mark - first.first_pts for mark in (3, 4)]
    wanted.append(first.duration + drawn_at + 1 - second.first_pts)
    assert beeps(clip) == pytest.approx([float(at) for at in wanted], abs=1024 / 48000)


def test_edge_frames_are_those_at_or_after_the_times_when_times_lie_on_frames(tmp_path: Path) -> None:
    source, clip = coded_video("cfr25"), tmp_path / "clip.mp4"

    result = cut_pieces(source, clip, ("1.2", "2.4"))

    assert read_numbers(clip) == list(range(30, 60))
    assert [(s.first_pts, s.last_pts, s.frames) for s in result.segments] == [
        (Fraction(6, 5), Fraction(59, 25), 30)
    ]
    assert result.duration == Fraction(6, 5)


@pytest.mark.parametrize("name", ["ntsc", "film_mkv", "fast_5994"])
def test_millisecond_times_mean_the_frames_they_were_read_from_when_rates_are_fractions(
    name: str, tmp_path: Path
) -> None:
    source, clip = coded_video(name), tmp_path / "clip.mp4"
    frames = shown_frames(source)
    for first, stop in ((7, 31), (40, 41), (50, 67)):
        piece = (f"{float(frames[first].time):.3f}", f"{float(frames[stop].time):.3f}")

        cut_pieces(source, clip, piece)

        assert read_numbers(clip) == list(range(first, stop))


def test_last_frame_is_kept_when_the_segment_ends_with_the_video(tmp_path: Path) -> None:
    source, clip = coded_video("ntsc"), tmp_path / "clip.mp4"
    end = f"{float(probe(source).duration):.3f}"

    cut_pieces(source, clip, ("5.5", end))

    assert read_numbers(clip)[-1] == shown_frames(source)[-1].number


def test_whole_video_comes_out_when_the_segment_is_all_of_it(tmp_path: Path) -> None:
    source, clip = coded_video("cfr25"), tmp_path / "clip.mp4"

    cut_pieces(source, clip, ("0", "6"))

    assert read_numbers(clip) == list(range(150))


def test_frames_before_the_edit_list_stay_hidden_when_cut_from_zero(tmp_path: Path) -> None:
    source, clip = coded_video("edit_list"), tmp_path / "clip.mp4"

    cut_pieces(source, clip, ("0", "0.4"))

    assert read_numbers(clip) == list(range(EDIT_LIST_START, EDIT_LIST_START + 10))


def test_frame_times_stay_those_of_the_source_when_the_rate_varies(tmp_path: Path) -> None:
    source, clip = coded_video("vfr"), tmp_path / "clip.mp4"
    inside = [f.time for f in shown_frames(source) if Fraction(1) <= f.time < Fraction(3)]

    cut_pieces(source, clip, ("1", "3"))

    times = [
        float(frame["pts_time"])
        for frame in described(clip, "frame=pts_time", "-select_streams", "v")["frames"]
    ]
    assert times == pytest.approx([float(time - inside[0]) for time in inside], abs=0.0001)


def test_track_is_silent_when_the_source_has_no_audio() -> None:
    _, clip = cut_of("no_audio")

    raw = ["ffmpeg", "-v", "error", "-i", str(clip), "-map", "0:a", "-f", "s16le", "-"]
    samples = subprocess.run(raw, check=True, capture_output=True).stdout
    assert len(samples) > 48000
    assert set(samples) == {0}


def test_sound_is_silence_when_the_segment_lies_past_the_audio(tmp_path: Path) -> None:
    clip = tmp_path / "clip.mp4"

    result = cut_pieces(coded_video("audio_shorter"), clip, ("4", "5.6"))

    assert beeps(clip) == []
    assert result.check["ends"]["audio"] == pytest.approx(1.6, abs=0.001)


def test_many_joins_do_not_drift_when_segments_are_short(tmp_path: Path) -> None:
    source, clip = coded_video("ntsc"), tmp_path / "clip.mp4"
    pieces = [(f"{5.5 - n * 0.2:.3f}", f"{5.5 - n * 0.2 + 0.15:.3f}") for n in range(25)]

    result = cut_pieces(source, clip, *pieces)

    assert read_numbers(clip) == expected_numbers(source, *pieces)
    assert result.check["ends"]["audio"] == pytest.approx(float(result.duration), abs=0.001)


def test_file_is_the_same_to_the_byte_when_cut_again(tmp_path: Path) -> None:
    source = coded_video("cfr25")

    one = cut_pieces(source, tmp_path / "one.mp4", *PIECES)
    other = cut_pieces(source, tmp_path / "other.mp4", *PIECES)

    assert one.sha256 == other.sha256 == sha256_of(tmp_path / "other.mp4")


def test_frames_are_found_by_counting_when_seeking_misses_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, clip = coded_video("cfr25"), tmp_path / "clip.mp4"

    def missing_one(
        source: Path, facts: Probe, runs: Sequence[FrameRun], output: Path, *, seek: bool
    ) -> list[str]:
        missed = [dataclasses.replace(run, first=run.first + 1) for run in runs] if seek else runs
        return cut_command(source, facts, missed, output, seek=seek)

    monkeypatch.setattr("annotation.clips.cutting.cut_command", missing_one)

    result = cut_pieces(source, clip, ("1.2", "2.4"))

    assert result.method == "reencode_from_start"
    assert read_numbers(clip) == list(range(30, 60))
    assert list(tmp_path.iterdir()) == [clip]


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ((), "no_segments"),
        ((("1", "1"),), "segment_empty"),
        ((("2", "1"),), "segment_empty"),
        ((("-1", "1"),), "segment_negative"),
        ((("nan", "1"),), "segment_not_finite"),
        ((("1", "Infinity"),), "segment_not_finite"),
        ((("1", "6.001"),), "segment_outside_video"),
        ((("7", "8"),), "segment_outside_video"),
        ((("1", "3"), ("0", "1.001")), "segments_overlap"),
        ((("1.001", "1.039"),), "segment_without_frames"),
        (tuple((str(n / 100), str(n / 100 + 0.005)) for n in range(101)), "too_many_segments"),
    ],
)
def test_cut_is_refused_and_the_output_untouched_when_segments_do_not_fit(
    pieces: tuple[tuple[str, str], ...], code: str, tmp_path: Path
) -> None:
    source, clip = coded_video("cfr25"), tmp_path / "clip.mp4"
    clip.write_bytes(b"what was there before")

    with pytest.raises(InvalidSegments) as refusal:
        cut_pieces(source, clip, *pieces)

    assert refusal.value.code == code
    assert clip.read_bytes() == b"what was there before"
    assert list(tmp_path.iterdir()) == [clip]


def test_segment_past_the_video_is_refused_when_only_the_audio_goes_on(tmp_path: Path) -> None:
    with pytest.raises(InvalidSegments) as refusal:
        cut_pieces(coded_video("audio_longer"), tmp_path / "clip.mp4", ("5", "7"))

    assert refusal.value.code == "segment_outside_video"


def test_nothing_is_left_behind_when_the_cut_is_cancelled(tmp_path: Path) -> None:
    source = coded_video("cfr25")
    calls = iter([False] + [True] * 1000)

    with pytest.raises(ProcessCancelled):
        cut(
            source,
            probe(source),
            segments_of(("0", "6")),
            tmp_path / "clip.mp4",
            cancelled=lambda: next(calls),
        )

    assert list(tmp_path.iterdir()) == []


def test_progress_goes_up_to_one_when_cutting(tmp_path: Path) -> None:
    source = coded_video("cfr25")
    shares: list[float] = []

    cut(source, probe(source), segments_of(("0", "6")), tmp_path / "clip.mp4", progress=shares.append)

    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_cut_is_refused_when_it_would_replace_its_source(tmp_path: Path) -> None:
    source = tmp_path / "source.mp4"
    source.write_bytes(coded_video("cfr25").read_bytes())
    before = sha256_of(source)

    with pytest.raises(MediaError) as refusal:
        cut_pieces(source, source, ("1", "2"))

    assert refusal.value.code == "output_is_source"
    assert sha256_of(source) == before


def test_cut_is_refused_when_the_source_is_not_the_probed_file(tmp_path: Path) -> None:
    facts = probe(coded_video("cfr25"))

    with pytest.raises(MediaError) as refusal:
        cut(coded_video("ntsc"), facts, segments_of(("1", "2")), tmp_path / "clip.mp4")

    assert refusal.value.code == "source_changed"


def test_cut_is_refused_when_the_folder_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MediaError) as refusal:
        cut_pieces(coded_video("cfr25"), tmp_path / "absent" / "clip.mp4", ("1", "2"))

    assert refusal.value.code == "no_output_folder"


def test_wrong_clip_is_thrown_away_when_the_check_fails(tmp_path: Path) -> None:
    source = coded_video("cfr25")
    facts = probe(source)
    # A probe that promises frames which the file does not have.
    more = dataclasses.replace(
        facts, pts=(*facts.pts, *range(facts.pts[-1] + 512, facts.pts[-1] + 5632, 512))
    )

    with pytest.raises(OutputCheckFailed) as failure:
        cut(source, more, segments_of(("5", "6.3")), tmp_path / "clip.mp4")

    assert "frames instead of" in failure.value.reason
    assert list(tmp_path.iterdir()) == []
