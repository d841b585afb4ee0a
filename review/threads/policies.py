"""Who may read and write in which threads (docs/decisions/threads.md)."""

from __future__ import annotations

from accounts.models import User
from accounts.selectors import Role, roles_of
from annotation.public import Question, get_visible_question
from kernel.errors import Forbidden, NotFound
from review.assignments.models import Assignment
from review.rounds.policies import SETTLED, require_may_read_feedback
from review.threads.models import Stance, Thread


def get_discussed(*, user: User, question_id: int) -> tuple[Question, Stance]:
    """The question and as what `user` talks about it: its author, or an admin.

    Raises NotFound for whoever may not see the question, Forbidden `may_still_review` for an admin who could still be
    asked to judge it: threads quote verdicts.
    """
    question = get_visible_question(user=user, question_id=question_id)
    require_may_read_feedback(user=user, question=question)
    return question, Stance.AUTHOR if question.author_id == user.pk else Stance.ADMIN


def judged_and_settled(*, user: User, question: Question) -> bool:
    """Whether `user` is a reviewer who judged the question, and it is settled: nothing is blind about it any more."""
    return (
        question.state in SETTLED
        and Assignment.objects.filter(
            reviewer=user, round__question=question, round__closed_at__isnull=False, verdict__isnull=False
        ).exists()
        and Role.REVIEWER in roles_of(user=user, project_id=question.project_id)
    )


def stance_in(*, user: User, thread: Thread) -> Stance:
    """As what `user` takes part in the thread. Raises NotFound for everybody else, whatever the reason."""
    try:
        return get_discussed(user=user, question_id=thread.question_id)[1]
    except (NotFound, Forbidden):
        if thread.with_reviewers and judged_and_settled(user=user, question=thread.question):
            return Stance.REVIEWER
    raise not_found()


def not_found() -> NotFound:
    """The one answer for a thread that is not there and for one that is not theirs."""
    return NotFound("not_found", "There is no such thread, or you may not see it.")


def may_settle(*, user: User, thread: Thread, stance: str) -> bool:
    """Whether `user`, who takes part as `stance`, may resolve it and open it again: who began it, and admins."""
    return thread.started_by_id == user.pk or stance == Stance.ADMIN
