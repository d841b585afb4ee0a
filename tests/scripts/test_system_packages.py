"""scripts/system-packages.sh on machines that lack something: a PATH with a few real programs and stand-ins."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

REAL = ("bash", "env", "cat", "dirname", "grep", "head", "printf", "rm", "sha256sum", "cut", "sed")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder for PATH with the ordinary programs of a bare machine: python3, node and npm, but no ffmpeg."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in REAL:
        found = shutil.which(name)
        assert found, name
        (folder / name).symlink_to(found)
    stand_in(folder, "python3", f'exec {sys.executable} "$@"')
    stand_in(folder, "id", "echo 0")
    stand_in(folder, "npm", "true")
    stand_in(folder, "node", "case $1 in --version) echo v20.19.0;; *) exit 0;; esac")
    stand_in(folder, "apt-get", 'echo "apt-get $*"')
    stand_in(folder, "espeak-ng", "true")
    return folder


def stand_in(folder: Path, name: str, body: str) -> None:
    """Write a small program of that name."""
    path = folder / name
    path.write_text(f"#!{shutil.which('bash')}\n{body}\n")
    path.chmod(0o755)


def run(folder: Path, purpose: str) -> subprocess.CompletedProcess[str]:
    """Run the script with nothing but `folder` as PATH."""
    return subprocess.run(
        [ROOT / "scripts/system-packages.sh", purpose],
        env={"PATH": str(folder)},
        check=False,
        capture_output=True,
        text=True,
    )


def installed(result: subprocess.CompletedProcess[str]) -> list[str]:
    """The packages that apt-get was asked for, in order."""
    calls = [line.split() for line in result.stdout.splitlines() if line.startswith("apt-get install")]
    return [word for call in calls for word in call[2:] if not word.startswith("-") and "::" not in word]


def test_only_what_is_missing_is_installed_when_ffmpeg_is_not_there(programs: Path) -> None:
    result = run(programs, "run")
    assert (result.returncode, installed(result)) == (0, ["ffmpeg"])


def test_nothing_is_asked_of_apt_when_nothing_is_missing(programs: Path) -> None:
    stand_in(programs, "ffmpeg", "true")
    stand_in(programs, "ffprobe", "true")
    result = run(programs, "run")
    assert (result.returncode, result.stdout) == (0, "longemo: system packages: nothing missing\n")


def test_missing_packages_and_the_way_out_are_named_when_there_is_no_apt(programs: Path) -> None:
    (programs / "apt-get").unlink()
    result = run(programs, "run")
    assert result.returncode == 1
    assert "there is no apt-get to install them with: ffmpeg" in result.stderr
    assert "Install them by this system's own means" in result.stderr


def test_command_for_root_is_named_when_there_is_no_sudo(programs: Path) -> None:
    stand_in(programs, "id", "echo 1000")
    result = run(programs, "run")
    assert result.returncode == 1
    assert "As root: apt-get update && apt-get install --no-install-recommends ffmpeg" in result.stderr


def test_sudo_is_used_when_the_user_is_not_root(programs: Path) -> None:
    stand_in(programs, "id", "echo 1000")
    stand_in(programs, "sudo", 'echo "sudo $*"; exec "$@"')
    result = run(programs, "run")
    assert result.returncode == 0
    assert "sudo apt-get update -q" in result.stdout
    assert installed(result) == ["ffmpeg"]


def test_work_goes_on_when_only_an_optional_package_fails(programs: Path) -> None:
    (programs / "espeak-ng").unlink()
    stand_in(programs, "ffmpeg", "true")
    stand_in(programs, "ffprobe", "true")
    stand_in(programs, "apt-get", 'case "$*" in *espeak-ng*) exit 100;; esac')
    result = run(programs, "run")
    assert result.returncode == 0
    assert "optional package espeak-ng could not be installed" in result.stderr


def test_failed_package_is_named_when_apt_cannot_install_it(programs: Path) -> None:
    stand_in(programs, "apt-get", 'case "$*" in install*) exit 100;; esac')
    result = run(programs, "run")
    assert result.returncode == 1
    assert "apt-get could not install: ffmpeg" in result.stderr


def test_older_node_is_refused_when_it_is_the_only_one(programs: Path) -> None:
    stand_in(programs, "node", "case $1 in --version) echo v18.20.4;; *) exit 1;; esac")
    result = run(programs, "run")
    assert result.returncode == 1
    assert "Node.js v18.20.4 is too old: 20.19 or newer is needed." in result.stderr
    assert installed(result) == []
