"""Bytes of a stored file to a player: ranges, validators, and the ways of delivery.

Callers check access first, on every request. With `direct`, files on disk are streamed from here and those in an object
storage (S3) answered by a redirect to an address that expires; with `x-accel`, nginx sends either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import IO, Final
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.core.files.storage import default_storage
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.utils.http import http_date

from annotation.videos.storage import on_local_disk
from kernel.errors import NotFound

#: The most bytes of one partial answer, so that a player that pauses does not keep a worker busy for long.
MAX_ANSWER: Final = 4 * 1024 * 1024
CHUNK: Final = 256 * 1024
#: The internal locations of deploy/nginx.conf: the media folder, and the object storage.
PROTECTED: Final = "/protected/"
PROTECTED_STORE: Final = "/protected-store"
#: How long an address of the object storage can be used, in seconds.
ADDRESS_SECONDS: Final = 3600
_ONE_RANGE: Final = re.compile(r"\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*", re.IGNORECASE | re.ASCII)
#: More digits than this are beyond the end of any file; nothing is gained by reading them.
_MAX_DIGITS: Final = 18


@dataclass(frozen=True)
class Span:
    """Bytes `first` to `last`, both included."""

    first: int
    last: int

    @property
    def length(self) -> int:
        return self.last - self.first + 1


class UnsatisfiableRange(Exception):
    """The range names no byte of the file."""


def parse_range(header: str, size: int) -> Span | None:
    """The span that one `Range` header asks of a file of `size` bytes, or None where it is to be ignored.

    Ignored (whole file): another unit, several ranges, anything malformed. Raises UnsatisfiableRange for a
    start beyond the end and for a suffix of zero bytes. Not capped.
    """
    if len(header) > 100:  # nobody needs that for one range, and thousands of them are not worth reading
        return None
    match = _ONE_RANGE.fullmatch(header)
    if match is None or match.groups() == ("", ""):
        return None
    first_text, last_text = match.groups()
    if not first_text:
        suffix = _number(last_text)
        if suffix == 0 or size == 0:
            raise UnsatisfiableRange
        return Span(max(0, size - suffix), size - 1)
    first = _number(first_text)
    last = _number(last_text) if last_text else max(first, size - 1)
    if last < first:
        return None
    if first >= size:
        raise UnsatisfiableRange
    return Span(first, min(last, size - 1))


def _number(digits: str) -> int:
    stripped = digits.lstrip("0")
    return int(stripped[:_MAX_DIGITS] or "0") if len(stripped) <= _MAX_DIGITS else 10**_MAX_DIGITS


def serve_file(
    request: HttpRequest, key: str, etag: str, content_type: str, *, download: str = ""
) -> HttpResponseBase:
    """Answers GET or HEAD for the stored file `key`; `etag` is the bare strong validator, without quotes.

    200 with everything, 206 with at most MAX_ANSWER bytes, 304, or 416. Raises NotFound when the file is not in
    the storage. Under x-accel and S3 the ranges are answered by nginx and the object storage.

    `download`, a plain ASCII file name, makes it a file to save: a range is then answered whole, since a program that
    goes on with a broken download takes a shorter answer for the end of the file.
    """
    disposition = f'attachment; filename="{download}"' if download else "inline"
    quoted = f'"{etag}"'
    if is_current(request.headers.get("If-None-Match", ""), quoted):
        response: HttpResponseBase = HttpResponse(status=304)
        response["ETag"] = quoted
        response["Cache-Control"] = "private, no-cache"
        return response
    if not on_local_disk():
        return _from_object_storage(request, key, quoted, content_type, disposition)
    try:
        size = int(default_storage.size(key))
        modified = http_date(default_storage.get_modified_time(key).timestamp())
    except OSError:
        raise NotFound("media_missing", "The file is not in the media storage; tell an admin.") from None
    response = _answer(request, key, size, quoted, modified, None if download else MAX_ANSWER)
    response["Content-Type"] = content_type
    response["ETag"] = quoted
    response["Last-Modified"] = modified
    response["Accept-Ranges"] = "bytes"
    # Kept by the browser, but asked about each time: who may see it can change.
    response["Cache-Control"] = "private, no-cache"
    response["Content-Disposition"] = disposition
    return response


def _answer(
    request: HttpRequest, key: str, size: int, quoted: str, modified: str, most: int | None
) -> HttpResponseBase:
    if settings.MEDIA_DELIVERY == "x-accel":
        response: HttpResponseBase = HttpResponse()
        response["X-Accel-Redirect"] = PROTECTED + quote(key)
        return response
    if request.method == "HEAD":
        response = HttpResponse()
        response["Content-Length"] = str(size)
        return response
    wanted = request.headers.get("Range", "")
    span = None
    if wanted and _range_still_valid(request.headers.get("If-Range", ""), quoted, modified):
        try:
            span = parse_range(wanted, size)
        except UnsatisfiableRange:
            response = HttpResponse(status=416)
            response["Content-Range"] = f"bytes */{size}"
            return response
    if span is None:
        return _stream(key, Span(0, size - 1), status=200)
    capped = span if most is None else Span(span.first, min(span.last, span.first + most - 1))
    response = _stream(key, capped, status=206)
    response["Content-Range"] = f"bytes {capped.first}-{capped.last}/{size}"
    return response


def _stream(key: str, span: Span, *, status: int) -> StreamingHttpResponse:
    response = StreamingHttpResponse(FileSpan(default_storage.open(key, "rb"), span), status=status)
    response["Content-Length"] = str(span.length)
    return response


class FileSpan:
    """An iterator over some bytes of an open file. Django calls `close` at the end and when the client is gone."""

    def __init__(self, file: IO[bytes], span: Span) -> None:
        self._file = file
        self._left = span.length
        self._file.seek(span.first)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        data = self._file.read(min(CHUNK, self._left)) if self._left > 0 else b""
        if not data:
            raise StopIteration
        self._left -= len(data)
        return data

    def close(self) -> None:
        self._file.close()


def _from_object_storage(
    request: HttpRequest, key: str, quoted: str, content_type: str, disposition: str
) -> HttpResponseBase:
    if request.method == "HEAD":
        # An address signed for GET answers HEAD with 403, so this one is answered here.
        try:
            size = int(default_storage.size(key))
        except OSError:
            raise NotFound("media_missing", "The file is not in the media storage; tell an admin.") from None
        response: HttpResponseBase = HttpResponse(content_type=content_type)
        response["Content-Length"] = str(size)
        response["Accept-Ranges"] = "bytes"
        response["ETag"] = quoted
        return response
    address = default_storage.url(  # type: ignore[call-arg]
        key,
        parameters={
            "ResponseContentType": content_type,
            "ResponseCacheControl": "private, no-cache",
            "ResponseContentDisposition": disposition,
        },
        expire=ADDRESS_SECONDS,
    )
    if settings.MEDIA_DELIVERY == "x-accel":
        # nginx uses the address and answers ranges, so the storage need not be reachable for browsers.
        parts = urlsplit(address)
        response = HttpResponse(content_type=content_type)
        response["X-Accel-Redirect"] = f"{PROTECTED_STORE}{parts.path}?{parts.query}"
        response["Cache-Control"] = "private, no-cache"
        return response
    response = HttpResponseRedirect(address)
    # The redirect itself is asked for each time, so that access is checked and the address is fresh.
    response["Cache-Control"] = "private, no-store"
    return response


def is_current(header: str, quoted: str) -> bool:
    """Whether an If-None-Match header names the validator (weak comparison)."""
    if header.strip() == "*":
        return True
    return any(tag.strip().removeprefix("W/") == quoted for tag in header[:2000].split(","))


def _range_still_valid(header: str, quoted: str, modified: str) -> bool:
    """Whether If-Range lets the range stand: absent, the same strong validator, or exactly our date."""
    value = header.strip()
    if not value:
        return True
    if value.startswith(('"', "W/")):
        return value == quoted
    try:
        return parsedate_to_datetime(value) == parsedate_to_datetime(modified)
    except (ValueError, OverflowError):
        return False
