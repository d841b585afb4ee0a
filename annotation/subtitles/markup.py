"""Plain text out of the markup of subtitle formats."""

from __future__ import annotations

import html
import re
from typing import Final

#: Names of tags that format text. What else stands between angle brackets, "<sighs>" or "3 < 4", is text.
_TAG_NAMES: Final = "|".join(
    (
        "i|b|u|s|em|strong|font|span|div|p|br|a|c|v|lang|ruby|rt",
        "script|style|iframe|img|svg|object|embed|link|body|html",
    )
)
_TAG: Final = re.compile(rf"</?(?:{_TAG_NAMES})(?:[.\s/][^<>]*)?>", re.IGNORECASE)
_OVERRIDE: Final = re.compile(r"\{\\[^{}]*\}")
_VOICE: Final = re.compile(r"<v(?:\.[^\s<>]*)?\s+([^<>]+)>", re.IGNORECASE)
_KARAOKE: Final = re.compile(r"<\d+:[\d:.]+>")


def plain_srt(text: str) -> str:
    """SRT text without formatting tags and without the override codes that leak in from ASS."""
    return _tidy(_TAG.sub("", _OVERRIDE.sub("", text)))


def plain_vtt(text: str) -> tuple[str | None, str]:
    """WebVTT text without tags, with entities resolved, and the voices it names ("Ross", or "Ross / Joey")."""
    voices = list(dict.fromkeys(" ".join(html.unescape(name).split()) for name in _VOICE.findall(text)))
    bare = _TAG.sub("", _KARAOKE.sub("", text))
    return (" / ".join(voices) or None), _tidy(html.unescape(bare))


def _tidy(text: str) -> str:
    """No byte order marks, no control characters, no blank lines, no white space at the ends of lines."""
    kept = "".join(
        character
        for character in text
        if character in "\n\t" or (character.isprintable() or ord(character) > 0x9F)
    )
    lines = (" ".join(line.split()) for line in kept.replace("\ufeff", "").split("\n"))
    return "\n".join(line for line in lines if line)
