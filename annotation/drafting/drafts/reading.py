"""Stored content back as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from annotation.questions.content import EvidenceInterval, LabelRow, ReferenceItem, RevisionContent


def content_of_document(document: Mapping[str, Any]) -> RevisionContent:
    """The content that documents.content_document wrote as `document`."""
    return RevisionContent(
        question_text=document["question_text"],
        labels=tuple(LabelRow(row["label"], row["side"]) for row in document["labels"]),
        answer_text=document["answer_text"],
        items=tuple(
            ReferenceItem(**{**item, "anchor_time": _seconds(item["anchor_time"])})
            for item in document["items"]
        ),
        details_description=document["details_description"],
        components_rule=document["components_rule"],
        rubric_family=document["rubric_family"],
        rubric_criterion=document["rubric_criterion"],
        rubric_scores=dict(document["rubric_scores"]),
        evidence=tuple(
            EvidenceInterval(
                Decimal(str(part["start"])),
                Decimal(str(part["end"])),
                tuple(part["modalities"]),
                part["note"],
                part["event"],
            )
            for part in document["evidence"]
        ),
    )


def _seconds(value: float | None) -> Decimal | None:
    return None if value is None else Decimal(str(value))
