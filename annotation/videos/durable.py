"""Writing a file so that it is either whole or not there, whatever happens in between."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from annotation.videos.media_errors import MediaError


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """Give a new name beside `target` to write to; move it into place, durably, when the block ends well.

    On any exception the partial file is removed and `target` is as it was. Raises MediaError `no_output_folder`.
    """
    if not target.parent.is_dir():
        raise MediaError("no_output_folder", f"There is no folder {target.parent} to write {target.name} to.")
    partial = target.parent / f".{uuid.uuid4().hex}.partial"
    try:
        yield partial
        _sync(partial)
        os.replace(partial, target)  # noqa: PTH105 - the atomic call, said by its name
        _sync(target.parent)
    finally:
        partial.unlink(missing_ok=True)


def sha256_of(path: Path) -> str:
    """Checksum of a file's content, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
