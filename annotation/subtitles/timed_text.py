"""SRT and WebVTT: cues between lines of times, read leniently, with a warning for everything that was odd."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from annotation.subtitles.cues import Cue, SubtitleWarning
from annotation.subtitles.markup import plain_srt, plain_vtt
from kernel.texts import shown
from kernel.times import read_seconds

_TIME: Final = r"[-+]?\d[\d:]*(?:[.,]\d+)?"
_TIMES: Final = re.compile(
    rf"^\s*(?P<start>{_TIME})\s*(?P<arrow>-{{1,2}}>)\s*(?P<end>{_TIME})(?P<rest>\s.*)?$"
)
_CLOCK: Final = re.compile(
    r"^(?P<sign>[-+]?)(?:(?P<h>\d+):)?(?P<m>\d{1,2}):(?P<s>\d{1,2})(?:[.,](?P<f>\d+))?$"
)
_HOUR_DIGITS: Final = 9
#: What is behind them is lost in the rounding to the millisecond.
_FRACTION_DIGITS: Final = 12
_MILLISECOND: Final = Decimal("0.001")


@dataclass(frozen=True)
class _TimeLine:
    number: int  # of its line, from 0
    start: Decimal | None
    end: Decimal | None
    problem: str | None


def looks_timed(text: str) -> bool:
    """Say whether any line has the arrow of SRT and WebVTT."""
    return any(_is_time_line(line) for line in text.split("\n"))


def read_timed_text(text: str, *, vtt: bool) -> tuple[list[Cue], list[SubtitleWarning]]:
    """All cues of an SRT or WebVTT text, in the order of the file.

    A cue whose times cannot be right (not readable, longer than any video, before 0, end before start) is left out with
    a warning that names its line; nothing is moved or cut to fit.
    """
    lines = text.split("\n")
    warnings: list[SubtitleWarning] = []
    found = [_read_times(number, line, warnings, vtt) for number, line in _time_lines(lines, vtt)]
    cues: list[Cue] = []
    for position, times in enumerate(found):
        following = found[position + 1].number if position + 1 < len(found) else len(lines)
        body = _body(lines, times.number, following, last=position + 1 == len(found), vtt=vtt)
        if times.problem is not None or times.start is None or times.end is None:
            problem = times.problem or "bad_time"
            warnings.append(SubtitleWarning(times.number + 1, problem, _PROBLEMS[problem]))
            continue
        speaker, plain = plain_vtt(body) if vtt else (None, plain_srt(body))
        if not shown(plain):
            warnings.append(
                SubtitleWarning(times.number + 1, "no_text", "The cue has no text and was left out.")
            )
            continue
        cues.append(
            Cue(times.start, times.end, plain, times.number + 1, speaker, _identifier(lines, times.number))
        )
    return cues, warnings


_PROBLEMS: Final = {
    "bad_time": "The times cannot be read; the cue was left out.",
    "negative_time": "The cue begins before 0 and was left out.",
    "end_before_start": "The cue ends before it begins and was left out.",
}


def _is_time_line(line: str) -> bool:
    return "-->" in line or _TIMES.match(line) is not None


def _time_lines(lines: list[str], vtt: bool) -> list[tuple[int, str]]:
    """The lines of times; in WebVTT those inside NOTE, STYLE and REGION blocks are none."""
    kept: list[tuple[int, str]] = []
    in_note = False
    for number, line in enumerate(lines):
        if vtt and (number == 0 or not lines[number - 1].strip()):
            in_note = re.match(r"(NOTE|STYLE|REGION)(\s|$)", line) is not None
        if not line.strip():
            in_note = False
        if not in_note and _is_time_line(line):
            kept.append((number, line))
    return kept


def _read_times(number: int, line: str, warnings: list[SubtitleWarning], vtt: bool) -> _TimeLine:
    found = _TIMES.match(line)
    if found is None:
        return _TimeLine(number, None, None, "bad_time")
    start, end = _seconds(found["start"]), _seconds(found["end"])
    if start is None or end is None:
        return _TimeLine(number, None, None, "bad_time")
    if start < 0 or end < 0:
        return _TimeLine(number, start, end, "negative_time")
    if end < start:
        return _TimeLine(number, start, end, "end_before_start")
    if found["arrow"] != "-->":
        warnings.append(SubtitleWarning(number + 1, "short_arrow", "The arrow is '->' instead of '-->'."))
    if vtt and "," in found["start"] + found["end"]:
        warnings.append(
            SubtitleWarning(number + 1, "comma_in_time", "The times have a comma where WebVTT has a point.")
        )
    rounded = start.quantize(_MILLISECOND), end.quantize(_MILLISECOND)
    if rounded != (start, end):
        warnings.append(
            SubtitleWarning(
                number + 1, "finer_than_millisecond", "The times were rounded to the millisecond."
            )
        )
    return _TimeLine(number, *rounded, None)


def _seconds(text: str) -> Decimal | None:
    """Seconds of a clock time. What follows the point is a fraction, however many digits it has: 3,5 is 3.500."""
    found = _CLOCK.match(text)
    # Thousands of digits are no hour: they are not even read.
    if found is None or int(found["m"]) > 59 or int(found["s"]) > 59 or len(found["h"] or "") > _HOUR_DIGITS:
        return None
    whole = int(found["h"] or 0) * 3600 + int(found["m"]) * 60 + int(found["s"])
    try:
        value = read_seconds(f"{whole}.{(found['f'] or '0')[:_FRACTION_DIGITS]}")
    except ValueError:
        return None
    return -value if found["sign"] == "-" else value


def _body(lines: list[str], times_at: int, following: int, *, last: bool, vtt: bool) -> str:
    """The text of a cue: up to the next blank line in WebVTT; in SRT up to the number of the next cue."""
    body = lines[times_at + 1 : following]
    if vtt:
        blank = next((n for n, line in enumerate(body) if not line.strip()), len(body))
        return "\n".join(body[:blank])
    if not last and body and body[-1].strip().isdigit():
        body = body[:-1]
    return "\n".join(body)


def _identifier(lines: list[str], times_at: int) -> str | None:
    above = lines[times_at - 1].strip() if times_at else ""
    return above or None
