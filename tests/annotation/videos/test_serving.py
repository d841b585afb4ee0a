"""Ranges, validators and ways of delivery, on a real stored file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.http import HttpResponseBase, StreamingHttpResponse
from django.test import RequestFactory, override_settings

from annotation.videos import serving
from annotation.videos.serving import (
    Span,
    UnsatisfiableRange,
    _range_still_valid,
    parse_range,
    serve_file,
)
from kernel.errors import NotFound

# Closing a response tells Django that a request has ended, and that looks at the connections.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SIZE = 10_000
CONTENT = bytes(n * 7 % 251 for n in range(SIZE))
ETAG = "abc123"


@pytest.fixture
def key() -> Iterator[str]:
    name = default_storage.save("tests/served.mp4", ContentFile(CONTENT))
    yield name
    default_storage.delete(name)


def ask(key: str, *, method: str = "get", **headers: str) -> HttpResponseBase:
    request = getattr(RequestFactory(), method)("/media", headers=headers)
    return serve_file(request, key, ETAG, "video/mp4")


def body(response: HttpResponseBase) -> bytes:
    if isinstance(response, StreamingHttpResponse):
        data = b"".join(response)
        response.close()
        return data
    return bytes(response.content)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("header", "first", "last"),
    [
        ("bytes=0-", 0, 9999),
        ("bytes=0-0", 0, 0),
        ("bytes=0-499", 0, 499),
        ("bytes=500-999", 500, 999),
        ("bytes=9999-", 9999, 9999),
        ("bytes=9500-20000", 9500, 9999),
        ("bytes=-1", 9999, 9999),
        ("bytes=-500", 9500, 9999),
        ("bytes=-20000", 0, 9999),
        ("BYTES=5-6", 5, 6),
        ("bytes = 5 - 6", 5, 6),
        ("bytes=0-99999999999999999999999999", 0, 9999),
        ("bytes=-" + "9" * 60, 0, 9999),
    ],
)
def test_part_is_sent_when_one_range_is_asked_for(key: str, header: str, first: int, last: int) -> None:
    response = ask(key, Range=header)
    assert response.status_code == 206
    assert response["Content-Range"] == f"bytes {first}-{last}/{SIZE}"
    assert response["Content-Length"] == str(last - first + 1)
    assert body(response) == CONTENT[first : last + 1]


@pytest.mark.parametrize(
    "header", ["bytes=10000-", "bytes=10000-10001", "bytes=-0", "bytes=" + "9" * 60 + "-"]
)
def test_range_is_refused_when_it_holds_no_byte(key: str, header: str) -> None:
    response = ask(key, Range=header)
    assert (response.status_code, response["Content-Range"]) == (416, f"bytes */{SIZE}")
    assert body(response) == b""


@pytest.mark.parametrize(
    "header",
    [
        "bytes=",
        "bytes=-",
        "bytes=a-b",
        "bytes=5-4",
        "bytes=--5",
        "bytes=0-1-2",
        "seconds=0-1",
        "0-1",
        "bytes=0-1,5-6",
        "bytes=٣-٤",
        "bytes=" + ",".join(f"{n}-{n}" for n in range(10_000)),
    ],
)
def test_everything_is_sent_when_the_range_is_not_one_range(key: str, header: str) -> None:
    response = ask(key, Range=header.encode().decode("latin-1"))
    assert response.status_code == 200
    assert body(response) == CONTENT


def test_headers_say_what_a_player_needs_when_everything_is_sent(key: str) -> None:
    response = ask(key)
    assert response.status_code == 200
    assert response["Content-Length"] == str(SIZE)
    assert response["Accept-Ranges"] == "bytes"
    assert response["ETag"] == f'"{ETAG}"'
    assert response["Content-Type"] == "video/mp4"
    assert response["Last-Modified"].endswith("GMT")
    assert "Content-Encoding" not in response
    assert body(response) == CONTENT


def test_answer_is_capped_when_a_range_is_long(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MAX_ANSWER", 1000)
    response = ask(key, Range="bytes=100-")
    assert (response.status_code, response["Content-Range"]) == (206, f"bytes 100-1099/{SIZE}")
    assert body(response) == CONTENT[100:1100]


def test_cap_is_four_mebibytes_when_not_changed() -> None:
    assert serving.MAX_ANSWER == 4 * 1024 * 1024


def test_no_body_is_sent_when_only_the_head_is_asked_for(key: str) -> None:
    response = ask(key, method="head", Range="bytes=0-4")
    assert (response.status_code, response["Content-Length"]) == (200, str(SIZE))
    assert response["Accept-Ranges"] == "bytes"
    assert body(response) == b""


@pytest.mark.parametrize(
    ("validator", "status"),
    [
        (f'"{ETAG}"', 206),
        ('"other"', 200),
        (f'W/"{ETAG}"', 200),
        ("Tue, 01 Jan 2019 00:00:00 GMT", 200),
        ("not a date", 200),
    ],
)
def test_range_stands_when_if_range_matches_only(key: str, validator: str, status: int) -> None:
    response = ask(key, **{"Range": "bytes=0-4", "If-Range": validator})
    assert response.status_code == status
    assert body(response) == (CONTENT[:5] if status == 206 else CONTENT)


def test_range_stands_when_if_range_is_our_date(key: str) -> None:
    modified = ask(key)["Last-Modified"]
    assert ask(key, **{"Range": "bytes=0-4", "If-Range": modified}).status_code == 206


@pytest.mark.parametrize(
    ("header", "status"),
    [(f'"{ETAG}"', 304), (f'W/"{ETAG}"', 304), (f'"x", "{ETAG}"', 304), ("*", 304), ('"x"', 206)],
)
def test_nothing_is_sent_when_the_client_has_it(key: str, header: str, status: int) -> None:
    response = ask(key, **{"Range": "bytes=0-4", "If-None-Match": header})
    assert response.status_code == status
    assert response["ETag"] == f'"{ETAG}"'
    assert body(response) == (b"" if status == 304 else CONTENT[:5])


def test_file_is_closed_when_the_client_goes_away(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []
    real = default_storage.open

    def remembering(name: str, mode: str = "rb") -> Any:
        opened.append(real(name, mode))
        return opened[-1]

    monkeypatch.setattr(default_storage, "open", remembering)
    monkeypatch.setattr(serving, "CHUNK", 10)
    response = ask(key)
    assert isinstance(response, StreamingHttpResponse)
    assert next(iter(response)) == CONTENT[:10]
    assert opened[0].closed is False
    response.close()
    assert opened[0].closed is True


def test_error_names_the_way_out_when_the_file_is_gone() -> None:
    with pytest.raises(NotFound) as caught:
        ask("tests/nothing.mp4")
    assert caught.value.code == "media_missing"


@override_settings(MEDIA_DELIVERY="x-accel")
def test_nginx_is_told_the_file_when_it_delivers(key: str) -> None:
    response = ask(key, Range="bytes=0-4")
    assert (response.status_code, body(response)) == (200, b"")
    assert response["X-Accel-Redirect"] == f"/protected/{key}"
    assert response["Content-Type"] == "video/mp4"
    assert "Content-Length" not in response


def test_nothing_is_in_range_when_the_file_is_empty() -> None:
    with pytest.raises(UnsatisfiableRange):
        parse_range("bytes=0-", 0)
    with pytest.raises(UnsatisfiableRange):
        parse_range("bytes=-5", 0)


def test_span_counts_both_ends_when_measured() -> None:
    assert parse_range("bytes=2-4", 5) == Span(2, 4)
    assert Span(2, 4).length == 3


@pytest.mark.parametrize(
    "date",
    [
        "1 Jan 9999999999999999999999 00:00:00 GMT",
        "Mon, 01 Jan 2024 00:00:00 +99999999999999",
        "x",
        "Mon, 99 Jan 2024 00:00:00 GMT",
    ],
)
def test_range_does_not_stand_when_if_range_is_no_date(date: str) -> None:
    assert not _range_still_valid(date, '"abc"', "Mon, 01 Jan 2024 00:00:00 GMT")
