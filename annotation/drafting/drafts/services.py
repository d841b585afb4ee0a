"""Writes of model drafts: ask for one, take it as a question, drop it, confirm its fields. Each is one transaction."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role
from annotation.clips.models import Clip, ClipState
from annotation.clips.selectors import get_visible as get_visible_clip
from annotation.drafting.drafts import fields, forms
from annotation.drafting.drafts.models import DraftState, ModelDraft
from annotation.drafting.drafts.reading import content_of_document
from annotation.drafting.drafts.selectors import draft_of_question, get_visible
from annotation.drafting.models import Purpose
from annotation.drafting.policies import require_draftable
from annotation.drafting.selectors import endpoint_for
from annotation.questions.documents import content_document
from annotation.questions.models import Question, Revision, Source
from annotation.questions.policies import require_author
from annotation.questions.revisions import read_content
from annotation.questions.selectors import current_revision
from annotation.questions.selectors import get_visible as get_visible_question
from annotation.questions.services import DraftContent, create_question, save_draft
from annotation.questions.tasks import find_task
from annotation.questions.transitions import lock_question
from annotation.questions.workflow import EDITABLE
from annotation.videos.models import VideoState
from jobs.services import enqueue
from kernel.errors import Conflict, FieldError, Forbidden, Invalid

#: Bad answers are paid for: fewer tries than a call gets that only waits.
ATTEMPTS: Final = 4


@transaction.atomic
def request_draft(*, actor: User, clip_id: int, task: str) -> ModelDraft:
    """Queues a draft for one task about a scene clip; the one that is open already, if there is one.

    For annotators of the project. Raises NotFound, Forbidden (`episode_not_drafted` for an episode, whoever asks),
    Invalid `task_unknown`, Conflict `no_endpoint` where the project asks no model for drafts, `clip_not_usable`.
    """
    clip = get_visible_clip(user=actor, clip_id=clip_id)
    require_role(user=actor, project_id=clip.project_id, any_of=(Role.ANNOTATOR,))
    require_draftable(granularity=clip.granularity)
    found = find_task(clip.granularity, task)
    if found is None:
        message = f"{task!r} is no task of a scene clip."
        raise Invalid("task_unknown", message, errors=[FieldError("task", "task_unknown", message)])
    _require_usable(clip)
    endpoint_id = endpoint_for(project_id=clip.project_id, purpose=Purpose.DRAFTS)
    if endpoint_id is None:
        raise Conflict(
            "no_endpoint",
            "This project asks no model for drafts. An admin can choose an endpoint under Project, Models; questions "
            "can be written without one.",
        )
    waiting = ModelDraft.objects.filter(
        clip=clip, task=task, asked_by=actor, state__in=(DraftState.WAITING, DraftState.READY)
    )
    earlier = waiting.first()
    if earlier is not None:
        return earlier
    try:
        with transaction.atomic():
            draft = ModelDraft.objects.create(
                clip=clip,
                task=task,
                asked_by=actor,
                endpoint_id=endpoint_id,
                prompt_version=forms.version_of(found),
            )
    except IntegrityError:
        return waiting.get()
    job = enqueue(
        kind="question.draft",
        subject=f"clip:{clip.pk}",
        payload={"draft": draft.pk},
        queue="llm",
        key=f"question.draft:{draft.pk}",
        project_id=clip.project_id,
        owner=actor,
        max_attempts=ATTEMPTS,
    )
    draft.job_id = job.pk
    draft.save(update_fields=["job_id"])
    return draft


@transaction.atomic
def take_draft(*, actor: User, draft_id: int) -> Question:
    """Begins a question of the person who asked, with the content of the draft; taken already = that question.

    Its fields are marked as the model's until they are changed or confirmed. Raises NotFound, Forbidden for somebody
    else's draft, Conflict `draft_not_ready` for one that has no content or was dropped, and what create_question and
    save_draft raise.
    """
    draft = _locked(actor, draft_id)
    if draft.question is not None:
        return draft.question
    if draft.state != DraftState.READY:
        raise _not_ready(draft)
    question = create_question(actor=actor, clip_id=draft.clip_id, task=draft.task)
    content = DraftContent(content=content_of_document(draft.proposed))
    revision = save_draft(actor=actor, question_id=question.pk, version=1, draft=content)
    Revision.objects.filter(pk=revision.pk).update(source=Source.MODEL)
    draft.question = question
    draft.state = DraftState.TAKEN
    draft.save(update_fields=["question", "state"])
    return question


@transaction.atomic
def drop_draft(*, actor: User, draft_id: int) -> ModelDraft:
    """Takes a draft off the list; dropped already = nothing. Raises NotFound, Forbidden, Conflict once it was taken or
    while it is being written."""
    draft = _locked(actor, draft_id)
    if draft.state == DraftState.DROPPED:
        return draft
    if draft.state in (DraftState.TAKEN, DraftState.WAITING):
        raise _not_ready(draft)
    draft.state = DraftState.DROPPED
    draft.save(update_fields=["state"])
    return draft


@transaction.atomic
def confirm_fields(*, actor: User, question_id: int, version: int, paths: Collection[str]) -> list[str]:
    """Confirms fields of an open question that still say what the model wrote; the paths that are left.

    For its author, who has looked at `version`. A path that is not unconfirmed changes nothing. Raises NotFound,
    Forbidden, Conflict `not_drafted` for a question that no model drafted, `not_editable`, `stale_version`.
    """
    get_visible_question(user=actor, question_id=question_id)
    question = lock_question(question_id=question_id)
    require_author(user=actor, question=question)
    draft = ModelDraft.objects.select_for_update().filter(question=question).first()
    if draft is None:
        raise Conflict(
            "not_drafted", f"{question.public_id} was written by a person: there is nothing to confirm."
        )
    if question.state not in EDITABLE:
        raise Conflict("not_editable", f"{question.public_id} can no longer be changed.")
    revision = current_revision(question=question)
    if revision.version != version:
        raise Conflict(
            "stale_version",
            f"{question.public_id} has been saved since you looked at it; look again and confirm then.",
            extra={"current_version": revision.version},
        )
    current = content_document(read_content(revision))
    chosen = [field for field in fields.fields_of(current) if field[0] in set(paths)]
    draft.confirmed = sorted({*draft.confirmed, *(fields.value_of(field) for field in chosen)})
    draft.save(update_fields=["confirmed"])
    return fields.unconfirmed(draft.proposed, current, draft.confirmed)


def record_outcome(question: Question, revision: Revision) -> None:
    """Called in the transaction of a submission: the first one of a drafted question records how far it is from the
    draft."""
    draft = draft_of_question(question_id=question.pk)
    if draft is None or draft.share_kept is not None:
        return
    final = content_document(read_content(revision))
    distance, length = fields.edit_distance(draft.proposed, final)
    ModelDraft.objects.filter(pk=draft.pk).update(
        share_kept=fields.share_kept(draft.proposed, final), edit_distance=distance, edit_length=length
    )


def _locked(actor: User, draft_id: int) -> ModelDraft:
    found = get_visible(user=actor, draft_id=draft_id)
    if found.asked_by_id != actor.pk:
        raise Forbidden("not_the_asker", "Somebody else asked for this draft; only they may take or drop it.")
    require_role(user=actor, project_id=found.clip.project_id, any_of=(Role.ANNOTATOR,))
    return (
        ModelDraft.objects.select_for_update(of=("self",)).select_related("clip", "question").get(pk=draft_id)
    )


def _not_ready(draft: ModelDraft) -> Conflict:
    return Conflict(
        "draft_not_ready",
        f"This draft is {DraftState(draft.state).label.lower()}: only one that is ready can be taken, and only one "
        "that nobody has taken can be dropped.",
        extra={"state": draft.state},
    )


def _require_usable(clip: Clip) -> None:
    usable = (ClipState.READY, ClipState.CUTTING)
    if clip.state not in usable or clip.video.state != VideoState.READY:
        raise Conflict(
            "clip_not_usable",
            f"The clip {clip.public_id} or its video cannot be used at the moment; choose another clip.",
            extra={"clip_state": clip.state, "video_state": clip.video.state},
        )


def finish(draft: ModelDraft, **values: object) -> None:
    """Writes how a draft ended; the caller holds its lock."""
    for name, value in values.items():
        setattr(draft, name, value)
    draft.finished_at = timezone.now()
    draft.save(update_fields=[*values, "finished_at"])
