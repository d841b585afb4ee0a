"""The protocol's headers."""

from __future__ import annotations

import base64

import pytest

from annotation.videos import tus
from kernel.errors import Invalid


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def test_metadata_is_read_when_it_is_right() -> None:
    header = f"filename {encoded('视频 ../a.mp4')},filetype {encoded('video/mp4')},empty"
    assert tus.read_metadata(header) == {"filename": "视频 ../a.mp4", "filetype": "video/mp4", "empty": ""}
    assert tus.read_metadata(None) == {}


@pytest.mark.parametrize(
    "header",
    [
        "filename not-base64!",
        f"filename {encoded('a')},filename {encoded('b')}",
        f",filename {encoded('a')}",
        "filename " + base64.b64encode(b"\xff\xfe").decode(),
        f"filename {encoded(chr(0))}",
        "filename " + "A" * 5000,
    ],
)
def test_metadata_is_refused_when_it_is_wrong(header: str) -> None:
    with pytest.raises(Invalid) as caught:
        tus.read_metadata(header)
    assert caught.value.errors[0].field == "Upload-Metadata"


@pytest.mark.parametrize("name", ["", "   ", "a" * 501])
def test_filename_is_refused_when_missing_or_very_long(name: str) -> None:
    with pytest.raises(Invalid):
        tus.read_filename({"filename": name})


@pytest.mark.parametrize("header", [None, "", "-1", "1.5", "1e3", "٣", "9" * 19])
def test_size_is_refused_when_it_is_not_a_whole_number(header: str | None) -> None:
    with pytest.raises(Invalid) as caught:
        tus.read_size("Upload-Length", header)
    assert caught.value.errors[0].field == "Upload-Length"


@pytest.mark.parametrize("header", ["md5 AAAA", "sha256 AAAA", "sha1 !", "sha256"])
def test_checksum_is_refused_when_wrong(header: str) -> None:
    with pytest.raises(Invalid):
        tus.read_checksum(header)


def test_checksum_is_none_when_absent() -> None:
    assert tus.read_checksum(None) is None
