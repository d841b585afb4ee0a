"""Who may train, and who is trained enough for live work."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, Subquery

from accounts.models import Membership, User
from accounts.policies import require_role
from accounts.selectors import Role
from kernel.errors import Forbidden
from review.training.models import DECIDING, QualificationChange, QualificationEvent, TrainingPlan
from review.training.workflow import TrainedRole


def require_trainee(*, user: User, project_id: int) -> frozenset[Role]:
    """Raises NotFound outside the project; every member may train."""
    return require_role(user=user, project_id=project_id)


def is_untrained(role: TrainedRole) -> Exists:
    """For an outer Membership: whether its project asks for training in `role` and its person is not qualified."""
    last = (
        QualificationEvent.objects.filter(
            project_id=OuterRef("project_id"),
            user_id=OuterRef(OuterRef("user_id")),
            role=role,
            event__in=DECIDING,
        )
        .order_by("-pk")
        .values("event")[:1]
    )
    return Exists(
        TrainingPlan.objects.filter(project_id=OuterRef("project_id"), **{f"{role}_required": True})
        .alias(last=Subquery(last))
        .filter(Q(last__isnull=True) | Q(last=QualificationChange.REVOKED))
    )


def not_qualified(*, project_id: int, role: TrainedRole) -> Forbidden:
    """The error for live work without the training (extra: `project`, `role`)."""
    what = "take items to review" if role == "reviewer" else "begin or submit questions"
    return Forbidden(
        "not_qualified",
        f"This project asks for training before you may {what}. Open Training to see what is left; "
        "an admin of the project can make an exception.",
        extra={"project": project_id, "role": role},
    )


def require_qualified(*, user: User, project_id: int, role: TrainedRole) -> None:
    """Raises Forbidden `not_qualified` when the project asks for training in `role` and the member `user` is not
    qualified for it. One query."""
    members = Membership.objects.filter(user=user, project_id=project_id, ended_at__isnull=True)
    if members.filter(is_untrained(role)).exists():
        raise not_qualified(project_id=project_id, role=role)


def require_trained_annotator(actor: User, project_id: int) -> None:
    """The gate that annotation asks before a question is begun or submitted (review/apps.py)."""
    require_qualified(user=actor, project_id=project_id, role="annotator")
