"""What a model is asked for each task, and its answer as the content of a revision. Pure functions.

The schema is what structured output of every kind knows (closed objects, everything required, enumerations); what it
cannot say is checked here. Nothing is bent to fit: what cannot be taken over is left out and told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from annotation.drafting import prepared
from annotation.drafting.prompts import fill_prompt, read_prompt
from annotation.drafting.schemas import closed
from annotation.emotic.labels import LABELS
from annotation.questions.content import (
    MODALITIES,
    EvidenceInterval,
    LabelRow,
    ReferenceItem,
    RevisionContent,
    Segment,
    Side,
)
from annotation.questions.rubrics import RUBRIC_FAMILIES
from annotation.questions.tasks import Task

COMMON_VERSION: Final = 1
TASK_VERSIONS: Final[Mapping[str, int]] = {
    "contextual emotion": 1,
    "emotion transition": 1,
    "emotion trajectory": 1,
    "emotion cause": 1,
    "emotion influence": 1,
}
#: What no form has room for is no draft.
_MOST_ROWS: Final = 20
_LONGEST: Final = 4000
_MILLISECOND: Final = Decimal("0.001")


@dataclass(frozen=True, slots=True)
class Written:
    """A model's answer in the form's own structure. `reason` where it says that the clip does not support the task;
    `problems` are what was left out of its answer, in words for people."""

    content: RevisionContent | None
    reason: str
    problems: tuple[str, ...]


def version_of(task: Task) -> str:
    """How the wording for a task is called in attempts and reports: `draft-emotion-cause/1.1`."""
    return f"draft-{_slug(task)}/{COMMON_VERSION}.{TASK_VERSIONS[task.type]}"


def instructions_of(task: Task) -> str:
    """What a model is told for a task."""
    labels = "\n".join(f"  {label.name}: {label.definition}" for label in LABELS)
    told = read_prompt(f"draft-{_slug(task)}", TASK_VERSIONS[task.type])
    return fill_prompt("draft", COMMON_VERSION, labels=labels, task=told)


def schema_of(task: Task) -> dict[str, Any]:
    """JSON schema of the answer for a task; times are seconds of the prepared video."""
    text = {"type": "string"}
    labels = {"type": "array", "items": {"type": "string", "enum": [label.name for label in LABELS]}}
    fields: dict[str, Any] = {"supported": {"type": "boolean"}, "reason": text, "question": text}
    if task.answer_form == "labels":
        fields["labels"] = labels
    elif task.answer_form == "transition":
        fields |= {"before": labels, "after": labels}
    else:
        fields["answer"] = text
    if "S" in task.item_kinds:
        stage = {
            "description": text,
            "emotion": text,
            "intensity": text,
            "anchor": text,
            "anchor_time": {"type": "number"},
        }
        fields["stages"] = {"type": "array", "items": closed(stage)}
    if "R" in task.item_kinds:
        fields["factors"] = {"type": "array", "items": closed({"description": text})}
    carried = {"type": "array", "items": {"type": "string", "enum": list(MODALITIES)}}
    number = {"type": "number"}
    evidence = {"start": number, "end": number, "modalities": carried, "note": text}
    fields["evidence"] = {"type": "array", "items": closed(evidence)}
    return closed(fields)


def read_draft(task: Task, answer: Mapping[str, Any], segments: Sequence[Segment]) -> Written:
    """`answer`, valid under schema_of(task), as content on the original timeline."""
    if not answer["supported"]:
        return Written(None, _line(answer["reason"]) or "The model gave no reason.", ())
    problems: list[str] = []
    for name in ("stages", "factors", "evidence"):
        if len(answer.get(name, ())) > _MOST_ROWS:
            problems.append(
                f"It lists {len(answer[name])} {name}; those after the first {_MOST_ROWS} were left out."
            )
    content = RevisionContent(
        question_text=_text(answer["question"], "question", problems),
        labels=tuple(_labels(answer, problems)),
        answer_text=_text(answer.get("answer", ""), "answer", problems),
        items=tuple(_items(answer, segments, problems)),
        evidence=tuple(_evidence(answer, segments, problems)),
        **_rubric(task),
    )
    return Written(content, "", tuple(problems))


def _rubric(task: Task) -> dict[str, Any]:
    if task.default_rubric_family is None:
        return {}
    family = RUBRIC_FAMILIES[task.default_rubric_family]
    return {
        "rubric_family": family.name,
        "rubric_criterion": family.criterion,
        "rubric_scores": dict(family.scores),
    }


def _labels(answer: Mapping[str, Any], problems: list[str]) -> list[LabelRow]:
    sides: tuple[tuple[str, Side], ...] = (("labels", ""), ("before", "before"), ("after", "after"))
    rows: list[LabelRow] = []
    for name, side in sides:
        given = answer.get(name, [])
        once = list(dict.fromkeys(given))
        if len(once) < len(given):
            problems.append("It gave a label twice; it is there once.")
        rows += [LabelRow(label, side) for label in once]
    return rows


def _items(
    answer: Mapping[str, Any], segments: Sequence[Segment], problems: list[str]
) -> list[ReferenceItem]:
    items: list[ReferenceItem] = []
    for place, stage in enumerate(answer.get("stages", [])[:_MOST_ROWS], start=1):
        items.append(
            ReferenceItem(
                "S",
                _text(stage["description"], f"S{place}", problems),
                anchor=_text(stage["anchor"], f"S{place}", problems),
                anchor_time=_moment(stage["anchor_time"], f"S{place}", segments, problems),
                emotion=_text(stage["emotion"], f"S{place}", problems),
                intensity=_text(stage["intensity"], f"S{place}", problems),
            )
        )
    for place, factor in enumerate(answer.get("factors", [])[:_MOST_ROWS], start=1):
        items.append(ReferenceItem("R", _text(factor["description"], f"R{place}", problems)))
    return items


def _evidence(
    answer: Mapping[str, Any], segments: Sequence[Segment], problems: list[str]
) -> list[EvidenceInterval]:
    rows: list[EvidenceInterval] = []
    for place, part in enumerate(answer["evidence"][:_MOST_ROWS], start=1):
        try:
            spans = prepared.original_spans(segments, _seconds(part["start"]), _seconds(part["end"]))
        except ValueError:
            problems.append(
                f"Evidence {place} was given as {part['start']} to {part['end']} s, which is no stretch of a clip of "
                f"{prepared.length_of(segments)} s; it was left out."
            )
            continue
        carried = tuple(dict.fromkeys(part["modalities"]))
        note = _text(part["note"], f"evidence {place}", problems)
        rows += [EvidenceInterval(span.start, span.end, carried, note) for span in spans]
    return rows


def _moment(given: float, where: str, segments: Sequence[Segment], problems: list[str]) -> Decimal | None:
    try:
        return prepared.original_time(segments, _seconds(given))
    except ValueError:
        problems.append(f"{where} was placed at {given} s, which is not in the clip; its time was left out.")
        return None


def _seconds(given: float) -> Decimal:
    """A number of the answer to the millisecond. Raises ValueError for one that is no time."""
    try:
        return Decimal(str(given)).quantize(_MILLISECOND)
    except InvalidOperation:
        raise ValueError(f"{given} is no time") from None


def _text(given: str, where: str, problems: list[str]) -> str:
    if len(given) > _LONGEST:
        problems.append(f"The text of {where} has {len(given)} characters; it was left out as too long.")
        return ""
    return given.strip()


def _line(given: str) -> str:
    return " ".join(given.split())[:500]


def _slug(task: Task) -> str:
    return task.type.replace(" ", "-")
