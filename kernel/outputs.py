"""Writing a file that somebody named: whole or not at all, and never in place of what is no file."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class OutputRefused(Exception):
    """The target cannot be written to. `code` for programs (`no_output_folder`, `output_not_a_file`), `reason` for
    people."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """Give a new name beside `target` to write to; move it into place, durably, when the block ends well.

    On any exception the partial file is removed and `target` is as it was. Raises OutputRefused before anything is
    written: moving a file over a device, a pipe or a folder would destroy it or fail when all the work is done.
    """
    if not target.parent.is_dir():
        raise OutputRefused(
            "no_output_folder",
            f"There is no folder {target.parent} to write {target.name} to; make it first.",
        )
    if target.exists() and not target.is_file():
        what = "a folder" if target.is_dir() else "a device, a pipe or a socket"
        raise OutputRefused("output_not_a_file", f"{target} is {what}, not a file; name a file to write.")
    partial = target.parent / f".{uuid.uuid4().hex}.partial"
    try:
        yield partial
        _sync(partial)
        os.replace(partial, target)  # noqa: PTH105 - the atomic call, said by its name
        _sync(target.parent)
    finally:
        partial.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
