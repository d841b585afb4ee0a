"""Writes of a project's model choices and of candidate clips. Each is one transaction."""

from __future__ import annotations

from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.policies import require_role
from accounts.selectors import Role
from annotation.clips.models import Granularity
from annotation.clips.segments import Segment
from annotation.clips.services import create_clip
from annotation.drafting import selectors
from annotation.drafting.models import Candidate, CandidateSearch, CandidateState, ModelChoice, Purpose
from annotation.drafting.policies import require_may_decide
from annotation.videos.models import Video, VideoState
from annotation.videos.selectors import get_visible as get_visible_video
from jobs.models import Job
from jobs.services import enqueue
from kernel.errors import Conflict, FieldError, Invalid
from llm.public import Ability, endpoint_choices

#: Model calls fail for reasons that pass: as many attempts as an evening of refusals takes.
MODEL_ATTEMPTS = 8


@transaction.atomic
def choose_endpoint(*, actor: User, project_id: int, purpose: Purpose, endpoint_id: int | None) -> None:
    """Says which endpoint a project asks for `purpose`, None for none. For admins of the project.

    Raises NotFound or Forbidden, Invalid for an endpoint that is not there, is retired, or cannot do it.
    """
    require_role(user=actor, project_id=project_id, any_of=(Role.ADMIN,))
    if endpoint_id is None:
        ModelChoice.objects.filter(project_id=project_id, purpose=purpose).delete()
        return
    chosen = next((one for one in endpoint_choices() if one.id == endpoint_id), None)
    if chosen is None:
        raise _unfit(f"There is no endpoint {endpoint_id} in use; choose one of the list.")
    embeds = Ability.EMBEDDINGS in chosen.abilities
    if embeds != (purpose == Purpose.EMBEDDINGS):
        what = "answer questions" if embeds else "embed texts"
        raise _unfit(f"The endpoint {chosen.name} is not one to {what}; choose another.")
    ModelChoice.objects.update_or_create(
        project_id=project_id,
        purpose=purpose,
        defaults={"endpoint_id": endpoint_id, "chosen_by": actor, "chosen_at": timezone.now()},
    )


@transaction.atomic
def search_candidates(*, actor: User, video_id: int) -> Job:
    """Queues a search for candidate clips in a ready video; the search that is under way, if there is one.

    For annotators and admins. Raises NotFound, Forbidden, Conflict while the video is not ready.
    """
    video = get_visible_video(user=actor, video_id=video_id)
    require_may_decide(user=actor, project_id=video.project_id)
    if video.state != VideoState.READY:
        raise Conflict(
            "video_not_ready",
            f"{video.title!r} is {VideoState(video.state).label.lower()}; candidates are looked for in videos that "
            "are ready.",
        )
    with_model = ModelChoice.objects.filter(project=video.project_id, purpose=Purpose.BOUNDARIES).exists()
    job = enqueue(
        kind="video.candidates",
        subject=f"video:{video.pk}",
        payload={"video": video.pk},
        queue="llm" if with_model else "default",
        key=f"video.candidates:{video.pk}",
        project_id=video.project_id,
        owner=actor,
        max_attempts=MODEL_ATTEMPTS,
    )
    CandidateSearch.objects.update_or_create(video=video, defaults={"job_id": job.pk})
    return job


@transaction.atomic
def adjust_candidate(
    *, actor: User, candidate_id: int, version: int, start: Decimal, end: Decimal
) -> Candidate:
    """Moves the ends of an open candidate; the same ends again change nothing.

    Raises NotFound, Forbidden, Conflict `stale_version` or `candidate_decided`, Invalid for times outside the video.
    """
    candidate = _locked(actor, candidate_id)
    _require_open(candidate)
    if (candidate.start, candidate.end) == (start, end):
        return candidate
    _require_version(candidate, version)
    errors = list(_time_errors(candidate.video, start, end))
    if errors:
        raise Invalid("invalid", " ".join(one.message for one in errors), errors=errors)
    candidate.start, candidate.end = start, end
    candidate.version += 1
    candidate.save(update_fields=["start", "end", "version"])
    return candidate


@transaction.atomic
def accept_candidate(*, actor: User, candidate_id: int, version: int) -> Candidate:
    """Makes the scene clip of a candidate (the one that is there when it was made before). Accepted already = nothing.

    Raises NotFound, Forbidden, Conflict `stale_version` or `candidate_decided`, Invalid when no frame begins in it.
    """
    candidate = _locked(actor, candidate_id)
    if candidate.state == CandidateState.ACCEPTED:
        return candidate
    _require_open(candidate)
    _require_version(candidate, version)
    created = create_clip(
        actor=actor,
        video_id=candidate.video_id,
        granularity=Granularity.CLIP,
        segments=[Segment(candidate.start, candidate.end)],
    )
    candidate.clip = created.clip
    return _decide(candidate, actor, CandidateState.ACCEPTED)


@transaction.atomic
def drop_candidate(*, actor: User, candidate_id: int) -> Candidate:
    """Takes a candidate off the list; dropped already = nothing. Raises NotFound, Forbidden, Conflict once accepted."""
    candidate = _locked(actor, candidate_id)
    if candidate.state == CandidateState.DROPPED:
        return candidate
    _require_open(candidate)
    return _decide(candidate, actor, CandidateState.DROPPED)


@transaction.atomic
def restore_candidate(*, actor: User, candidate_id: int) -> Candidate:
    """Brings a dropped candidate back; open already = nothing. Raises NotFound, Forbidden, Conflict once accepted."""
    candidate = _locked(actor, candidate_id)
    if candidate.state == CandidateState.ACCEPTED:
        _require_open(candidate)
    if candidate.state == CandidateState.OPEN:
        return candidate
    return _decide(candidate, actor, CandidateState.OPEN)


def _decide(candidate: Candidate, actor: User, state: CandidateState) -> Candidate:
    candidate.state = state
    is_open = state == CandidateState.OPEN
    candidate.decided_by = None if is_open else actor
    candidate.decided_at = None if is_open else timezone.now()
    candidate.version += 1
    candidate.save(update_fields=["state", "clip", "decided_by", "decided_at", "version"])
    return candidate


def _locked(actor: User, candidate_id: int) -> Candidate:
    candidate = selectors.get_candidate(user=actor, candidate_id=candidate_id)
    require_may_decide(user=actor, project_id=candidate.video.project_id)
    return (
        Candidate.objects.select_for_update(of=("self",)).select_related("video", "clip").get(pk=candidate_id)
    )


def _require_open(candidate: Candidate) -> None:
    if candidate.state != CandidateState.OPEN:
        raise Conflict(
            "candidate_decided",
            f"This candidate was {CandidateState(candidate.state).label.lower()} meanwhile.",
            extra={"state": candidate.state, "current_version": candidate.version},
        )


def _require_version(candidate: Candidate, version: int) -> None:
    if candidate.version != version:
        raise Conflict(
            "stale_version",
            "Somebody changed this candidate meanwhile; look at it as it is now.",
            extra={"current_version": candidate.version},
        )


def _time_errors(video: Video, start: Decimal, end: Decimal) -> list[FieldError]:
    if start < 0:
        return [FieldError("start", "negative_time", "A clip begins at 0 s or later.")]
    if start >= end:
        return [
            FieldError(
                "end", "end_before_start", f"It ends at {end:.3f} s, not after its start at {start:.3f} s."
            )
        ]
    if video.duration is not None and end > video.duration:
        return [
            FieldError(
                "end", "past_end", f"It ends at {end:.3f} s, after the video's end at {video.duration:.3f} s."
            )
        ]
    return []


def _unfit(message: str) -> Invalid:
    return Invalid("endpoint_unfit", message, errors=[FieldError("endpoint", "unfit", message)])
