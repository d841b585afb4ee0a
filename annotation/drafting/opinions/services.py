"""Asking for second opinions. One transaction."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from accounts.models import User
from annotation.drafting.models import Purpose
from annotation.drafting.opinions.models import OpinionRequest
from annotation.drafting.selectors import endpoint_for
from annotation.questions.models import QuestionState
from annotation.questions.policies import require_author
from annotation.questions.selectors import current_revision, get_visible
from annotation.questions.workflow import EDITABLE
from jobs.models import Job
from jobs.services import enqueue
from kernel.errors import Conflict

ATTEMPTS: Final = 4


@transaction.atomic
def request_opinions(*, actor: User, question_id: int) -> Job:
    """Queues second opinions on a question of the actor's, as it stands when the job begins; the job that is at it.

    Raises NotFound, Forbidden, Conflict `no_endpoint`, `not_editable` once it is submitted, `nothing_to_read` before
    there is a question text.
    """
    question = get_visible(user=actor, question_id=question_id)
    require_author(user=actor, question=question)
    if question.state not in EDITABLE:
        told = QuestionState(question.state).label.lower()
        raise Conflict(
            "not_editable",
            f"{question.public_id} is {told}: second opinions are for questions that can still be changed.",
        )
    purposes = (Purpose.OPINIONS, Purpose.EMBEDDINGS)
    if all(endpoint_for(project_id=question.project_id, purpose=one) is None for one in purposes):
        raise Conflict(
            "no_endpoint",
            "This project asks no model for second opinions. An admin can choose an endpoint under Project, Models.",
        )
    if not current_revision(question=question).question_text.strip():
        raise Conflict("nothing_to_read", f"{question.public_id} has no question text yet; write it first.")
    job = enqueue(
        kind="question.opinions",
        subject=f"question:{question.pk}",
        payload={"question": question.pk},
        queue="llm",
        key=f"question.opinions:{question.pk}",
        project_id=question.project_id,
        owner=actor,
        max_attempts=ATTEMPTS,
    )
    OpinionRequest.objects.update_or_create(question=question, defaults={"job_id": job.pk})
    return job
