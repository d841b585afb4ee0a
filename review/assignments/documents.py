"""An assignment as its holder reads it: plain data for the serializers. Nothing about anybody else's."""

from __future__ import annotations

import json
from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from annotation.public import BlindAnswers, EpisodeWatching, Revision, Segment, model_view_of_record
from review.assignments import watching
from review.assignments.cues import cues_of
from review.assignments.grants import make_grant
from review.assignments.models import Assignment, AssignmentState
from review.assignments.selectors import prepared_duration, required_parts, watches_evidence
from review.assignments.services import Claim
from review.blind.services import may_order_stages, sides_of
from review.rounds.models import Round
from review.verdicts.models import Verdict

_EMPTY_DRAFT: dict[str, Any] = {
    "decision": "",
    "reasons": [],
    "comment": "",
    "comment_field": "",
    "comment_time": None,
    "seconds_spent": 0.0,
}


def row_document(assignment: Assignment, now: datetime | None = None) -> dict[str, Any]:
    """A list row; question, revision and verdict are joined."""
    verdict = _verdict_of(assignment)
    return {
        **_base(assignment, now or timezone.now()),
        "question": assignment.round.revision.question_text,
        "decision": verdict.decision if verdict else None,
    }


def full_document(assignment: Assignment) -> dict[str, Any]:
    """Everything of the verdict page; the assignment comes from selectors.mine_in_full."""
    revision = assignment.round.revision
    record: dict[str, Any] = json.loads(revision.record_json)
    segments = _segments(record)
    return {
        **_base(assignment, timezone.now()),
        "author": None if assignment.project.hide_author else assignment.author,
        "media": {
            "url": media_url(assignment.round_id),
            "duration": prepared_duration(assignment),
            "segments": segments,
            "cues": cues_of(record["subtitles"] or (), segments),
        },
        "as_model_sees": model_view_of_record(revision.record_json),
        "blind": _blind(assignment),
        "revealed_at": assignment.revealed_at,
        "reference": _reference(revision, record, segments) if is_revealed(assignment) else None,
        **watched_document(assignment),
        "draft": {**_EMPTY_DRAFT, **assignment.draft},
        "verdict": _verdict_of(assignment),
    }


def media_url(round_id: int) -> str:
    """Where the prepared video of an assignment is, by its round."""
    return reverse("assignment-media", args=[round_id])


def is_revealed(assignment: Assignment) -> bool:
    """Whether the reference has been opened; who judged has seen it in any case."""
    return assignment.revealed_at is not None or _verdict_of(assignment) is not None


def _blind(assignment: Assignment) -> dict[str, Any]:
    """What the reviewer may answer before the reference, and what they did answer."""
    sides = sides_of(assignment)
    given = assignment.blind_labels.all() if sides and assignment.revealed_at is not None else ()
    return {
        "mode": assignment.project.blind_answers if sides else BlindAnswers.OFF,
        "sides": sides,
        "labels": [
            {"side": row.side, "label": row.label} for row in sorted(given, key=lambda row: row.position)
        ],
        "may_order_stages": may_order_stages(assignment),
        "stage_order": assignment.stage_order,
    }


def _reference(revision: Revision, record: dict[str, Any], segments: list[Segment] | None) -> dict[str, Any]:
    return {
        "answer": record["answer"],
        "answer_details": record["answer_details"],
        "stage_times": _stage_times(revision, record),
        "rubric": record["rubric"],
        "source": {"from": record["source"]["from"], "segments": segments},
        "subtitles": record["subtitles"],
        "evidence": [
            # Without the event of the video that it was taken from: that is not open to reviewers.
            {"start": row.start, "end": row.end, "modalities": row.modalities, "note": row.note}
            for row in revision.evidence.all()
        ],
        "warnings": revision.warnings,
        "author_note": revision.author_note,
    }


def watched_document(assignment: Assignment) -> dict[str, Any]:
    """How much its holder has played of what has to be, and how much is left.

    Where that is the evidence, nothing of it is told before the reference is open: the share is then of the whole.
    """
    required = assignment.project.min_watched_share
    stretches = watching.from_json(assignment.watched)
    share = missing = None
    hidden = watches_evidence(assignment) and not is_revealed(assignment)
    duration = prepared_duration(assignment)
    whole = [(Decimal(0), duration)] if duration else None
    parts = whole if hidden else required_parts(assignment)
    if parts:
        share = watching.watched_share(stretches, parts)
        if not hidden:
            missing = watching.missing_seconds(stretches, parts, required_share=required)
    return {
        "watched": assignment.watched,
        "watched_share": share,
        "required_share": required,
        "required_of": EpisodeWatching.EVIDENCE if watches_evidence(assignment) else EpisodeWatching.WHOLE,
        "required_parts": [] if hidden or parts is None else watching.to_json(parts),
        "missing_seconds": missing,
    }


def lease_document(assignment: Assignment) -> dict[str, Any]:
    """The answer to a heartbeat."""
    return {"lease_expires_at": assignment.lease_expires_at, **watched_document(assignment)}


def given_document(assignment: Assignment) -> dict[str, Any]:
    """The answer to a verdict."""
    return {
        "id": assignment.round_id,
        "state": assignment.state,
        "ended_at": assignment.ended_at,
        "verdict": _verdict_of(assignment),
    }


def next_document(claim: Claim, assignment: Assignment | None) -> dict[str, Any]:
    """The answer to "next, please"."""
    return {
        "assignment": full_document(assignment) if assignment else None,
        "held": claim.held,
        "frees_at": claim.frees_at,
    }


def upcoming_document(reviewer: User, found: Round | None) -> dict[str, Any]:
    """What will come next, with leave to load its video."""
    if found is None:
        return {"upcoming": None}
    grant = make_grant(reviewer=reviewer, round_id=found.pk)
    return {
        "upcoming": {
            "id": found.pk,
            "granularity": found.granularity,
            "task": found.task,
            "media_url": f"{media_url(found.pk)}?{urlencode({'grant': grant})}",
        }
    }


def _base(assignment: Assignment, now: datetime) -> dict[str, Any]:
    judged_round = assignment.round
    state = assignment.state
    # A hold is over when its lease is, whether or not a later claim has written that down.
    if state == AssignmentState.HELD and assignment.lease_expires_at <= now:
        state = AssignmentState.EXPIRED
    return {
        "id": assignment.round_id,
        "project": assignment.project_id,
        "state": state,
        "question_id": judged_round.question.public_id,
        "granularity": judged_round.granularity,
        "task": judged_round.task,
        "round_number": judged_round.number,
        "claimed_at": assignment.claimed_at,
        "lease_expires_at": assignment.lease_expires_at,
        "ended_at": assignment.ended_at,
    }


def _verdict_of(assignment: Assignment) -> Verdict | None:
    return getattr(assignment, "verdict", None)


def _stage_times(revision: Revision, record: dict[str, Any]) -> list[dict[str, Any]]:
    """Where the author anchored each stage of the record, under its id; stages without a time are left out."""
    details = record["answer_details"]
    # Most tasks have no stages: they need not be asked for.
    if details is None or not any(item["id"].startswith("S") for item in details["items"]):
        return []
    stages = revision.items.filter(kind="S")
    return [
        {"id": f"S{place}", "time": stage.anchor_time}
        for place, stage in enumerate(stages, start=1)
        if stage.anchor_time is not None
    ]


def _segments(record: dict[str, Any]) -> list[Segment] | None:
    listed = record["source"]["segments"]
    if listed is None:
        return None
    return [Segment(Decimal(str(part["start"])), Decimal(str(part["end"]))) for part in listed]
