"""Long queues made as rows, and what has to hold of them once everybody has judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils import timezone

from accounts.models import User
from annotation.projects.models import Project
from annotation.questions.models import Question, QuestionState, QuestionTransition, Revision
from annotation.questions.records import canonical_json
from review.assignments.models import Assignment, AssignmentState
from review.rounds.models import Round
from review.verdicts.models import Verdict
from tests.personas import add_member, make_user
from tests.review import rows


def make_queue(reviewers: int, items: int) -> tuple[Project, list[User], list[Round]]:
    """A project with that many reviewers and open rounds, all of one clip."""
    author = make_user("author")
    project = Project.objects.create(name="Queue", created_by=author)
    people = [make_user(f"reviewer {n}") for n in range(reviewers)]
    for person in people:
        add_member(project, person, reviewer=True)
    clip = rows.make_clip(rows.make_video(project, author), author, public_id="G1_V000001")
    questions = Question.objects.bulk_create(
        Question(
            project=project,
            public_id=f"G1_Q{n:06d}",
            granularity="clip",
            task="contextual emotion",
            author=author,
            state=QuestionState.IN_REVIEW,
        )
        for n in range(1, items + 1)
    )
    text = canonical_json(rows.record_of("G1_Q000001", "G1_V000001", "clip", "contextual emotion"))
    revisions = Revision.objects.bulk_create(
        Revision(
            question=question,
            number=1,
            clip=clip,
            written_by=author,
            submitted_at=timezone.now(),
            record_json=text,
            record_sha256="0" * 64,
        )
        for question in questions
    )
    rounds = Round.objects.bulk_create(
        Round(
            project=project,
            question=revision.question,
            revision=revision,
            number=1,
            granularity="clip",
            task="contextual emotion",
        )
        for revision in revisions
    )
    return project, people, rounds


def assert_two_each(rounds: Sequence[Round]) -> None:
    """Every round has exactly two submitted assignments, one a slot, of two people."""
    found = Assignment.objects.filter(state=AssignmentState.SUBMITTED).values_list(
        "round_id", "slot", "reviewer_id"
    )
    slots = Counter((round_id, slot) for round_id, slot, _ in found)
    assert set(slots) == {(each.pk, slot) for each in rounds for slot in (1, 2)}
    assert set(slots.values()) == {1}
    assert set(Counter((round_id, reviewer) for round_id, _, reviewer in found).values()) == {1}


def assert_closed_once(rounds: Sequence[Round]) -> None:
    """Every round's question moved once, to where its two verdicts say."""
    moves = Counter(QuestionTransition.objects.values_list("revision_id", flat=True))
    assert moves == {each.revision_id: 1 for each in rounds}
    for each in Round.objects.select_related("question"):
        decisions = sorted(Verdict.objects.filter(assignment__round=each).values_list("decision", flat=True))
        outcome = {1: "accepted", 2: "returned"}[len(set(decisions))]
        if decisions == ["reject", "reject"]:
            outcome = "removed"
        assert (each.outcome, each.question.state) == (outcome, outcome)
