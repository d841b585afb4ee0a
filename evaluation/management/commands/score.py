"""`manage.py score RECORDS PREDICTIONS`: scores label answers. The contract is in docs/commands.md."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandParser

from annotation.public import GRANULARITIES, load_records
from evaluation.scoring.aggregation import QuestionScore, Summary, aggregate
from evaluation.scoring.predictions import read_predictions
from evaluation.scoring.question_scores import score_records
from kernel.terminal import TerminalCommand, counted

NOT_ALL_SCORED: Final = 3
REASONS: Final = {
    "no_prediction": "no prediction",
    "blank_prediction": "blank prediction",
    "no_judge": "needs a judge",
}


class Command(TerminalCommand):
    help = (
        "Score predictions for benchmark records. Label questions get their F1; questions with a rubric need a judge "
        "and stay unscored. Lists every question that was left out. Exit code 0 when every question has a score, 3 "
        "when some have none, 1 when a file is wrong (then nothing is scored)."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("records", type=Path, metavar="RECORDS", help="file or directory of records")
        parser.add_argument("predictions", type=Path, metavar="PREDICTIONS", help="JSON array or JSONL file")
        parser.add_argument("--json", action="store_true", help="print the scores as JSON on standard output")

    def handle(
        self, *args: Any, records: Path, predictions: Path, json: bool = False, **options: Any
    ) -> None:
        loaded, report = load_records(records)
        ids = Counter(record["question_id"] for record in loaded)
        found = read_predictions(predictions, ids)
        errors = [
            _error(error.file, None, error.record, error.field, error.code, error.message)
            for error in report.errors
        ]
        errors += [
            _error(predictions.name, error.line, error.record, error.field, error.code, error.message)
            for error in found.errors
            # An id may only seem unknown because its record is broken.
            if not (report.errors and error.code == "unknown_id")
        ]
        errors += [
            _error(
                records.name,
                None,
                question_id,
                "question_id",
                "ambiguous_id",
                "The id is used for a clip and for an episode question, so its prediction fits both; score the two "
                "granularities in two runs.",
            )
            for question_id, count in ids.items()
            if count > 1
        ]
        if report.ignored:
            self.stderr.write(f"{len(report.ignored)} macOS '._' files passed over")
        if errors:
            self._refuse(errors, as_json=json)
            sys.exit(1)
        scores = score_records(loaded, found)
        blocks: dict[str, dict[str, Any]] = {
            name: _block([score for score in scores if score.granularity == name]) for name in GRANULARITIES
        }
        if json:
            self.stdout.write(_dumps(blocks))
        else:
            self._print(blocks)
        if any(score.score is None for score in scores):
            sys.exit(NOT_ALL_SCORED)

    def _refuse(self, errors: list[dict[str, Any]], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(_dumps({"errors": errors}))
            return
        for error in errors:
            line = f"line {error['line']}" if error["line"] else None
            where = " ".join(part for part in (error["file"], line, error["record"], error["field"]) if part)
            self.stderr.write(f"{where}: {error['message']} [{error['code']}]")
        self.stderr.write(f"Nothing was scored: {counted(len(errors), 'error')}.")

    def _print(self, blocks: dict[str, dict[str, Any]]) -> None:
        self.stdout.write(f"{'':40}{'scored':>14}{'percent':>10}{'missing as 0':>14}")
        for name, block in blocks.items():
            for task, row in [*block["tasks"].items(), ("overall", block["overall"])]:
                if row["n_total"]:
                    coverage = f"{row['n_scored']} of {row['n_total']}"
                    numbers = (
                        "-" if row[key] is None else f"{row[key]:.2f}"
                        for key in ("percent", "percent_missing_as_zero")
                    )
                    percent, as_zero = numbers
                    self.stdout.write(f"{name + ': ' + task:40}{coverage:>14}{percent:>10}{as_zero:>14}")
        for block in blocks.values():
            for row in block["left_out"]:
                self.stdout.write(f"left out: {row['question_id']} ({row['type']}): {REASONS[row['reason']]}")
            for row in block["remarks"]:
                self.stdout.write(f"remark: {row['question_id']}: {row['remark']}")


def _block(scores: list[QuestionScore]) -> dict[str, Any]:
    found = aggregate(scores)
    return {
        "tasks": {task: _summary(summary) for task, summary in found.tasks.items()},
        "overall": _summary(found.overall),
        "left_out": [
            {"question_id": score.question_id, "type": score.type, "reason": score.left_out}
            for score in scores
            if score.left_out is not None
        ],
        "remarks": [
            {"question_id": score.question_id, "remark": score.remark} for score in scores if score.remark
        ],
    }


def _summary(summary: Summary) -> dict[str, Any]:
    percent, as_zero = summary.percent, summary.percent_missing_as_zero
    return {
        "n_total": summary.n_total,
        "n_scored": summary.n_scored,
        "mean": None if summary.mean is None else float(summary.mean),
        "percent": None if percent is None else float(percent),
        "percent_missing_as_zero": None if as_zero is None else float(as_zero),
    }


def _error(
    file: str, line: int | None, record: str | None, field: str, code: str, message: str
) -> dict[str, Any]:
    return {"file": file, "line": line, "record": record, "field": field, "code": code, "message": message}


def _dumps(value: Any) -> str:
    return json.dumps(value, indent=2)
