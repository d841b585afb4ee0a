"""Every command of ours ends so that a person or a program can read how: no tracebacks, JSON where it was asked for."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command, get_commands
from django.core.management.base import CommandError
from django.db import OperationalError

from annotation.management.commands import cut
from annotation.videos.durable import written_whole
from annotation.videos.media_errors import MediaError
from evaluation.management.commands import export_records
from kernel.terminal import BROKEN_PIPE, TerminalCommand
from tests.architecture.sources import APPS, ROOT
from tests.personas import People

#: `up` watches processes and tells what happens to them in lines of its own.
OURS = sorted(name for name, app in get_commands().items() if app in APPS and name != "up")


def manage(*arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "manage.py", *arguments]
    ended = subprocess.run(
        command, cwd=ROOT, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, timeout=60
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.parametrize("name", OURS)
def test_command_of_ours_tells_how_it_ends_when_it_is_listed(name: str) -> None:
    module = import_module(f"{get_commands()[name]}.management.commands.{name}")
    assert issubclass(module.Command, TerminalCommand)


# --- times and usage ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("subtitles", "x.srt", "--duration", "nan"),
        ("subtitles", "x.srt", "--duration", "1e999999999"),
        ("cut", "x.mp4", "--output", "y.mp4", "--segment", "0", "1e999999999"),
        ("cut", "x.mp4", "--output", "y.mp4", "--segment", "0", "1e-999999999"),
        ("cut", "x.mp4", "--output", "y.mp4", "--segment", "inf", "5"),
    ],
)
def test_usage_is_refused_in_json_when_a_time_is_no_time(arguments: tuple[str, ...]) -> None:
    code, printed, told = manage(*arguments, "--json")
    assert (code, json.loads(printed)["ok"], json.loads(printed)["code"]) == (2, False, "usage")
    assert "Traceback" not in told


# --- what the system refuses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(28, "No space left on device", "x"), "disk_full"),
        (PermissionError(13, "Permission denied", "x"), "system_error"),
        (OperationalError("attempt to write a readonly database"), "database"),
    ],
)
def test_command_ends_in_json_when_the_system_refuses(
    error: Exception, code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*args: Any, **options: Any) -> None:
        raise error

    monkeypatch.setattr(export_records.Command, "handle", refuse)
    with pytest.raises(SystemExit) as ended:
        export_records.Command().run_from_argv(
            ["manage.py", "export_records", "1", "--output", "x", "--json"]
        )
    assert ended.value.code == 1
    printed = capsys.readouterr()
    assert (json.loads(printed.out)["code"], printed.err) == (code, "")

    with pytest.raises(SystemExit) as ended:
        export_records.Command().run_from_argv(["manage.py", "export_records", "1", "--output", "x"])
    assert ended.value.code == 1
    assert "Traceback" not in capsys.readouterr().err


def test_export_is_refused_when_the_data_folder_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    command = [sys.executable, "manage.py", "export_records", "1", "--output", str(tmp_path / "x"), "--json"]
    environment = {"PATH": os.environ["PATH"], "LONGEMO_DATA_DIR": str(tmp_path / "data")}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, json.loads(ended.stdout)["code"]) == (1, "database")
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("arguments", [("check_records", "README.md"), ("probe", "README.md", "--json")])
def test_command_ends_quietly_when_nobody_reads_on(arguments: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "manage.py", *arguments]
    try:
        ended = subprocess.run(
            command,
            cwd=ROOT,
            env={"PATH": os.environ["PATH"]},
            stdout=write,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    finally:
        os.close(write)
    assert (ended.returncode, ended.stderr) == (BROKEN_PIPE, b"")


# --- targets --------------------------------------------------------------------------------------------------


@pytest.fixture(params=["folder", "pipe", "socket", "link to a pipe"])
def no_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Something at a path that is no file and must stay what it is."""
    target = tmp_path / "target"
    if request.param == "folder":
        target.mkdir()
    elif request.param == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(target))
    elif request.param == "pipe":
        os.mkfifo(target)
    else:
        os.mkfifo(tmp_path / "pipe")
        target.symlink_to(tmp_path / "pipe")
    return target


def test_target_is_left_alone_when_it_is_no_file(no_file: Path) -> None:
    before = stat.S_IFMT(no_file.lstat().st_mode)
    with pytest.raises(MediaError) as refusal, written_whole(no_file):
        pytest.fail("nothing may be written")
    assert refusal.value.code == "output_not_a_file"
    assert stat.S_IFMT(no_file.lstat().st_mode) == before


def test_export_is_refused_when_its_target_is_no_file(people: People, no_file: Path) -> None:
    before = stat.S_IFMT(no_file.lstat().st_mode)
    with pytest.raises(CommandError, match="not a file") as refusal:
        call_command("export_records", str(people.project.pk), "--output", str(no_file))
    assert getattr(refusal.value, "code", "") == "output_not_a_file"
    assert stat.S_IFMT(no_file.lstat().st_mode) == before
    assert [path.name for path in no_file.parent.iterdir() if path.suffix == ".partial"] == []


def test_export_replaces_a_file_when_it_is_one(people: People, tmp_path: Path) -> None:
    target = tmp_path / "records.json"
    target.write_text("old")
    call_command("export_records", str(people.project.pk), "--output", str(target))
    assert json.loads(target.read_text()) == []
    assert [path.name for path in tmp_path.iterdir()] == ["records.json"]


def test_cut_reads_times_as_given_when_they_are_times() -> None:
    assert str(cut.seconds("12.3456")) == "12.3456"
