"""Questions in review, made directly as rows: what a submission leaves behind, without the form around it."""

from __future__ import annotations

import contextlib
import json
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.utils import timezone

from accounts.models import User
from annotation.clips.models import Clip, ClipSegment, ClipState
from annotation.projects.models import Project
from annotation.questions.models import (
    EvidenceInterval,
    LabelRow,
    Question,
    QuestionState,
    ReferenceItem,
    Revision,
)
from annotation.questions.records import canonical_json, record_sha256
from annotation.questions.tasks import get_task
from annotation.videos.models import Video
from kernel.errors import Conflict, NotFound
from review.assignments.models import Assignment
from review.assignments.services import claim_next
from review.blind.services import BlindAnswer, reveal_reference
from review.rounds.models import Round
from review.rounds.services import open_round
from review.verdicts.services import Judgement, submit_verdict

#: The prepared video of every clip made here.
CLIP_SECONDS = Decimal("10.000")
ACCEPT = Judgement("accept")
REJECT = Judgement("reject", reasons=("other",), comment="The clip ends before the turn.")
ALL_OF_IT = [[0.0, 10.0]]


def make_video(project: Project, owner: User) -> Video:
    return Video.objects.create(
        project=project,
        title="Drawn scene",
        source_from="Drawn S01E01",
        domain="animation",
        licence="CC BY 4.0",
        state="ready",
        duration=Decimal("100.000"),
        frame_count=2500,
        added_by=owner,
    )


def make_clip(video: Video, owner: User, *, public_id: str, granularity: str = "clip") -> Clip:
    clip = Clip.objects.create(
        project=video.project,
        video=video,
        granularity=granularity,
        public_id=public_id,
        content_key=public_id,
        state=ClipState.READY,
        file_key=f"clips/{public_id}.mp4",
        duration=CLIP_SECONDS,
        created_by=owner,
    )
    ClipSegment.objects.create(clip=clip, position=0, start=Decimal(20), end=Decimal(26))
    ClipSegment.objects.create(clip=clip, position=1, start=Decimal(40), end=Decimal(44))
    return clip


def record_of(public_id: str, video_id: str, granularity: str, task: str) -> dict[str, Any]:
    """A record with every kind of thing in it that reviewers see."""
    form = get_task(granularity, task).answer_form
    answers: dict[str, Any] = {
        "labels": ["sadness"],
        "transition": {"before": ["happiness"], "after": ["sadness"]},
        "text": "She goes from hope to grief.",
    }
    stages = [
        {"id": f"S{n}", "description": f"Stage {n}", "anchor": None, "emotion": "grief", "intensity": None}
        for n in (1, 2)
    ]
    return {
        "question_id": public_id,
        "video_id": video_id,
        "source": {"from": "Drawn S01E01", "segments": [{"start": 20, "end": 26}, {"start": 40, "end": 44}]},
        "granularity": granularity,
        "type": task,
        "question": f"How does she feel in {public_id}?",
        "answer": answers[form],
        "answer_details": {"description": "In order.", "items": stages} if form == "text" else None,
        "rubric": {"criterion": "One score.", "scores": {"1": "right", "0": "wrong"}}
        if form == "text"
        else None,
        "subtitles": [
            {"id": "U1", "t": [19.5, 21.25], "speaker": "Mia", "text": "There you are."},
            {"id": "U2", "t": [43, 45], "speaker": None, "text": "I thought you had gone."},
        ],
    }


def make_question(
    project: Project,
    author: User,
    clip: Clip,
    *,
    number: int,
    task: str = "contextual emotion",
    filled: bool = False,
) -> Question:
    """A question in review with one submitted revision by `author`, and no round yet."""
    prefix = "G1" if clip.granularity == "clip" else "G2"
    question = Question.objects.create(
        project=project,
        public_id=f"{prefix}_Q{number:06d}",
        granularity=clip.granularity,
        task=task,
        author=author,
        state=QuestionState.IN_REVIEW,
    )
    add_submitted_revision(question, clip, number=1, filled=filled)
    return question


def add_submitted_revision(
    question: Question, clip: Clip, *, number: int, writer: User | None = None, filled: bool = False
) -> Revision:
    record = record_of(question.public_id, clip.public_id, question.granularity, question.task)
    text = canonical_json(record)
    revision = Revision.objects.create(
        question=question,
        number=number,
        clip=clip,
        question_text=record["question"],
        author_note="Look at the hands.",
        written_by=writer or question.author,
        warnings=[{"field": "question_text", "code": "gives_away", "message": "It names the label."}],
    )
    if filled:
        EvidenceInterval.objects.create(
            revision=revision,
            position=0,
            start=Decimal(21),
            end=Decimal("22.5"),
            modalities=["face"],
            note="tears",
        )
        if record["answer_details"] is None:
            LabelRow.objects.create(revision=revision, side="", position=0, label="sadness")
        else:
            for position, time in ((1, None), (2, Decimal("40.500"))):
                ReferenceItem.objects.create(
                    revision=revision, kind="S", position=position, description="A stage.", anchor_time=time
                )
    revision.submitted_at = timezone.now()
    revision.record_json = text
    revision.record_sha256 = record_sha256(text)
    revision.save()
    return revision


def make_item(
    project: Project,
    author: User,
    *,
    number: int = 1,
    task: str = "contextual emotion",
    granularity: str = "clip",
    clip: Clip | None = None,
    filled: bool = False,
) -> Round:
    """An open round of a new question; `filled`: its revision has evidence, and a label or two stages by its task."""
    if clip is None:
        video = Video.objects.filter(project=project).first() or make_video(project, author)
        clip = make_clip(video, author, public_id=f"V{number:06d}{granularity}", granularity=granularity)
    question = make_question(project, author, clip, number=number, task=task, filled=filled)
    open_round(question, question.revisions.get())
    return Round.objects.get(question=question)


def submit_again(judged: Round, *, writer: User | None = None) -> Round:
    """The next round of a returned question, as a resubmission opens it. Gives the new round."""
    question = Question.objects.get(pk=judged.question_id)
    # A real submission freezes the open revision that the return left; here it is replaced.
    open_revision = question.revisions.get(submitted_at__isnull=True)
    number, clip = open_revision.number, open_revision.clip
    for rows in (open_revision.labels, open_revision.items, open_revision.evidence):
        rows.all().delete()
    open_revision.delete()
    revision = add_submitted_revision(question, clip, number=number, writer=writer)
    Question.objects.filter(pk=question.pk).update(state=QuestionState.IN_REVIEW)
    question.refresh_from_db()
    open_round(question, revision)
    return Round.objects.get(revision=revision)


def claim(reviewer: User, project: Project, **filters: Any) -> Round | None:
    """The round that the queue gives, or None."""
    given = claim_next(reviewer=reviewer, project_id=project.pk, **filters).round_id
    return Round.objects.get(pk=given) if given else None


def reveal(reviewer: User, judged: Round) -> None:
    """Opens the reference, where the reviewer may."""
    with contextlib.suppress(Conflict, NotFound):
        reveal_reference(reviewer=reviewer, round_id=judged.pk, answer=BlindAnswer())


def judge(
    reviewer: User, judged: Round, judgement: Judgement = ACCEPT, *, watched: list[list[float]] = ALL_OF_IT
) -> Assignment:
    """The verdict of a held assignment, with the reference seen and all of the clip played."""
    reveal(reviewer, judged)
    return submit_verdict(reviewer=reviewer, round_id=judged.pk, judgement=judgement, watched=watched)


def claim_and_judge(reviewer: User, project: Project, judgement: Judgement = ACCEPT) -> Round:
    judged = claim(reviewer, project)
    assert judged is not None, f"{reviewer} was offered nothing"
    judge(reviewer, judged, judgement)
    judged.refresh_from_db()
    return judged


def let_run_out(reviewer: User) -> None:
    """Lets the reviewer's lease end a second ago."""
    Assignment.objects.filter(reviewer=reviewer, state="held").update(
        lease_expires_at=timezone.now() - timedelta(seconds=1)
    )


def everything() -> str:
    """All rows of reviews and question states as text, to show that nothing changed."""
    tables = [
        list(Round.objects.order_by("pk").values()),
        list(Assignment.objects.order_by("pk").values()),
        list(Question.objects.order_by("pk").values("pk", "state")),
    ]
    return json.dumps(tables, default=str)
