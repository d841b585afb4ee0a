"""Who may read what reviewers said: nobody before a round is closed, and nobody who may still judge the question."""

from __future__ import annotations

from typing import Final

from accounts.models import User
from accounts.selectors import Role, roles_of
from annotation.public import Question, QuestionState
from kernel.errors import Forbidden

#: States in which no further round of the question is to be expected.
SETTLED: Final = frozenset({QuestionState.ACCEPTED, QuestionState.REMOVED, QuestionState.WITHDRAWN})


def require_may_read_feedback(*, user: User, question: Question) -> None:
    """Raises Forbidden for an admin who could still be a reviewer of the question.

    `question` is one that `user` may see (its author, or an admin of the project). Its author always may: nobody
    reviews their own. An admin who is a reviewer of the project, too, may once the question is settled: earlier
    verdicts would take the independence of a later one. The answer does not depend on any verdict.
    """
    if question.author_id == user.pk or question.state in SETTLED:
        return
    if Role.REVIEWER in roles_of(user=user, project_id=question.project_id):
        raise Forbidden(
            "may_still_review",
            f"You are a reviewer of this project, so you may still have to judge {question.public_id}; what others "
            "said of it is shown to you once it is settled.",
        )
