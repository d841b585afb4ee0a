"""Videos, clips and questions in the database, for tests of questions."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction

from accounts.models import User
from annotation.clips.models import Clip, ClipSegment, ClipState
from annotation.projects.counters import next_public_id
from annotation.projects.models import Project
from annotation.questions.models import Question, Revision
from annotation.questions.selectors import current_revision
from annotation.questions.services import DraftContent, create_question, save_draft, submit_question
from annotation.questions.tasks import Task, get_task
from annotation.questions.transitions import lock_question, move_question
from annotation.questions.workflow import Event
from annotation.subtitles.models import SubtitleFile, Utterance
from annotation.videos.models import Video, VideoState, WatchedRange
from tests.annotation.questions.samples import content_for
from tests.personas import People

SEGMENTS = ((Decimal("90"), Decimal("120")),)
LINES = (
    ("10", "12", "Ross", "Not in the clip."),
    ("91.5", "93", "Ross", "This one?"),
    ("100.25", "101", "", "那就是。"),
)


def make_video(project: Project, *, added_by: User, title: str = "Episode", subtitles: bool = True) -> Video:
    """A ready video of 1200 seconds; its subtitles have two lines inside SEGMENTS."""
    video = Video.objects.create(
        project=project,
        title=title,
        source_from="Friends S01E08",
        domain="sitcom",
        licence="research only",
        state=VideoState.READY,
        duration=Decimal("1200"),
        frame_count=30_000,
        added_by=added_by,
    )
    if subtitles:
        file = SubtitleFile.objects.create(
            video=video, filename="a.srt", format="srt", encoding="utf-8", sha256="0" * 64, added_by=added_by
        )
        Utterance.objects.bulk_create(
            Utterance(
                subtitle_file=file,
                number=number,
                start=Decimal(start),
                end=Decimal(end),
                speaker=speaker,
                text=text,
            )
            for number, (start, end, speaker, text) in enumerate(LINES, start=1)
        )
    return video


def make_clip(
    video: Video,
    *,
    granularity: str = "clip",
    segments: Sequence[tuple[Decimal, Decimal]] | None = SEGMENTS,
    state: ClipState = ClipState.READY,
) -> Clip:
    """A clip with the given segments; None, and every episode, is the whole video."""
    whole = segments is None or granularity == "episode"
    public_id = next_public_id(
        project_id=video.project_id, prefix=get_task(granularity, "emotion trajectory").video_prefix
    )
    clip = Clip.objects.create(
        project_id=video.project_id,
        video=video,
        granularity=granularity,
        public_id=public_id,
        whole_video=whole,
        content_key=public_id,
        state=state,
        created_by=video.added_by,
    )
    if not whole:
        ClipSegment.objects.bulk_create(
            ClipSegment(clip=clip, position=place, start=start, end=end)
            for place, (start, end) in enumerate(segments or ())
        )
    return clip


def watch_everything(video: Video, user: User) -> None:
    """`user` has played the whole video."""
    WatchedRange.objects.create(video=video, user=user, start=Decimal(0), end=Decimal("1200"))


def make_draft(people: People, task: Task, *, clip: Clip | None = None, filled: bool = True) -> Question:
    """A draft of people.annotator, ready to submit when `filled`."""
    if clip is None:
        video = make_video(people.project, added_by=people.admin)
        clip = make_clip(video, granularity=task.granularity)
    if task.granularity == "episode":
        watch_everything(clip.video, people.annotator)
    question = create_question(actor=people.annotator, clip_id=clip.pk, task=task.type)
    if filled:
        save_draft(
            actor=people.annotator,
            question_id=question.pk,
            version=1,
            draft=DraftContent(content=content_for(task)),
        )
    return question


def make_submitted(people: People, task: Task, *, clip: Clip | None = None) -> Question:
    """A question of people.annotator in review."""
    question = make_draft(people, task, clip=clip)
    return submit_question(actor=people.annotator, question_id=question.pk, version=2).question


def close_round(question: Question, event: Event) -> Question:
    """What a closed round does to a question in review."""
    with transaction.atomic():
        locked = lock_question(question_id=question.pk)
        move_question(question=locked, event=event, actor=None, revision=newest(question))
    return locked


def newest(question: Question) -> Revision:
    return current_revision(question=question)
