"""Closed rounds made as rows, many at once, and the report read over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from annotation.clips.models import Clip
from annotation.projects.models import Project
from annotation.questions.models import Question, Revision
from review.assignments.models import Assignment
from review.rounds.models import Round
from review.verdicts.models import Verdict
from tests.personas import People, client_of
from tests.review.rows import make_clip, make_video

API = "/api/v1/agreement"
KINDS = {"both_accept": "accept accept", "disagree": "accept reject", "both_reject": "reject reject"}
OUTCOMES = {"accept accept": "accepted", "accept reject": "returned", "reject reject": "removed"}
Pair = tuple[User, User]


def close_rounds(
    rounds: Sequence[Round], reviewers: Pair, decisions: Sequence[str], *, at: datetime | None = None
) -> None:
    """Closes each round with its two decisions, "accept reject" and the like."""
    now = at or timezone.now()
    held = Assignment.objects.bulk_create(
        Assignment(
            round=each,
            project_id=each.project_id,
            slot=slot,
            reviewer=reviewer,
            author_id=each.question.author_id,
            writer_id=each.question.author_id,
            state="submitted",
            claimed_at=now,
            lease_expires_at=now,
            ended_at=now,
        )
        for each in rounds
        for slot, reviewer in enumerate(reviewers, start=1)
    )
    words = [word for each in decisions for word in each.split()]
    Verdict.objects.bulk_create(
        Verdict(
            assignment=assignment,
            decision=word,
            reasons=[] if word == "accept" else ["other"],
            comment="" if word == "accept" else "No.",
            watched_share=1.0,
            seconds_spent=1.0,
        )
        for assignment, word in zip(held, words, strict=True)
    )
    for each, pair in zip(rounds, decisions, strict=True):
        each.closed_at, each.outcome = now, OUTCOMES[pair]
        each.question.state = OUTCOMES[pair]
    Round.objects.bulk_update(rounds, ["closed_at", "outcome"], batch_size=200)
    Question.objects.bulk_update([each.question for each in rounds], ["state"], batch_size=200)


def closed_items(people: People, table: dict[str, int], *, clips: Sequence[Clip]) -> None:
    """Questions with one closed round each, in these numbers, dealt out to the clips in turn."""
    words = [decisions for kind, decisions in KINDS.items() for _ in range(table[kind])]
    questions = Question.objects.bulk_create(
        Question(
            project=people.project,
            public_id=f"G1_Q{number:06d}",
            granularity="clip",
            task="contextual emotion",
            author=people.annotator,
            state="in_review",
        )
        for number in range(1, len(words) + 1)
    )
    revisions = Revision.objects.bulk_create(
        Revision(
            question=question,
            number=1,
            clip=clips[place % len(clips)],
            question_text="How does she feel?",
            written_by=people.annotator,
            submitted_at=timezone.now(),
            record_json="{}\n",
            record_sha256="0" * 64,
        )
        for place, question in enumerate(questions)
    )
    rounds = Round.objects.bulk_create(
        Round(
            project=people.project,
            question=revision.question,
            revision=revision,
            number=1,
            granularity="clip",
            task="contextual emotion",
        )
        for revision in revisions
    )
    close_rounds(rounds, (people.reviewer_a, people.reviewer_b), words)


def clips_of(project: Project, owner: User, count: int) -> list[Clip]:
    """One clip on each of `count` videos."""
    return [make_clip(make_video(project, owner), owner, public_id=f"G1_V{n:06d}") for n in range(count)]


def ask(people: People, path: str = "", user: User | None = None, code: int = 200, **asked: Any) -> Any:
    """The parsed answer to a GET as an admin, or as `user`; the response itself where it is CSV."""
    answer = client_of(user or people.admin).get(f"{API}{path}", {"project": people.project.pk, **asked})
    assert answer.status_code == code, answer.content
    return answer.json() if answer["Content-Type"] != "text/csv; charset=utf-8" else answer
