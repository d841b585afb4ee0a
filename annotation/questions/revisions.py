"""A revision's rows and the plain data of annotation/questions/content.py: each made from the other, unchanged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from django.utils import timezone

from annotation.questions import content as plain
from annotation.questions.models import (
    EvidenceInterval,
    LabelRow,
    Question,
    ReferenceItem,
    Revision,
    Source,
)

#: What read_content needs, for prefetch_related.
CONTENT_ROWS = ("labels", "items", "evidence")


def read_content(revision: Revision) -> plain.RevisionContent:
    """The content of a revision as it was entered: labels, items and evidence in the author's order.

    Three queries, none when CONTENT_ROWS are prefetched.
    """
    return plain.RevisionContent(
        question_text=revision.question_text,
        labels=tuple(
            plain.LabelRow(row.label, cast(plain.Side, row.side))
            for row in sorted(revision.labels.all(), key=lambda row: row.position)
        ),
        answer_text=revision.answer_text,
        items=tuple(
            plain.ReferenceItem(
                kind=cast(plain.ItemKind, row.kind),
                description=row.description,
                anchor=row.anchor,
                anchor_time=row.anchor_time,
                emotion=row.emotion,
                intensity=row.intensity,
            )
            for row in sorted(revision.items.all(), key=lambda row: row.position)
        ),
        details_description=revision.details_description,
        components_rule=cast(plain.ComponentsRule, revision.components_rule),
        rubric_family=revision.rubric_family,
        rubric_criterion=revision.rubric_criterion,
        rubric_scores=dict(revision.rubric_scores),
        evidence=tuple(
            plain.EvidenceInterval(row.start, row.end, tuple(row.modalities), row.note, row.event_id)
            for row in sorted(revision.evidence.all(), key=lambda row: row.position)
        ),
    )


def put_content(revision: Revision, content: plain.RevisionContent) -> None:
    """Sets the text fields of an open revision from `content`; the caller saves it, then calls write_rows."""
    revision.question_text = content.question_text
    revision.answer_text = content.answer_text
    revision.details_description = content.details_description
    revision.components_rule = content.components_rule
    revision.rubric_family = content.rubric_family
    revision.rubric_criterion = content.rubric_criterion
    revision.rubric_scores = dict(content.rubric_scores)


def write_rows(revision: Revision, content: plain.RevisionContent) -> None:
    """Inserts the label, item and evidence rows of a stored, open revision that has none."""
    LabelRow.objects.bulk_create(
        LabelRow(revision=revision, side=row.side, position=place, label=row.label)
        for place, row in enumerate(content.labels)
    )
    ReferenceItem.objects.bulk_create(
        ReferenceItem(
            revision=revision,
            kind=item.kind,
            position=place,
            description=item.description,
            anchor=item.anchor,
            anchor_time=item.anchor_time,
            emotion=item.emotion,
            intensity=item.intensity,
        )
        for place, item in enumerate(content.items, start=1)
    )
    EvidenceInterval.objects.bulk_create(
        EvidenceInterval(
            revision=revision,
            position=place,
            start=part.start,
            end=part.end,
            modalities=list(part.modalities),
            note=part.note,
            event_id=part.event,
        )
        for place, part in enumerate(content.evidence)
    )


def replace_rows(revision: Revision, content: plain.RevisionContent) -> None:
    """As write_rows, for an open revision that may have rows already."""
    rows: Iterable[type[LabelRow | ReferenceItem | EvidenceInterval]] = (
        LabelRow,
        ReferenceItem,
        EvidenceInterval,
    )
    for model in rows:
        model._default_manager.filter(revision=revision).delete()
    write_rows(revision, content)


def open_next_revision(*, question: Question, last: Revision) -> Revision:
    """A new open revision of `question` with the content of `last`, for its author to change.

    Its version goes on from `last`, so that a version names one state of one revision for the whole life of the
    question and a late save or submission of an old one cannot be taken for a new one.
    """
    now = timezone.now()
    content = read_content(last)
    revision = Revision(
        question=question,
        number=last.number + 1,
        clip_id=last.clip_id,
        version=last.version + 1,
        include_subtitles=last.include_subtitles,
        author_note=last.author_note,
        source=Source.HUMAN,
        written_by_id=question.author_id,
        created_at=now,
        saved_at=now,
    )
    put_content(revision, content)
    revision.save(force_insert=True)
    write_rows(revision, content)
    return revision
