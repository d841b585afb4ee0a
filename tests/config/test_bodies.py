"""What is left of a body after an early refusal: read, or the connection is closed."""

from __future__ import annotations

import io
from typing import Any

import pytest

from config.bodies import DRAIN_BYTES, DrainedBodies


class Answer:
    """The server's side of an answer, with the method by which gunicorn is told that it is the last."""

    def __init__(self) -> None:
        self.closed = False

    def force_close(self) -> None:
        self.closed = True

    def start_response(self, status: str, headers: list[tuple[str, str]]) -> None:
        assert status == "403 Forbidden"


def run(body: bytes, *, announced: int | None = None, read: int = 0, **environ: Any) -> tuple[bool, int]:
    """Whether the connection was closed, and how many bytes are left on it."""

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        environ["wsgi.input"].read(read)
        start_response("403 Forbidden", [])
        return [b"no"]

    answer, stream = Answer(), io.BytesIO(body)
    environ = {
        "wsgi.input": stream,
        "CONTENT_LENGTH": str(len(body) if announced is None else announced),
    } | environ
    assert list(DrainedBodies(application)(environ, answer.start_response)) == [b"no"]
    return answer.closed, len(body) - stream.tell()


@pytest.mark.parametrize("read", [0, 1000, 300_000])
def test_connection_is_kept_and_empty_when_the_rest_of_a_body_is_short(read: int) -> None:
    assert run(b"x" * 300_000, read=read) == (False, 0)


def test_next_request_is_left_alone_when_it_is_on_the_line_already() -> None:
    assert run(b"x" * 10 + b"GET / HTTP/1.1", announced=10) == (False, 14)


def test_connection_is_closed_when_the_rest_of_a_body_is_long() -> None:
    assert run(b"x" * 100, announced=DRAIN_BYTES + 1) == (True, 100)


def test_connection_is_closed_when_a_body_ends_early() -> None:
    assert run(b"x" * 100, announced=200) == (True, 0)


def test_connection_is_kept_when_a_body_in_pieces_was_short() -> None:
    assert run(b"x" * 100, announced=0, HTTP_TRANSFER_ENCODING="chunked") == (False, 0)


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json; charset=hex", "415 Unsupported Media Type"),
        ('text/plain; Charset="base64"', "415 Unsupported Media Type"),
        ("application/json; charset=utf-8", "200 OK"),
        ("application/json; charset=nonsense", "200 OK"),
        ("application/json", "200 OK"),
    ],
)
def test_request_is_refused_when_its_charset_is_none_of_text(content_type: str, status: str) -> None:
    said: list[str] = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [b""]

    environ = {"wsgi.input": io.BytesIO(), "CONTENT_TYPE": content_type}
    list(DrainedBodies(application)(environ, lambda status, headers: said.append(status)))
    assert said == [status]
