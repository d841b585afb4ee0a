"""Subtitle files in, utterances out: SRT, WebVTT, ASS/SSA and the JSON list of the records."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Final

from annotation.subtitles.cues import Cue, ParsedSubtitles, ParsedUtterance, SubtitleWarning
from annotation.subtitles.encodings import decode
from annotation.subtitles.errors import SubtitleError
from annotation.subtitles.speakers import split_speaker
from annotation.subtitles.styled_text import read_ass, read_json_list
from annotation.subtitles.timed_text import looks_timed, read_timed_text

MAX_BYTES: Final = 20 * 1024 * 1024
#: No accepted video is longer; a cue beyond it is past the end of whatever it belongs to.
MAX_SECONDS: Final = Decimal(12 * 3600)


def parse(
    content: bytes,
    filename: str,
    *,
    encoding: str | None = None,
    video_duration: Decimal | None = None,
    names_in_text: bool = True,
) -> ParsedSubtitles:
    """Read a subtitle file. The format is told by its content; `filename` only breaks ties.

    Utterances come in the order of time (the JSON list: in the order given) as U1, U2, ...; one for each cue.
    Overlapping cues are kept. A speaker is one that the format names (voice, Name) or that the text names
    (`ROSS:`, `- JOEY:`, `[Chandler]`), else None; without `names_in_text`, only the former, and the text stays whole.
    With `video_duration` (seconds), cues past it are warned of.

    Raises SubtitleError: `too_large`, the codes of `encodings.decode`, `format_unknown`, `no_cues`, `bad_ass`,
    `bad_json`, `bad_row`.
    """
    if len(content) > MAX_BYTES:
        raise SubtitleError(
            "too_large", f"The file is larger than {MAX_BYTES} bytes, which no subtitle file is."
        )
    if not content.strip():
        raise SubtitleError("no_cues", "The file is empty: there are no cues in it.")
    text, encoding_name = decode(content, encoding)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    form, warnings = _recognise(text, filename)
    if form == "json":
        cues, odd = read_json_list(text)
    elif form == "ass":
        cues, odd = read_ass(text)
    else:
        cues, odd = read_timed_text(text, vtt=form == "vtt")
    warnings += odd
    if not cues and not odd:
        raise SubtitleError("no_cues", "There are no cues in the file.")
    if form != "json":
        cues = _in_time_order(cues, warnings)
    _warn_past_end(cues, video_duration, warnings)
    named = form == "json" or not names_in_text
    utterances = tuple(_utterance(number, cue, warnings, named) for number, cue in enumerate(cues, start=1))
    return ParsedSubtitles(form, encoding_name, utterances, tuple(sorted(warnings, key=lambda w: w.line)))


def _recognise(text: str, filename: str) -> tuple[str, list[SubtitleWarning]]:
    warnings: list[SubtitleWarning] = []
    head = text.lstrip()
    ending = filename.rpartition(".")[2].lower()
    if head.startswith("WEBVTT"):
        form = "vtt"
    elif "[Script Info]" in text or head.startswith(("Dialogue:", "[Events]", "[V4")):
        form = "ass"
    elif head.startswith("[{") or (head.startswith(("[", "{")) and ending == "json"):
        form = "json"
    elif looks_timed(text):
        form = "srt"
        first = next(line for line in text.split("\n") if "->" in line)
        if ending == "vtt" and "," not in first:
            form = "vtt"
            warnings.append(
                SubtitleWarning(1, "no_header", "The first line is not WEBVTT; read as WebVTT all the same.")
            )
    else:
        raise SubtitleError(
            "format_unknown",
            "The content is not SRT, WebVTT, ASS or a JSON list of utterances: no line of it has times.",
        )
    if ending in {"srt", "vtt", "ass", "json"} and ending != form:
        warnings.append(
            SubtitleWarning(1, "name_differs", f"The name ends in .{ending}, but the content is {form}.")
        )
    return form, warnings


def _in_time_order(cues: Sequence[Cue], warnings: list[SubtitleWarning]) -> list[Cue]:
    back = next((later for earlier, later in pairwise(cues) if later.start < earlier.start), None)
    if back is not None:
        warnings.append(
            SubtitleWarning(
                back.line,
                "out_of_order",
                "The cue begins before the one above it; cues were put in order of time.",
            )
        )
    return sorted(cues, key=lambda cue: cue.start)


def _warn_past_end(
    cues: Sequence[Cue], video_duration: Decimal | None, warnings: list[SubtitleWarning]
) -> None:
    limit = MAX_SECONDS if video_duration is None else video_duration
    what = "any video that is accepted" if video_duration is None else "the video"
    for cue in cues:
        if cue.end > limit:
            warnings.append(
                SubtitleWarning(
                    cue.line,
                    "past_end",
                    f"The cue at {cue.start} to {cue.end} s is past the end of {what} ({limit} s).",
                )
            )


def _utterance(number: int, cue: Cue, warnings: list[SubtitleWarning], named: bool) -> ParsedUtterance:
    speaker, text = cue.speaker, cue.text
    if speaker is None and not named:
        speaker, text, several = split_speaker(text)
        if several and speaker is not None:
            warnings.append(
                SubtitleWarning(cue.line, "several_speakers", f"Several people speak in one cue (U{number}).")
            )
    return ParsedUtterance(f"U{number}", (cue.start, cue.end), speaker, text, cue.identifier, cue.line)
