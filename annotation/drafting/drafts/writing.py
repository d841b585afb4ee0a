"""The job that has one draft written: material, one call, a strict reading, and the outcome as a row."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from annotation.drafting.drafts import forms, material
from annotation.drafting.drafts.models import DraftState, ModelDraft
from annotation.drafting.drafts.services import finish
from annotation.drafting.models import Purpose
from annotation.drafting.policies import require_draftable
from annotation.questions.checks import check_draft
from annotation.questions.documents import content_document, finding_document
from annotation.questions.findings import Draft
from annotation.questions.previews import ClipFacts, clip_facts
from annotation.questions.refusals import refuse_content
from annotation.questions.tasks import Task, get_task
from jobs.context import JobContext
from jobs.errors import PermanentFailure
from jobs.registry import JobEnd
from llm.public import Prompt, Reply, Text, ask, endpoint_choices


def write_draft(*, context: JobContext, draft_id: int) -> dict[str, Any]:
    """Job body: has the draft written and keeps what came. Run again after a lost worker it asks for the same answer,
    which is sent for once (llm.public.ask), and writes nothing over a draft that has ended.

    Raises PermanentFailure when there is no such draft or endpoint any more, and what `ask` raises.
    """
    draft = (
        ModelDraft.objects.select_related("clip__video")
        .prefetch_related("clip__segments")
        .filter(pk=draft_id)
        .first()
    )
    if draft is None:
        raise PermanentFailure("not_found", f"There is no draft {draft_id} any more.")
    if draft.state != DraftState.WAITING:
        return {"draft": draft.pk, "state": draft.state}
    require_draftable(granularity=draft.clip.granularity)
    able = next((one for one in endpoint_choices() if one.id == draft.endpoint_id), None)
    if able is None:
        raise PermanentFailure(
            "endpoint_retired", "The endpoint that was to write this draft is out of use; ask again."
        )
    task = get_task(draft.clip.granularity, draft.task)
    facts = clip_facts(draft.clip)
    context.progress(0.1, "Gathering pictures and subtitles")
    given = material.gather(draft.clip, facts, able.abilities, cancelled=context.cancelled)
    context.progress(0.4, "Asking the model for a draft")
    reply = ask(
        endpoint_id=draft.endpoint_id,
        prompt=Prompt(
            forms.instructions_of(task),
            (*given.parts, Text("Write the draft for this clip.")),
            draft.prompt_version,
        ),
        schema=forms.schema_of(task),
        purpose=Purpose.DRAFTS,
        project_id=draft.clip.project_id,
        # One answer a draft: what it has brought before its worker was lost is not paid for twice.
        idempotency_key=f"draft:{draft.pk}",
        subject=f"clip:{draft.clip_id}",
    )
    return _keep(context, draft, task, facts, given.document, reply)


def _keep(
    context: JobContext,
    draft: ModelDraft,
    task: Task,
    facts: ClipFacts,
    document: dict[str, Any],
    reply: Reply,
) -> dict[str, Any]:
    written = forms.read_draft(task, reply.data, material.segments_of(facts))
    values: dict[str, Any] = {
        "attempt_id": reply.attempt_id,
        "model": reply.model[:200],
        "material": document,
        "problems": list(written.problems),
        "reason": written.reason,
        "state": DraftState.UNSUPPORTED,
    }
    if written.content is not None:
        refusals = refuse_content(task=task, content=written.content)
        checked = Draft(
            task=task,
            content=written.content,
            segments=facts.segments,
            video_duration=facts.duration,
            subtitles=facts.subtitles or (),
            lines_outside=facts.lines_outside,
        )
        values |= {
            "content": content_document(written.content),
            "findings": [finding_document(one) for one in check_draft(checked)],
            "state": DraftState.READY,
        }
        if refusals:  # nothing that the form could hold
            values |= {"state": DraftState.FAILED, "reason": " ".join(one.message for one in refusals)}
    with transaction.atomic():
        context.hold_lease()
        locked = ModelDraft.objects.select_for_update().get(pk=draft.pk)
        if locked.state == DraftState.WAITING:
            finish(locked, **values)
    return {"draft": draft.pk, "state": locked.state}


def give_up_draft(end: JobEnd) -> None:
    """Called in the transaction in which the job of a draft fails or is cancelled: the draft says why."""
    draft = ModelDraft.objects.select_for_update().filter(pk=end.payload["draft"]).first()
    if draft is not None and draft.state == DraftState.WAITING:
        finish(draft, state=DraftState.FAILED, reason=end.error or "It was cancelled.")
