"""The one runner of ffmpeg: its limits, its cleaning up, and the guard on every input."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from annotation.videos import ffmpeg as media
from annotation.videos.ffmpeg import Limits, compile_command, open_input, open_silence, probe_command, run
from annotation.videos.media_errors import MediaError, ProcessCancelled, ProcessFailed
from tests.annotation.coded_frames import coded_video

PLENTY = Limits(wall_seconds=60, cpu_seconds=60)
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A script in place of ffmpeg, to be written by the test."""
    script = tmp_path / "bin" / "ffmpeg"
    script.parent.mkdir()
    script.touch()
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}:{os.environ['PATH']}")
    return script


def endless() -> list[str]:
    """Encodes silence without end."""
    return compile_command(open_silence().output("pipe:", f="null"))


def alive(process_id: int) -> bool:
    """Say whether a process runs; one that waits to be reaped does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process_id}/status").read_text()
    except FileNotFoundError:
        return False


def wait_until_gone(process_id: int) -> bool:
    deadline = time.monotonic() + 10
    while alive(process_id) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not alive(process_id)


def test_process_is_stopped_when_its_time_is_over() -> None:
    started = time.monotonic()

    with pytest.raises(ProcessFailed) as failure:
        run(endless(), limits=Limits(wall_seconds=0.5, cpu_seconds=60))

    assert failure.value.code == "timeout"
    assert time.monotonic() - started < 10


def test_process_is_stopped_when_it_uses_more_processor_than_allowed() -> None:
    with pytest.raises(ProcessFailed) as failure:
        run(endless(), limits=Limits(wall_seconds=60, cpu_seconds=1))

    assert failure.value.code == "cpu_limit"


def test_process_fails_with_a_reason_when_it_needs_more_memory_than_allowed() -> None:
    # To be played backwards, two hundred pictures of 12 MB each have to be kept; ffmpeg alone fits the limit.
    hungry = {"f": "null", "vf": "scale=3840:2160,loop=loop=200:size=1,reverse"}
    command = compile_command(open_input(coded_video("cfr25")).output("pipe:", **hungry))

    with pytest.raises(ProcessFailed) as failure:
        run(command, limits=Limits(wall_seconds=60, cpu_seconds=60, memory_bytes=900 * 1024 * 1024))

    assert failure.value.code == "memory_limit"


def test_process_is_stopped_when_its_file_grows_past_the_limit(tmp_path: Path) -> None:
    output = tmp_path / "silence.wav"
    command = compile_command(open_silence().output(media.file_url(output), f="wav"))

    with pytest.raises(ProcessFailed) as failure:
        run(command, limits=Limits(wall_seconds=30, cpu_seconds=30, file_bytes=1_000_000))

    assert failure.value.code == "output_too_large"
    assert output.stat().st_size <= 1_000_000


def test_process_is_stopped_when_it_prints_past_the_limit(stand_in: Path) -> None:
    stand_in.write_text("#!/bin/sh\nexec yes\n")

    with pytest.raises(ProcessFailed) as failure:
        run(["ffmpeg"], limits=Limits(wall_seconds=30, cpu_seconds=30, stdout_bytes=100_000))

    assert failure.value.code == "output_too_large"


def test_process_ends_when_it_writes_far_more_to_its_log_than_a_pipe_holds(stand_in: Path) -> None:
    stand_in.write_text(
        "#!/bin/sh\nhead -c 20000000 /dev/zero | tr '\\0' 'x' >&2\necho last >&2\necho done\n"
    )

    result = run(["ffmpeg"], limits=PLENTY)

    assert result.stdout == b"done\n"
    assert result.log.endswith("last\n")
    assert len(result.log) <= 64 * 1024


def test_whole_group_is_killed_when_cancelled(stand_in: Path, tmp_path: Path) -> None:
    note = tmp_path / "child"
    stand_in.write_text(f"#!/bin/sh\nsleep 300 &\necho $! > {note}\nwait\n")

    with pytest.raises(ProcessCancelled) as failure:
        run(["ffmpeg"], limits=PLENTY, cancelled=lambda: note.exists() and note.read_text() != "")

    assert failure.value.code == "cancelled"
    assert wait_until_gone(int(note.read_text()))


def test_process_is_killed_when_a_callback_raises() -> None:
    def broken() -> bool:
        raise RuntimeError("the database went away")

    before = children()
    with pytest.raises(RuntimeError):
        run(endless(), limits=PLENTY, cancelled=broken)

    assert children() == before


def children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def test_process_dies_when_its_parent_is_killed(stand_in: Path, tmp_path: Path) -> None:
    note = tmp_path / "id"
    stand_in.write_text(f"#!/bin/sh\necho $$ > {note}\nexec sleep 300\n")
    program = (
        "from annotation.videos.ffmpeg import Limits, run\n"
        "run(['ffmpeg'], limits=Limits(wall_seconds=300, cpu_seconds=300))"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)
    try:
        deadline = time.monotonic() + 30
        while not (note.exists() and note.read_text().strip()) and time.monotonic() < deadline:
            time.sleep(0.05)
        child = int(note.read_text())
        assert alive(child)

        parent.send_signal(signal.SIGKILL)
        parent.wait()

        assert wait_until_gone(child)
    finally:
        parent.kill()
        parent.wait()


def test_error_of_ffmpeg_is_told_when_it_fails(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.mp4"
    wrong.write_bytes(b"no video at all" * 100)

    with pytest.raises(ProcessFailed) as failure:
        run(probe_command(wrong, ["-show_format"]), limits=PLENTY)

    assert failure.value.code == "ffmpeg_failed"
    assert "Invalid data" in failure.value.log


def test_crash_is_told_apart_when_a_signal_ends_the_process(stand_in: Path) -> None:
    stand_in.write_text("#!/bin/sh\nkill -SEGV $$\n")

    with pytest.raises(ProcessFailed) as failure:
        run(["ffmpeg"], limits=PLENTY)

    assert failure.value.code == "decoder_crashed"


def test_missing_ffmpeg_is_named_with_the_way_out_when_it_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(MediaError) as failure:
        run(["ffmpeg", "-version"], limits=PLENTY)

    assert failure.value.code == "ffmpeg_missing"
    assert "apt-get install ffmpeg" in failure.value.reason


@pytest.mark.parametrize(
    "command",
    [
        ["ffmpeg", "-i", "video.mp4", "-f", "null", "-"],
        ["ffmpeg", "-protocol_whitelist", "file", "-i", "video.mp4"],
        ["ffmpeg", "-protocol_whitelist", "file", "-format_whitelist", "mov", "-i", "a.mp4", "-i", "b.mp4"],
        ["ffmpeg", "-f", "lavfi", "-i", "movie=other.mp4"],
    ],
)
def test_command_is_not_run_when_an_input_has_no_allow_lists(command: list[str]) -> None:
    with pytest.raises(ValueError, match="allow list"):
        run(command, limits=PLENTY)


def test_programs_other_than_ffmpeg_are_not_run_when_asked_for() -> None:
    with pytest.raises(MediaError):
        run(["sh", "-c", "true"], limits=PLENTY)


def test_both_lists_stand_before_every_input_when_built() -> None:
    command = compile_command(open_input(Path("a:b%03d.mp4")).output("pipe:", f="null"))

    before = command[: command.index("-i")]
    assert before[before.index("-protocol_whitelist") + 1] == "file,pipe"
    assert "concat" not in before[before.index("-format_whitelist") + 1].split(",")
    assert command[command.index("-i") + 1] == f"file:{Path.cwd()}/a:b%03d.mp4"


def test_progress_tells_seconds_of_output_when_encoding() -> None:
    seconds: list[float] = []
    command = compile_command(open_input(coded_video("cfr25")).output("pipe:", f="null"))

    run(command, limits=PLENTY, progress=seconds.append)

    assert seconds == sorted(seconds)
    assert seconds[-1] == pytest.approx(6, abs=0.1)
