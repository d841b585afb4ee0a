"""The streams of a file, read from what ffprobe describes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from annotation.videos.media_errors import UnusableMedia

#: Subtitle streams that are text; the others are pictures of text and cannot be read.
TEXT_SUBTITLES: Final = {"subrip", "srt", "ass", "ssa", "webvtt", "mov_text", "text"}
_HDR_TRANSFERS: Final = {"smpte2084", "arib-std-b67"}
_DEPTH: Final = re.compile(r"p(9|10|12|14|16)(le|be)$|^gray(9|10|12|14|16)|^p0(10|12|16)")


@dataclass(frozen=True)
class VideoStream:
    """The video stream that counts.

    `rotation`: degrees counter-clockwise. `rate_candidates`: the rates that the header names, likeliest first.
    `configuration`: how its pictures are coded, as the container keeps it, in hexadecimal digits; empty where it is not
    known, or of no use to us.
    """

    index: int
    codec: str
    profile: str
    pix_fmt: str
    coded_width: int
    coded_height: int
    sample_aspect: Fraction
    rotation: int
    field_order: str
    color_range: str
    color_space: str
    color_primaries: str
    color_transfer: str
    time_base: Fraction
    rate_candidates: tuple[Fraction, ...]
    configuration: str = ""

    @property
    def nominal_rate(self) -> Fraction | None:
        return self.rate_candidates[0] if self.rate_candidates else None

    @property
    def hdr(self) -> bool:
        return self.color_transfer in _HDR_TRANSFERS

    @property
    def bit_depth(self) -> int:
        found = _DEPTH.search(self.pix_fmt)
        return int(next(group for group in found.groups() if group and group.isdigit())) if found else 8

    @property
    def displayed_size(self) -> tuple[int, int]:
        """Width and height on the screen: square pixels, rotation applied."""
        width = max(1, round(self.coded_width * self.sample_aspect))
        return (self.coded_height, width) if self.rotation in (90, 270) else (width, self.coded_height)


@dataclass(frozen=True)
class AudioStream:
    index: int
    codec: str
    channels: int
    channel_layout: str
    sample_rate: int
    language: str
    default: bool
    decodable: bool
    profile: str = ""


@dataclass(frozen=True)
class SubtitleStream:
    """An embedded subtitle stream; `text` says whether it can be imported."""

    index: int
    codec: str
    language: str
    title: str
    default: bool
    text: bool


def choose_video(found: Sequence[dict[str, Any]]) -> VideoStream:
    """The first video stream that is no attached picture. Raises UnusableMedia `no_video_stream`."""
    for stream in found:
        disposition = stream.get("disposition", {})
        pictured = any(disposition.get(flag) for flag in ("attached_pic", "still_image", "timed_thumbnails"))
        if stream.get("codec_type") == "video" and not pictured:
            return _video(stream)
    heard = any(stream.get("codec_type") == "audio" for stream in found)
    raise UnusableMedia(
        "no_video_stream",
        "The file has audio but no video stream." if heard else "The file has no video stream.",
    )


def read_audio(found: Sequence[dict[str, Any]]) -> tuple[AudioStream, ...]:
    """All audio streams in the order of the file."""
    return tuple(
        AudioStream(
            index=int(stream["index"]),
            codec=str(stream.get("codec_name", "unknown")),
            channels=int(stream.get("channels", 0)),
            channel_layout=str(stream.get("channel_layout", "")),
            sample_rate=int(stream.get("sample_rate", 0)),
            language=str(stream.get("tags", {}).get("language", "")),
            default=bool(stream.get("disposition", {}).get("default")),
            # A stream whose header could not be understood has no channels or no rate, and breaks a filter graph.
            decodable=bool(
                stream.get("codec_name")
                and int(stream.get("channels", 0))
                and int(stream.get("sample_rate", 0))
            ),
            profile=str(stream.get("profile", "")),
        )
        for stream in found
        if stream.get("codec_type") == "audio"
    )


def read_subtitles(found: Sequence[dict[str, Any]]) -> tuple[SubtitleStream, ...]:
    """All subtitle streams in the order of the file."""
    return tuple(
        SubtitleStream(
            index=int(stream["index"]),
            codec=str(stream.get("codec_name", "unknown")),
            language=str(stream.get("tags", {}).get("language", "")),
            title=str(stream.get("tags", {}).get("title", "")),
            default=bool(stream.get("disposition", {}).get("default")),
            text=stream.get("codec_name") in TEXT_SUBTITLES,
        )
        for stream in found
        if stream.get("codec_type") == "subtitle"
    )


def _video(stream: dict[str, Any]) -> VideoStream:
    rates = [_ratio(stream.get(name)) for name in ("avg_frame_rate", "r_frame_rate")]
    return VideoStream(
        index=int(stream["index"]),
        codec=str(stream.get("codec_name", "")),
        profile=str(stream.get("profile", "")),
        pix_fmt=str(stream.get("pix_fmt", "")),
        coded_width=int(stream.get("width", 0)),
        coded_height=int(stream.get("height", 0)),
        sample_aspect=_ratio(stream.get("sample_aspect_ratio")) or Fraction(1),
        rotation=_rotation(stream),
        field_order=str(stream.get("field_order", "unknown")),
        color_range=str(stream.get("color_range", "unknown")),
        color_space=str(stream.get("color_space", "unknown")),
        color_primaries=str(stream.get("color_primaries", "unknown")),
        color_transfer=str(stream.get("color_transfer", "unknown")),
        time_base=_ratio(stream.get("time_base")) or Fraction(1, 90_000),
        rate_candidates=tuple(dict.fromkeys(rate for rate in rates if rate)),
    )


def _rotation(stream: dict[str, Any]) -> int:
    for item in stream.get("side_data_list", []):
        if "rotation" in item:
            return round(float(item["rotation"])) % 360
    return 0


def _ratio(text: object) -> Fraction | None:
    """A ratio such as "30000/1001" or "16:11"; None where it is missing or 0."""
    above, _, below = str(text or "").replace(":", "/").partition("/")
    if not above.lstrip("-").isdigit() or not (below or "1").isdigit() or int(below or 1) == 0:
        return None
    return Fraction(int(above), int(below or 1)) or None
