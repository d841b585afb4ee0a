"""Who may do what to a question. Reading is in selectors.visible_to."""

from __future__ import annotations

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role, roles_of
from annotation.questions.models import Question
from annotation.questions.workflow import EDITABLE, Event, next_state
from kernel.errors import Forbidden


def require_author(*, user: User, question: Question) -> None:
    """Raises Forbidden unless `user` wrote the question and is still an annotator of its project.

    Not even an admin edits somebody else's question: nobody may review what they wrote or revised, and the record
    would name the wrong author. Admins reopen or withdraw.
    """
    if question.author_id != user.pk:
        raise Forbidden(
            "not_the_author",
            f"{question.public_id} was written by somebody else; only its author may change it.",
        )
    require_role(user=user, project_id=question.project_id, any_of=(Role.ANNOTATOR,))


def require_author_or_admin(*, user: User, question: Question) -> None:
    """Raises Forbidden unless `user` is an admin of the project or the question's author and an annotator."""
    if Role.ADMIN not in roles_of(user=user, project_id=question.project_id):
        require_author(user=user, question=question)


def require_admin(*, user: User, question: Question) -> None:
    """Raises Forbidden unless `user` is an admin of the question's project."""
    require_role(user=user, project_id=question.project_id, any_of=(Role.ADMIN,))


def allowed_actions(*, user: User, question: Question, roles: frozenset[Role]) -> list[str]:
    """What the page may offer: of `edit`, `submit`, `withdraw`, `reopen`, `waive_watching`. The services decide."""
    own = question.author_id == user.pk and Role.ANNOTATOR in roles
    admin = Role.ADMIN in roles
    may = {
        "edit": own and question.state in EDITABLE,
        "submit": own and next_state(state=question.state, event=Event.SUBMIT) is not None,
        "withdraw": (own or admin) and next_state(state=question.state, event=Event.WITHDRAW) is not None,
        "reopen": admin and next_state(state=question.state, event=Event.REOPEN) is not None,
        "waive_watching": admin and question.granularity == "episode" and question.state in EDITABLE,
    }
    return [name for name, allowed in may.items() if allowed]
