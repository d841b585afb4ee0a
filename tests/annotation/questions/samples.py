"""Sound content, records and drafts of every task, for tests to break in one point each."""

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

from annotation.questions.content import (
    EvidenceInterval,
    LabelRow,
    ReferenceItem,
    RevisionContent,
    Segment,
    SubtitleLine,
)
from annotation.questions.findings import Draft
from annotation.questions.records import build_record
from annotation.questions.rubrics import RUBRIC_FAMILIES
from annotation.questions.tasks import Task, get_task

D = Decimal

STAGES = (
    ReferenceItem("S", "She opens the letter, full of hope.", "the letter", D("100"), "hope", ""),
    ReferenceItem(
        "S", "Reading it, she loses heart.", "the second page", D("110"), "disappointment", "grows"
    ),
)
FACTORS = (
    ReferenceItem("R", "Her friends paid for the trip."),
    ReferenceItem("R", "She had given up on going."),
)
COMPONENTS = (ReferenceItem("C", "The kiss at the laundry."), ReferenceItem("C", "The party."))

TRANSITION = get_task("clip", "emotion transition")
CONTEXTUAL = get_task("clip", "contextual emotion")
TRAJECTORY = get_task("clip", "emotion trajectory")
CAUSE = get_task("clip", "emotion cause")
COMPARISON = get_task("episode", "emotional intensity comparison")
LONG_TRAJECTORY = get_task("episode", "emotion trajectory")
REASONING = get_task("episode", "emotional reasoning")

QUESTIONS = {
    "contextual emotion": "What does the woman in the red coat feel during the meal?",
    "emotion transition": "What does the man feel before and after he finds the box?",
    "emotion trajectory": "How do the feelings of the woman develop as she reads?",
    "emotion cause": "What moves the woman at the table to tears?",
    "emotion influence": "How does the man react to the remark about his shirt?",
    "emotional intensity comparison": "Which food does the person in pink enjoy most?",
    "emotional reasoning": "What drives the repeated visits to the hospital?",
}


def content_for(task: Task, **changes: Any) -> RevisionContent:
    """Content without a finding for that task, with the given fields replaced."""
    fields: dict[str, Any] = {"question_text": QUESTIONS[task.type]}
    if task.answer_form == "labels":
        fields["labels"] = (LabelRow("affection"), LabelRow("peace"))
    elif task.answer_form == "transition":
        fields["labels"] = (
            LabelRow("engagement", "before"),
            LabelRow("annoyance", "before"),
            LabelRow("sadness", "after"),
        )
    else:
        fields["answer_text"] = "She is let down because the letter is a refusal."
        family = RUBRIC_FAMILIES[task.rubric_families[0]]
        fields |= {
            "rubric_family": family.name,
            "rubric_criterion": family.criterion,
            "rubric_scores": dict(family.scores),
        }
    if "S" in task.item_kinds:
        fields["items"] = STAGES
    if task.granularity == "episode":
        fields["evidence"] = (
            EvidenceInterval(D("20"), D("30"), ("face",)),
            EvidenceInterval(D("800"), D("812.5"), ("voice", "words")),
        )
    else:
        fields["evidence"] = (EvidenceInterval(D("96.5"), D("112"), ("face", "voice")),)
    return RevisionContent(**(fields | changes))


def draft_for(task: Task, **changes: Any) -> Draft:
    """A draft without a finding; changes go to the draft where it has the field, else to its content."""
    base = Draft(
        task=task,
        content=content_for(task),
        segments=None if task.granularity == "episode" else (Segment(D("90"), D("120")),),
        video_duration=D("1200"),
        watched_share=1.0,
    )
    own = {name: changes.pop(name) for name in list(changes) if name in Draft.__slots__}
    return replace(base, **({"content": content_for(task, **changes)} | own))


def record_for(task: Task, **changes: Any) -> dict[str, Any]:
    """A valid record as parsed JSON, with top-level fields replaced."""
    clip = task.granularity == "clip"
    record = build_record(
        question_id=f"{task.question_prefix}000001",
        video_id=f"{task.video_prefix}000001",
        source_from="Friends S01E08",
        segments=[Segment(D("687.600"), D("778.000"))] if clip else None,
        task=task,
        content=content_for(task),
        subtitles=[SubtitleLine(D("687.61"), D("688.82"), "This one?", "Ross")] if clip else None,
    )
    parsed: dict[str, Any] = json.loads(json.dumps(record))
    return parsed | changes
