"""The tus 1.0.0 protocol as headers and errors; nothing here touches files or rows."""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass
from typing import ClassVar, Final

from kernel.errors import DomainError, FieldError, Invalid

VERSION: Final = "1.0.0"
EXTENSIONS: Final = "creation,termination,checksum,expiration"
#: Accepted by the checksum extension, best first.
ALGORITHMS: Final = ("sha256", "sha1")
CHUNK_TYPE: Final = "application/offset+octet-stream"
#: The metadata header carries a file name and a type; more than this is no such thing.
MAX_METADATA: Final = 4096
MAX_FILENAME: Final = 500


class Gone(DomainError):
    """The upload was there and has expired or been ended."""

    status: ClassVar[int] = 410


class LengthRequired(DomainError):
    """A chunk says how long it is, so that it can be refused before it is read."""

    status: ClassVar[int] = 411


class VersionMismatch(DomainError):
    """The client speaks another version of the protocol."""

    status: ClassVar[int] = 412


class WrongMediaType(DomainError):
    """A chunk has the one content type that the protocol gives it."""

    status: ClassVar[int] = 415


class Locked(DomainError):
    """Another request is writing to the same upload."""

    status: ClassVar[int] = 423


class ChecksumMismatch(DomainError):
    """The chunk is not what its sender says; it was thrown away."""

    status: ClassVar[int] = 460


class StorageFull(DomainError):
    """The disk has no room left."""

    status: ClassVar[int] = 507


@dataclass(frozen=True)
class Checksum:
    """What a chunk must hash to."""

    algorithm: str
    digest: bytes

    def new(self) -> hashlib._Hash:
        return hashlib.new(self.algorithm, usedforsecurity=False)


def require_version(header: str | None) -> None:
    """Raises VersionMismatch unless `Tus-Resumable` is the version spoken here."""
    if header != VERSION:
        raise VersionMismatch(
            "tus_version", f"This server speaks tus {VERSION}; send the header Tus-Resumable: {VERSION}."
        )


def read_size(name: str, header: str | None) -> int:
    """A header that is a number of bytes. Raises Invalid naming it."""
    if header is None or not (header.isascii() and header.isdigit()) or len(header) > 18:
        message = f"The header {name} must be a whole number of bytes."
        raise Invalid("header_invalid", message, errors=[FieldError(name, "invalid", message)])
    return int(header)


def read_metadata(header: str | None) -> dict[str, str]:
    """`Upload-Metadata`: pairs of a key and base64 text, separated by commas. Raises Invalid for anything else."""
    found: dict[str, str] = {}
    if not header:
        return found
    if len(header) > MAX_METADATA:
        raise _metadata_wrong(f"it is longer than {MAX_METADATA} characters")
    for pair in header.split(","):
        key, _, value = pair.strip().partition(" ")
        if not key or key in found:
            raise _metadata_wrong("a key is empty or there twice")
        try:
            found[key] = base64.b64decode(value.strip(), validate=True).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            raise _metadata_wrong(f"the value of {key!r} is not base64 of UTF-8 text") from None
        if "\0" in found[key]:
            raise _metadata_wrong(f"the value of {key!r} holds a NUL character")
    return found


def read_filename(metadata: dict[str, str]) -> str:
    """The name that the file has where it comes from. Raises Invalid when there is none, or a very long one."""
    name = metadata.get("filename", "").strip()
    if not name:
        raise _metadata_wrong("it has no filename")
    if len(name) > MAX_FILENAME:
        raise _metadata_wrong(f"the filename is longer than {MAX_FILENAME} characters")
    return name


def read_checksum(header: str | None) -> Checksum | None:
    """`Upload-Checksum: sha256 <base64>`; None when absent. Raises Invalid for other algorithms and bad digests."""
    if header is None:
        return None
    algorithm, _, value = header.strip().partition(" ")
    if algorithm not in ALGORITHMS:
        message = f"Checksums are made with {' or '.join(ALGORITHMS)}, not {algorithm!r}."
        raise Invalid(
            "checksum_algorithm", message, errors=[FieldError("Upload-Checksum", "invalid", message)]
        )
    try:
        digest = base64.b64decode(value.strip(), validate=True)
    except binascii.Error:
        digest = b""
    if len(digest) != hashlib.new(algorithm, usedforsecurity=False).digest_size:
        message = f"The checksum is not the base64 form of a {algorithm} digest."
        raise Invalid("checksum_invalid", message, errors=[FieldError("Upload-Checksum", "invalid", message)])
    return Checksum(algorithm, digest)


def _metadata_wrong(why: str) -> Invalid:
    message = f"The header Upload-Metadata is not right: {why}."
    return Invalid("metadata_invalid", message, errors=[FieldError("Upload-Metadata", "invalid", message)])
