"""Reads of blind answers: for agreement, of closed rounds only. A reviewer's own come with their assignment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q

from review.assignments.models import Assignment, AssignmentState
from review.blind.models import BlindLabel


@dataclass(frozen=True, slots=True)
class ClosedBlindAnswer:
    """What one reviewer answered before they saw the reference, in a round that has closed.

    `item` is the question's public id. `labels` are by side ('' for a label set, 'before' and 'after' for a
    transition; only sides with labels are there), in the order given. `stage_order` has the ids of the record's
    stages in the reviewer's own order, empty where they gave none.
    """

    item: str
    question_id: int
    video_id: int
    granularity: str
    task: str
    round_number: int
    round_id: int
    reviewer_id: int
    labels: dict[str, tuple[str, ...]]
    stage_order: tuple[str, ...]


def closed_blind_answers(*, project_id: int) -> Iterator[ClosedBlindAnswer]:
    """Every blind answer of the project's closed rounds, by round and then slot; two queries for each 2,000.

    Reviewers who gave none are left out. Nothing of a round that is open is ever among them.
    """
    labelled = Exists(BlindLabel.objects.filter(assignment=OuterRef("pk")))
    rows = (
        Assignment.objects.filter(
            ~Q(stage_order=[]) | Q(labelled),
            project_id=project_id,
            state=AssignmentState.SUBMITTED,
            round__closed_at__isnull=False,
        )
        .select_related("round__question", "round__revision__clip")
        .defer("draft", "watched", "round__revision__record_json", "round__revision__warnings")
        .prefetch_related(Prefetch("blind_labels", queryset=BlindLabel.objects.order_by("position")))
        .order_by("round_id", "slot")
    )
    for row in rows.iterator(chunk_size=2000):
        labels: dict[str, tuple[str, ...]] = {}
        for given in row.blind_labels.all():
            labels[given.side] = (*labels.get(given.side, ()), given.label)
        yield ClosedBlindAnswer(
            item=row.round.question.public_id,
            question_id=row.round.question_id,
            video_id=row.round.revision.clip.video_id,
            granularity=row.round.granularity,
            task=row.round.task,
            round_number=row.round.number,
            round_id=row.round_id,
            reviewer_id=row.reviewer_id,
            labels=labels,
            stage_order=tuple(row.stage_order),
        )
