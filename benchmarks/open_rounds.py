"""Projects with very many open rounds, as rows. Imported once Django is set up."""

from __future__ import annotations

import json

from django.db import connection
from django.utils import timezone
from knox.models import AuthToken

from annotation.questions.models import Question, Revision
from annotation.questions.tasks import TASKS
from review.rounds.models import Round
from tests.personas import add_member, make_people, make_user
from tests.review.rows import make_clip, make_video, record_of


def make_project(size: int, reviewers: int) -> tuple[int, list[str]]:
    """A project with `size` open rounds; its id and a token for each reviewer."""
    people = make_people(name=f"Bench {size}", suffix=f" {size}")
    project, author, now = people.project, people.annotator, timezone.now()
    tasks = [task for task in TASKS if task.granularity == "clip"]
    clips = []
    for number in range(max(1, size // 20)):
        if number % 10 == 0:
            video = make_video(project, author)
        clips.append(make_clip(video, author, public_id=f"G1_V{number:06d}"))
    for begin in range(0, size, 5000):
        numbers = range(begin, min(begin + 5000, size))
        questions = Question.objects.bulk_create(
            Question(
                project=project,
                public_id=f"G1_Q{number:06d}",
                granularity="clip",
                task=tasks[number % len(tasks)].type,
                author=author,
                state="in_review",
            )
            for number in numbers
        )
        revisions = Revision.objects.bulk_create(
            Revision(
                question=question,
                number=1,
                clip=(clip := clips[number % len(clips)]),
                question_text="How does she feel?",
                written_by=author,
                submitted_at=now,
                record_json=json.dumps(record_of(question.public_id, clip.public_id, "clip", question.task)),
                record_sha256="0" * 64,
            )
            for number, question in zip(numbers, questions, strict=True)
        )
        Round.objects.bulk_create(
            Round(
                project=project,
                question=revision.question,
                revision=revision,
                number=1,
                granularity="clip",
                task=revision.question.task,
            )
            for revision in revisions
        )
    tokens = []
    for number in range(reviewers):
        reviewer = make_user(f"bench {size} {number}")
        add_member(project, reviewer, reviewer=True)
        tokens.append(AuthToken.objects.create(reviewer)[1])
    return project.pk, tokens


def settle() -> None:
    """What autovacuum does within a minute in production: the planner knows how large the tables are."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
