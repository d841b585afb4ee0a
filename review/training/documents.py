"""Training as the API shows it: plain data for the serializers."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from django.urls import reverse

from annotation.public import Clip, Segment, model_view_of_record, newest_guideline
from review.assignments.cues import cues_of
from review.training.models import GuidelineReading, PracticeAnswer, PracticeRun, SeededItem
from review.training.pages import pages_of
from review.training.selectors import RoleStanding, Standing
from review.training.workflow import Demands, Run


def standing_document(standing: Standing, demands: Demands) -> dict[str, Any]:
    """Where one person stands, and what the project asks for."""
    progress = standing.progress
    return {
        "user": standing.user,
        "guideline_version": standing.guideline_version,
        "pages": progress.pages,
        "pages_read": progress.pages_read,
        "read_at": standing.read_at,
        "seconds": progress.seconds,
        "hours_required": demands.hours,
        "practice_length": demands.practice_length,
        "items_available": progress.items_available,
        "runs": [run_counts(run) for run in progress.runs],
        "runs_left": progress.runs_left,
        "runs_allowed": progress.runs_allowed,
        "best_score": progress.best_score,
        "blocked": standing.is_blocked,
        "roles": [role_document(role) for role in standing.roles],
    }


def run_counts(run: Run) -> dict[str, Any]:
    """One run in numbers. How many were right is told once it is finished."""
    return {
        "number": run.number,
        "length": run.length,
        "answered": run.answered,
        "right": run.right if run.finished_at is not None else None,
        "finished_at": run.finished_at,
    }


def role_document(role: RoleStanding) -> dict[str, Any]:
    last = role.last
    return {
        "role": role.role,
        "required": role.required,
        "threshold": role.threshold,
        "qualified": role.qualified,
        "steps_left": role.steps_left,
        "event": last.event if last else None,
        "at": last.at if last else None,
        "by": last.actor if last else None,
        "reason": last.reason if last else "",
    }


def guideline_document(*, project_id: int, user_id: int) -> dict[str, Any]:
    """The newest guideline as pages, with what this person has read of it; two queries."""
    guideline = newest_guideline(project_id=project_id)
    reading = (
        GuidelineReading.objects.filter(user_id=user_id, version=guideline).first()
        if guideline.number
        else None
    )
    return {
        "version": guideline.number,
        "pages": [
            {"number": number, "title": page.title, "text": page.text}
            for number, page in enumerate(pages_of(guideline.text), start=1)
        ],
        "read_pages": reading.pages if reading else [],
        "read_at": reading.read_at if reading else None,
    }


def run_document(run: PracticeRun) -> dict[str, Any]:
    """A run with its items; what was right about those that are judged."""
    answers = list(run.answers.all())
    done = run.finished_at is not None
    return {
        "id": run.pk,
        "number": run.number,
        "started_at": run.started_at,
        "finished_at": run.finished_at,
        "right": sum(answer.right is True for answer in answers) if done else None,
        "items": [
            {
                "id": answer.pk,
                "position": answer.position,
                "granularity": answer.item.revision.question.granularity,
                "task": answer.item.revision.question.task,
                "decision": answer.decision or None,
                "right": answer.right,
            }
            for answer in answers
        ],
    }


def practice_document(answer: PracticeAnswer) -> dict[str, Any]:
    """A practice item as its person sees it: as a live item, and with the feedback once it is judged."""
    item = answer.item
    clip = item.revision.clip
    record: dict[str, Any] = json.loads(item.record_json)
    segments = segments_of(record)
    return {
        "id": answer.pk,
        "run": answer.run_id,
        "position": answer.position,
        "granularity": record["granularity"],
        "task": record["type"],
        "media": {
            "url": reverse("practice-media", args=[answer.pk]),
            "duration": prepared_seconds(clip),
            "segments": segments,
            "cues": cues_of(record["subtitles"] or (), segments),
        },
        "as_model_sees": model_view_of_record(item.record_json),
        "reference": {
            "answer": record["answer"],
            "answer_details": record["answer_details"],
            "stage_times": item.stage_times,
            "rubric": record["rubric"],
            "source": {"from": record["source"]["from"], "segments": segments},
            "subtitles": record["subtitles"],
            "evidence": item.evidence,
            "warnings": [],
            "author_note": "",
        },
        "decision": answer.decision or None,
        "reasons": answer.reasons,
        "comment": answer.comment,
        "answered_at": answer.answered_at,
        "feedback": feedback_document(answer) if answer.decision else None,
    }


def feedback_document(answer: PracticeAnswer) -> dict[str, Any]:
    """What was right, and why; only for a judged item."""
    item = answer.item
    return {
        "right": answer.right,
        "gold": item.gold,
        "flaw": item.flaw or None,
        "named_by": item.named_by,
        "changes": item.changes,
        "explanation": item.explanation,
    }


def item_document(item: SeededItem) -> dict[str, Any]:
    """A seeded item for admins; from selectors.seeded_items."""
    question = item.revision.question
    return {
        "id": item.pk,
        "use": item.use,
        "question": question.pk,
        "question_id": question.public_id,
        "granularity": question.granularity,
        "task": question.task,
        "flaw": item.flaw or None,
        "gold": item.gold,
        "named_by": item.named_by,
        "changes": item.changes,
        "explanation": item.explanation,
        "created_by": item.created_by,
        "created_at": item.created_at,
        "retired_at": item.retired_at,
        "answers": getattr(item, "answers_given", 0),
        "answers_right": getattr(item, "answers_right", 0),
    }


def segments_of(record: dict[str, Any]) -> list[Segment] | None:
    """The record's segments in playing order; None for the complete original."""
    listed = record["source"]["segments"]
    if listed is None:
        return None
    return [Segment(Decimal(str(part["start"])), Decimal(str(part["end"]))) for part in listed]


def prepared_seconds(clip: Clip) -> Decimal | None:
    """Length of the prepared video; None while it is not known."""
    if clip.duration is not None:
        return clip.duration
    return clip.video.duration if clip.whole_video else None
