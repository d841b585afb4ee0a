"""A folder as one tar file: the same bytes for the same content, written in one pass, in constant memory.

Tar, uncompressed: every system unpacks it, videos do not get smaller, and a download can go on where it broke off.
Names, times, owners and the order of the files follow from the content alone.
"""

from __future__ import annotations

import hashlib
import tarfile
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

CHUNK: Final = 1024 * 1024
SUMS: Final = "SHA256SUMS"
_BLOCK: Final = tarfile.BLOCKSIZE


class Archive:
    """The tar file while it is written. `files`, `size` and `sha256` are final after `close`.

    Every file but SHA256SUMS itself, and what is added after it, has a line in it, as `sha256sum --check` reads it.
    """

    def __init__(self, path: Path, *, root: str, at: datetime) -> None:
        self.files = 0
        self.size = 0
        self._digest = hashlib.sha256()
        self._root = root
        self._time = int(at.timestamp())
        self._file = path.open("wb")
        self._sums_path = path.with_name(f"{path.name}.sums")
        self._sums = self._sums_path.open("wb")

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *reason: object) -> None:
        self._file.close()
        self._sums.close()

    @property
    def sha256(self) -> str:
        """Hex digest of what was written so far."""
        return self._digest.hexdigest()

    def add_bytes(self, name: str, data: bytes) -> None:
        """A small file, whole in memory."""
        self.add_pieces(name, len(data), [data])

    def add_text(self, name: str, text: str) -> None:
        """A small text file in UTF-8."""
        self.add_bytes(name, text.encode("utf-8"))

    def add_file(self, name: str, path: Path) -> None:
        """A file from disk."""
        with path.open("rb") as file:
            self.add_pieces(name, path.stat().st_size, iter(lambda: file.read(CHUNK), b""))

    def add_pieces(self, name: str, size: int, pieces: Iterable[bytes]) -> str:
        """A file of `size` bytes that comes in pieces; returns its sha256. Raises ValueError for another size."""
        info = tarfile.TarInfo(f"{self._root}/{name}")
        info.size, info.mtime, info.mode = size, self._time, 0o644
        self._write(info.tobuf(tarfile.PAX_FORMAT))
        digest = hashlib.sha256()
        written = 0
        for piece in pieces:
            written += len(piece)
            if written > size:
                break
            digest.update(piece)
            self._write(piece)
        if written != size:
            raise ValueError(f"{name} has another size than the {size} bytes that were announced")
        self._write(b"\0" * (-size % _BLOCK))
        self.files += 1
        self._sums.write(f"{digest.hexdigest()}  {name}\n".encode())
        return digest.hexdigest()

    def add_sums(self) -> str:
        """Adds SHA256SUMS with what was added so far; returns the sha256 of that list."""
        self._sums.flush()
        with self._sums_path.open("rb") as file:
            size = self._sums_path.stat().st_size
            return self.add_pieces(SUMS, size, iter(lambda: file.read(CHUNK), b""))

    def close(self) -> None:
        """Ends the archive."""
        self._write(b"\0" * (2 * _BLOCK))
        self._write(b"\0" * (-self.size % tarfile.RECORDSIZE))
        self._file.close()

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)
        self.size += len(data)
