"""The only writer of Question.state. Every change leaves a QuestionTransition row: audit trail and history in one.

Lock order everywhere: question, then assignment, then verdict.
"""

from __future__ import annotations

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from annotation.questions.announcements import announce_moved
from annotation.questions.models import Question, QuestionState, QuestionTransition, Revision
from annotation.questions.revisions import open_next_revision
from annotation.questions.workflow import (
    ABOUT_A_REVISION,
    NEEDS_REASON,
    NOT_YET,
    TABLE,
    Event,
    next_state,
    possible_events,
)
from kernel.errors import Conflict, FieldError, Invalid, NotFound
from kernel.texts import shown


def lock_question(*, question_id: int) -> Question:
    """The question with its row locked until the transaction ends; call it inside one.

    The project is joined (not locked). Raises NotFound when there is no such question.
    """
    question = (
        Question.objects.select_for_update(of=("self",))
        .select_related("project")
        .filter(pk=question_id)
        .first()
    )
    if question is None:
        raise NotFound("not_found", f"There is no question {question_id}.")
    return question


@transaction.atomic
def begin_question(*, question: Question, event: Event, actor: User, reason: str = "") -> QuestionTransition:
    """Stores a new question in the state that `event` (CREATE, IMPORT_DRAFT, IMPORT_ACCEPTED) gives it.

    Raises ValueError for an event that begins nothing or a question that is stored already: a fault of the
    caller, not of a person.
    """
    target = next_state(state=NOT_YET, event=event)
    if target is None or not question._state.adding:
        raise ValueError(f"{event} does not begin a question")
    question.state = target
    question.save(force_insert=True)
    return QuestionTransition.objects.create(
        question=question, event=event.value, from_state=NOT_YET, to_state=target, actor=actor, reason=reason
    )


def move_question(
    *,
    question: Question,
    event: Event,
    actor: User | None,
    revision: Revision | None = None,
    reason: str = "",
) -> QuestionTransition:
    """Moves a locked question by one event and writes the history row.

    `question` comes from lock_question in the running transaction. `actor` None means that the rules did it (a
    closed round). `revision` is the submitted revision that the event is about; needed for submit, accept, return,
    remove and reopen. After return and reopen the question has an open revision again, a copy of its last one.

    Raises Conflict `illegal_transition` when the state does not allow the event (extra: `state`, `possible`),
    Invalid `reason_required` for withdraw and reopen without a reason, ValueError for a missing or foreign
    revision, RuntimeError outside a transaction. Nothing is written then.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("move_question works inside the transaction that holds the question's lock")
    if event in ABOUT_A_REVISION and (
        revision is None or revision.question_id != question.pk or revision.submitted_at is None
    ):
        raise ValueError(f"{event} is about one submitted revision of question {question.pk}")
    before = question.state
    target = require_possible(question=question, event=event)
    reason = shown(reason)
    if event in NEEDS_REASON and not reason:
        raise Invalid(
            "reason_required",
            f"Say why {question.public_id} is to be changed: {event.value} needs a reason.",
            errors=[FieldError("reason", "required", "Write a reason; it stays in the question's history.")],
        )
    now = timezone.now()
    # Compare and set: a caller who forgot the lock loses the race here instead of overwriting a state.
    moved = Question.objects.filter(pk=question.pk, state=before).update(state=target, changed_at=now)
    if moved != 1:
        question.refresh_from_db(fields=["state"])
        raise _illegal(question, event)
    question.state = target
    question.changed_at = now
    row = QuestionTransition.objects.create(
        question=question,
        event=event.value,
        from_state=before,
        to_state=target,
        revision=revision,
        actor=actor,
        reason=reason,
        at=now,
    )
    if event in {Event.RETURN, Event.REOPEN} and revision is not None:
        open_next_revision(question=question, last=revision)
    announce_moved(question, row)
    return row


def require_possible(*, question: Question, event: Event) -> QuestionState:
    """The state that `event` leads to from where `question` is; raises Conflict `illegal_transition`."""
    target = next_state(state=question.state, event=event)
    if target is None or question.state == NOT_YET:
        raise _illegal(question, event)
    return target


def _illegal(question: Question, event: Event) -> Conflict:
    possible = [other.value for other in possible_events(question.state)]
    told = f"possible now: {', '.join(possible)}" if possible else "nothing can change it any more"
    wanted = " or ".join(str(state) for state in TABLE[event])
    return Conflict(
        "illegal_transition",
        f"{question.public_id} is {question.state}; {event.value} needs {wanted or 'no question yet'}; {told}.",
        extra={"state": question.state, "possible": possible},
    )
