"""The files that a scoring run leaves behind, from which its numbers can be redone."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from annotation.public import canonical_json, record_sha256
from evaluation.judging.endpoint_files import JudgeEndpoint
from evaluation.judging.judges import Verdict
from evaluation.judging.prompts import PROMPT_SHA256, PROMPT_VERSION
from evaluation.scoring.aggregation import QuestionScore
from kernel.outputs import written_whole

#: Changed with every change that can change a score.
SCORER_VERSION: Final = "1"


def judge_report(judge: JudgeEndpoint, verdicts: Mapping[str, Verdict]) -> dict[str, Any]:
    """Who judged, with which wording, and how many questions stayed without a score.

    `models` counts the attempts that each model said it answered: more than one name means that the endpoint changed
    (`drifted`).
    """
    models = Counter(model for verdict in verdicts.values() for model in verdict.models)
    return {
        "base_url": judge.endpoint.base_url,
        "model": judge.endpoint.model,
        "temperature": judge.endpoint.temperature,
        "prompt_version": PROMPT_VERSION,
        "prompt_sha256": PROMPT_SHA256,
        "models": dict(sorted(models.items())),
        "drifted": len(models) > 1,
        "judged": sum(verdict.score is not None for verdict in verdicts.values()),
        "unscored": sum(verdict.why == "judge_unscored" for verdict in verdicts.values()),
        "stopped": sum(verdict.why == "judge_stopped" for verdict in verdicts.values()),
    }


def write_results(
    folder: Path,
    records: Iterable[Mapping[str, Any]],
    predictions: Path,
    *,
    scores: Sequence[QuestionScore],
    verdicts: Mapping[str, Verdict],
    result: Mapping[str, Any],
) -> None:
    """Writes `scores.json` (the result and what it was made from) and `questions.jsonl` (a line a question).

    Raises OutputRefused where one of them cannot be written.
    """
    digest = hashlib.sha256(
        "\n".join(record_sha256(canonical_json(dict(record))) for record in records).encode()
    )
    made_from = {
        "scorer_version": SCORER_VERSION,
        "records_sha256": digest.hexdigest(),
        "predictions_sha256": hashlib.sha256(predictions.read_bytes()).hexdigest(),
    }
    with written_whole(folder / "questions.jsonl") as partial:
        lines = (_line(score, verdicts.get(score.question_id)) for score in scores)
        partial.write_text("".join(lines), encoding="utf-8", errors="backslashreplace")
    with written_whole(folder / "scores.json") as partial:
        partial.write_text(json.dumps({"made_from": made_from, **result}, indent=2) + "\n", encoding="utf-8")


def _line(score: QuestionScore, verdict: Verdict | None) -> str:
    row = {
        "question_id": score.question_id,
        "granularity": score.granularity,
        "type": score.type,
        "score": None if score.score is None else float(score.score),
        "exact": None if score.score is None else str(score.score),
        "left_out": score.left_out,
        "remark": score.remark,
        "judge_score": None if verdict is None else verdict.score,
        "judge_reason": None if verdict is None else verdict.told,
    }
    return json.dumps(row, ensure_ascii=False) + "\n"
