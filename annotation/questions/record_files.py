"""Records as they lie on disk: one file, an array, JSONL, or a flat directory of those; read and checked.

A directory that holds folders named `clip` or `episode` (a release as it is laid out) is read as those two
flat directories, and a record must then lie in the folder of its granularity. The `._` files that macOS
leaves on foreign disks are passed over and counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from annotation.questions.record_checks import check_record
from annotation.questions.tasks import GRANULARITIES
from kernel.json_streams import LINE_SUFFIXES, JsonEntry, read_values

RECORD_SUFFIXES: Final = (".json", *LINE_SUFFIXES)
_APPLE_DOUBLE: Final = "._"


@dataclass(frozen=True, slots=True)
class RecordError:
    """One thing wrong, where: `file` below the path that was read, `record` its question_id or, where that
    cannot be told, `#N` for the Nth of the file; None for the file as a whole. `field` is a dotted path or
    ''. `line`: where the record starts in the file, from 1; None for the file as a whole."""

    file: str
    record: str | None
    field: str
    code: str
    message: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One record of a file: `value` as parsed (None where it could not be), `line` where it starts, its
    errors.
    """

    file: str
    record: str
    line: int
    value: Any
    errors: tuple[RecordError, ...]


@dataclass(slots=True)
class RecordsReport:
    """What reading a path found. `records` counts what was there, valid or not; `ignored` are the macOS
    files.
    """

    records: int = 0
    errors: list[RecordError] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)


def check_records(path: Path) -> RecordsReport:
    """Checks everything below `path`, keeping no more than the ids in memory."""
    report = RecordsReport()
    for _ in iter_records(path, report):
        pass
    return report


def load_records(path: Path) -> tuple[list[dict[str, Any]], RecordsReport]:
    """The valid records below `path`, in order of file and place, and the report on all of them.

    The records are complete only where the report has no errors.
    """
    report = RecordsReport()
    return [entry.value for entry in iter_records(path, report) if not entry.errors], report


def iter_records(path: Path, report: RecordsReport) -> Iterator[RecordEntry]:
    """The records below `path` one by one, each checked; counts and errors are added to `report` as it goes.

    A path that does not exist, cannot be opened or holds no record is an error in the report.
    """
    seen: dict[tuple[Any, Any], str] = {}
    found_before = len(report.errors)
    try:
        files = _files(path, report)
    except OSError as problem:
        report.errors.append(_file_error(str(path), problem))
        return
    for file, name, folder in files:
        try:
            for entry in read_values(file):
                record = _checked(entry, name, folder, seen)
                report.records += entry.readable
                report.errors.extend(record.errors)
                yield record
        except OSError as problem:
            report.errors.append(_file_error(name, problem))
    if not report.records and len(report.errors) == found_before:
        report.errors.append(RecordError(str(path), None, "", "no_records", "There is no record here."))


def _files(path: Path, report: RecordsReport) -> list[tuple[Path, str, str]]:
    """(file, name in reports, granularity that its folder stands for or '') in the order of reading."""
    if not path.is_dir():
        if path.name.startswith(_APPLE_DOUBLE):
            report.ignored.append(path.name)
            return []
        return [(path, path.name, "")]
    folders: list[tuple[Path, str, str]] = [
        (path / name, f"{name}/", name) for name in GRANULARITIES if (path / name).is_dir()
    ]
    chosen: list[tuple[Path, str, str]] = []
    for folder, prefix, granularity in folders or [(path, "", "")]:
        for file in sorted(folder.iterdir()):
            if not file.is_file() or file.suffix.lower() not in RECORD_SUFFIXES:
                continue
            if file.name.startswith(_APPLE_DOUBLE):
                report.ignored.append(prefix + file.name)
            else:
                chosen.append((file, prefix + file.name, granularity))
    return chosen


def _file_error(name: str, problem: OSError) -> RecordError:
    missing = isinstance(problem, FileNotFoundError)
    told = "There is no such file or directory." if missing else f"It cannot be read: {problem.strerror}."
    return RecordError(name, None, "", "no_such_path" if missing else "unreadable", told)


def _checked(entry: JsonEntry, file: str, folder: str, seen: dict[tuple[Any, Any], str]) -> RecordEntry:
    value = entry.value
    question_id = value.get("question_id") if isinstance(value, Mapping) else None
    named = isinstance(question_id, str) and question_id.strip()
    # Half a character cannot be printed, and a report has to be.
    record = str(question_id).encode("utf-8", "replace").decode() if named else f"#{entry.place}"
    problems = {(flaw.field, flaw.code): flaw.message for flaw in entry.flaws}
    if entry.readable:
        for issue in check_record(value):
            problems.setdefault((issue.field, issue.code), issue.message)
    if isinstance(value, Mapping) and named:
        granularity = value.get("granularity")
        if folder and granularity in GRANULARITIES and granularity != folder:
            problems["granularity", "wrong_folder"] = (
                f"A record of granularity {granularity!r} lies in the folder {folder}/; move it."
            )
        key = (granularity if isinstance(granularity, str) else None, question_id)
        place = f"{file}, line {entry.line}"
        if key in seen:
            problems["question_id", "duplicate_id"] = (
                f"{question_id} was there before ({seen[key]}); ids are unique within a granularity."
            )
        else:
            seen[key] = place
    errors = tuple(
        RecordError(file, record, path, code, text, entry.line) for (path, code), text in problems.items()
    )
    return RecordEntry(file, record, entry.line, value, errors)
