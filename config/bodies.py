"""Bodies that nobody read: a refusal must not leave them in the way of the connection's next request."""

from __future__ import annotations

import codecs
import json
import re
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

#: What is read and thrown away after an early refusal; behind a longer rest the connection is closed.
DRAIN_BYTES: Final = 16 * 1024**2
DRAIN_SECONDS: Final = 10.0
READ: Final = 64 * 1024
_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_CHARSET_PROBLEM: Final = json.dumps(
    {
        "type": "urn:longemo:problem:charset",
        "title": "Media type not supported",
        "status": 415,
        "code": "charset",
        "detail": "The API reads UTF-8.",
    }
).encode()


class CountedInput:
    """`wsgi.input` that knows how much was read."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.taken = 0

    def read(self, *size: int) -> bytes:
        return self._count(self._stream.read(*size))

    def readline(self, *size: int) -> bytes:
        return self._count(self._stream.readline(*size))

    def readlines(self, *hint: int) -> list[bytes]:
        return [self._count(line) for line in self._stream.readlines(*hint)]

    def __iter__(self) -> Any:
        return (self._count(line) for line in self._stream)

    def _count(self, data: bytes) -> bytes:
        self.taken += len(data)
        return data


class DrainedBodies:
    """A WSGI application whose answers leave nothing of the request on the line.

    The server has promised to keep the connection when it sends the answer's head, so the rest of the body is read
    before that: up to DRAIN_BYTES and DRAIN_SECONDS. Where more is left, the answer says `Connection: close`.
    """

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self._application = application

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if not _is_readable(environ.get("CONTENT_TYPE", "")):
            start_response("415 Unsupported Media Type", [("Content-Type", "application/problem+json")])
            return [_CHARSET_PROBLEM]
        counted = environ["wsgi.input"] = CountedInput(environ["wsgi.input"])
        answer = self._application(environ, start_response)
        if not _drained(counted, _announced(environ)):
            # gunicorn's own way to say that an answer is the connection's last; WSGI has no header for it.
            close = getattr(getattr(start_response, "__self__", None), "force_close", None)
            if close is not None:
                close()
        return answer


def _is_readable(content_type: str) -> bool:
    """False for a charset that is a codec but not of text: Django breaks on it before any of our code is asked."""
    found = _CHARSET.search(content_type)
    try:
        return found is None or b"x".decode(found[1]) is not None
    except LookupError:
        return found is None or not _is_codec(found[1])
    except UnicodeDecodeError:
        return True
    except Exception:  # some codecs raise what nobody expects of them
        return False


def _is_codec(name: str) -> bool:
    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True


def _announced(environ: dict[str, Any]) -> int | None:
    """Bytes of the body; None where they come in pieces of which nobody knows the number."""
    if environ.get("HTTP_TRANSFER_ENCODING"):
        return None
    length = environ.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isascii() and length.isdigit() else 0


def _drained(body: CountedInput, announced: int | None) -> bool:
    rest = DRAIN_BYTES if announced is None else announced - body.taken
    if rest > DRAIN_BYTES:
        return False
    until = time.monotonic() + DRAIN_SECONDS
    while rest > 0:
        if time.monotonic() > until:
            return False
        try:
            data = body.read(min(READ, rest))
        except Exception:  # whatever the server raises for a line that was cut
            return False
        if not data:
            return announced is None
        rest -= len(data)
    return announced is not None
