"""A proxy plays anywhere, and a time in it is the same frame in the original."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from annotation.videos.media_errors import ProcessCancelled
from annotation.videos.probing import browser_playable, probe
from annotation.videos.proxying import make_proxy
from tests.annotation.coded_frames import beeps, coded_video, described, read_numbers, shown_frames
from tests.shared_files import shared_path

pytestmark = pytest.mark.one_database

NAMES = [
    "vfr",
    "film_mkv",
    "transport_stream",
    "program_stream",
    "avi",
    "edit_list",
    "rotated",
    "vp8_hidden_frames",
]


@pytest.mark.parametrize("name", NAMES)
def test_every_frame_keeps_its_time_when_a_proxy_is_made(name: str, tmp_path: Path) -> None:
    source, output = coded_video(name), tmp_path / "proxy.mp4"
    original = probe(source)

    make_proxy(source, original, output)

    proxy = probe(output)
    assert read_numbers(output) == [frame.number for frame in shown_frames(source)]
    assert [float(proxy.time_of(n)) for n in range(proxy.frames)] == pytest.approx(
        [float(original.time_of(n)) for n in range(original.frames)], abs=2e-5
    )
    assert browser_playable(proxy)
    assert proxy.duration == pytest.approx(original.duration, abs=0.001)


@pytest.mark.parametrize("name", ["transport_stream", "vfr", "vp8_hidden_frames", "late_start_44100"])
def test_sound_stays_in_step_when_a_proxy_is_made(name: str, tmp_path: Path) -> None:
    source, output = coded_video(name), tmp_path / "proxy.mp4"

    make_proxy(source, probe(source), output)

    assert beeps(output) == pytest.approx(beeps(source), abs=1024 / 48000)


def test_keyframes_are_close_when_the_original_has_one_a_minute(tmp_path: Path) -> None:
    source, output = coded_video("one_keyframe"), tmp_path / "proxy.mp4"

    make_proxy(source, probe(source), output)

    proxy = probe(output)
    marks = [*(float(proxy.time_of(n)) for n in proxy.keyframes), float(proxy.duration)]
    assert max(later - earlier for earlier, later in pairwise(marks)) <= 1.04


def test_picture_is_at_most_720_high_when_the_original_is_larger(tmp_path: Path) -> None:
    source, output = shared_path("media/bbb_720p_51aac_5s.mp4"), tmp_path / "proxy.mp4"

    made = make_proxy(source, probe(source), output)

    stream = described(output, "stream=width,height", "-select_streams", "v")["streams"][0]
    assert (stream["width"], stream["height"]) == (made.width, made.height) == (1280, 720)


def test_video_without_sound_gets_no_track_when_a_proxy_is_made(tmp_path: Path) -> None:
    source, output = coded_video("no_audio"), tmp_path / "proxy.mp4"

    made = make_proxy(source, probe(source), output)

    assert made.check["audio_codec"] is None
    assert probe(output).audio == ()


def test_nothing_is_left_behind_when_a_proxy_is_cancelled(tmp_path: Path) -> None:
    source = coded_video("cfr25")

    with pytest.raises(ProcessCancelled):
        make_proxy(source, probe(source), tmp_path / "proxy.mp4", cancelled=lambda: True)

    assert list(tmp_path.iterdir()) == []
