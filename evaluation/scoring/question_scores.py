"""Scores single questions: labels are compared here; what a rubric scores needs a judge and has no score
yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from annotation.public import get_task
from evaluation.scoring.aggregation import LeftOut, QuestionScore
from evaluation.scoring.label_scores import set_f1, transition_f1
from evaluation.scoring.predictions import Predictions
from evaluation.scoring.text_answers import read_labels, read_transition


def score_records(records: Iterable[Mapping[str, Any]], predictions: Predictions) -> list[QuestionScore]:
    """One score for each valid record, in their order. `predictions` must be free of errors."""
    blank = set(predictions.blank)
    return [
        score_question(record, predictions.answers[record["question_id"]])
        if record["question_id"] in predictions.answers
        else _left_out(record, "blank_prediction" if record["question_id"] in blank else "no_prediction")
        for record in records
    ]


def score_question(record: Mapping[str, Any], prediction: Any) -> QuestionScore:
    """The score of one answer that is not blank; without a score where the task is scored by a judge."""
    task = get_task(record["granularity"], record["type"])
    if task.is_judged:
        return _left_out(record, "no_judge")
    if task.answer_form == "transition":
        sides = read_transition(prediction)
        score = transition_f1(record["answer"], sides.sides)
        remark = _remark(sides.unknown, sides.left_over)
    else:
        read = read_labels(prediction)
        score = set_f1(record["answer"], read.labels)
        remark = _remark(read.unknown, ())
    return QuestionScore(record["question_id"], task.granularity, task.type, score, remark=remark)


def _left_out(record: Mapping[str, Any], reason: LeftOut) -> QuestionScore:
    return QuestionScore(record["question_id"], record["granularity"], record["type"], None, left_out=reason)


def _remark(unknown: tuple[str, ...], left_over: tuple[str, ...]) -> str:
    parts = []
    if unknown:
        parts.append(f"not among the 26 labels, counted as wrong: {', '.join(unknown)}")
    if left_over:
        parts.append(f"belongs to neither side, counted as wrong on both: {'; '.join(left_over)}")
    return "; ".join(parts)
