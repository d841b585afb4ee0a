"""`manage.py score RECORDS PREDICTIONS`: scores answers, label answers alone or with a judge.

The contract is in docs/commands.md."""

from __future__ import annotations

import json
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandParser

from annotation.public import GRANULARITIES, load_records
from evaluation.judging.attempts import AttemptFile, AttemptsUnreadable, InUse
from evaluation.judging.endpoint_files import JudgeEndpoint, read_endpoint
from evaluation.judging.judges import Judge, Verdict
from evaluation.judging.results import judge_report, write_results
from evaluation.judging.scoring import highest_score, with_verdicts
from evaluation.scoring.aggregation import (
    QuestionScore,
    Summary,
    aggregate,
    round_percent,
    summarise,
    weighted_reasoning_mean,
)
from evaluation.scoring.predictions import read_predictions
from evaluation.scoring.question_scores import score_records
from kernel.outputs import OutputRefused
from kernel.terminal import Refused, TerminalCommand, counted

NOT_ALL_SCORED: Final = 3
REASONS: Final = {
    "no_prediction": "no prediction",
    "blank_prediction": "blank prediction",
    "no_judge": "needs a judge",
    "judge_unscored": "no attempt of the judge counts",
    "judge_stopped": "the judge could not be asked",
}


class Command(TerminalCommand):
    help = (
        "Score predictions for benchmark records. Label questions get their F1; questions with a rubric need a judge "
        "(--judge) and stay unscored without one. Lists every question that was left out. Exit code 0 when every "
        "question has a score, 3 when some have none, 1 when a file is wrong (then nothing is scored)."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("records", type=Path, metavar="RECORDS", help="file or directory of records")
        parser.add_argument("predictions", type=Path, metavar="PREDICTIONS", help="JSON array or JSONL file")
        parser.add_argument(
            "--judge",
            type=Path,
            metavar="ENDPOINT",
            help="JSON file with the endpoint that judges; needs --output",
        )
        parser.add_argument(
            "--output",
            type=Path,
            metavar="DIR",
            help="existing folder for scores.json, questions.jsonl and attempts.jsonl; attempts there are reused",
        )
        parser.add_argument("--json", action="store_true", help="print the scores as JSON on standard output")

    def handle(
        self,
        *args: Any,
        records: Path,
        predictions: Path,
        judge: Path | None = None,
        output: Path | None = None,
        json: bool = False,
        **options: Any,
    ) -> None:
        if judge and not output:
            raise Refused("no_output", "A judge's answers are kept; name a folder for them with --output.")
        if output and not output.is_dir():
            raise Refused("no_output_folder", f"There is no folder {output}; make it first.")
        described = read_endpoint(judge) if judge else None
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
        verdicts: dict[str, Verdict] = {}
        if described and output:
            scores, verdicts = self._judged(loaded, scores, found.answers, described, output)
        blocks: dict[str, dict[str, Any]] = {
            name: _block([score for score in scores if score.granularity == name]) for name in GRANULARITIES
        }
        _add_weighted_reasoning(blocks["episode"], loaded, scores)
        result: dict[str, Any] = dict(blocks)
        if described:
            result["judge"] = judge_report(described, verdicts)
        if output:
            try:
                write_results(output, loaded, predictions, scores=scores, verdicts=verdicts, result=result)
            except OutputRefused as refused:
                raise Refused(refused.code, refused.reason) from None
        if json:
            self.stdout.write(_dumps(result))
        else:
            self._print(blocks)
        if any(score.score is None for score in scores):
            sys.exit(NOT_ALL_SCORED)

    def _judged(
        self,
        records: list[dict[str, Any]],
        scores: list[QuestionScore],
        answers: dict[str, Any],
        described: JudgeEndpoint,
        output: Path,
    ) -> tuple[list[QuestionScore], dict[str, Verdict]]:
        try:
            with AttemptFile(output / "attempts.jsonl") as attempts:
                judge = Judge(described.endpoint, attempts, concurrency=described.concurrency)
                return with_verdicts(records, scores, answers, judge)
        except (InUse, AttemptsUnreadable) as fault:
            raise Refused(
                "output_in_use" if isinstance(fault, InUse) else "attempts_unreadable", str(fault)
            ) from None

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


def _add_weighted_reasoning(
    block: dict[str, Any], records: list[dict[str, Any]], scores: list[QuestionScore]
) -> None:
    """Adds the 60/40 mean beside the plain mean of emotional reasoning where both kinds have a score."""
    kinds: dict[int, list[Fraction | None]] = {1: [], 3: []}
    for record, score in zip(records, scores, strict=True):
        if score.type == "emotional reasoning":
            kinds[highest_score(record)].append(score.score)
    mean = weighted_reasoning_mean(summarise(kinds[1]), summarise(kinds[3]))
    if mean is not None:
        block["reasoning_60_40"] = {"mean": float(mean), "percent": float(round_percent(mean))}


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
