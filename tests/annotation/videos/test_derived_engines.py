"""Waveform, filmstrip and shots of real files, compared with what was drawn and sounded in them."""

from __future__ import annotations

import json
import subprocess
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from annotation.videos import filmstrip
from annotation.videos.filmstrip import choose_step, make_filmstrip, spaced, tile_size
from annotation.videos.media_errors import MediaError, ProcessCancelled
from annotation.videos.peaks import make_peaks, read_peaks
from annotation.videos.probing import probe
from annotation.videos.shots import make_shots
from tests.annotation.coded_frames import BITS, coded_video, shown_frames
from tests.annotation.media_files import small_video
from tests.shared_files import shared_path

SOUNDING = ["cfr25", "edit_list", "late_start_mp4", "transport_stream", "surround", "vp9", "late_start_44100"]
SHOWN = ["cfr25", "vfr", "edit_list", "late_start_mp4", "transport_stream", "open_gop", "rotated", "vp9"]


def loud_onsets(pairs: NDArray[np.int8]) -> list[float]:
    """When the waveform becomes loud after a tenth of a second of quiet."""
    loud = pairs[:, 1] > pairs[:, 1].max() / 4
    return [n / 100 for n in range(len(loud)) if loud[n] and not loud[max(0, n - 10) : n].any()]


@pytest.mark.parametrize("name", SOUNDING)
def test_waveform_is_loud_where_the_sound_is_when_made(name: str, tmp_path: Path) -> None:
    path = coded_video(name)
    facts = probe(path)
    told = make_peaks(path, facts, tmp_path / "peaks.dat")
    pairs = read_peaks((tmp_path / "peaks.dat").read_bytes())
    count = -(-facts.duration * 100 // 1)
    assert told == {"pairs_per_second": 100, "pairs": count, "sound": True}
    assert pairs.shape == (count, 2)
    # A beep begins at every whole second of the drawing; the edit list cuts away what lies before 1.3 s.
    offset = 0.3 if name == "edit_list" else 0.0
    whole = [onset for onset in loud_onsets(pairs) if onset > 0.05]
    assert len(whole) >= 4
    assert all(abs((onset + offset) - round(onset + offset)) <= 0.03 for onset in whole)
    assert (pairs[:, 0] <= pairs[:, 1]).all()


def test_waveform_keeps_both_sides_when_the_channels_cancel_out(tmp_path: Path) -> None:
    path = tmp_path / "opposed.mp4"
    sound = "aevalsrc='0.5*sin(880*PI*t)|-0.5*sin(880*PI*t)':s=48000:d=2"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:d=2", "-f", "lavfi", "-i", sound,
         "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", str(path)],
        check=True,
    )  # fmt: skip
    make_peaks(path, probe(path), tmp_path / "peaks.dat")
    pairs = read_peaks((tmp_path / "peaks.dat").read_bytes())
    assert 55 <= np.median(pairs[:, 1]) <= 70
    assert -70 <= np.median(pairs[:, 0]) <= -55


def test_waveform_has_no_pairs_when_there_is_no_sound(tmp_path: Path) -> None:
    path = coded_video("no_audio")
    told = make_peaks(path, probe(path), tmp_path / "peaks.dat")
    assert told == {"pairs_per_second": 100, "pairs": 0, "sound": False}
    assert len((tmp_path / "peaks.dat").read_bytes()) == 24


def tiles_of(path: Path, told: dict[str, object]) -> list[NDArray[np.uint8]]:
    raw = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", str(path), "-pix_fmt", "gray", "-f", "rawvideo", "-"],
        check=True, capture_output=True,
    ).stdout  # fmt: skip
    columns, rows = int(str(told["columns"])), int(str(told["rows"]))
    width, height = int(str(told["tile_width"])), int(str(told["tile_height"]))
    picture = np.frombuffer(raw, np.uint8).reshape(rows * height, columns * width)
    return [
        picture[row * height : (row + 1) * height, column * width : (column + 1) * width]
        for row in range(rows)
        for column in range(columns)
    ]


def drawn_number(tile: NDArray[np.uint8]) -> int:
    if tile.shape[0] > tile.shape[1]:
        tile = np.rot90(tile, k=-1)
    step = tile.shape[1] / BITS
    return sum(1 << bit for bit in range(BITS) if tile[:, int((bit + 0.5) * step)].mean() > 125)


@pytest.mark.parametrize("name", SHOWN)
def test_every_tile_shows_the_frame_of_its_time_when_made(name: str, tmp_path: Path) -> None:
    path = coded_video(name)
    told = make_filmstrip(path, probe(path), tmp_path / "strip.jpg")
    by_time = {round(float(frame.time), 3): frame.number for frame in shown_frames(path)}
    times = told["times"]
    assert len(times) >= 4
    drawn = [drawn_number(tile) for tile in tiles_of(tmp_path / "strip.jpg", told)]
    assert drawn[: len(times)] == [by_time[time] for time in times]
    assert all(later - earlier >= 0.999 for earlier, later in pairwise(times))


@pytest.mark.parametrize("name", ["cfr25", "open_gop", "transport_stream", "edit_list"])
def test_keyframes_alone_are_decoded_when_the_video_is_long(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filmstrip, "_SHORT", 1)
    path = coded_video(name)
    facts = probe(path)
    told = make_filmstrip(path, facts, tmp_path / "strip.jpg")
    assert told["method"] == ("all_frames" if not facts.frames_addressable else "keyframes")
    by_time = {round(float(frame.time), 3): frame.number for frame in shown_frames(path)}
    drawn = [drawn_number(tile) for tile in tiles_of(tmp_path / "strip.jpg", told)]
    assert drawn[: len(told["times"])] == [by_time[time] for time in told["times"]]


def test_every_frame_is_decoded_when_keyframes_are_too_rare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filmstrip, "_SHORT", 1)
    monkeypatch.setattr(filmstrip, "_SPARSE_SECONDS", 2)
    path = coded_video("one_keyframe")
    told = make_filmstrip(path, probe(path), tmp_path / "strip.jpg")
    assert (told["method"], told["times"]) == ("all_frames", [0.0, 1.0, 2.0, 3.0, 4.0, 5.0])


@pytest.mark.parametrize(
    ("seconds", "step"), [(4, 1), (600, 1), (601, 2), (1200, 2), (3600, 10), (43_200, 90), (86_400, 90)]
)
def test_step_keeps_the_strip_small_when_the_video_is_long(seconds: int, step: int) -> None:
    assert choose_step(Fraction(seconds)) == step


def test_times_are_thinned_out_when_they_are_close() -> None:
    times = [Fraction(n, 10) for n in (0, 5, 9, 10, 14, 20, 31)]
    assert spaced(times, 1) == [0, 1, 2, Fraction(31, 10)]


@pytest.mark.parametrize(
    ("shape", "tile"),
    [((1920, 1080), (160, 90)), ((640, 480), (120, 90)), ((1080, 1920), (50, 90)), ((8, 8000), (2, 90))],
)
def test_tile_keeps_the_shape_when_the_picture_is_not_wide(
    shape: tuple[int, int], tile: tuple[int, int]
) -> None:
    assert tile_size(*shape) == tile


def film_of_three(path: Path) -> Path:
    """Three still drawings of 1.2, 2 and 0.8 s at 25 frames a second."""
    parts = [("testsrc2", 1.2), ("smptebars", 2), ("mandelbrot=end_scale=0.3:maxiter=200", 0.8)]
    inputs = [
        option
        for drawing, seconds in parts
        for option in ("-t", str(seconds), "-f", "lavfi", "-i",
                       f"{drawing}{':' if '=' in drawing else '='}s=320x180:r=25")
    ]  # fmt: skip
    graph = "[0]setsar=1[a];[1]setsar=1[b];[2]setsar=1[c];[a][b][c]concat=n=3"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", *inputs, "-filter_complex", graph, "-c:v", "libx264", "-preset",
         "ultrafast", "-pix_fmt", "yuv420p", str(path)],
        check=True,
    )  # fmt: skip
    return path


def test_shots_begin_at_the_cuts_when_a_film_has_them(tmp_path: Path) -> None:
    folder = tmp_path / "it's, a:b"
    folder.mkdir()
    path = film_of_three(tmp_path / "film.mp4")
    shares: list[float] = []
    told = make_shots(path, probe(path), folder / "shots.json", progress=shares.append)
    assert told == {"method": "ffmpeg scdet", "threshold": 10, "count": 3}
    written = json.loads((folder / "shots.json").read_text())
    assert written["shots"] == [
        {"start": 0.0, "end": 1.2, "frame": 0},
        {"start": 1.2, "end": 3.2, "frame": 30},
        {"start": 3.2, "end": 4.0, "frame": 80},
    ]
    assert written["tool"].startswith("ffmpeg ")
    assert [child.name for child in folder.iterdir()] == ["shots.json"]
    assert all(0 <= share <= 1 for share in shares)


def test_one_shot_is_found_when_nothing_changes(tmp_path: Path) -> None:
    path = small_video()
    assert make_shots(path, probe(path), tmp_path / "shots.json")["count"] == 1


def test_known_cut_of_a_real_film_is_found_when_looked_for(tmp_path: Path) -> None:
    path = shared_path("media/nasa_13013.mp4")
    make_shots(path, probe(path), tmp_path / "shots.json")
    shots = json.loads((tmp_path / "shots.json").read_text())["shots"]
    assert [shot["frame"] for shot in shots] == [0, 202]


@pytest.mark.parametrize("make", [make_peaks, make_filmstrip, make_shots])
def test_nothing_is_left_when_the_work_is_cancelled(make: object, tmp_path: Path) -> None:
    path = coded_video("cfr25")
    with pytest.raises(ProcessCancelled):
        make(path, probe(path), tmp_path / "out", cancelled=lambda: True)  # type: ignore[operator]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("make", [make_peaks, make_filmstrip, make_shots])
def test_nothing_is_left_when_the_source_is_gone(make: object, tmp_path: Path) -> None:
    facts = probe(coded_video("cfr25"))
    with pytest.raises(MediaError):
        make(tmp_path / "gone.mp4", facts, tmp_path / "out")  # type: ignore[operator]
    assert list(tmp_path.iterdir()) == []
