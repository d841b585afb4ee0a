"""JSON files as people hand them in: one value, an array of values, or one value a line, read value by
value.

Stricter than the standard parser: keys given twice, NaN and Infinity, broken characters and files that are
not UTF-8 are reported with their place. Arrays and JSONL are streamed, so a file may be larger than the
memory.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import IO, Any, Final

LINE_SUFFIXES: Final = (".jsonl", ".ndjson")
CHUNK: Final = 1 << 20

_BLANKS: Final = " \t\r\n"
_FOREIGN_MARKS: Final = (
    (codecs.BOM_UTF8, "UTF-8 with a byte order mark"),
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
#: A parse error so close to the end of what was read may only mean that the value goes on in the next chunk.
_CUT_OFF: Final = 16


@dataclass(frozen=True, slots=True)
class JsonFlaw:
    """What is wrong with one value. `field` is the dotted path inside the value, '' for the whole."""

    field: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class JsonEntry:
    """One value of a file: its place (from 1), the line on which it starts (from 1), and its flaws.

    `readable` is False where no value could be read; then `value` is None and nothing after it in an array
    can be read either. Numbers with a point or exponent are Decimal.
    """

    place: int
    line: int
    value: Any
    flaws: tuple[JsonFlaw, ...] = ()
    readable: bool = True


def read_values(path: Path) -> Iterator[JsonEntry]:
    """The values of one file, in order.

    Files named .jsonl or .ndjson hold a value a line (blank lines are passed over). Any other file holds an
    array, whose members are the values, or one value; one whose first line is complete by itself is read as
    lines. Raises OSError where the file cannot be opened; everything about its content is a flaw.
    """
    with path.open("rb") as stream:
        head = stream.read(4)
        for mark, name in _FOREIGN_MARKS:
            if head.startswith(mark):
                message = f"The file is {name}; save it as UTF-8 without a byte order mark."
                yield _unreadable(1, 1, "encoding", message)
                return
        stream.seek(0)
        if path.suffix.lower() in LINE_SUFFIXES:
            yield from _lines(stream)
        elif _first_sign(stream) == b"[":
            yield from _array(_Window(stream))
        else:
            yield from _document(stream)


class _Object(dict[str, Any]):
    """An object that remembers which of its keys were given more than once."""

    repeated: tuple[str, ...] = ()


class _Reader:
    """The standard decoder with hooks that notice what it would let pass."""

    def __init__(self) -> None:
        self.suspicious = False
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_float=self._decimal, parse_constant=self._constant
        )

    def decode(self, text: str, start: int) -> tuple[Any, int]:
        """The value at `start` and where it ends; raises ValueError (JSONDecodeError where a place is
        known).
        """
        self.suspicious = False
        try:
            return self._decoder.raw_decode(text, start)
        except RecursionError:
            raise ValueError("the value is nested too deeply") from None

    def flaws(self, value: Any, text: str) -> tuple[JsonFlaw, ...]:
        """What the hooks noticed in the value last decoded from `text`."""
        if not self.suspicious and "\\u" not in text:
            return ()
        return tuple(_walk("", value))

    def _object(self, pairs: list[tuple[str, Any]]) -> _Object:
        made = _Object(pairs)
        if len(made) != len(pairs):
            keys = [key for key, _ in pairs]
            made.repeated = tuple(dict.fromkeys(key for key in keys if keys.count(key) > 1))
            self.suspicious = True
        return made

    def _decimal(self, text: str) -> Decimal | float:
        try:
            return Decimal(text)
        except InvalidOperation:
            return self._constant("an exponent out of range")

    def _constant(self, _name: str) -> float:
        self.suspicious = True
        return float("nan")


def _walk(path: str, value: Any) -> Iterator[JsonFlaw]:
    if isinstance(value, Mapping):
        for key in getattr(value, "repeated", ()):
            yield JsonFlaw(_join(path, key), "duplicate_key", f"The key {key!r} is given more than once.")
        for key, inner in value.items():
            yield from _walk(_join(path, key), inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _walk(_join(path, str(place)), inner)
    elif isinstance(value, float):
        yield JsonFlaw(path, "not_finite", "NaN and Infinity are not JSON; use a finite number or null.")
    elif isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
        yield JsonFlaw(path, "encoding", "The text holds half a character (a lone surrogate); repair it.")


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _unreadable(place: int, line: int, code: str, message: str) -> JsonEntry:
    return JsonEntry(place, line, None, (JsonFlaw("", code, message),), readable=False)


def _not_json(place: int, line: int, problem: ValueError) -> JsonEntry:
    if isinstance(problem, json.JSONDecodeError):
        return _unreadable(place, line, "not_json", f"Not JSON: {problem.msg} (line {line}).")
    return _unreadable(place, line, "not_json", f"Not JSON that can be read: {problem}.")


def _not_utf8(place: int, line: int, problem: UnicodeDecodeError) -> JsonEntry:
    byte = problem.object[problem.start]
    return _unreadable(
        place, line, "encoding", f"Not UTF-8: byte 0x{byte:02x} on line {line}; save the file as UTF-8."
    )


def _first_sign(stream: IO[bytes]) -> bytes:
    """The first byte that is no white space; the stream is put back to its start."""
    sign = b" "
    while sign and sign in b" \t\r\n":
        sign = stream.read(1)
    stream.seek(0)
    return sign


def _lines(stream: IO[bytes]) -> Iterator[JsonEntry]:
    reader = _Reader()
    place = 0
    for line, raw in enumerate(stream, start=1):
        if not raw.strip():
            continue
        place += 1
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as problem:
            yield _not_utf8(place, line, problem)
            continue
        yield _whole(reader, text.rstrip(_BLANKS), place, line)


def _whole(reader: _Reader, text: str, place: int, line: int) -> JsonEntry:
    """The one value that is the complete text; `line` is where the text starts."""
    start = len(text) - len(text.lstrip(_BLANKS))
    try:
        value, end = reader.decode(text, start)
        rest = text[end:].lstrip(_BLANKS)
        if rest:
            raise json.JSONDecodeError("there is more than one value", text, len(text) - len(rest))
    except json.JSONDecodeError as problem:
        return _not_json(place, line + problem.lineno - 1, problem)
    except ValueError as problem:
        return _not_json(place, line, problem)
    return JsonEntry(place, line + text.count("\n", 0, start), value, reader.flaws(value, text))


def _document(stream: IO[bytes]) -> Iterator[JsonEntry]:
    first = stream.readline()
    stream.seek(0)
    if first.strip() and _is_complete(first) and _has_more(stream):
        yield from _lines(stream)
        return
    raw = stream.read()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        yield _not_utf8(1, raw.count(b"\n", 0, problem.start) + 1, problem)
        return
    if not text.strip(_BLANKS):
        yield _unreadable(1, 1, "not_json", "The file is empty.")
        return
    yield _whole(_Reader(), text, 1, 1)


def _is_complete(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _has_more(stream: IO[bytes]) -> bool:
    """True where a line after the first holds anything; the stream is put back to its start."""
    stream.readline()
    more = any(line.strip() for line in stream)
    stream.seek(0)
    return more


class _Window:
    """A sliding piece of decoded text that knows on which line of the file it starts."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.text = ""
        self.at = 0
        self.ended = False
        self._line = 1

    def more(self) -> None:
        """Drops what is behind `at` and reads on, more the longer the present value already is."""
        rest = self.text[self.at :]
        raw = self._stream.read(max(CHUNK, len(rest)))
        self.ended = not raw
        added = self._decoder.decode(raw, final=self.ended)
        self._line += self.text.count("\n", 0, self.at)
        self.text = rest + added
        self.at = 0

    def sign(self) -> str:
        """The next character that is no white space, '' at the end; `at` is put on it."""
        while True:
            while self.at < len(self.text) and self.text[self.at] in _BLANKS:
                self.at += 1
            if self.at < len(self.text):
                return self.text[self.at]
            if self.ended:
                return ""
            self.more()

    def line_of(self, index: int) -> int:
        """The line of the file on which that index of the present text lies."""
        return self._line + self.text.count("\n", 0, index)


def _array(window: _Window) -> Iterator[JsonEntry]:
    place = 0
    try:
        for entry in _members(window):
            place = entry.place
            yield entry
    except UnicodeDecodeError as problem:
        rest = problem.object[: problem.start]
        yield _not_utf8(place + 1, window.line_of(len(window.text)) + rest.count(b"\n"), problem)


def _members(window: _Window) -> Iterator[JsonEntry]:
    reader = _Reader()
    window.sign()
    window.at += 1
    place = 0
    if window.sign() == "]":
        window.at += 1
    else:
        while True:
            place += 1
            window.sign()
            entry = _member(window, reader, place)
            yield entry
            if not entry.readable:
                return
            sign = window.sign()
            window.at += 1
            if sign == "]":
                break
            if sign != ",":
                message = "Not JSON: a comma or ] is missing after this value; what follows was not read."
                yield _unreadable(place + 1, window.line_of(max(window.at - 1, 0)), "not_json", message)
                return
    if window.sign():
        yield _unreadable(
            place + 1, window.line_of(window.at), "not_json", "Not JSON: there is text after the closing ]."
        )


def _member(window: _Window, reader: _Reader, place: int) -> JsonEntry:
    while True:
        try:
            value, end = reader.decode(window.text, window.at)
        except json.JSONDecodeError as problem:
            cut_off = problem.pos >= len(window.text) - _CUT_OFF or problem.msg.startswith(
                "Unterminated string"
            )
            if cut_off and not window.ended:
                window.more()
                continue
            return _not_json(place, window.line_of(problem.pos), problem)
        except ValueError as problem:
            return _not_json(place, window.line_of(window.at), problem)
        if end == len(window.text) and not window.ended:
            window.more()
            continue
        raw = window.text[window.at : end]
        entry = JsonEntry(place, window.line_of(window.at), value, reader.flaws(value, raw))
        window.at = end
        return entry
