"""Writes of videos: what people say about them, and what they have watched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from accounts.models import User
from accounts.selectors import annotator_ids
from annotation.questions.models import QuestionState, Revision
from annotation.videos import selectors
from annotation.videos.duplicates import refuse_duplicate
from annotation.videos.models import Video, VideoAnnotator, VideoState, WatchedRange
from annotation.videos.policies import require_may_change
from annotation.videos.watching import Range, clipped, merge
from kernel.errors import Conflict, FieldError, Invalid
from kernel.texts import shown


@dataclass(frozen=True, kw_only=True)
class VideoChanges:
    """What to change; None leaves a text as it is."""

    title: str | None = None
    source_from: str | None = None
    domain: str | None = None
    licence: str | None = None
    terms: str | None = None
    language: str | None = None


@transaction.atomic
def change_video(*, actor: User, video_id: int, changes: VideoChanges) -> Video:
    """Changes what is said about a video. For admins; locks the video's row.

    Raises Invalid for an empty title, source, domain or licence, and Conflict for another source once questions
    were submitted: their frozen records carry the source that reviewers saw.
    """
    video = selectors.get_visible(user=actor, video_id=video_id)
    require_may_change(user=actor, video=video)
    video = Video.objects.select_for_update().get(pk=video.pk)
    changed = []
    for field in ("title", "source_from", "domain", "licence", "terms", "language"):
        value = getattr(changes, field)
        if value is None or value.strip() == getattr(video, field):
            continue
        if not shown(value) and field not in {"terms", "language"}:
            message = f"The {field.replace('_', ' ')} of a video cannot be empty."
            raise Invalid("invalid", message, errors=[FieldError(field, "required", message)])
        if field == "source_from":
            _refuse_when_frozen(video)
        setattr(video, field, value.strip())
        changed.append(field)
    if changed:
        video.save(update_fields=changed)
    return video


@transaction.atomic
def assign_annotators(*, actor: User, video_id: int, user_ids: Sequence[int]) -> None:
    """Makes exactly these people the annotators of a video, in this order of asking. For admins.

    Who is there already stays as assigned. Locks the video's row. Raises NotFound, Forbidden, and Invalid naming each
    person (`users.0`) who is not an annotator of the project.
    """
    video = selectors.get_visible(user=actor, video_id=video_id)
    require_may_change(user=actor, video=video)
    Video.objects.select_for_update().get(pk=video.pk)
    had = set(VideoAnnotator.objects.filter(video=video).values_list("user_id", flat=True))
    able = annotator_ids(project_id=video.project_id)
    errors = [
        FieldError(
            f"users.{place}",
            "not_annotator",
            f"User {user_id} is not an annotator of this project; give that role first.",
        )
        for place, user_id in enumerate(user_ids)
        if user_id not in able | had
    ]
    if errors:
        raise Invalid("invalid", errors[0].message, errors=errors)
    VideoAnnotator.objects.filter(video=video).exclude(user_id__in=user_ids).delete()
    VideoAnnotator.objects.bulk_create(
        VideoAnnotator(video=video, user_id=user_id, assigned_by=actor)
        for user_id in dict.fromkeys(user_ids)
        if user_id not in had
    )


@transaction.atomic
def retire_video(*, actor: User, video_id: int) -> None:
    """Takes a video out of the library; its files and what was written about it stay. For admins.

    Retired already = nothing to do. Locks the video's row. Raises NotFound, Forbidden, and Conflict while it is being
    probed, or while questions about it are neither removed nor withdrawn (`questions`: how many).
    """
    video = _locked_for_admin(actor, video_id)
    if video.state == VideoState.RETIRED:
        return
    if video.state == VideoState.PROBING:
        raise Conflict("video_not_ready", f"{video.title!r} is being probed; wait until that has ended.")
    n = _live_questions(video)
    if n:
        raise Conflict(
            "video_in_use",
            f"{n} question(s) about {video.title!r} are drafts, in review or accepted. Withdraw them first; a video "
            "that questions need stays in the library.",
            extra={"questions": n},
        )
    Video.objects.filter(pk=video.pk).update(state=VideoState.RETIRED)


@transaction.atomic
def reinstate_video(*, actor: User, video_id: int) -> None:
    """Brings a retired video back in the state that its facts give; one that is not retired stays as it is. For admins.

    Locks the video's row. Raises NotFound, Forbidden, and Conflict when another video of the project has the same
    content now.
    """
    video = _locked_for_admin(actor, video_id)
    if video.state != VideoState.RETIRED:
        return
    if video.rejection_code:
        state = VideoState.REJECTED
    elif video.frame_count:
        state = VideoState.READY
    else:
        state = VideoState.AWAITING_MEDIA
    if state != VideoState.REJECTED and video.sha256:
        refuse_duplicate(project_id=video.project_id, sha256=video.sha256)
    Video.objects.filter(pk=video.pk).update(state=state)


def _locked_for_admin(actor: User, video_id: int) -> Video:
    video = selectors.get_visible(user=actor, video_id=video_id)
    require_may_change(user=actor, video=video)
    return Video.objects.select_for_update().get(pk=video.pk)


def _live_questions(video: Video) -> int:
    gone = (QuestionState.REMOVED, QuestionState.WITHDRAWN)
    return (
        Revision.objects.filter(clip__video=video, question__project=video.project_id)
        .exclude(question__state__in=gone)
        .values("question")
        .distinct()
        .count()
    )


def _refuse_when_frozen(video: Video) -> None:
    gone = (QuestionState.REMOVED, QuestionState.WITHDRAWN)
    frozen = Revision.objects.filter(
        clip__video=video, question__project=video.project_id, submitted_at__isnull=False
    )
    n = frozen.exclude(question__state__in=gone).values("question").distinct().count()
    if n:
        message = (
            f"{n} submitted question(s) of this video carry the source {video.source_from!r} in their records, as "
            "reviewers saw them. Withdraw those questions first, or leave the source as it is."
        )
        raise Conflict("source_frozen", message, errors=[FieldError("source_from", "frozen", message)])


@transaction.atomic
def record_watched(*, actor: User, video_id: int, ranges: Iterable[Range]) -> list[Range]:
    """Adds stretches [start, end) that `actor` has played to what they had, merged; returns all of them.

    A player's clock may run a little past the last frame: what lies after the video's end counts for nothing.
    Raises Invalid naming a stretch whose start is negative or not before its end, Conflict for a video that was
    not probed. Locks the video's row, so that two reports at once become one set.
    """
    video = selectors.get_visible(user=actor, video_id=video_id)
    if video.state != VideoState.READY or video.duration is None:
        raise Conflict(
            "video_not_ready", f"{video.title!r} cannot be played yet, so nothing of it was watched."
        )
    wanted = list(ranges)
    errors = [
        FieldError(
            f"ranges.{n}",
            "invalid",
            f"{start} to {end} s is not a stretch of time: start before end, from 0.",
        )
        for n, (start, end) in enumerate(wanted)
        if not Decimal(0) <= start < end
    ]
    if errors:
        raise Invalid("invalid", errors[0].message, errors=errors)
    Video.objects.select_for_update().get(pk=video.pk)
    rows = WatchedRange.objects.filter(video=video, user=actor)
    had = sorted(rows.values_list("start", "end"))
    merged = merge([*had, *clipped(wanted, video.duration)])
    stale = set(had) - set(merged)
    rows.filter(start__in=[start for start, _ in stale]).delete()
    WatchedRange.objects.bulk_create(
        WatchedRange(video=video, user=actor, start=start, end=end)
        for start, end in merged
        if (start, end) not in set(had)
    )
    return merged
