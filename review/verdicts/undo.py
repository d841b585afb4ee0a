"""Taking a verdict back: for a short while, by who gave it, whatever else they have begun since.

Lock order: question, round, assignment, verdict.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from annotation.public import lock_question
from kernel.errors import Conflict
from kernel.times import to_json_number
from review.assignments.leases import lease_end
from review.assignments.models import Assignment, AssignmentState
from review.assignments.policies import require_holder
from review.assignments.selectors import own
from review.assignments.services import lock_own, require_live
from review.rounds.services import lock_round, plan_closing
from review.trail.models import StepKind
from review.trail.services import note_step, note_steps
from review.verdicts.models import Verdict

#: A claim by the same person at the same moment can win the one lease that a person has; then we look again.
ATTEMPTS = 10


def take_back(*, reviewer: User, round_id: int) -> Assignment:
    """Takes the reviewer's verdict back; the item is theirs again, with what they had written as its draft.

    Another item that they hold by now is set aside: its slot is free, and they may take it up again while it is.
    Taken back already = nothing to do. The answer and the errors are the same whatever the other reviewer did.

    Raises NotFound for anybody but the giver; Conflict `undo_over` once the time has passed, `lease_expired` or
    `assignment_released` when there is no verdict and the item is not held.
    """
    for _ in range(ATTEMPTS):
        try:
            return _take_back(reviewer, round_id)
        except IntegrityError:
            continue
    raise Conflict(
        "queue_busy", "You are asking for items in another window just now; try again in a moment."
    )


@transaction.atomic
def _take_back(reviewer: User, round_id: int) -> Assignment:
    found = own(reviewer).filter(round_id=round_id).select_related("round").first()
    lock_question(question_id=require_holder(found).round.question_id)
    judged_round = lock_round(round_id=round_id)
    assignment = lock_own(reviewer=reviewer, round_id=round_id)
    given: Verdict | None = getattr(assignment, "verdict", None)
    now = timezone.now()
    if given is None:
        require_live(assignment, now)
        return assignment
    if now >= given.final_at or judged_round.closed_at is not None:
        raise Conflict(
            "undo_over",
            "The time to take this verdict back is over; it stays as it is.",
        )
    _set_aside_others(reviewer, round_id, now)
    assignment.draft = {
        "decision": given.decision,
        "reasons": given.reasons,
        "comment": given.comment,
        "comment_field": given.comment_field,
        "comment_time": None if given.comment_time is None else to_json_number(given.comment_time),
        "seconds_spent": given.seconds_spent,
    }
    given.delete()
    assignment.state = AssignmentState.HELD
    assignment.ended_at = None
    # Counted from the first claim: from outside, the hold has never been anything else.
    assignment.lease_expires_at = lease_end(
        claimed_at=assignment.claimed_at, now=now, lease=settings.REVIEW_LEASE
    )
    assignment.save(update_fields=["draft", "state", "ended_at", "lease_expires_at"])
    plan_closing(judged_round=judged_round)
    note_step(round_id=round_id, kind=StepKind.TAKEN_BACK, actor_id=reviewer.pk, at=now, word=given.decision)
    # The joined verdict is gone.
    return lock_own(reviewer=reviewer, round_id=round_id)


def _set_aside_others(reviewer: User, round_id: int, now: datetime) -> None:
    """One person holds one item: what they hold besides this one is given up, with its draft kept."""
    held = Assignment.objects.filter(reviewer=reviewer, state=AssignmentState.HELD).exclude(round_id=round_id)
    rows = list(held.select_for_update(no_key=True).values_list("pk", "round_id"))
    if not rows:
        return
    Assignment.objects.filter(pk__in=[key for key, _ in rows]).update(
        state=AssignmentState.EXPIRED, ended_at=now
    )
    note_steps([(StepKind.SET_ASIDE, other, reviewer.pk) for _, other in rows], at=now)
