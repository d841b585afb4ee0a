"""What the first bytes of a file and the boxes of an MP4 say, read without ffmpeg."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from annotation.videos.media_errors import UnusableMedia

_TEXT_FORMS: Final = (
    (b"#extm3u", "an HLS playlist"),
    (b"ffconcat", "a concat script"),
    (b"[playlist]", "a playlist"),
    (b"v=0", "an SDP session description"),
    (b"<mpd", "a DASH manifest"),
    (b"<smoothstreamingmedia", "a Smooth Streaming manifest"),
    (b"<asx", "a playlist"),
    (b"<smil", "a SMIL playlist"),
    (b"<svg", "an SVG drawing"),
)
_STILL_IMAGES: Final = (
    (b"\xff\xd8\xff", "JPEG"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"BM", "BMP"),
)
_IMAGE_BRANDS: Final = {b"heic", b"heix", b"mif1", b"msf1", b"avif", b"avis"}
_MP4_FIRST_BOXES: Final = {b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"styp", b"moof"}


@dataclass(frozen=True)
class Mp4Layout:
    """How an MP4 or QuickTime file is laid out.

    `faststart`: its index lies before its media data. `fragmented`: its media data come in fragments.
    """

    has_index: bool
    faststart: bool
    fragmented: bool


def refuse_by_first_bytes(path: Path) -> None:
    """Refuse what no decoder should see: nothing, no file, playlists and manifests, drawings, still images.

    Raises UnusableMedia with the code `file_not_found`, `not_a_file`, `empty_file`, `playlist` or `still_image`.
    This gives the better reason; the allow lists of `ffmpeg.open_input` are what keeps such files out.
    """
    if not path.exists():
        raise UnusableMedia("file_not_found", f"There is no file {path}.")
    if not path.is_file():
        raise UnusableMedia("not_a_file", f"{path} is not a regular file.")
    if path.stat().st_size == 0:
        raise UnusableMedia("empty_file", "The file is empty (0 bytes). Upload it again.")
    with path.open("rb") as file:
        head = file.read(4096)
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if text.startswith((b"<?xml", b"<!--", b"<!doctype")):
        form = next((what for mark, what in _TEXT_FORMS if mark[:1] == b"<" and mark in text), None)
    else:
        form = next((what for mark, what in _TEXT_FORMS if text.startswith(mark)), None)
    if form is not None:
        raise UnusableMedia(
            "playlist",
            f"The file is {form}: text that points at other files or addresses, which are never opened. "
            "Give the video file itself.",
        )
    image = next((what for mark, what in _STILL_IMAGES if head.startswith(mark)), None)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        image = "WebP"
    if head[4:8] == b"ftyp" and head[8:12] in _IMAGE_BRANDS:
        image = "HEIF"
    if image is not None:
        raise UnusableMedia("still_image", f"The file is a still image ({image}), not a video.")


def looks_like_mp4(path: Path) -> bool:
    """Say whether the file begins with a box of the MP4 family."""
    with path.open("rb") as file:
        return file.read(8)[4:8] in _MP4_FIRST_BOXES


def read_mp4_layout(path: Path) -> Mp4Layout:
    """Walk the top-level boxes of an MP4 or QuickTime file (no decoding, a few reads)."""
    kinds: list[bytes] = []
    size_of_file = path.stat().st_size
    with path.open("rb") as file:
        at = 0
        while at + 8 <= size_of_file and len(kinds) < 10_000:
            file.seek(at)
            length, kind = _box_header(file, size_of_file - at)
            kinds.append(kind)
            if length < 8:
                break
            at += length
    index = kinds.index(b"moov") if b"moov" in kinds else None
    data = kinds.index(b"mdat") if b"mdat" in kinds else None
    return Mp4Layout(
        has_index=index is not None,
        faststart=index is not None and (data is None or index < data),
        fragmented=b"moof" in kinds,
    )


def _box_header(file: BinaryIO, left: int) -> tuple[int, bytes]:
    head = file.read(8)
    length, kind = struct.unpack(">I4s", head)
    if length == 0:  # to the end of the file
        return left, kind
    if length == 1:
        wide = file.read(8)
        return (int(struct.unpack(">Q", wide)[0]) if len(wide) == 8 else 0), kind
    return int(length), kind
