"""ASS and SSA, read with pysubs2; and the JSON list of utterances that records carry."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from typing import Any, Final

import pysubs2

from annotation.subtitles.cues import Cue, SubtitleWarning
from annotation.subtitles.errors import SubtitleError
from kernel.texts import shown
from kernel.times import to_seconds

_KEYS: Final = {"id", "t", "speaker", "text"}


def read_ass(text: str) -> tuple[list[Cue], list[SubtitleWarning]]:
    """All dialogue of an ASS or SSA text, in the order of the file; comments and drawings are left out."""
    try:
        file = pysubs2.SSAFile.from_string(text, format_="ass")
    except Exception as error:  # pysubs2 raises whatever its parsing meets
        raise SubtitleError("bad_ass", f"The ASS file cannot be read: {str(error)[:200]}.") from error
    places = [
        number
        for number, line in enumerate(text.split("\n"), start=1)
        if line.startswith(("Dialogue:", "Comment:"))
    ]
    cues: list[Cue] = []
    warnings: list[SubtitleWarning] = []
    for position, event in enumerate(file.events):
        line = places[position] if len(places) == len(file.events) else 0
        if event.is_comment or event.is_drawing:
            continue
        words = "\n".join(part for part in (" ".join(p.split()) for p in event.plaintext.split("\n")) if part)
        # pysubs2 reads hours of two digits at most, so every time fits.
        start, end = (Decimal(milliseconds).scaleb(-3) for milliseconds in (event.start, event.end))
        if start < 0:
            warnings.append(
                SubtitleWarning(line, "negative_time", "The cue begins before 0 and was left out.")
            )
        elif end < start:
            warnings.append(
                SubtitleWarning(line, "end_before_start", "The cue ends before it begins and was left out.")
            )
        elif shown(words):
            cues.append(Cue(start, end, words, line, speaker=event.name.strip() or None))
    return cues, warnings


def read_json_list(text: str) -> tuple[list[Cue], list[SubtitleWarning]]:
    """The rows of a JSON list `[{"id", "t": [start, end], "speaker", "text"}]`, in the order given.

    Raises SubtitleError `bad_json` or `bad_row`, which names the row (from 1) and what is wrong with it.
    """
    try:
        rows = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError, InvalidOperation) as error:
        told = "an exponent is out of range" if isinstance(error, InvalidOperation) else str(error)
        raise SubtitleError("bad_json", f"The file is not valid JSON: {told[:200]}.") from None
    if not isinstance(rows, list):
        raise SubtitleError("bad_json", "The JSON is not a list of utterances.")
    cues = [_row(place, row) for place, row in enumerate(rows, start=1)]
    identifiers = [cue.identifier for cue in cues]
    warnings: list[SubtitleWarning] = []
    if len(set(identifiers)) != len(identifiers):
        raise SubtitleError("bad_row", "Two rows have the same id.")
    if identifiers != [f"U{n}" for n in range(1, len(cues) + 1)]:
        warnings.append(
            SubtitleWarning(0, "ids_renumbered", "The ids are not U1, U2, ...: they were numbered anew.")
        )
    return cues, warnings


def _row(place: int, row: Any) -> Cue:
    def refuse(what: str) -> SubtitleError:
        return SubtitleError("bad_row", f"Row {place} {what}.")

    if not isinstance(row, dict) or set(row) != _KEYS:
        raise refuse("does not have exactly the keys id, t, speaker and text")
    times = row["t"]
    if not isinstance(times, list) or len(times) != 2 or not all(_is_number(time) for time in times):
        raise refuse("has a t that is not a list of two numbers")
    try:
        start, end = (to_seconds(time) for time in times)
    except ValueError as error:
        raise refuse(f"has a time that is not usable: {error}") from None
    if start < 0 or end < start:
        raise refuse("begins before 0 or ends before it begins")
    if not isinstance(row["text"], str) or not shown(row["text"]):
        raise refuse("has no text")
    if not (row["speaker"] is None or isinstance(row["speaker"], str)) or not isinstance(row["id"], str):
        raise refuse("has a speaker or an id that is not text")
    if any(not _is_storable(text) for text in (row["text"], row["speaker"] or "", row["id"])):
        raise refuse("holds a NUL character or half a character (a lone surrogate)")
    return Cue(start, end, row["text"].strip(), 0, row["speaker"] or None, row["id"])


def _is_storable(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)
