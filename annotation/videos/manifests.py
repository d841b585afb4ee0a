"""The list of videos that a person puts beside a folder of files: CSV or JSON, one row a video."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

#: What a row may say. Only `file` has no default for all rows.
COLUMNS: Final = (
    "file",
    "title",
    "source",
    "domain",
    "licence",
    "terms",
    "language",
    "subtitles",
    "encoding",
)
REQUIRED: Final = ("file", "source", "domain", "licence")
NAMES: Final = ("manifest.csv", "manifest.json")
MAX_BYTES: Final = 20 * 1024 * 1024
#: As wide as the columns they go to.
_LONGEST: Final = {"title": 300, "source": 1000, "domain": 60, "licence": 200, "language": 20, "encoding": 40}


class BadManifest(Exception):
    """The list itself cannot be read. `code` is for programs, the text for people."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True)
class ManifestRow:
    """One row: `number` counts from 1, `values` has every column, "" where nothing is said.

    `faults` are `(code, reason)` of what is wrong with the row as it is written.
    """

    number: int
    values: Mapping[str, str]
    faults: tuple[tuple[str, str], ...] = field(default=())


def choose_manifest(names: Collection[str], *, place: str) -> str:
    """`manifest.csv` or `manifest.json` among the files of a place. Raises BadManifest for none, or both."""
    found = [name for name in NAMES if name in names]
    if len(found) != 1:
        told = "both" if found else "neither"
        raise BadManifest(
            "no_manifest",
            f"{place} holds {told} of {' and '.join(NAMES)}; name the list with --manifest FILE.",
        )
    return found[0]


def read_manifest(
    path: Path, *, defaults: Mapping[str, str], required: Collection[str] = REQUIRED
) -> list[ManifestRow]:
    """The rows of a list: a CSV file with a header, or a JSON array of objects, in UTF-8.

    `defaults` fill what a row leaves empty; a row that does not say what is `required` has a fault. Raises BadManifest
    when the list as a whole cannot be read: `unreadable`, `encoding`, `not_json`, `unknown_column`, `no_file_column`,
    `no_rows`.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadManifest(
                "unreadable", f"{path} has more than {MAX_BYTES} bytes; that is no list of videos."
            )
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BadManifest("unreadable", f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError as error:
        raise BadManifest(
            "encoding",
            f"{path} is not UTF-8 (byte {error.start}); save it as UTF-8, from Excel as “CSV UTF-8”.",
        ) from None
    raw = list(_json_rows(path, text) if path.suffix.lower() == ".json" else _csv_rows(path, text))
    if not raw:
        raise BadManifest("no_rows", f"{path} lists no video.")
    return [
        _row(number, values, faults, defaults, required)
        for number, (values, faults) in enumerate(raw, start=1)
    ]


Raw = tuple[dict[str, str], list[tuple[str, str]]]


def _csv_rows(path: Path, text: str) -> Iterator[Raw]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        _refuse_columns(path, header)
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            faults = []
            if len(cells) != len(header):
                faults.append(
                    ("cells", f"Line {reader.line_num} has {len(cells)} cells, the header {len(header)}.")
                )
            yield dict(zip(header, cells, strict=False)), faults
    except csv.Error as error:
        raise BadManifest("unreadable", f"{path}, line {reader.line_num}: {error}.") from None


def _json_rows(path: Path, text: str) -> Iterator[Raw]:
    try:
        listed: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadManifest("not_json", f"{path} is not valid JSON: {error}.") from None
    if not isinstance(listed, list):
        raise BadManifest("not_json", f'{path} holds no JSON array; write [{{"file": ...}}, ...].')
    for number, item in enumerate(listed, start=1):
        if not isinstance(item, dict):
            yield {}, [("cells", f"Row {number} is no JSON object.")]
            continue
        _refuse_columns(path, [*item, "file"])
        odd = [name for name, value in item.items() if not isinstance(value, str | None)]
        faults = [("cells", f"{name} of row {number} is no text.") for name in odd]
        yield {name: value for name, value in item.items() if isinstance(value, str)}, faults


def _refuse_columns(path: Path, names: list[str]) -> None:
    unknown = [name for name in names if name not in COLUMNS]
    if unknown:
        raise BadManifest(
            "unknown_column", f"{path} has a column {unknown[0]!r}; there are {', '.join(COLUMNS)}."
        )
    if "file" not in names:
        raise BadManifest("no_file_column", f"{path} has no column 'file'.")
    if path.suffix.lower() != ".json" and len(set(names)) != len(names):
        raise BadManifest("unknown_column", f"{path} has a column twice.")


def _row(
    number: int,
    values: dict[str, str],
    faults: list[tuple[str, str]],
    defaults: Mapping[str, str],
    required: Collection[str],
) -> ManifestRow:
    full = {name: (values.get(name) or "").strip() or defaults.get(name, "") for name in COLUMNS}
    missing = [name for name in required if not full[name]]
    faults = faults + [("required", f"Row {number} says no {name}.") for name in missing]
    for name, longest in _LONGEST.items():
        if len(full[name]) > longest:
            faults.append(("too_long", f"The {name} of row {number} has more than {longest} characters."))
    if any("\0" in value for value in full.values()):
        faults.append(("nul_character", f"Row {number} holds a NUL character."))
    return ManifestRow(number, full, tuple(faults))
