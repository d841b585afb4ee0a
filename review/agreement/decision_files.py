"""Files of decisions: CSV with one row a decision. Pure.

Columns `item`, `reviewer`, `decision` (accept or reject), and where wanted `stratum`, `round` (a whole number from 1)
and `video`. A file that cannot be read as meant is refused as a whole, with the line of each fault. What is sound but
cannot be counted, such as an item with one review, is left out and counted by reason.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple

from review.agreement.figures import Reviewed

REQUIRED: Final = ("item", "reviewer", "decision")
OPTIONAL: Final = ("stratum", "round", "video")
DECISIONS: Final[Mapping[str, bool | None]] = {"accept": True, "reject": False, "": None}
#: More faults than these are counted, not listed: somebody sent another file.
MOST_FAULTS: Final = 200
FIRST_ROUND: Final = 1

_ROUND = re.compile(r"[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one line (0: the file as a whole; the header is line 1)."""

    line: int
    column: str
    code: str
    message: str


class Row(NamedTuple):
    """One decision as written; `accepts` None where the cell is empty. A tuple: there may be a million."""

    line: int
    reviewer: str
    accepts: bool | None
    stratum: str | None
    video: str | None


@dataclass(slots=True)
class DecisionFile:
    """The rows of a file by item and round. To be used only where `faults` is empty.

    `blank_lines` were passed over, `blank_decisions` are rows without a decision, `ignored_columns` have other names
    than the known ones; `more_faults` counts those beyond the listed.
    """

    units: dict[tuple[str, int], list[Row]] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    ignored_columns: tuple[str, ...] = ()
    rows: int = 0
    blank_lines: int = 0
    blank_decisions: int = 0
    faults: list[Fault] = field(default_factory=list)
    more_faults: int = 0

    def refuse(self, line: int, column: str, code: str, message: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(line, column, code, message))
        else:
            self.more_faults += 1


@dataclass(slots=True)
class Selection:
    """What is counted of a file or of one stratum of it, and how many items were left out, by reason."""

    reviewed: list[Reviewed] = field(default_factory=list)
    excluded: Counter[str] = field(default_factory=Counter)


def read_decisions(path: Path) -> DecisionFile:
    """Reads one file: UTF-8, with or without a byte order mark, comma separated, quoted as RFC 4180 says."""
    found = DecisionFile()
    try:
        content = path.read_bytes()
    except OSError as problem:
        code = "no_such_path" if isinstance(problem, FileNotFoundError) else "unreadable"
        found.refuse(0, "", code, f"{path.name} cannot be read: {problem.strerror or problem}.")
        return found
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        told = f"Line {line} is not UTF-8. Save the file as CSV in UTF-8 (in a spreadsheet: 'CSV UTF-8')."
        found.refuse(line, "", "encoding", told)
        return found
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        found.refuse(
            line, "", "nul_character", f"Line {line} has a NUL character, so this is not a CSV text."
        )
        return found
    _read_text(found, text)
    return found


def select(
    file: DecisionFile, *, number: int | None = FIRST_ROUND
) -> tuple[Selection, Mapping[str, Selection]]:
    """What is counted of round `number` (None: of every round, each item once a round), and the same by stratum.

    Excluded items are counted once each: `later_round` and `earlier_round` (an item's reviews of other rounds),
    `single_review`, `third_reviewer` (more than two decided, so which two count cannot be said), `no_decision`.
    """
    overall = Selection()
    strata: dict[str, Selection] = {}
    for (item, round_number), rows in file.units.items():
        wanted = [overall]
        stratum = rows[0].stratum
        if stratum is not None:
            if stratum not in strata:
                strata[stratum] = Selection()
            wanted.append(strata[stratum])
        reason = _why_not(rows, round_number, number)
        if reason is None:
            first, second = (row for row in rows if row.accepts is not None)
            video = rows[0].video
            unit = Reviewed(
                cluster=("item", item) if video is None else ("video", video),
                reviewers=(first.reviewer, second.reviewer),
                accepts=(bool(first.accepts), bool(second.accepts)),
            )
            for each in wanted:
                each.reviewed.append(unit)
        else:
            for each in wanted:
                each.excluded[reason] += 1
    return overall, dict(sorted(strata.items()))


def _why_not(rows: Sequence[Row], round_number: int, wanted: int | None) -> str | None:
    if wanted is not None and round_number != wanted:
        return "later_round" if round_number > wanted else "earlier_round"
    decided = sum(row.accepts is not None for row in rows)
    if decided == 2:
        return None
    if decided > 2:
        return "third_reviewer"
    return "single_review" if decided else "no_decision"


def _lines(found: DecisionFile, text: str) -> Iterator[tuple[int, list[str]]]:
    """Each record with the line on which it starts; a fault ends the reading."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    start = 1
    try:
        for cells in reader:
            yield start, cells
            start = reader.line_num + 1
    except csv.Error as problem:
        told = f"Line {start} is not valid CSV: {problem}. Check its quotation marks."
        found.refuse(start, "", "not_csv", told)


def _read_text(found: DecisionFile, text: str) -> None:
    lines = _lines(found, text)
    header = next(_filled(found, lines), None)
    if header is None:
        if not found.faults:
            told = f"The file is empty; it needs a header with the columns {', '.join(REQUIRED)}."
            found.refuse(0, "", "no_header", told)
        return
    _read_header(found, *header)
    if not found.faults:
        _read_rows(found, _filled(found, lines), [cell.strip() for cell in header[1]])


def _filled(found: DecisionFile, lines: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """The records that say something; a spreadsheet writes the empty lines below a table as commas."""
    for line, cells in lines:
        if any(map(str.strip, cells)):
            yield line, cells
        else:
            found.blank_lines += 1


def _read_header(found: DecisionFile, line: int, cells: Sequence[str]) -> None:
    names = [cell.strip() for cell in cells]
    for name, times in Counter(names).items():
        if times > 1:
            found.refuse(line, name, "duplicate_column", f"The column {name!r} is there {times} times.")
    missing = [name for name in REQUIRED if name not in names]
    if missing:
        told = f"The header has no column {', '.join(missing)}; it has {', '.join(names)}."
        if len(names) == 1 and any(mark in names[0] for mark in ";\t"):
            told += " Separate the columns by commas."
        found.refuse(line, missing[0], "missing_column", told)
    known = (*REQUIRED, *OPTIONAL)
    found.columns = tuple(name for name in known if name in names)
    found.ignored_columns = tuple(name for name in names if name not in known)


def _read_rows(found: DecisionFile, lines: Iterator[tuple[int, list[str]]], names: Sequence[str]) -> None:
    """Adds the rows to the units. The loop is written for a million of them; what is wrong is looked at apart."""
    width = len(names)
    # Cells of columns that the file has not are None, which is put behind the last cell.
    pick = itemgetter(*(names.index(name) if name in names else width for name in (*REQUIRED, *OPTIONAL)))
    rounds: dict[str | None, int] = {None: FIRST_ROUND}
    for line, cells in lines:
        if len(cells) != width:
            told = (
                f"Line {line} has {len(cells)} cells; the header has {width}. Quote cells that hold a comma."
            )
            found.refuse(line, "", "cells", told)
            continue
        found.rows += 1
        given = pick([*map(str.strip, cells), None])
        item, reviewer, decision, stratum, number, video = given
        if number not in rounds and _ROUND.fullmatch(number):
            rounds[number] = int(number)
        sound = item and reviewer and stratum != "" and video != ""
        if not sound or decision not in DECISIONS or number not in rounds:
            _refuse_row(found, line, given)
            continue
        row = Row(line, reviewer, DECISIONS[decision], stratum, video)
        if row.accepts is None:
            found.blank_decisions += 1
        key = (item, rounds[number])
        others = found.units.get(key)
        if others is None:
            found.units[key] = [row]
        else:
            _refuse_misfit(found, item, row, others)
            others.append(row)


def _refuse_row(found: DecisionFile, line: int, given: Sequence[str | None]) -> None:
    """Names what is wrong with the cells of one row."""
    cells = dict(zip((*REQUIRED, *OPTIONAL), given, strict=True))
    for name, value in cells.items():
        if value == "" and name != "decision":
            found.refuse(line, name, "required", f"Line {line} has nothing in the column {name}.")
    decision, number = cells["decision"], cells["round"]
    if decision not in DECISIONS:
        told = f"Line {line}: {decision!r} is no decision; write accept or reject, or nothing for none yet."
        found.refuse(line, "decision", "unknown_decision", told)
    if number and not _ROUND.fullmatch(number):
        told = f"Line {line}: {number!r} is no round; rounds are whole numbers from 1."
        found.refuse(line, "round", "bad_round", told)


def _refuse_misfit(found: DecisionFile, item: str, row: Row, others: Sequence[Row]) -> None:
    """Names what makes the row impossible beside the other rows of its item and round."""
    for other in others:
        if other.reviewer == row.reviewer:
            told = (
                f"Line {row.line}: {row.reviewer} reviewed {item} on line {other.line} already; "
                "one person is one of the two reviewers."
            )
            found.refuse(row.line, "reviewer", "duplicate_review", told)
    first = others[0]
    for name, here, there in (
        ("stratum", row.stratum, first.stratum),
        ("video", row.video, first.video),
    ):
        if here != there:
            told = (
                f"Line {row.line}: {item} has the {name} {here!r} here and {there!r} on line {first.line}; "
                "an item has one."
            )
            found.refuse(row.line, name, f"{name}_differs", told)
