"""Reads for a renewed review: what changed, and what the author answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from accounts.models import User
from annotation.public import Change, Question, changes_of, revisions_in_full
from review.assignments.documents import is_revealed
from review.assignments.selectors import get_mine_in_full
from review.points.models import PointAnswer


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer in the author's words, and what it is about. Nothing of the verdict that it answers."""

    field: str
    time: Decimal | None
    text: str


@dataclass(frozen=True, slots=True)
class Changes:
    """From the revision with `since` (None: there is no earlier one) to the present one."""

    since: int | None
    changes: Sequence[Change]
    answers: Sequence[Answered]


def changes_of_question(*, question: Question) -> Changes:
    """The newest revision against the one before it, for who may read the question; five queries or fewer each."""
    found = list(revisions_in_full(question_id=question.pk)[:2])
    if len(found) < 2:
        return Changes(None, (), ())
    after, before = found
    return Changes(before.number, changes_of(before=before, after=after), ())


def changes_for_reviewer(*, reviewer: User, round_id: int) -> Changes:
    """What changed since the round before, for the holder of an assignment whose reference is open.

    Answers are told without what they answer: neither words, reasons nor decision of an earlier verdict, nor how
    many there were (docs/decisions/renewed-review.md). Raises NotFound as require_holder does. Empty in a first round
    and before the reference is open.
    """
    assignment = get_mine_in_full(reviewer=reviewer, round_id=round_id)
    number = assignment.round.number
    if number == 1 or not is_revealed(assignment):
        return Changes(None, (), ())
    revisions = revisions_in_full(question_id=assignment.round.question_id)
    after = revisions.get(pk=assignment.round.revision_id)
    before = revisions.get(round__number=number - 1)
    answers = (
        PointAnswer.objects.filter(
            verdict__assignment__round__question_id=assignment.round.question_id,
            verdict__assignment__round__number=number - 1,
        )
        # By what they are about: the order of the slots is nobody's to know.
        .order_by("verdict__comment_field", "verdict__comment_time", "text")
        .values_list("verdict__comment_field", "verdict__comment_time", "text")
    )
    return Changes(before.number, changes_of(before=before, after=after), [Answered(*row) for row in answers])
