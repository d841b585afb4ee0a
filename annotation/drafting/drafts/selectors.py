"""Reads of model drafts: whoever asked for one sees it, and so do admins of its project.

Nobody else does: a draft holds a reference answer, and who reviews the question may be an annotator as well.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Avg, Count, Q, QuerySet, Sum

from accounts.models import User
from accounts.selectors import Role, member_project_ids
from annotation.drafting.drafts.models import DraftState, ModelDraft
from annotation.questions.models import QuestionState, Revision
from kernel.errors import NotFound


def visible_to(user: User) -> QuerySet[ModelDraft]:
    """The drafts that `user` may see, with everything that is shown of them joined."""
    drafts = ModelDraft.objects.select_related("clip", "question", "endpoint", "asked_by", "attempt")
    if user.is_superuser:
        return drafts
    return drafts.filter(
        Q(asked_by=user, clip__project_id__in=member_project_ids(user=user, roles=[Role.ANNOTATOR]))
        | Q(clip__project_id__in=member_project_ids(user=user, roles=[Role.ADMIN]))
    )


def get_visible(*, user: User, draft_id: int) -> ModelDraft:
    """One draft. Raises NotFound when `user` may not see it."""
    found = visible_to(user).filter(pk=draft_id).first()
    if found is None:
        raise NotFound("not_found", f"There is no draft {draft_id}, or you may not see it.")
    return found


def drafts_of_clip(*, user: User, clip_id: int) -> QuerySet[ModelDraft]:
    """The drafts of a clip that `user` may see, newest first."""
    return visible_to(user).filter(clip_id=clip_id).order_by("-pk")


def draft_of_question(*, question_id: int) -> ModelDraft | None:
    """The draft that a question was begun from, None for a question that people have written. One query."""
    return ModelDraft.objects.filter(question_id=question_id).first()


@dataclass(frozen=True, slots=True)
class SurvivalRow:
    """What became of the drafts of one task and prompt version.

    `arrived`: the model wrote one; `taken`: begun as a question; `submitted` and `accepted` of those. `share_kept` is
    the mean share of fields that were submitted as the model wrote them, `edited` the tokens changed of all tokens;
    both None before the first is submitted.
    """

    task: str
    prompt_version: str
    asked: int
    arrived: int
    unsupported: int
    failed: int
    dropped: int
    taken: int
    submitted: int
    accepted: int
    share_kept: float | None
    edited: float | None


def survival_of(*, project_id: int) -> list[SurvivalRow]:
    """By task and prompt version. One query."""
    submitted = Revision.objects.filter(submitted_at__isnull=False).values("question")
    rows = (
        ModelDraft.objects.filter(clip__project_id=project_id)
        .values("task", "prompt_version")
        .annotate(
            asked=Count("pk"),
            arrived=Count("pk", filter=Q(content__isnull=False)),
            unsupported=Count("pk", filter=Q(state=DraftState.UNSUPPORTED)),
            failed=Count("pk", filter=Q(state=DraftState.FAILED)),
            dropped=Count("pk", filter=Q(state=DraftState.DROPPED)),
            taken=Count("pk", filter=Q(state=DraftState.TAKEN)),
            submitted=Count("pk", filter=Q(question__in=submitted)),
            accepted=Count("pk", filter=Q(question__state=QuestionState.ACCEPTED)),
            kept=Avg("share_kept"),
            distance=Sum("edit_distance"),
            length=Sum("edit_length"),
        )
        .order_by("task", "prompt_version")
    )
    return [
        SurvivalRow(
            task=row["task"],
            prompt_version=row["prompt_version"],
            asked=row["asked"],
            arrived=row["arrived"],
            unsupported=row["unsupported"],
            failed=row["failed"],
            dropped=row["dropped"],
            taken=row["taken"],
            submitted=row["submitted"],
            accepted=row["accepted"],
            share_kept=row["kept"],
            edited=_share(row["distance"], row["length"]),
        )
        for row in rows
    ]


def _share(part: int | None, whole: int | None) -> float | None:
    return part / whole if part is not None and whole else None
