"""Every file of the shared manifest gets what it should; times are held to ffprobe's own."""

from __future__ import annotations

import json
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

from annotation.videos.facts import Probe, facts_as_json, frames_as_json, probe_from_json
from annotation.videos.frame_rates import find_constant_rate
from annotation.videos.media_errors import ProcessCancelled, UnusableMedia
from annotation.videos.probing import browser_playable, probe
from tests.annotation.coded_frames import SOURCES, coded_video, shown_frames
from tests.shared_files import SHARED_ROOT, shared_path

LONG_NAME = "x" * 240 + ".mp4"
#: file -> frames, duration, first time, rate, displayed size
ACCEPTED: dict[str, tuple[int, float, float, str | None, tuple[int, int]]] = {
    "ok_cfr25.mp4": (150, 6.0, 0.0, "25", (320, 180)),
    "vfr.mp4": (103, 5.766667, 0.0, None, (320, 180)),
    "ntsc_2997_df.mov": (180, 6.006, 0.0, "30000/1001", (320, 180)),
    "rot90.mp4": (150, 6.0, 0.0, "25", (180, 320)),
    "hevc_hvc1.mp4": (150, 6.0, 0.0, "25", (320, 180)),
    "vp9_opus.webm": (150, 6.014, 0.014, "25", (320, 180)),
    "av1.mp4": (150, 6.0, 0.0, "25", (320, 180)),
    "ts_start.ts": (150, 6.021333, 0.021333, "25", (320, 180)),
    "editlist_preroll.mp4": (117, 4.68, 0.0, "25", (320, 180)),
    "neg_pts.mkv": (150, 6.021, 0.021, "25", (320, 180)),
    "no_audio.mp4": (150, 6.0, 0.0, "25", (320, 180)),
    "cover_plus_video.mp4": (150, 6.0, 0.0, "25", (320, 180)),
    "audio_51.mp4": (150, 6.0, 0.0, "25", (320, 180)),
    "ac3.mkv": (150, 6.005, 0.005, "25", (320, 180)),
    "audio_longer.mp4": (150, 6.0, 0.0, "25", (320, 180)),
    "embedded_subs.mkv": (150, 6.021, 0.021, "25", (320, 180)),
    "moov_end.mp4": (150, 6.0, 0.0, "25", (320, 180)),
    "fragmented.mp4": (150, 6.08, 0.08, "25", (320, 180)),
    "trunc_faststart.mp4": (74, 3.0, 0.0, None, (320, 180)),
    "corrupt_mdat.mp4": (147, 6.0, 0.0, None, (320, 180)),
    LONG_NAME: (150, 6.0, 0.0, "25", (320, 180)),
    "hdr10_hevc.mp4": (150, 6.0, 0.0, "25", (320, 180)),
    "h264_hi10.mkv": (150, 6.021, 0.021, "25", (320, 180)),
    "interlaced.ts": (150, 6.021333, 0.021333, "25", (352, 288)),
    "mpeg2.vob": (150, 6.005333, 0.005333, "25", (512, 288)),
    "odd_dims.webm": (100, 4.014, 0.014, "25", (321, 181)),
    "tiny_16x16.mp4": (50, 2.0, 0.0, "25", (16, 16)),
    "long_gop.mp4": (1500, 60.0, 0.0, "25", (160, 90)),
    "all_intra.mov": (75, 3.0, 0.0, "25", (160, 90)),
}
REFUSED = {
    "audio_only.m4a": "no_video_stream",
    "trunc_nomoov.mp4": "index_missing",
    "zero.mp4": "empty_file",
    "text.mp4": "not_a_video",
    "jpg.mp4": "still_image",
    "bomb_dims.mkv": "dimensions_too_large",
    "atk_hls.mp4": "playlist",
    "atk_hls.m3u8": "playlist",
    "atk_hls_file.mp4": "playlist",
    "atk_concat.mp4": "playlist",
    "atk_concat_http.mp4": "playlist",
    "atk_dash.mpd": "playlist",
    "atk.sdp": "playlist",
    "atk_hls_ts.mp4": "playlist",
    "atk_svg.svg": "playlist",
}
WARNED = {
    "trunc_faststart.mp4": {"truncated", "decode_errors", "variable_frame_rate"},
    "corrupt_mdat.mp4": {"decode_errors", "late_frames", "variable_frame_rate"},
    "neg_pts.mkv": {"times_repaired"},
    "vfr.mp4": {"variable_frame_rate"},
    "no_audio.mp4": {"no_audio"},
    "tiny_16x16.mp4": {"no_audio"},
    "hdr10_hevc.mp4": {"hdr"},
    "interlaced.ts": {"interlaced"},
}
PLAYABLE = {"ok_cfr25.mp4", LONG_NAME}


def media(name: str) -> Path:
    """A file of the manifest; the very long name is listed shortened here."""
    if name == LONG_NAME:
        return next(path for path in shared_path("cases/media").iterdir() if path.name.startswith("xxxx"))
    return shared_path(f"cases/media/{name}")


def manifest() -> dict[str, object]:
    found: dict[str, object] = json.loads(shared_path("cases/media/manifest.json").read_text())
    return found


def names_in_manifest() -> list[str]:
    path = SHARED_ROOT / "cases/media/manifest.json"
    return json.loads(path.read_text())["names"]["names"] if path.exists() else ["absent"]


def test_every_file_of_the_manifest_is_in_a_test_when_listed() -> None:
    files = manifest()["files"]
    assert isinstance(files, list)
    listed = {LONG_NAME if entry["file"].startswith("xxxx") else entry["file"] for entry in files}
    assert listed == set(ACCEPTED) | set(REFUSED)


@pytest.mark.parametrize("name", ACCEPTED)
def test_file_is_accepted_with_exact_facts_when_it_is_a_video(name: str) -> None:
    found = probe(media(name))

    frames, duration, first, rate, size = ACCEPTED[name]
    assert (found.frames, found.width, found.height) == (frames, *size)
    assert found.fps == (Fraction(rate) if rate else None)
    assert float(found.duration) == pytest.approx(duration, abs=1e-6)
    assert float(found.first_pts) == pytest.approx(first, abs=1e-6)
    assert {warning.code for warning in found.warnings} == WARNED.get(name, set())
    assert browser_playable(found) == (name in PLAYABLE)
    assert found.keyframes
    assert list(found.pts) == sorted(set(found.pts))


@pytest.mark.parametrize("name", REFUSED)
def test_file_is_refused_with_a_reason_when_it_is_no_usable_video(name: str) -> None:
    with pytest.raises(UnusableMedia) as refusal:
        probe(media(name))

    assert refusal.value.code == REFUSED[name]
    assert len(refusal.value.reason) > 20


@pytest.mark.parametrize("name", names_in_manifest())
def test_file_is_accepted_when_its_name_is_odd(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    shutil.copy(shared_path("cases/media/ok_cfr25.mp4"), path)

    assert probe(path).frames == 150
    assert list(tmp_path.iterdir()) == [path]


@contextmanager
def listening() -> Iterator[tuple[int, list[bytes]]]:
    """A local server that notes every connection; yields its port and the notes."""
    notes: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        over = threading.Event()

        def accept() -> None:
            while not over.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                with connection:
                    notes.append(connection.recv(1000))

        thread = threading.Thread(target=accept)
        thread.start()
        try:
            yield server.getsockname()[1], notes
        finally:
            over.set()
            thread.join()


#: Texts that make an unguarded ffmpeg fetch an address. The first bytes that the sniffing looks at are varied.
LURES = {
    "plain.mp4": "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{url}/a.ts\n#EXT-X-ENDLIST\n",
    "plain.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{url}/a.ts\n#EXT-X-ENDLIST\n",
    "script.mp4": "ffconcat version 1.0\nfile {url}/a.mp4\n",
    "script.mkv": "# a comment first\nffconcat version 1.0\nfile {url}/a.mp4\n",
    "manifest.mpd": '<?xml version="1.0"?><MPD type="static" mediaPresentationDuration="PT6S"><Period><AdaptationSet>'
    '<Representation id="1" mimeType="video/mp4"><BaseURL>{url}/a.mp4</BaseURL></Representation>'
    "</AdaptationSet></Period></MPD>",
    "session.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n",
    "drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg"><image href="{url}/a.png"/></svg>',
}


@pytest.mark.parametrize("name", LURES)
def test_no_connection_is_made_when_the_file_names_an_address(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without the look at the first bytes, so that the allow lists have to hold alone.
    monkeypatch.setattr("annotation.videos.probing.refuse_by_first_bytes", lambda path: None)
    path = tmp_path / name
    with listening() as (port, notes):
        path.write_text(LURES[name].replace("{url}", f"http://127.0.0.1:{port}"))

        with pytest.raises(UnusableMedia) as refusal:
            probe(path)

    assert refusal.value.code in {"format_not_allowed", "not_a_video"}
    assert notes == []


def test_other_file_is_not_read_when_a_script_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.videos.probing.refuse_by_first_bytes", lambda path: None)
    shutil.copy(coded_video("cfr25"), tmp_path / "secret.mp4")
    lure = tmp_path / "lure.mp4"
    lure.write_text("ffconcat version 1.0\nfile secret.mp4\n")

    with pytest.raises(UnusableMedia) as refusal:
        probe(lure)

    assert refusal.value.code == "format_not_allowed"


@pytest.mark.parametrize("name", SOURCES)
def test_times_are_those_that_decoding_gives_when_read_frame_by_frame(name: str) -> None:
    source = coded_video(name)

    found = probe(source)

    times = [float(found.time_of(n)) for n in range(found.frames)]
    assert times == pytest.approx([float(frame.time) for frame in shown_frames(source)], abs=2e-6)
    assert found.variable_frame_rate == (name == "vfr")


@pytest.mark.parametrize("name", ["cfr25", "open_gop", "edit_list", "film_mkv", "vfr", "intra_only"])
def test_times_are_the_same_when_only_the_ends_are_decoded(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = probe(coded_video(name))
    monkeypatch.setattr("annotation.videos.frame_times.DECODE_ALL_PIXELS", 0)
    monkeypatch.setattr("annotation.videos.frame_times._EDGE_SECONDS", 1)

    quick = probe(coded_video(name))

    assert not quick.every_frame_decoded
    assert (quick.pts, quick.keyframes, quick.duration) == (whole.pts, whole.keyframes, whole.duration)


@pytest.mark.parametrize("name", ["trunc_faststart.mp4", "corrupt_mdat.mp4", "neg_pts.mkv"])
def test_every_frame_is_decoded_when_a_look_at_the_ends_finds_damage(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.videos.frame_times.DECODE_ALL_PIXELS", 0)
    monkeypatch.setattr("annotation.videos.frame_times._EDGE_SECONDS", 1)

    found = probe(media(name))

    assert found.every_frame_decoded
    assert found.frames == ACCEPTED[name][0]


def test_first_real_video_is_chosen_when_a_cover_picture_is_there() -> None:
    found = probe(media("cover_plus_video.mp4"))

    assert (found.video.codec, found.frames) == ("h264", 150)


def test_streams_are_told_when_there_are_many() -> None:
    found = probe(media("embedded_subs.mkv"))

    assert [(a.codec, a.channels, a.sample_rate) for a in found.audio] == [("aac", 1, 48000)]
    assert [(s.codec, s.language, s.text) for s in found.subtitles] == [
        ("subrip", "eng", True),
        ("ass", "spa", True),
    ]


def test_depth_and_range_are_told_when_the_picture_is_not_eight_bit() -> None:
    hdr, high = probe(media("hdr10_hevc.mp4")), probe(media("h264_hi10.mkv"))

    assert (hdr.video.hdr, hdr.video.bit_depth) == (True, 10)
    assert (high.video.hdr, high.video.bit_depth, high.video.profile) == (False, 10, "High 10")


def test_probe_survives_being_stored_when_read_back() -> None:
    for name in ("cfr25", "vfr", "transport_stream"):
        found = probe(coded_video(name))

        facts = json.loads(json.dumps(facts_as_json(found)))
        frames = json.loads(json.dumps(frames_as_json(found)))

        assert probe_from_json(facts, frames) == found


def test_probe_stops_when_cancelled() -> None:
    with pytest.raises(ProcessCancelled):
        probe(coded_video("cfr25"), cancelled=lambda: True)


def test_missing_files_and_folders_are_named_when_probed(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "absent.mp4", "file_not_found"), (tmp_path, "not_a_file")):
        with pytest.raises(UnusableMedia) as refusal:
            probe(path)
        assert refusal.value.code == code


@pytest.mark.parametrize("rate", ["24000/1001", "24", "25", "30000/1001", "30", "50", "60000/1001", "12.5"])
@pytest.mark.parametrize("tick", ["1/1000", "1/90000", "1/600"])
def test_rate_is_found_when_times_are_rounded_to_ticks(rate: str, tick: str) -> None:
    exact, base = Fraction(rate), Fraction(tick)
    pts = [round(n / exact / base) for n in range(500)]

    assert find_constant_rate(pts, base, tick=base, candidates=[]) == exact


def test_no_rate_is_found_when_one_frame_is_missing() -> None:
    pts = [n * 40 for n in range(100) if n != 50]

    assert (
        find_constant_rate(pts, Fraction(1, 1000), tick=Fraction(1, 1000), candidates=[Fraction(25)]) is None
    )


def test_duration_ends_with_the_last_frame_when_audio_goes_on() -> None:
    found: Probe = probe(coded_video("audio_longer"))

    assert found.duration == 6
