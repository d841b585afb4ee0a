"""What a draft may not hold even while it is unfinished: things that no row can store or nobody could read.

Everything else is the business of checks.py, which speaks while people type and blocks only the submission.
Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from annotation.emotic.labels import is_label, normalise_label
from annotation.questions.content import MODALITIES, EvidenceInterval, ReferenceItem, RevisionContent
from annotation.questions.tasks import Task
from kernel.errors import FieldError
from kernel.times import to_seconds

#: What the columns of times hold.

_LEVEL: Final = re.compile(r"[0-9]{1,2}", re.ASCII)
_SIDES: Final = {"labels": ("",), "transition": ("before", "after"), "text": ()}


def refuse_content(*, task: Task, content: RevisionContent) -> list[FieldError]:
    """The reasons for which this content cannot be saved for `task`; empty when it can.

    Fields are dotted paths as in findings.Finding.
    """
    return [
        *_labels(task, content),
        *_items(task, content),
        *_rules(task, content),
        *_evidence(content),
    ]


def _labels(task: Task, content: RevisionContent) -> Iterator[FieldError]:
    allowed = _SIDES[task.answer_form]
    seen: set[tuple[str, str]] = set()
    for row in content.labels:
        field = f"labels.{row.side}" if row.side else "labels"
        if row.side not in allowed:
            told = " or ".join(repr(side) for side in allowed) or "none: its answer is text"
            yield FieldError(
                field,
                "label_side",
                f"The sides of {task.type} are {told}; {row.label!r} came for {row.side!r}.",
            )
        if not is_label(row.label):
            plain = normalise_label(row.label)
            hint = f"write {plain!r}" if is_label(plain) else "choose one of the 26 EMOTIC labels"
            yield FieldError(field, "label_unknown", f"{row.label!r} is not a label; {hint}.")
        if (row.side, row.label) in seen:
            yield FieldError(field, "label_duplicate", f"{row.label!r} is there twice; remove one.")
        seen.add((row.side, row.label))


def _items(task: Task, content: RevisionContent) -> Iterator[FieldError]:
    for place, item in enumerate(content.items):
        if item.kind not in task.item_kinds:
            told = " or ".join(task.item_kinds) or "none"
            yield FieldError(
                f"items.{place}.kind",
                "item_kind",
                f"The kinds of item of {task.type} are: {told}; this one is {item.kind!r}.",
            )
        yield from _anchor(place, item)


def _anchor(place: int, item: ReferenceItem) -> Iterator[FieldError]:
    if item.anchor_time is not None:
        problem = _time_problem(item.anchor_time)
        if problem:
            yield FieldError(f"items.{place}.anchor_time", "time", problem)


def _rules(task: Task, content: RevisionContent) -> Iterator[FieldError]:
    if content.components_rule not in ("", "all", "any"):
        yield FieldError(
            "components_rule",
            "components_rule",
            f"{content.components_rule!r} is not a rule: 'all', 'any' or '' for not chosen yet.",
        )
    if content.rubric_family and content.rubric_family not in task.rubric_families:
        told = " or ".join(task.rubric_families) or "none: labels are compared"
        yield FieldError(
            "rubric_family",
            "rubric_family",
            f"The rubric families of {task.type} are: {told}; this is {content.rubric_family!r}.",
        )
    for level in content.rubric_scores:
        if not _LEVEL.fullmatch(level):
            yield FieldError(
                "rubric_scores", "score_key", f"{level!r} is no score: use whole numbers from 0, as text."
            )


def _evidence(content: RevisionContent) -> Iterator[FieldError]:
    for place, part in enumerate(content.evidence):
        field = f"evidence.{place}"
        problems = {name: _time_problem(value) for name, value in (("start", part.start), ("end", part.end))}
        for name, problem in problems.items():
            if problem:
                yield FieldError(f"{field}.{name}", "time", problem)
        if not any(problems.values()) and part.start >= part.end:
            yield FieldError(
                field,
                "evidence_reversed",
                f"It starts at {part.start} s and ends at {part.end} s; the start must come first.",
            )
        yield from _modalities(field, part)


def _modalities(field: str, part: EvidenceInterval) -> Iterator[FieldError]:
    unknown = [name for name in part.modalities if name not in MODALITIES]
    if unknown:
        yield FieldError(
            f"{field}.modalities",
            "modality_unknown",
            f"{', '.join(map(repr, unknown))}: choose among {', '.join(MODALITIES)}.",
        )
    if len(set(part.modalities)) < len(part.modalities):
        yield FieldError(
            f"{field}.modalities", "modality_duplicate", "A modality is there twice; remove one."
        )


def _time_problem(value: Decimal) -> str:
    """Why a time cannot be stored; '' when it can."""
    try:
        exact = to_seconds(value)
    except ValueError as problem:
        return f"{problem}."
    if exact < 0:
        return f"{value} s is not a time of a video; times start at 0."
    return ""
