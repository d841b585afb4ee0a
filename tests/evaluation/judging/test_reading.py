"""Reading a judge's answer: the shared cases, and some of our own where that file is not at hand."""

import json
from typing import Any

import pytest

from evaluation.judging.reading import NoJudgement, read_judgement
from tests.shared_files import shared_path

KEYS = ["0", "1", "2", "3", "4"]


def test_shared_cases_are_accepted_or_not_as_they_say() -> None:
    found: dict[str, Any] = json.loads(shared_path("cases/judge_outputs.json").read_text(encoding="utf-8"))
    for case in found["cases"]:
        try:
            score: int | None = read_judgement(case["raw"], found["rubric"]).score
        except NoJudgement:
            score = None
        assert score == case.get("score"), case


@pytest.mark.parametrize(
    "raw",
    [
        '{"score": 2.0, "reason": "x"}',
        '{"score": true, "reason": "x"}',
        '{"score": "2", "reason": "x"}',
        '{"score": 5, "reason": "x"}',
        '{"score": 2, "score": 2, "reason": "x"}',
        '{"score": 2, "reason": ""}',
        '[{"score": 2, "reason": "x"}]',
        '{"score": NaN, "reason": "x"}',
        "[" * 100_000,
        " ",
    ],
)
def test_no_judgement_when_answer_is_not_exactly_what_was_asked_for(raw: str) -> None:
    with pytest.raises(NoJudgement):
        read_judgement(raw, KEYS)


def test_score_is_kept_when_one_fence_is_around_it() -> None:
    assert read_judgement('```json\n{"score": 0, "reason": "Empty."}\n```', KEYS).score == 0
