"""Opening and closing rounds. The question moves by annotation's own function, never by hand."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Max, Subquery
from django.utils import timezone

from annotation.public import Event, Question, Revision, move_question
from review.rounds.models import Round, RoundOutcome
from review.rounds.workflow import attempts_so_far, is_complete, outcome_of
from review.verdicts.models import Verdict

_EVENTS: Final = {
    RoundOutcome.ACCEPTED: Event.ACCEPT,
    RoundOutcome.RETURNED: Event.RETURN,
    RoundOutcome.REMOVED: Event.REMOVE,
}


def open_round(question: Question, revision: Revision) -> None:
    """Opens the round of a revision that is being submitted, in the transaction of the submission.

    Registered with annotation (review/apps.py): when it fails, the submission fails.
    """
    last = Round.objects.filter(question=question).aggregate(last=Max("number"))["last"] or 0
    Round.objects.create(
        project_id=question.project_id,
        question=question,
        revision=revision,
        number=last + 1,
        granularity=question.granularity,
        task=question.task,
        opened_at=timezone.now(),
    )


def lock_round(*, round_id: int) -> Round:
    """The round with its row locked; the question's lock comes first.

    Claims lock the round, too, and then its assignments: without this lock a closing verdict and a claim could
    wait for each other.
    """
    return (
        Round.objects.select_for_update(of=("self",), no_key=True).select_related("revision").get(pk=round_id)
    )


def close_when_complete(*, question: Question, judged_round: Round, now: datetime) -> RoundOutcome | None:
    """Closes the round when both verdicts are in, and moves the question on; None while one is missing.

    Called under the question's and the round's lock by whoever has just stored a verdict: the second of two that
    arrive together waits for the lock and then sees both, so exactly one of them closes.
    """
    if judged_round.closed_at is not None:
        return RoundOutcome(judged_round.outcome)
    accepted = Round.objects.filter(question=question, outcome=RoundOutcome.ACCEPTED).order_by("-number")
    given = Verdict.objects.filter(assignment__round=judged_round).annotate(
        last_accepted=Subquery(accepted.values("number")[:1])
    )
    found = list(given.values_list("decision", "last_accepted"))
    decisions = [decision for decision, _ in found]
    if not is_complete(decisions):
        return None
    project = question.project
    last_accepted = found[0][1]
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
    move_question(question=question, event=_EVENTS[outcome], actor=None, revision=judged_round.revision)
    return outcome
