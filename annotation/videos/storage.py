"""Media files by key in Django's default storage, for programs that need real paths; the same on disk and on S3.

A key is a name of ours (`videos/3/0b1c.../original`), never made from what a person typed.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage

CHUNK: Final = 4 * 1024 * 1024
#: What nobody has used for this long is removed from the scratch folder.
KEPT_SECONDS: Final = 24 * 3600
_HOLD: Final = ".held"

OnBytes = Callable[[int], None]


def on_local_disk() -> bool:
    """Whether the storage's files have paths on this machine."""
    try:
        default_storage.path("probe")
    except NotImplementedError:  # what Django's storages raise where files have no path: an answer, no gap
        return False
    return True


def scratch_folder(name: str) -> Path:
    """A folder of the scratch area, made when missing."""
    folder = Path(settings.SCRATCH_DIR) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextlib.contextmanager
def local_path(key: str, *, on_bytes: OnBytes | None = None) -> Iterator[Path]:
    """A path at which the stored file can be read while the block runs; nobody may write to it.

    On disk it is the file itself. Otherwise it is fetched once into the scratch folder, whole or not at all, and
    kept there for the next one who asks. `on_bytes` receives the number of bytes fetched so far; an exception
    from it ends the fetching. Raises FileNotFoundError when nothing is stored under `key`.
    """
    if on_local_disk():
        path = Path(default_storage.path(key))
        if not path.is_file():
            raise FileNotFoundError(f"nothing is stored under {key}")
        yield path
        return
    # Keys are written once and never with other bytes, so the key says which content it is.
    path = scratch_folder("fetched") / hashlib.sha256(key.encode()).hexdigest()
    if not path.exists():
        _fetch(key, path, on_bytes)
    path.touch()
    # A link of our own keeps the bytes even when housekeeping removes the fetched name meanwhile.
    held = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
    os.link(path, held)
    try:
        yield held
    finally:
        held.unlink(missing_ok=True)


def _fetch(key: str, path: Path, on_bytes: OnBytes | None) -> None:
    temporary = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    try:
        with default_storage.open(key, "rb") as source, temporary.open("wb") as target:
            done = 0
            while chunk := source.read(CHUNK):
                target.write(chunk)
                done += len(chunk)
                if on_bytes is not None:
                    on_bytes(done)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def work_path(*, suffix: str) -> Iterator[Path]:
    """A path for a program to write a new file to; whatever lies there at the end of the block is removed.

    On disk it is in the storage's own file system, so that `store_file` of it is one rename. What processes of this
    machine left that were killed is removed first.
    """
    folder = _work_folder()
    _remove_abandoned(folder)
    with tempfile.TemporaryDirectory(dir=folder, prefix="new-") as place, _held(Path(place)):
        yield Path(place) / f"file{suffix}"


def store_file(path: Path, key: str, *, keep: bool = False) -> None:
    """Puts a local file under `key`, whole or not at all, and removes the local one unless `keep`.

    Another file of the same key is replaced; by the rule of keys it has the same content.
    """
    if not on_local_disk():
        with path.open("rb") as file:
            default_storage.save(key, File(file, name=key))
        if not keep:
            path.unlink(missing_ok=True)
        return
    target = Path(default_storage.path(key))
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    try:
        try:
            # A second name for the same bytes: instant, and the first stays until the caller's rows are committed.
            os.link(path, temporary)
        except OSError:
            shutil.copyfile(path, temporary)
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        temporary.replace(target)
        _sync_folder(target.parent)
    finally:
        temporary.unlink(missing_ok=True)
    if not keep:
        path.unlink(missing_ok=True)


def store_bytes(data: bytes, key: str) -> None:
    """Puts `data` under `key`, whole or not at all."""
    with work_path(suffix="") as path:
        path.write_bytes(data)
        store_file(path, key)


def read_bytes(key: str) -> bytes:
    """The whole content of a small stored file. Raises FileNotFoundError when there is none."""
    if not key:
        raise FileNotFoundError("nothing is stored under an empty name")
    with default_storage.open(key, "rb") as file:
        data: bytes = file.read()
    return data


def remove(key: str) -> None:
    """Removes a stored file; harmless when there is none."""
    default_storage.delete(key)


def discard(key: str) -> None:
    """Removes what a failed attempt stored under `key`, and its folder on disk where nothing else is in it."""
    remove(key)
    if on_local_disk():
        with contextlib.suppress(OSError):
            Path(default_storage.path(key)).parent.rmdir()


def size_of(key: str) -> int | None:
    """Bytes stored under `key`, or None when nothing is."""
    try:
        return int(default_storage.size(key))
    except OSError:  # S3 storages raise FileNotFoundError or a client error turned into it
        return None


def prune() -> int:
    """Removes fetched sources that nobody used for a while and what killed programs left; returns how many."""
    folders = [scratch_folder("fetched"), _work_folder()]
    oldest = time.time() - KEPT_SECONDS
    removed = 0
    for path in (path for folder in folders for path in folder.iterdir()):
        with contextlib.suppress(FileNotFoundError):
            newest = max(part.stat().st_mtime for part in (path, *path.rglob("*")))
            if newest < oldest:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
                removed += 1
    return removed


@contextlib.contextmanager
def _held(place: Path) -> Iterator[None]:
    """Marks a work folder as in use for as long as this process lives: the kernel lets go of the lock when it dies."""
    waiting = place / f"{_HOLD}.new"
    with waiting.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Under its name only once it is locked, so that nobody can find it free in between.
        waiting.rename(place / _HOLD)
        yield


def _remove_abandoned(folder: Path) -> None:
    for hold in folder.glob(f"new-*/{_HOLD}"):
        with contextlib.suppress(OSError), hold.open("r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(hold.parent)


def _work_folder() -> Path:
    if not on_local_disk():
        return scratch_folder("work")
    folder = Path(default_storage.path("work"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
