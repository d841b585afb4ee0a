"""The verdict: given once, by the holder, while the hold lives. Taking it back is in undo.py.

Lock order: question, round, assignment, verdict.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from annotation.public import lock_question
from kernel.errors import Conflict, FieldError, Invalid
from kernel.texts import shown
from review.assignments import watching
from review.assignments.models import Assignment, AssignmentState
from review.assignments.policies import require_holder
from review.assignments.selectors import own, required_parts, watches_evidence
from review.assignments.services import add_watched, lock_own, require_live
from review.rounds.models import Round
from review.rounds.services import close_when_complete, lock_round, plan_closing
from review.trail.models import StepKind
from review.trail.services import note_step
from review.verdicts.models import Decision, Verdict
from review.verdicts.reasons import find_reason

#: What a comment can be about: the record's fields and what reviewers see beside them.
COMMENT_ROOTS: Final = frozenset(
    {"question", "answer", "answer_details", "rubric", "subtitles", "source", "evidence", "warnings", "video"}
)
#: A day on one item is a clock that went wrong.
MAX_SECONDS_SPENT: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a reviewer says. `comment_field` is a field of the record, `comment_time` seconds of the original.

    `seconds_spent` is time on the page without idle time; it is no part of what makes two judgements the same.
    """

    decision: str
    reasons: tuple[str, ...] = ()
    comment: str = ""
    comment_field: str = ""
    comment_time: Decimal | None = None
    seconds_spent: float = 0.0


def submit_verdict(
    *, reviewer: User, round_id: int, judgement: Judgement, watched: Sequence[Sequence[float]] = ()
) -> Assignment:
    """Stores the verdict of the reviewer's held assignment. The round closes when nobody can take one back any more.

    The assignment comes back with its verdict. The same judgement again gives the same answer and changes nothing,
    also after the round has closed. `watched` adds last played stretches (seconds of the prepared video). What is
    returned does not say whether the round closed.

    Raises NotFound for anybody but the holder; Conflict `verdict_differs` for another judgement than the one given,
    `lease_expired` or `assignment_released` when the item is no longer held, `reference_not_shown` before the
    reference was opened, `media_not_ready` when how much was watched cannot be told; Invalid for a rejection
    without reason or comment, an unknown reason, and `not_watched_enough` (extra: `missing_seconds`,
    `watched_share`, `required_share`).
    """
    judgement = _checked(judgement)
    with transaction.atomic():
        found = own(reviewer).filter(round_id=round_id).select_related("round").first()
        question = lock_question(question_id=require_holder(found).round.question_id)
        judged_round = lock_round(round_id=round_id)
        assignment = lock_own(reviewer=reviewer, round_id=round_id)
        given: Verdict | None = getattr(assignment, "verdict", None)
        if given is not None:
            if _same(given, judgement):
                return assignment
            raise Conflict(
                "verdict_differs",
                "You have judged this item already, and differently; a verdict stays as it is.",
            )
        now = timezone.now()
        require_live(assignment, now)
        if assignment.revealed_at is None:
            raise Conflict(
                "reference_not_shown", "Open the reference before you judge: the verdict is about it, too."
            )
        _require_fitting(judgement, judged_round, assignment)
        add_watched(assignment, watched)
        share = _share_or_refuse(assignment)
        # Also sets assignment.verdict, which the answer shows.
        Verdict.objects.create(
            assignment=assignment,
            decision=judgement.decision,
            reasons=list(judgement.reasons),
            comment=judgement.comment,
            comment_field=judgement.comment_field,
            comment_time=judgement.comment_time,
            watched_share=share,
            seconds_spent=judgement.seconds_spent,
            created_at=now,
            final_at=now + settings.REVIEW_UNDO,
        )
        assignment.state = AssignmentState.SUBMITTED
        assignment.ended_at = now
        assignment.save(update_fields=["state", "ended_at", "watched"])
        note_step(
            round_id=round_id, kind=StepKind.JUDGED, actor_id=reviewer.pk, at=now, word=judgement.decision
        )
        closes_at = plan_closing(judged_round=judged_round)
        if closes_at is not None and closes_at <= now:
            close_when_complete(question=question, judged_round=judged_round, now=now)
        return assignment


def _checked(judgement: Judgement) -> Judgement:
    """The judgement in the one form in which it is stored and compared. Raises Invalid naming each field."""
    reasons = tuple(sorted(set(judgement.reasons)))
    comment = shown(judgement.comment)
    errors: list[FieldError] = []
    if judgement.decision not in Decision.values:
        errors.append(FieldError("decision", "unknown", "A verdict is 'accept' or 'reject'."))
    for code in reasons:
        if find_reason(code) is None:
            errors.append(
                FieldError(
                    "reasons", "unknown_reason", f"There is no reason {code!r}; see /api/v1/review-reasons."
                )
            )
    if judgement.decision == Decision.REJECT:
        if not reasons:
            errors.append(FieldError("reasons", "required", "Choose at least one reason for the rejection."))
        if not comment:
            errors.append(FieldError("comment", "required", "Write a sentence that the author can act on."))
    elif reasons:
        errors.append(
            FieldError(
                "reasons", "not_with_accept", "Reasons are for rejections; put remarks into the comment."
            )
        )
    if judgement.comment_field and judgement.comment_field.split(".")[0] not in COMMENT_ROOTS:
        known = ", ".join(sorted(COMMENT_ROOTS))
        errors.append(
            FieldError("comment_field", "unknown", f"A comment is about one of {known}, or a part of it.")
        )
    if not (math.isfinite(judgement.seconds_spent) and 0 <= judgement.seconds_spent <= MAX_SECONDS_SPENT):
        errors.append(FieldError("seconds_spent", "out_of_range", "Seconds spent lie between 0 and one day."))
    if errors:
        raise Invalid("invalid", errors[0].message, errors=errors)
    return Judgement(
        decision=judgement.decision,
        reasons=reasons,
        comment=comment,
        comment_field=judgement.comment_field,
        comment_time=judgement.comment_time,
        seconds_spent=judgement.seconds_spent,
    )


def _require_fitting(judgement: Judgement, judged_round: Round, assignment: Assignment) -> None:
    """Raises Invalid for a reason that is not for the task, or a time beyond the end of the original."""
    wrong = [
        code
        for code in judgement.reasons
        if (reason := find_reason(code)) is None
        or not reason.applies_to(judged_round.granularity, judged_round.task)
    ]
    if wrong:
        message = (
            f"{', '.join(wrong)} is no reason for the task {judged_round.task}; see /api/v1/review-reasons."
        )
        raise Invalid("invalid", message, errors=[FieldError("reasons", "not_for_this_task", message)])
    duration = assignment.round.revision.clip.video.duration
    time = judgement.comment_time
    if time is not None and not (time >= 0 and (duration is None or time <= duration)):
        message = f"The original video is {duration} s long; the comment's time {time} is not in it."
        raise Invalid("invalid", message, errors=[FieldError("comment_time", "out_of_range", message)])


def _share_or_refuse(assignment: Assignment) -> float:
    """The watched share 0..1, when it reaches the project's minimum."""
    parts = required_parts(assignment)
    required = assignment.project.min_watched_share
    if parts is None:
        if required == 0:
            return 0.0
        raise Conflict(
            "media_not_ready",
            "The prepared video of this item is not ready, so it cannot have been watched. Hand the item back.",
        )
    stretches = watching.from_json(assignment.watched)
    share = watching.watched_share(stretches, parts)
    missing = watching.missing_seconds(stretches, parts, required_share=required)
    if missing > 0:
        what = "evidence" if watches_evidence(assignment) else "video"
        message = (
            f"{share:.0%} of the {what} has been played; {required:.0%} is needed. "
            f"Play at least {missing} s more."
        )
        raise Invalid(
            "not_watched_enough",
            message,
            errors=[FieldError("watched", "not_watched_enough", message)],
            extra={
                "watched_share": round(share, 4),
                "required_share": required,
                "missing_seconds": float(missing),
            },
        )
    return share


def _same(given: Verdict, judgement: Judgement) -> bool:
    return (
        given.decision == judgement.decision
        and tuple(given.reasons) == judgement.reasons
        and given.comment == judgement.comment
        and given.comment_field == judgement.comment_field
        and given.comment_time == judgement.comment_time
    )
