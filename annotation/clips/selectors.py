"""Reads about clips."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.selectors import member_project_ids
from annotation.clips.models import Clip, ClipState
from annotation.questions.models import Revision
from annotation.videos.policies import MAY_SEE_MEDIA
from annotation.videos.selectors import with_job
from kernel.errors import NotFound


def visible_to(user: User) -> QuerySet[Clip]:
    """Clips of the projects whose media `user` may see: as annotator or admin; all for superusers.

    A reviewer sees the clip of an assignment through the review app, which checks that the assignment is theirs.
    """
    clips = Clip.objects.select_related("video", "created_by").prefetch_related("segments")
    if user.is_superuser:
        return clips
    return clips.filter(project__in=member_project_ids(user=user, roles=MAY_SEE_MEDIA))


def get_visible(*, user: User, clip_id: int) -> Clip:
    """One clip that `user` may see. Raises NotFound."""
    clip = visible_to(user).filter(pk=clip_id).first()
    if clip is None:
        raise NotFound("not_found", f"There is no clip {clip_id}, or you may not see it.")
    return clip


def with_counts(clips: QuerySet[Clip]) -> QuerySet[Clip]:
    """Adds `question_count`, and `job_id`, `job_kind`, `job_state` of the newest job (null: none)."""
    questions = (
        # Gold copies are about the same clip, but belong to a store of their own.
        Revision.objects.filter(clip=OuterRef("pk"), question__project=OuterRef("project"))
        .order_by()
        .values("clip")
        .annotate(n=Count("question", distinct=True))
    )
    return with_job(clips, "clip").annotate(
        question_count=Coalesce(Subquery(questions.values("n")), 0, output_field=IntegerField())
    )


def filtered(
    clips: QuerySet[Clip],
    *,
    video_id: int | None = None,
    granularity: str | None = None,
    state: str | None = None,
) -> QuerySet[Clip]:
    """`clips` of one video, granularity or state."""
    if video_id is not None:
        clips = clips.filter(video_id=video_id)
    if granularity:
        clips = clips.filter(granularity=granularity)
    if state:
        clips = clips.filter(state=state)
    return clips


def public_ids_of(clip_ids: frozenset[int]) -> dict[int, str]:
    """The public ids of clips by their ids, for whoever may know of the clips already."""
    return dict(Clip.objects.filter(pk__in=clip_ids).values_list("pk", "public_id"))


@dataclass(frozen=True, slots=True)
class PreparedFile:
    """The file of a prepared video: name in the storage, suffix with its dot, sha256 and bytes as they should be."""

    key: str
    suffix: str
    sha256: str
    size: int


def prepared_file(clip: Clip) -> PreparedFile | None:
    """What a clip plays, its video joined: the cut file, or the original where it is the whole video; None: no file."""
    if clip.whole_video:
        video = clip.video
        if not video.original_key or not video.sha256 or video.size is None:
            return None
        suffix = PurePosixPath(video.original_name).suffix.lower()
        plain = suffix[1:].isascii() and suffix[1:].isalnum() and len(suffix) <= 12
        return PreparedFile(video.original_key, suffix if plain else ".mp4", video.sha256, video.size)
    if clip.state != ClipState.READY or not clip.file_key or clip.size is None:
        return None
    return PreparedFile(clip.file_key, PurePosixPath(clip.file_key).suffix, clip.sha256, clip.size)
