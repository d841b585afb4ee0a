"""Prediction files: a JSON array or JSONL of {"question_id", "prediction" or "pred_answer"}.

Nothing is dropped silently: an id given twice, an id that no record has, and a row that cannot be read are
errors with their line; a row whose answer is null or blank is kept as blank. Other keys of a row are the
sender's own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from kernel.json_streams import JsonEntry, read_values

ANSWER_KEYS: Final = ("prediction", "pred_answer")


@dataclass(frozen=True, slots=True)
class PredictionError:
    """What is wrong with one row. `line` is None for the file as a whole, `record` the question id if there
    is one.
    """

    line: int | None
    record: str | None
    field: str
    code: str
    message: str


@dataclass(slots=True)
class Predictions:
    """The rows of a file. `answers` maps question id to text, list or object as sent; `blank` are the ids
    whose answer was null or blank. Use them only where `errors` is empty."""

    answers: dict[str, Any] = field(default_factory=dict)
    blank: list[str] = field(default_factory=list)
    errors: list[PredictionError] = field(default_factory=list)


def read_predictions(path: Path, known_ids: Collection[str]) -> Predictions:
    """Reads one prediction file against the ids of the records that it is to be scored on."""
    found = Predictions()
    first_lines: dict[str, int] = {}
    try:
        for entry in read_values(path):
            _add(found, entry, known_ids, first_lines)
    except OSError as problem:
        missing = isinstance(problem, FileNotFoundError)
        code = "no_such_path" if missing else "unreadable"
        told = "There is no such file." if missing else f"It cannot be read: {problem.strerror}."
        found.errors.append(PredictionError(None, None, "", code, told))
    return found


def is_blank(value: Any) -> bool:
    """True for null and for text of white space only. An empty list is an answer: no label applies."""
    return value is None or (isinstance(value, str) and not value.strip())


def _add(
    found: Predictions, entry: JsonEntry, known_ids: Collection[str], first_lines: dict[str, int]
) -> None:
    row = entry.value
    question_id = row.get("question_id") if isinstance(row, Mapping) else None
    record = question_id if isinstance(question_id, str) and question_id.strip() else None

    def refuse(path: str, code: str, message: str) -> None:
        found.errors.append(PredictionError(entry.line, record, path, code, message))

    for flaw in entry.flaws:
        refuse(flaw.field, flaw.code, flaw.message)
    if entry.flaws:
        return
    if not isinstance(row, Mapping):
        refuse("", "not_an_object", "A prediction is an object with question_id and prediction.")
    elif record is None:
        refuse("question_id", "no_question_id", "The row needs the question_id it answers, as text.")
    elif record in first_lines:
        refuse("question_id", "duplicate_id", f"{record} was answered on line {first_lines[record]} already.")
    elif record not in known_ids:
        first_lines[record] = entry.line
        refuse(
            "question_id", "unknown_id", f"No record has the id {record}; remove the row or add the record."
        )
    else:
        first_lines[record] = entry.line
        given = {key: row[key] for key in ANSWER_KEYS if not is_blank(row.get(key))}
        if len(given) == 2 and given["prediction"] != given["pred_answer"]:
            refuse("", "two_answers", "prediction and pred_answer differ; send one of them.")
        elif not given:
            found.blank.append(record)
        else:
            key, value = next(iter(given.items()))
            if isinstance(value, str | list | Mapping):
                found.answers[record] = value
            else:
                refuse(key, "wrong_type", f"{key} is text, a list of labels, or a before/after object.")
