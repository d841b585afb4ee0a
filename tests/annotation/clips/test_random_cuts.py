"""Random cuts over real and odd files: the frames that come out are exactly those whose times lie inside.

`LONGEMO_CUTS=200` raises the number of cuts; the seed is fixed, so a larger run begins with the smaller one's cuts.
"""

from __future__ import annotations

import os
import random
import subprocess
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from annotation.clips.cutting import cut
from annotation.clips.segments import Segment
from annotation.videos.facts import Probe
from annotation.videos.probing import probe
from tests.annotation.coded_frames import (
    COPYABLE,
    SOURCES,
    coded_video,
    described,
    read_numbers,
    shown_frames,
)
from tests.shared_files import SHARED_ROOT, shared_path

CUTS = int(os.environ.get("LONGEMO_CUTS", "40"))
SEED = 20_240_607
#: Real and odd files of the shared folder; the coded ones are made here.
SHARED = [
    "media/bbb_720p_51aac_5s.mp4", "media/chaplin_noaudio.mp4", "media/nasa_13013.mp4", "media/asl_no.mkv",
    "media/two_people_webcam_vp9.webm", "media/tears-of-steel-battle.h264.mp4", "media/tears-of-steel-battle.webm",
    "cases/media/ok_cfr25.mp4", "cases/media/vfr.mp4", "cases/media/ntsc_2997_df.mov", "cases/media/rot90.mp4",
    "cases/media/hevc_hvc1.mp4", "cases/media/vp9_opus.webm", "cases/media/av1.mp4", "cases/media/ts_start.ts",
    "cases/media/editlist_preroll.mp4", "cases/media/neg_pts.mkv", "cases/media/no_audio.mp4",
    "cases/media/cover_plus_video.mp4", "cases/media/audio_51.mp4", "cases/media/ac3.mkv",
    "cases/media/audio_longer.mp4", "cases/media/embedded_subs.mkv", "cases/media/moov_end.mp4",
    "cases/media/fragmented.mp4", "cases/media/trunc_faststart.mp4", "cases/media/corrupt_mdat.mp4",
    "cases/media/hdr10_hevc.mp4", "cases/media/h264_hi10.mkv", "cases/media/interlaced.ts", "cases/media/mpeg2.vob",
    "cases/media/odd_dims.webm", "cases/media/tiny_16x16.mp4", "cases/media/long_gop.mp4",
    "cases/media/all_intra.mov",
]  # fmt: skip
THUMBNAIL = (32, 18)
Picture = npt.NDArray[np.int16]


def sources() -> list[str]:
    """Names of all files, shuffled once, so that a small run meets some of each kind."""
    found = [f"coded/{name}" for name in [*SOURCES, *COPYABLE]] + (SHARED if SHARED_ROOT.exists() else [])
    random.Random(SEED).shuffle(found)
    return found


def path_of(name: str) -> Path:
    return coded_video(name.removeprefix("coded/")) if name.startswith("coded/") else shared_path(name)


@cache
def facts_of(name: str) -> Probe:
    return probe(path_of(name))


def choose_segments(chance: random.Random, facts: Probe) -> list[Segment]:
    """One to three segments of up to two seconds that do not overlap, in any order; times to the millisecond.

    Half of the times are those of frames, rounded, as a page gives them; the others are anywhere.
    """
    marks: set[Decimal] = set()
    length = float(facts.duration)
    begin = chance.uniform(0, max(0.0, length - 6))
    while len(marks) < 2 * chance.randint(1, 3):
        if chance.random() < 0.5:
            time = float(facts.time_of(chance.randrange(facts.frames)))
        else:
            time = chance.uniform(0, length)
        if begin <= time <= begin + 6:
            marks.add(Decimal(f"{time:.3f}"))
    ordered = sorted(marks)
    pieces = [Segment(start, end) for start, end in pairwise(ordered)][::2]
    kept = [piece for piece in pieces if expected_frames(facts, piece)]
    chance.shuffle(kept)
    return kept or [Segment(Decimal(0), Decimal(f"{length:.3f}") / 2)]


def expected_frames(facts: Probe, segment: Segment) -> list[int]:
    slack = Fraction(1, 2000)
    start, end = Fraction(segment.start) - slack, Fraction(segment.end) - slack
    return [n for n in range(facts.frames) if start <= facts.time_of(n) < end]


@cache
def thumbnails(path: Path, late: bool = False) -> Picture:
    """Every frame of a file, small and grey, decoded from the beginning by one thread."""
    width, height = THUMBNAIL
    skip_late = "select='isnan(prev_selected_pts)+gt(pts,prev_selected_pts)'," if late else ""
    raw = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "quiet", "-threads", "1", "-copyts", "-i", f"file:{path}", "-map", "0:V:0", "-vf",
         f"{skip_late}scale={width}:{height}:flags=area,format=gray", "-vsync", "passthrough", "-f", "rawvideo", "-"],
        check=False, capture_output=True,
    ).stdout  # fmt: skip
    return np.frombuffer(raw, np.uint8).reshape(-1, height, width).astype(np.int16)


def distance(one: Picture, other: Picture) -> float:
    """Mean difference of two pictures, without what differs in brightness as a whole (colour ranges, tone mapping)."""
    return float(np.abs((one - one.mean()) - (other - other.mean())).mean())


def assert_same_pictures(clip: Picture, source: Picture, wanted: list[int]) -> None:
    """Each picture at an edge of a segment is no nearer to a neighbour of the frame that it must be."""
    edges = {0, len(wanted) - 1}
    edges |= {n for n in range(1, len(wanted)) if wanted[n] != wanted[n - 1] + 1}
    edges |= {n - 1 for n in edges if n}
    for place in edges:
        frame = wanted[place]
        own = distance(clip[place], source[frame])
        for neighbour in (frame - 1, frame + 1):
            if not 0 <= neighbour < len(source):
                continue
            other = distance(clip[place], source[neighbour])
            # Where the source moves less than coding changes a picture, there is no evidence either way.
            if distance(source[frame], source[neighbour]) > max(0.5, min(own, other)):
                assert own < other + 0.1, (place, frame, neighbour)


@pytest.mark.parametrize("number", range(CUTS))
def test_cut_has_exactly_the_right_frames_when_segments_are_random(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = sources()
    name = names[number % len(names)]
    copyable = name.removeprefix("coded/") in COPYABLE
    if copyable:
        # Copying does not pay for pictures this small; what is tested is that it is right.
        monkeypatch.setattr("annotation.clips.fast_plan.expected_seconds", lambda *_: (2.0, 1.0))
    source, facts, clip = path_of(name), facts_of(name), tmp_path / "clip.mp4"
    segments = choose_segments(random.Random(f"{SEED}-{number}"), facts)
    wanted = [frame for segment in segments for frame in expected_frames(facts, segment)]

    result = cut(source, facts, segments, clip)

    assert result.frames == len(wanted)
    if copyable and result.method != "copy_and_encode":
        assert result.recipe["encoded_because"] == "no segment has a keyframe to copy from"
    if name.startswith("coded/"):
        shown = shown_frames(source)
        assert read_numbers(clip) == [shown[frame].number for frame in wanted]
    else:
        pictures = thumbnails.__wrapped__(clip)
        assert len(pictures) == len(wanted)
        if facts.video.rotation == 0:
            assert_same_pictures(pictures, thumbnails(source, bool(facts.late_frames)), wanted)
    streams = {
        s["codec_type"]: s for s in described(clip, "stream=codec_type,start_time,duration")["streams"]
    }
    assert float(streams["video"]["start_time"]) == float(streams["audio"]["start_time"]) == 0
    assert float(streams["audio"]["duration"]) == pytest.approx(
        float(streams["video"]["duration"]), abs=1024 / 48000
    )
