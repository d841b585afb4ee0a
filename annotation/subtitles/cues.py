"""The shapes that reading subtitles works with: cues as found, utterances as proposed, warnings."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class SubtitleWarning:
    """Something odd in a subtitle file, at a line counted from 1 (0: the file as a whole)."""

    line: int
    code: str
    message: str


@dataclass(frozen=True)
class Cue:
    """One cue as the file has it: seconds, its text with the format's own markup removed, a speaker if it names one.

    `identifier` is the file's own name for it, `line` where its times stand.
    """

    start: Decimal
    end: Decimal
    text: str
    line: int
    speaker: str | None = None
    identifier: str | None = None


@dataclass(frozen=True)
class ParsedUtterance:
    """One cue of the video: `id` U1, U2, ... in the order of the video; `t` start and end in seconds."""

    id: str
    t: tuple[Decimal, Decimal]
    speaker: str | None
    text: str
    identifier: str | None = None
    line: int = 0


@dataclass(frozen=True)
class ParsedSubtitles:
    """A subtitle file as read: `format` is srt, vtt, ass or json; `encoding` how its bytes were read."""

    format: str
    encoding: str
    utterances: tuple[ParsedUtterance, ...]
    warnings: tuple[SubtitleWarning, ...]
