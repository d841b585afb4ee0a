"""What second opinions ask and how their answers are read. Pure functions."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from annotation.drafting.prompts import fill_prompt, prompt_version, read_prompt
from annotation.drafting.schemas import closed
from annotation.emotic.labels import LABELS
from annotation.questions.content import RevisionContent, Side, labels_of_side
from annotation.questions.tasks import Task
from llm.public import Prompt, Text

VERSION: Final = 1
#: From this share on an answer counts as right: of F1 for labels, of the rubric's best score for text.
RIGHT: Final = 0.75
#: Cosine from which two questions about one video count as the same.
SAME: Final = 0.92

_FORMS: Final = {
    "labels": "Answer with labels, all that apply and no others, spelled exactly as in this list: $labels",
    "transition": "Answer with the labels before and the labels after, spelled exactly as in this list: $labels",
    "text": "Answer in one to four sentences.",
}
_NAMES: Final = ", ".join(label.name for label in LABELS)
_SIDES: Final[Mapping[str, tuple[tuple[str, Side], ...]]] = {
    "labels": (("labels", ""),),
    "transition": (("before", "before"), ("after", "after")),
    "text": (),
}


def probe_prompt(task: Task, question: str, subtitles: str) -> Prompt:
    """The question as a model sees it that has the subtitles alone."""
    form = _FORMS[task.answer_form].replace("$labels", _NAMES)
    told = fill_prompt("probe-text-only", VERSION, form=form)
    parts = (Text("Subtitles:\n" + subtitles), Text("Question: " + question))
    return Prompt(told, parts, prompt_version("probe-text-only", VERSION))


def probe_schema(task: Task) -> dict[str, Any]:
    labels = {"type": "array", "items": {"type": "string", "enum": [label.name for label in LABELS]}}
    sides = _SIDES[task.answer_form]
    return closed({name: labels for name, _ in sides} if sides else {"answer": {"type": "string"}})


def probe_f1(task: Task, content: RevisionContent, answer: Mapping[str, Any]) -> float:
    """F1 of the labels that were guessed, 0..1; the mean of both sides of a transition."""
    sides = _SIDES[task.answer_form]
    found = [f1(set(labels_of_side(content.labels, side)), set(answer[name])) for name, side in sides]
    return sum(found) / len(found)


def f1(right: set[str], given: set[str]) -> float:
    """2 |Y and P| / (|Y| + |P|); 0 for nothing given."""
    return 2 * len(right & given) / (len(right) + len(given)) if right or given else 0.0


def score_prompt(content: RevisionContent, answer: str) -> Prompt:
    """One text answer, to be scored by the question's own rubric."""
    reference = {
        "answer": content.answer_text,
        "description": content.details_description,
        "items": [_item(item.description, item.emotion, item.intensity) for item in content.items],
    }
    rubric = {"criterion": content.rubric_criterion, "scores": dict(content.rubric_scores)}
    parts = (
        Text("Question: " + content.question_text),
        Text("Reference: " + json.dumps(reference, ensure_ascii=False)),
        Text("Rubric: " + json.dumps(rubric, ensure_ascii=False)),
        Text("Answer to be scored: " + json.dumps(answer, ensure_ascii=False)),
    )
    return Prompt(read_prompt("probe-score", VERSION), parts, prompt_version("probe-score", VERSION))


def score_schema(content: RevisionContent) -> dict[str, Any]:
    scores = sorted(int(score) for score in content.rubric_scores)
    return closed({"score": {"type": "integer", "enum": scores}, "reason": {"type": "string"}})


def leak_prompt(content: RevisionContent) -> Prompt:
    reference = {
        "labels": [{"side": row.side, "label": row.label} for row in content.labels],
        "answer": content.answer_text,
        "items": [_item(item.description, item.emotion, item.intensity) for item in content.items],
    }
    parts = (
        Text("Question: " + content.question_text),
        Text("Reference answer: " + json.dumps(reference, ensure_ascii=False)),
    )
    return Prompt(read_prompt("leak", VERSION), parts, prompt_version("leak", VERSION))


LEAK_SCHEMA: Final = closed(
    {"gives_away": {"type": "boolean"}, "words": {"type": "string"}, "reason": {"type": "string"}}
)


def leaking_words(question: str, answer: Mapping[str, Any]) -> str:
    """The words of the question that the model says give the answer away; '' when it says none, or words that are not
    there: what cannot be pointed at is no leak."""
    words = " ".join(str(answer["words"]).split())
    plain = " ".join(question.split())
    return words if answer["gives_away"] and words and words.casefold() in plain.casefold() else ""


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Cosine of two vectors of one length, rounded into [-1, 1]; 0 when one of them is nothing."""
    lengths = math.hypot(*one) * math.hypot(*other)
    product = sum(left * right for left, right in zip(one, other, strict=True))
    return max(-1.0, min(1.0, product / lengths)) if lengths else 0.0


def _item(description: str, emotion: str, intensity: str) -> dict[str, str]:
    return {
        name: text
        for name, text in (("description", description), ("emotion", emotion), ("intensity", intensity))
        if text
    }
