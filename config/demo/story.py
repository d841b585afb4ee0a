"""Plays the road of the demo project through the same services that people use."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from accounts.selectors import Role
from accounts.services import add_member
from annotation.clips.models import Clip, Granularity
from annotation.clips.services import create_clip
from annotation.projects.models import Project
from annotation.projects.services import ProjectChanges, change_project, create_project
from annotation.questions.content import Segment
from annotation.questions.models import Question
from annotation.questions.selectors import current_revision
from annotation.questions.services import (
    DraftContent,
    create_question,
    save_draft,
    submit_question,
    withdraw_question,
)
from annotation.subtitles.services import add_subtitles
from annotation.videos.models import Video
from annotation.videos.registration import VideoFacts, register_file
from annotation.videos.services import record_watched
from config.demo.questions import CLIPS, QUESTIONS, DemoQuestion
from config.demo.script import DURATION, TITLE
from config.demo.video import make_video, subtitle_text
from jobs import runner
from jobs.models import ACTIVE_STATES, Job
from kernel.errors import Invalid
from review.assignments.services import claim_next
from review.blind.services import BlindAnswer, reveal_reference
from review.rounds.models import Round
from review.rounds.services import close_due
from review.verdicts.services import Judgement, submit_verdict

PROJECT: Final = "Demo: The missing cake"
PASSWORD: Final = "longemo-demo"  # noqa: S105 - printed on the terminal; the demo is refused on servers
GUIDELINE: Final = """Ask what can be seen and heard, not what the plot says.

- Describe people by what is visible (the woman in the red top), not by names the video does not give.
- Choose the smallest clip in which the answer can be understood.
- An answer names only feelings that a face, a voice, words or actions carry.
"""


@dataclass(frozen=True)
class Person:
    """A login of the demo."""

    email: str
    name: str
    roles: frozenset[Role]


PEOPLE: Final = (
    Person("admin@demo.example", "Ada Admin", frozenset({Role.ADMIN})),
    Person("annotator@demo.example", "Ann Annotator", frozenset({Role.ANNOTATOR})),
    Person("reviewer1@demo.example", "Rey Reviewer", frozenset({Role.REVIEWER})),
    Person("reviewer2@demo.example", "Rio Reviewer", frozenset({Role.REVIEWER})),
)


def make_demo() -> Project:
    """The demo project with its video, clips and questions in every state. Takes about half a minute.

    Each step is a service call with a transaction of its own. The video is drawn first, so that a machine without
    a working ffmpeg is left as it was. Raises Invalid when the project is there already, and whatever a step raises.
    """
    if Project.objects.filter(name=PROJECT).exists():
        raise Invalid("demo_exists", f"There is a project called {PROJECT!r} already.")
    settings.SCRATCH_DIR.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=settings.SCRATCH_DIR, prefix="demo-") as folder:
        path = Path(folder) / "missing-cake.mp4"
        make_video(path)
        return _play(path)


def _play(path: Path) -> Project:
    people = [_person(person) for person in PEOPLE]
    admin, annotator, *reviewers = people
    project = create_project(actor=admin, name=PROJECT)
    change_project(actor=admin, project_id=project.pk, changes=ProjectChanges(guideline_text=GUIDELINE))
    for person, user in zip(PEOPLE, people, strict=True):
        add_member(project_id=project.pk, user=user, roles=person.roles)
    video = _video(path=path, project=project, admin=admin)
    record_watched(actor=annotator, video_id=video.pk, ranges=[(Decimal(0), Decimal(int(DURATION)))])
    clips = {name: _clip(name=name, video=video, annotator=annotator) for name in CLIPS}
    questions = [(each, _question(each, clips[each.clip], annotator)) for each in QUESTIONS]
    _review(project=project, reviewers=reviewers, questions=questions)
    return project


def _person(person: Person) -> User:
    known = User.objects.filter(email=person.email).first()
    # The admin is staff, so that further projects can be tried out.
    return known or User.objects.create_user(
        person.email, PASSWORD, name=person.name, is_staff=Role.ADMIN in person.roles
    )


def _run_jobs(project: Project) -> None:
    """Runs what is queued for the project in this process; no worker needs to be there yet."""
    for job in Job.objects.filter(project=project, state__in=ACTIVE_STATES).order_by("pk"):
        runner.run(job_id=job.pk, worker="demo")


def _video(*, path: Path, project: Project, admin: User) -> Video:
    video = register_file(
        actor=admin,
        project_id=project.pk,
        path=path,
        facts=VideoFacts(
            title=TITLE,
            source_from="LongEmo Studio demo",
            domain="animation",
            licence="Apache-2.0",
            terms="Drawn by LongEmo Studio itself; free to use.",
            language="en",
        ),
    ).video
    _run_jobs(project)
    add_subtitles(
        actor=admin,
        video_id=video.pk,
        filename="missing-cake.vtt",
        content=subtitle_text().encode(),
    )
    video.refresh_from_db()
    return video


def _clip(*, name: str, video: Video, annotator: User) -> Clip:
    spans = CLIPS[name]
    clip = create_clip(
        actor=annotator,
        video_id=video.pk,
        granularity=Granularity.EPISODE if spans is None else Granularity.CLIP,
        segments=None if spans is None else [Segment(Decimal(start), Decimal(end)) for start, end in spans],
    ).clip
    _run_jobs(video.project)
    return clip


def _question(each: DemoQuestion, clip: Clip, annotator: User) -> Question:
    question = create_question(actor=annotator, clip_id=clip.pk, task=each.task)
    revision = save_draft(
        actor=annotator,
        question_id=question.pk,
        version=current_revision(question=question).version,
        draft=DraftContent(content=each.content, author_note=each.note),
    )
    if each.fate == "withdrawn":
        withdraw_question(
            actor=annotator, question_id=question.pk, reason="The scene shows too little of him."
        )
    elif each.fate != "draft":
        submit_question(actor=annotator, question_id=question.pk, version=revision.version)
    return question


def _review(
    *, project: Project, reviewers: list[User], questions: list[tuple[DemoQuestion, Question]]
) -> None:
    """Lets each reviewer judge from the front of the queue, up to the first question that is to wait for them."""
    fates = {question.pk: each.fate for each, question in questions}
    for number, reviewer in enumerate(reviewers):
        judged = {"accepted", "split", "removed"} | ({"half"} if number == 0 else set())
        for _ in range(sum(fate in judged for fate in fates.values())):
            claim = claim_next(reviewer=reviewer, project_id=project.pk)
            if claim.round_id is None:
                raise Invalid("demo_queue_empty", "The demo's review queue ended too early.")
            judged_round = Round.objects.select_related("revision__clip").get(pk=claim.round_id)
            fate = fates[judged_round.question_id]
            accepts = fate in {"accepted", "half"} or (fate == "split" and number == 0)
            _judge(reviewer=reviewer, judged_round=judged_round, accepts=accepts)
    # Nobody takes anything back in a story, so nothing has to be waited for.
    close_due(now=timezone.now() + settings.REVIEW_UNDO)


def _judge(*, reviewer: User, judged_round: Round, accepts: bool) -> None:
    if accepts:
        judgement = Judgement(decision="accept", seconds_spent=64.0)
    else:
        judgement = Judgement(
            decision="reject",
            reasons=("unclear_question",),
            comment="It is not clear which moment is meant; please name what can be seen there.",
            comment_field="question",
            seconds_spent=112.0,
        )
    played = (0.0, float(judged_round.revision.clip.duration or 0))
    reveal_reference(reviewer=reviewer, round_id=judged_round.pk, answer=BlindAnswer())
    submit_verdict(reviewer=reviewer, round_id=judged_round.pk, judgement=judgement, watched=[played])
