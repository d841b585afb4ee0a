"""Where a batch of videos lies: a folder of this machine, or a prefix of an S3 bucket. Names are paths below it.

Both are read only. A file of a bucket is fetched when it is asked for and gone after the block that asked.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final

from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings
from storages.backends.s3 import S3Storage

from annotation.videos.storage import CHUNK, scratch_folder
from kernel.errors import Invalid

SCHEME: Final = "s3://"


class Source(ABC):
    """`place` is how a person names it."""

    place: str

    @abstractmethod
    def names(self) -> Iterator[str]:
        """Every file below it, in no order. Raises OSError when it cannot be listed."""

    @abstractmethod
    def size(self, name: str) -> int:
        """Bytes of a file. Raises Invalid `no_file` or `outside_folder`, OSError when it cannot be asked for."""

    @abstractmethod
    def local(self, name: str) -> contextlib.AbstractContextManager[Path]:
        """A path at which a file can be read while the block runs. Raises as `size`."""

    def read(self, name: str) -> bytes:
        """The whole content of a small file. Raises as `size`."""
        with self.local(name) as path:
            return path.read_bytes()


class Folder(Source):
    """A folder of this machine."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.place = str(path)

    def names(self) -> Iterator[str]:
        for path in self.path.rglob("*"):
            if path.is_file():
                yield path.relative_to(self.path).as_posix()

    def size(self, name: str) -> int:
        return self._inside(name).stat().st_size

    @contextlib.contextmanager
    def local(self, name: str) -> Iterator[Path]:
        yield self._inside(name)

    def _inside(self, name: str) -> Path:
        path = (self.path / name).resolve()
        if not path.is_relative_to(self.path.resolve()):
            raise _outside(name, self.place)
        if not path.is_file():
            raise _no_file(name, self.place)
        return path


class Prefix(Source):
    """What lies below a prefix of a bucket of the store that the settings name (S3_ENDPOINT_URL and its keys)."""

    def __init__(self, address: str) -> None:
        bucket, _, prefix = address.removeprefix(SCHEME).partition("/")
        self.place = address
        self._prefix = f"{prefix.strip('/')}/" if prefix.strip("/") else ""
        self._store: Any = S3Storage(**{**settings.S3_OPTIONS, "bucket_name": bucket})

    def names(self) -> Iterator[str]:
        with _as_os_errors(self.place):
            for item in self._store.bucket.objects.filter(Prefix=self._prefix):
                if not item.key.endswith("/"):
                    yield item.key.removeprefix(self._prefix)

    def size(self, name: str) -> int:
        key = self._key(name)
        with _as_os_errors(self.place):
            try:
                return int(self._store.bucket.Object(key).content_length)
            except ClientError as error:
                if error.response.get("ResponseMetadata", {}).get("HTTPStatusCode") == 404:
                    raise _no_file(name, self.place) from None
                raise

    @contextlib.contextmanager
    def local(self, name: str) -> Iterator[Path]:
        size = self.size(name)
        with TemporaryDirectory(dir=scratch_folder("work"), prefix="new-") as folder:
            path = Path(folder) / f"file{PurePosixPath(name).suffix[:10]}"
            with _as_os_errors(self.place), path.open("wb") as target:
                body = self._store.bucket.Object(self._key(name)).get()["Body"]
                while data := body.read(CHUNK):
                    target.write(data)
            if path.stat().st_size != size:
                raise OSError(f"only {path.stat().st_size} of {size} bytes arrived")
            yield path

    def _key(self, name: str) -> str:
        parts = name.split("/")
        if name.startswith("/") or ".." in parts or "." in parts or "" in parts:
            raise _outside(name, self.place)
        return self._prefix + name


def open_source(place: str) -> Source:
    """The source that a person names: `s3://bucket/prefix`, or a folder. Raises OSError when there is none."""
    if place.startswith(SCHEME):
        source: Source = Prefix(place)
        next(source.names(), None)  # the bucket is there and may be read
        return source
    path = Path(place)
    if not path.is_dir():
        raise NotADirectoryError(f"There is no folder {place}.")
    return Folder(path)


@contextlib.contextmanager
def _as_os_errors(place: str) -> Iterator[None]:
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        raise OSError(f"{place} cannot be read: {error}") from None


def _outside(name: str, place: str) -> Invalid:
    return Invalid("outside_folder", f"{name} lies outside of {place}; only files below it can be added.")


def _no_file(name: str, place: str) -> Invalid:
    return Invalid("no_file", f"There is no file {name} in {place}.")
