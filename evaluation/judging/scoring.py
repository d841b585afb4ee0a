"""Puts a judge's verdicts in the place of the scores that were waiting for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from evaluation.judging.judges import Judge, Verdict
from evaluation.scoring.aggregation import QuestionScore


def with_verdicts(
    records: Iterable[Mapping[str, Any]],
    scores: Sequence[QuestionScore],
    answers: Mapping[str, Any],
    judge: Judge,
) -> tuple[list[QuestionScore], dict[str, Verdict]]:
    """`scores` (one for each record, in their order) with every `no_judge` judged; and the verdicts by question id.

    A judged score is its share of the highest score of the question's own rubric.
    """
    by_id = {record["question_id"]: record for record in records}
    waiting = [score.question_id for score in scores if score.left_out == "no_judge"]
    found = judge.judge([(by_id[question_id], answers[question_id]) for question_id in waiting])
    verdicts = dict(zip(waiting, found, strict=True))
    return [
        _judged(score, by_id[score.question_id], verdicts[score.question_id])
        if score.question_id in verdicts
        else score
        for score in scores
    ], verdicts


def highest_score(record: Mapping[str, Any]) -> int:
    """The highest key of the record's rubric."""
    return max(int(key) for key in record["rubric"]["scores"])


def _judged(score: QuestionScore, record: Mapping[str, Any], verdict: Verdict) -> QuestionScore:
    if verdict.score is None:
        return replace(score, left_out=verdict.why, remark=verdict.told)
    return replace(score, score=Fraction(verdict.score, highest_score(record)), left_out=None)
