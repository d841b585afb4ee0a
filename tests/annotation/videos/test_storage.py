"""Stored files on the local disk: whole or not there, by keys of ours."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import default_storage

from annotation.videos import storage


def test_path_is_the_stored_file_itself_when_it_is_on_disk(tmp_path: Path) -> None:
    source = tmp_path / "file"
    source.write_bytes(b"content")
    storage.store_file(source, "tests/kept/one")
    assert not source.exists()
    with storage.local_path("tests/kept/one") as path:
        assert path == Path(default_storage.path("tests/kept/one"))
        assert path.read_bytes() == b"content"
    assert storage.size_of("tests/kept/one") == 7
    storage.remove("tests/kept/one")
    storage.remove("tests/kept/one")
    assert storage.size_of("tests/kept/one") is None


def test_source_stays_when_it_is_kept(tmp_path: Path) -> None:
    source = tmp_path / "file"
    source.write_bytes(b"content")
    storage.store_file(source, "tests/kept/two", keep=True)
    source.unlink()
    assert storage.read_bytes("tests/kept/two") == b"content"


def test_no_partial_file_is_left_when_storing_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "file"
    source.write_bytes(b"content")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            storage.store_file(source, "tests/broken/one")
    assert not list(Path(default_storage.path("tests/broken")).iterdir())
    assert source.read_bytes() == b"content"


def test_copy_is_made_when_the_file_systems_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(source: object, target: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", refused)
    source = tmp_path / "file"
    source.write_bytes(b"content")
    storage.store_file(source, "tests/kept/three")
    assert storage.read_bytes("tests/kept/three") == b"content"
    assert not source.exists()


def test_nothing_is_left_when_work_breaks_off() -> None:
    class Stop(Exception):
        pass

    places: list[Path] = []

    def work() -> None:
        with storage.work_path(suffix=".mp4") as path:
            places.append(path)
            path.write_bytes(b"half")
            raise Stop

    with pytest.raises(Stop):
        work()
    assert not places[0].parent.exists()


def test_leftovers_are_pruned_when_they_are_old() -> None:
    old = Path(default_storage.path("work")) / "new-old"
    fresh = Path(default_storage.path("work")) / "new-fresh"
    fetched = Path(settings.SCRATCH_DIR) / "fetched" / "source"
    for path in (old, fresh):
        path.mkdir(parents=True)
        (path / "file.mp4").write_bytes(b"half")
    fetched.parent.mkdir(parents=True, exist_ok=True)
    fetched.write_bytes(b"content")
    before = time.time() - storage.KEPT_SECONDS - 60
    for path in (old, old / "file.mp4", fetched, fresh):  # what lies in `fresh` is being written to
        os.utime(path, (before, before))
    assert storage.prune() == 2
    assert (old.exists(), fetched.exists(), fresh.exists()) == (False, False, True)
    (fresh / "file.mp4").unlink()
    fresh.rmdir()


def test_missing_file_is_an_error_when_asked_for() -> None:
    with pytest.raises(FileNotFoundError), storage.local_path("tests/nothing"):
        pass


def test_leftovers_of_a_killed_process_go_with_the_next_work_and_those_of_a_living_one_stay() -> None:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:  # a worker in the middle of a cut
        with storage.work_path(suffix=".mp4") as path:
            path.write_bytes(b"half of a clip")
            (path.parent / ".cut-1").mkdir()
            os.write(writing, str(path.parent).encode())
            time.sleep(600)
    left = Path(os.read(reading, 4096).decode())
    try:
        with storage.work_path(suffix=".mp4"):
            assert sorted(path.name for path in left.iterdir()) == [".cut-1", ".held", "file.mp4"]
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reading)
        os.close(writing)
    assert left.is_dir()

    with storage.work_path(suffix=".mp4") as path:
        assert not left.exists()
        assert path.parent.is_dir()
