"""Questions as JSON data, in the one shape that answers, stale-save errors and the page share.

Times are seconds as JSON numbers; moments are datetimes, which the renderer writes in UTC.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from accounts.models import User
from annotation.clips.models import Clip
from annotation.questions.content import RevisionContent
from annotation.questions.findings import Finding
from annotation.questions.models import Question, QuestionTransition, Revision
from annotation.questions.workflow import Event
from kernel.times import to_json_number

#: Done by a closed round: who gave the verdict that closed it is not for the author to know.
_BY_REVIEW = frozenset({Event.ACCEPT.value, Event.RETURN.value, Event.REMOVE.value})


def person_document(user: User) -> dict[str, Any]:
    """Who somebody is: id and name, no address."""
    return {"id": user.pk, "name": user.name}


def content_document(content: RevisionContent) -> dict[str, Any]:
    """The content fields, as a save sends them."""
    return {
        "question_text": content.question_text,
        "labels": [{"side": row.side, "label": row.label} for row in content.labels],
        "answer_text": content.answer_text,
        "items": [
            {
                "kind": item.kind,
                "description": item.description,
                "anchor": item.anchor,
                "anchor_time": _seconds(item.anchor_time),
                "emotion": item.emotion,
                "intensity": item.intensity,
            }
            for item in content.items
        ],
        "details_description": content.details_description,
        "components_rule": content.components_rule,
        "rubric_family": content.rubric_family,
        "rubric_criterion": content.rubric_criterion,
        "rubric_scores": dict(content.rubric_scores),
        "evidence": [
            {
                "start": _seconds(part.start),
                "end": _seconds(part.end),
                "modalities": list(part.modalities),
                "note": part.note,
                "event": part.event,
            }
            for part in content.evidence
        ],
    }


def revision_document(revision: Revision, content: RevisionContent) -> dict[str, Any]:
    """A revision in full; clip with video and segments, and the writer, must be joined."""
    return {
        "id": revision.pk,
        "number": revision.number,
        "version": revision.version,
        "is_open": revision.submitted_at is None,
        "source": revision.source,
        "written_by": person_document(revision.written_by),
        "created_at": revision.created_at,
        "saved_at": revision.saved_at,
        "submitted_at": revision.submitted_at,
        "clip": clip_document(revision.clip),
        **content_document(content),
        "include_subtitles": revision.include_subtitles,
        "author_note": revision.author_note,
        "warnings": revision.warnings,
    }


def clip_document(clip: Clip) -> dict[str, Any]:
    """What a question's page needs of its clip; `segments` null for the complete original."""
    rows = sorted(clip.segments.all(), key=lambda row: row.position)
    return {
        "id": clip.pk,
        "public_id": clip.public_id,
        "state": clip.state,
        "whole_video": clip.whole_video,
        "segments": None
        if clip.whole_video
        else [{"start": _seconds(row.start), "end": _seconds(row.end)} for row in rows],
        "duration": _seconds(clip.duration),
        "video": {
            "id": clip.video_id,
            "title": clip.video.title,
            "state": clip.video.state,
            "duration": _seconds(clip.video.duration),
        },
    }


def finding_document(finding: Finding) -> dict[str, str]:
    """One finding of the checks."""
    return {
        "field": finding.field,
        "code": finding.code,
        "level": finding.level,
        "message": finding.message,
    }


def question_document(question: Question) -> dict[str, Any]:
    """A question without its content; the author must be joined."""
    return {
        "id": question.pk,
        "public_id": question.public_id,
        "project": question.project_id,
        "granularity": question.granularity,
        "task": question.task,
        "state": question.state,
        "author": person_document(question.author),
        "created_at": question.created_at,
        "changed_at": question.changed_at,
    }


def row_document(question: Question, newest: Revision) -> dict[str, Any]:
    """A question as a row of a list; of `newest`, clip and video must be joined."""
    return {
        **question_document(question),
        "question_text": newest.question_text,
        "revision_number": newest.number,
        "version": newest.version,
        "clip": {"id": newest.clip_id, "public_id": newest.clip.public_id, "state": newest.clip.state},
        "video": {"id": newest.clip.video_id, "title": newest.clip.video.title},
    }


def waiver_document(question: Question) -> dict[str, Any] | None:
    """Who let the question pass unwatched, and why; None when nobody did."""
    if question.watch_waived_by is None:
        return None
    return {"by": person_document(question.watch_waived_by), "reason": question.watch_waiver_reason}


def hides_actor(row: QuestionTransition, *, for_admin: bool) -> bool:
    """Whether the reader is not told who made this change: a reviewer whose verdict closed a round."""
    return row.event in _BY_REVIEW and not for_admin


def transition_document(row: QuestionTransition, *, for_admin: bool) -> dict[str, Any]:
    """One line of the history. Only admins learn whose verdict closed a round."""
    hidden = hides_actor(row, for_admin=for_admin)
    return {
        "id": row.pk,
        "event": row.event,
        "from_state": row.from_state,
        "to_state": row.to_state,
        "revision_number": row.revision.number if row.revision else None,
        "actor": None if row.actor is None or hidden else person_document(row.actor),
        "reason": row.reason,
        "at": row.at,
    }


def _seconds(value: Decimal | None) -> int | float | None:
    return None if value is None else to_json_number(value)
