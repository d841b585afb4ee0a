"""A real submission opens its round, in the same transaction."""

from __future__ import annotations

from decimal import Decimal

import pytest

from annotation.clips.models import Clip
from annotation.questions.models import Question, QuestionState
from annotation.questions.services import submit_question
from annotation.questions.tasks import get_task
from review.rounds.models import Round
from tests.annotation.questions.making import make_draft, make_submitted, newest
from tests.personas import People
from tests.review.rows import ACCEPT, REJECT, claim, judge

pytestmark = pytest.mark.django_db

TASK = get_task("clip", "contextual emotion")


def test_round_is_opened_when_a_question_is_submitted(people: People) -> None:
    question = make_submitted(people, TASK)
    opened = Round.objects.get()
    assert (opened.question_id, opened.project_id, opened.number) == (question.pk, people.project.pk, 1)
    assert (opened.granularity, opened.task) == ("clip", "contextual emotion")
    assert (opened.revision, opened.closed_at, opened.outcome) == (newest(question), None, "")
    assert claim(people.reviewer_a, people.project) == opened


def test_submission_is_undone_when_its_round_cannot_be_opened(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = make_draft(people, TASK)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no round today")

    monkeypatch.setattr(Round.objects, "create", fail)
    with pytest.raises(RuntimeError, match="no round today"):
        submit_question(actor=people.annotator, question_id=question.pk, version=newest(question).version)
    question.refresh_from_db()
    assert (question.state, newest(question).submitted_at) == (QuestionState.DRAFT, None)
    assert Round.objects.count() == 0


def test_next_round_is_opened_when_a_returned_question_is_submitted_again(people: People) -> None:
    question = make_submitted(people, TASK)
    first = Round.objects.get()
    Clip.objects.update(duration=Decimal("30.000"))  # as the worker that cuts it writes
    for reviewer, verdict in ((people.reviewer_a, ACCEPT), (people.reviewer_b, REJECT)):
        claim(reviewer, people.project)
        judge(reviewer, first, verdict, watched=[[0.0, 30.0]])
    assert Question.objects.get(pk=question.pk).state == "returned"
    submit_question(actor=people.annotator, question_id=question.pk, version=newest(question).version)
    second = Round.objects.get(closed_at__isnull=True)
    assert (second.number, second.revision.number) == (2, 2)
    assert Question.objects.get(pk=question.pk).state == "in_review"
