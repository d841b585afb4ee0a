"""Opening and closing rounds. The question moves by annotation's own function, never by hand."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max, Subquery
from django.utils import timezone

from annotation.public import Event, Question, Revision, lock_question, move_question
from review.rounds.models import Round, RoundOutcome
from review.rounds.workflow import attempts_so_far, is_complete, outcome_of
from review.trail.models import StepKind
from review.trail.services import note_step
from review.verdicts.models import Verdict

logger = logging.getLogger("longemo.review")

_EVENTS: Final = {
    RoundOutcome.ACCEPTED: Event.ACCEPT,
    RoundOutcome.RETURNED: Event.RETURN,
    RoundOutcome.REMOVED: Event.REMOVE,
}
#: Rounds that one sweep closes; what is left is the next one's.
MOST_AT_ONCE: Final = 500


def open_round(question: Question, revision: Revision) -> None:
    """Opens the round of a revision that is being submitted, in the transaction of the submission.

    Registered with annotation (review/apps.py): when it fails, the submission fails.
    """
    now = timezone.now()
    last = Round.objects.filter(question=question).aggregate(last=Max("number"))["last"] or 0
    opened = Round.objects.create(
        project_id=question.project_id,
        question=question,
        revision=revision,
        number=last + 1,
        granularity=question.granularity,
        task=question.task,
        opened_at=now,
    )
    note_step(round_id=opened.pk, kind=StepKind.OPENED, actor_id=revision.written_by_id, at=now)


def lock_round(*, round_id: int) -> Round:
    """The round with its row locked; the question's lock comes first.

    Claims lock the round, too, and then its assignments: without this lock a closing verdict and a claim could
    wait for each other.
    """
    return (
        Round.objects.select_for_update(of=("self",), no_key=True).select_related("revision").get(pk=round_id)
    )


def plan_closing(*, judged_round: Round) -> datetime | None:
    """Notes when the round can be closed: once nobody can take a verdict back; None while one is missing.

    Called under the question's and the round's lock by whoever has just stored a verdict or taken one back.
    """
    finals = list(Verdict.objects.filter(assignment__round=judged_round).values_list("final_at", flat=True))
    closes_at = max(finals) if is_complete(finals) else None
    if closes_at != judged_round.closes_at:
        judged_round.closes_at = closes_at
        judged_round.save(update_fields=["closes_at"])
    return closes_at


def close_when_complete(*, question: Question, judged_round: Round, now: datetime) -> RoundOutcome | None:
    """Closes the round and moves the question on, when both verdicts are in and final at `now`; None otherwise.

    Called under the question's and the round's lock. Whoever comes second, here or with a verdict that is taken back,
    waits for the lock and then sees how things stand, so exactly one closes, and never on a verdict that is gone.
    """
    if judged_round.closed_at is not None:
        return RoundOutcome(judged_round.outcome)
    accepted = Round.objects.filter(question=question, outcome=RoundOutcome.ACCEPTED).order_by("-number")
    given = Verdict.objects.filter(assignment__round=judged_round).annotate(
        last_accepted=Subquery(accepted.values("number")[:1])
    )
    found = list(given.values_list("decision", "final_at", "last_accepted"))
    decisions = [decision for decision, _, _ in found]
    if not is_complete(decisions) or any(final_at > now for _, final_at, _ in found):
        return None
    project = question.project
    last_accepted = found[0][2]
    outcome = RoundOutcome(
        outcome_of(
            decisions,
            attempt=attempts_so_far(number=judged_round.number, last_accepted=last_accepted),
            max_rounds=project.max_rounds,
            double_rejection=project.double_rejection,
        )
    )
    judged_round.closed_at = now
    judged_round.outcome = outcome
    judged_round.save(update_fields=["closed_at", "outcome"])
    # A gold copy goes nowhere: it stays as it was placed.
    if not judged_round.is_gold:
        move_question(question=question, event=_EVENTS[outcome], actor=None, revision=judged_round.revision)
    note_step(round_id=judged_round.pk, kind=StepKind.CLOSED, actor_id=None, at=now, word=outcome.value)
    return outcome


def close_due(*, now: datetime | None = None, at_most: int = MOST_AT_ONCE) -> int:
    """Closes the rounds whose last undo has ended, the longest due first; how many this call closed.

    Each in a transaction of its own, so that one that cannot be closed (it is logged) holds up no other. Any number
    of callers may do this at once, and may be killed at any point: what is not closed is still due.
    """
    now = now or timezone.now()
    due = Round.objects.filter(closed_at__isnull=True, closes_at__lte=now).order_by("closes_at", "pk")
    found: Sequence[tuple[int, int]] = list(due.values_list("pk", "question_id")[:at_most])
    closed = 0
    for round_id, question_id in found:
        try:
            with transaction.atomic():
                question = lock_question(question_id=question_id)
                judged_round = lock_round(round_id=round_id)
                if judged_round.closed_at is None:
                    outcome = close_when_complete(question=question, judged_round=judged_round, now=now)
                    closed += outcome is not None
        except Exception:
            logger.exception("round %s cannot be closed", round_id, extra={"round": round_id})
    return closed
