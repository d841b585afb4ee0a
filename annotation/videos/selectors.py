"""Reads about videos."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, TypeVar, cast

from django.db.models import (
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Cast, Coalesce, Concat

from accounts.models import User
from accounts.selectors import member_project_ids
from annotation.clips.models import Clip
from annotation.questions.models import Question
from annotation.subtitles.models import Utterance
from annotation.videos.models import (
    JOB_KINDS,
    DerivedFile,
    DerivedKind,
    Video,
    VideoAnnotator,
    VideoState,
    WatchedRange,
)
from annotation.videos.policies import MAY_SEE_MEDIA
from jobs.models import ACTIVE_STATES, Job
from kernel.errors import NotFound

#: The jobs after which a video can be watched.
USABLE_JOBS: Final = ("video.probe", "video.proxy")

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class QuestionCount:
    """`n` questions of one task in one state."""

    granularity: str
    task: str
    state: str
    n: int


def visible_to(user: User) -> QuerySet[Video]:
    """Videos of the projects whose media `user` may see: as annotator or admin; all for superusers.

    Reviewers see the clips of their assignments through the review app; the other media are not theirs.
    """
    videos = Video.objects.select_related("added_by")
    if user.is_superuser:
        return videos
    return videos.filter(project__in=member_project_ids(user=user, roles=MAY_SEE_MEDIA))


def get_visible(*, user: User, video_id: int) -> Video:
    """One video that `user` may see. Raises NotFound."""
    video = visible_to(user).filter(pk=video_id).first()
    if video is None:
        raise NotFound("not_found", f"There is no video {video_id}, or you may not see it.")
    return video


def with_counts(videos: QuerySet[Video]) -> QuerySet[Video]:
    """Adds `clip_count`, `utterance_count`, and `job_id`, `job_kind`, ... of the newest job (null: none).

    Only of the jobs that make a video usable: what is derived of it has states of its own (`derived_files_of`).
    """
    clips = Clip.objects.filter(video=OuterRef("pk")).order_by().values("video").annotate(n=Count("pk"))
    utterances = (
        Utterance.objects.filter(subtitle_file__video=OuterRef("pk"), subtitle_file__active=True)
        .order_by()
        .values("subtitle_file")
        .annotate(n=Count("pk"))
    )
    return with_job(videos, "video", kinds=USABLE_JOBS).annotate(
        clip_count=Coalesce(Subquery(clips.values("n")), 0, output_field=IntegerField()),
        utterance_count=Coalesce(Subquery(utterances.values("n")), 0, output_field=IntegerField()),
    )


def with_job(rows: QuerySet[Row], kind: str, *, kinds: Sequence[str] = ()) -> QuerySet[Row]:
    """Adds `job_id`, `job_kind`, `job_state`, `job_progress` and `job_error` of the newest job about each row.

    `kind` begins its subject; `kinds`: only of jobs of these kinds, all when empty.
    """
    subject = Concat(Value(f"{kind}:"), Cast(OuterRef("pk"), CharField()), output_field=CharField())
    newest = Job.objects.filter(subject=subject).order_by("-pk")
    if kinds:
        newest = newest.filter(kind__in=kinds)
    annotated = rows.annotate(
        job_id=Subquery(newest.values("pk")[:1]),
        job_kind=Subquery(newest.values("kind")[:1]),
        job_state=Subquery(newest.values("state")[:1]),
        job_progress=Subquery(newest.values("progress")[:1]),
        job_error=Subquery(newest.values("error")[:1]),
    )
    return cast(QuerySet[Row], annotated)  # the stubs lose which model it is


def filtered(
    videos: QuerySet[Video],
    *,
    state: str | None = None,
    domain: str | None = None,
    language: str | None = None,
    search: str | None = None,
) -> QuerySet[Video]:
    """`search` is looked for in title, source and the file's original name, in any case.

    Retired videos are left out, unless `state` asks for them.
    """
    if state != VideoState.RETIRED:
        videos = videos.exclude(state=VideoState.RETIRED)
    if language:
        videos = videos.filter(language__iexact=language)
    if state:
        videos = videos.filter(state=state)
    if domain:
        videos = videos.filter(domain=domain)
    if search:
        videos = videos.filter(
            Q(title__icontains=search) | Q(source_from__icontains=search) | Q(original_name__icontains=search)
        )
    return videos


def assigned_to(videos: QuerySet[Video], *, user_id: int | None) -> QuerySet[Video]:
    """`videos` that a person was asked to work on; None: those that nobody was."""
    rows = VideoAnnotator.objects.filter(video=OuterRef("pk"))
    return videos.filter(~Exists(rows) if user_id is None else Exists(rows.filter(user=user_id)))


def annotators_of(videos: Iterable[Video]) -> dict[int, list[User]]:
    """The people who were asked to work on each video, `{video id: [user]}`, in one query."""
    found: dict[int, list[User]] = {video.pk: [] for video in videos}
    for row in VideoAnnotator.objects.filter(video__in=found).select_related("user"):
        found[row.video_id].append(row.user)
    return found


def question_counts(videos: Iterable[Video]) -> dict[int, list[QuestionCount]]:
    """How many questions each video has by task and state, `{video id: counts}`, in one query."""
    ids = [video.pk for video in videos]
    rows = (
        # Gold copies are about the same video, but belong to a store of their own.
        Question.objects.filter(revisions__clip__video__in=ids, project=F("revisions__clip__project"))
        .values("revisions__clip__video", "granularity", "task", "state")
        .annotate(n=Count("pk", distinct=True))
        .order_by("granularity", "task", "state")
    )
    counts: dict[int, list[QuestionCount]] = {video_id: [] for video_id in ids}
    for row in rows:
        counts[row["revisions__clip__video"]].append(
            QuestionCount(row["granularity"], row["task"], row["state"], row["n"])
        )
    return counts


@dataclass(frozen=True)
class DerivedStatus:
    """How far one derived file of a video is; `job` is the one that makes it, while it is queued or running."""

    kind: DerivedKind
    file: DerivedFile | None
    job: Job | None


def derived_files(videos: Iterable[Video]) -> dict[int, list[DerivedStatus]]:
    """The files that are made of each video, in the order in which they are made, in two queries for all videos.

    A copy that browsers play is among them only where one is needed.
    """
    ids = {video.pk for video in videos}
    files: dict[tuple[int, str], DerivedFile] = {}
    for file in DerivedFile.objects.filter(video__in=ids).defer("facts", "recipe"):
        files[file.video_id, file.kind] = file
    jobs: dict[tuple[str, str], Job] = {}
    subjects = [f"video:{video_id}" for video_id in ids]
    for job in Job.objects.filter(subject__in=subjects, state__in=ACTIVE_STATES):
        jobs[job.subject, job.kind] = job
    return {
        video_id: [
            DerivedStatus(kind, files.get((video_id, kind)), jobs.get((f"video:{video_id}", JOB_KINDS[kind])))
            for kind in DerivedKind
            if kind != DerivedKind.PROXY or (video_id, kind) in files
        ]
        for video_id in ids
    }


def derived_files_of(video: Video) -> list[DerivedStatus]:
    """The files that are made of one video, in the order in which they are made, in two queries."""
    return derived_files([video])[video.pk]


def watched_ranges(*, user: User, video_id: int) -> list[tuple[Decimal, Decimal]]:
    """What `user` has played of the video, in order and without overlaps."""
    return list(
        WatchedRange.objects.filter(video_id=video_id, user=user)
        .order_by("start")
        .values_list("start", "end")
    )


def titles_of(video_ids: frozenset[int]) -> dict[int, str]:
    """The titles of videos by their ids, for whoever may know of the videos already."""
    return dict(Video.objects.filter(pk__in=video_ids).values_list("pk", "title"))
