"""probe, cut and subtitles from the command line: their --json forms are a contract (docs/commands.md)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from annotation.videos.durable import sha256_of
from tests.annotation.coded_frames import coded_video, read_numbers

ROOT = Path(__file__).resolve().parents[2]


def manage(*arguments: str) -> tuple[int, str, str]:
    """Run a command as a script would: another process, and an environment without any setting."""
    environment = {"PATH": os.environ["PATH"]}
    command = [sys.executable, "manage.py", *arguments]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout, ended.stderr


def manage_json(*arguments: str) -> tuple[int, dict[str, Any]]:
    code, printed, _ = manage(*arguments, "--json")
    return code, json.loads(printed)


def test_probe_prints_its_contract_when_the_file_is_a_video() -> None:
    code, found = manage_json("probe", str(coded_video("ntsc")))

    assert code == 0
    kept = (
        "ok",
        "duration",
        "frames",
        "first_pts",
        "fps",
        "variable_frame_rate",
        "width",
        "height",
        "rotation",
    )
    assert {name: found[name] for name in kept} == {
        "ok": True,
        "duration": 6.006,
        "frames": 180,
        "first_pts": 0.0,
        "fps": "30000/1001",
        "variable_frame_rate": False,
        "width": 192,
        "height": 64,
        "rotation": 0,
    }
    assert found["video_codec"] == "h264"
    assert found["audio"] == [{"codec": "aac", "channels": 1, "sample_rate": 48000}]


def test_probe_gives_no_rate_when_it_varies() -> None:
    code, found = manage_json("probe", str(coded_video("vfr")))

    assert (code, found["fps"], found["variable_frame_rate"]) == (0, None, True)


def test_probe_ends_with_code_and_reason_when_the_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.mp4"
    path.touch()

    code, found = manage_json("probe", str(path))

    assert code == 1
    assert found == {
        "ok": False,
        "code": "empty_file",
        "reason": "The file is empty (0 bytes). Upload it again.",
    }


def test_cut_prints_its_contract_when_a_clip_was_written(tmp_path: Path) -> None:
    clip = tmp_path / "-clip of ours.mp4"
    source = str(coded_video("cfr25"))

    code, found = manage_json(
        "cut", source, "--segment", "3", "4", "--segment", "0.5", "1.02", f"--output={clip}"
    )

    assert code == 0
    kept = ("ok", "path", "frames", "duration", "sha256", "method", "segments")
    assert {name: found[name] for name in kept} == {
        "ok": True,
        "path": str(clip),
        "frames": 38,
        "duration": 1.52,
        "sha256": sha256_of(clip),
        "method": "reencode",
        "segments": [
            {"start": 3.0, "end": 4.0, "first_pts": 3.0, "last_pts": 3.96, "frames": 25},
            {"start": 0.5, "end": 1.02, "first_pts": 0.52, "last_pts": 1.0, "frames": 13},
        ],
    }
    assert read_numbers(clip) == [*range(75, 100), *range(13, 26)]


def test_cut_ends_with_code_and_reason_when_a_segment_lies_outside(tmp_path: Path) -> None:
    code, found = manage_json(
        "cut", str(coded_video("cfr25")), "--segment", "5", "60", "--output", str(tmp_path / "clip.mp4")
    )

    assert (code, found["ok"], found["code"]) == (1, False, "segment_outside_video")
    assert list(tmp_path.iterdir()) == []


def test_cut_leaves_nothing_when_it_is_terminated(tmp_path: Path) -> None:
    arguments = ["--segment", "0", "6", "--output", str(tmp_path / "clip.mp4"), "--json"]
    command = [sys.executable, "manage.py", "cut", str(coded_video("interlaced")), *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not list(tmp_path.iterdir()) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    printed, _ = process.communicate(timeout=60)

    assert json.loads(printed)["code"] == "cancelled"
    assert process.returncode == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [("probe",), ("cut", "a.mp4"), ("cut", "a.mp4", "--segment", "a", "b", "--output", "c")]
)
def test_exit_code_is_two_when_the_call_is_wrong(arguments: tuple[str, ...]) -> None:
    code, _, told = manage(*arguments)

    assert code == 2
    assert "usage" in told


def test_subtitles_print_their_contract_when_read(tmp_path: Path) -> None:
    path = tmp_path / "lines.srt"
    path.write_text(
        "1\n00:00:01,000 --> 00:00:03,250\nROSS: Hi <b>there</b>\n\n2\n00:00:05,000 --> 00:00:04,000\nx\n"
    )

    code, found = manage_json("subtitles", str(path))

    assert code == 0
    assert found == {
        "ok": True,
        "format": "srt",
        "encoding": "utf-8",
        "utterances": [{"id": "U1", "t": [1, 3.25], "speaker": "ROSS", "text": "Hi there"}],
        "warnings": [
            {
                "line": 6,
                "code": "end_before_start",
                "message": "The cue ends before it begins and was left out.",
            }
        ],
    }


def test_subtitles_ask_for_the_encoding_when_it_is_in_doubt(tmp_path: Path) -> None:
    path = tmp_path / "lines.srt"
    path.write_bytes("1\n00:00:01,000 --> 00:00:03,000\ntrès café\n".encode("cp1252"))

    refused, found = manage_json("subtitles", str(path))
    accepted, read = manage_json("subtitles", str(path), "--encoding", "cp1252")

    assert (refused, found["ok"], found["code"]) == (1, False, "encoding_unknown")
    assert "--encoding" in found["reason"]
    assert (accepted, read["utterances"][0]["text"]) == (0, "très café")


def test_subtitles_of_a_missing_file_are_refused_when_asked_for(tmp_path: Path) -> None:
    code, found = manage_json("subtitles", str(tmp_path / "absent.srt"))

    assert (code, found["code"]) == (1, "unreadable")
