"""Two requests at the same moment: one submission, one save, one id each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from annotation.questions.models import Question, QuestionTransition, Revision
from annotation.questions.services import (
    DraftContent,
    create_question,
    save_draft,
    submit_question,
    withdraw_question,
)
from kernel.errors import Conflict
from tests.annotation.questions.making import make_clip, make_draft, make_video, newest
from tests.annotation.questions.samples import CONTEXTUAL, content_for
from tests.personas import People

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Runs the calls in threads that start together; what each returned, or the exception it raised."""
    outcomes: list[Any] = [None] * len(calls)
    start = threading.Barrier(len(calls), timeout=20)

    def run(place: int) -> None:
        try:
            start.wait()
            outcomes[place] = calls[place]()
        except Exception as problem:
            outcomes[place] = problem
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return outcomes


def test_question_is_submitted_once_when_submitted_four_times_at_once(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)

    def submit() -> Any:
        return submit_question(actor=people.annotator, question_id=question.pk, version=2)

    outcomes = at_once(submit, submit, submit, submit)
    assert sorted(outcome.is_new for outcome in outcomes) == [False, False, False, True]
    assert {outcome.question.state for outcome in outcomes} == {"in_review"}
    assert QuestionTransition.objects.filter(question=question, event="submit").count() == 1
    assert Revision.objects.filter(question=question).count() == 1


def test_one_save_wins_and_the_others_learn_it_when_saved_at_once(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)

    def save(text: str) -> Callable[[], Any]:
        draft = DraftContent(content=content_for(CONTEXTUAL, question_text=text))
        return lambda: save_draft(actor=people.annotator, question_id=question.pk, version=2, draft=draft)

    texts = ["What does she feel?", "What does he feel?", "What do they feel?"]
    outcomes = at_once(*(save(text) for text in texts))
    won = [outcome for outcome in outcomes if isinstance(outcome, Revision)]
    lost = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
    assert (len(won), len(lost)) == (1, 2)
    saved = newest(question)
    assert (saved.version, saved.question_text) == (3, texts[outcomes.index(won[0])])
    for conflict in lost:
        assert conflict.code == "stale_version"
        assert conflict.extra["current_version"] == 3
        assert conflict.extra["saved"]["question_text"] == saved.question_text


def test_record_is_what_was_saved_when_save_and_submit_meet(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    draft = DraftContent(content=content_for(CONTEXTUAL, question_text="What does he feel?"))
    saved, submitted = at_once(
        lambda: save_draft(actor=people.annotator, question_id=question.pk, version=2, draft=draft),
        lambda: submit_question(actor=people.annotator, question_id=question.pk, version=2),
    )
    revision = newest(question)
    if isinstance(saved, Conflict):
        assert (saved.code, submitted.is_new, revision.version) == ("not_editable", True, 2)
        assert "red coat" in revision.record_json
    else:
        assert (submitted.code, revision.version, revision.record_json) == ("stale_version", 3, "")


def test_question_ends_in_one_state_when_submit_and_withdraw_meet(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    outcomes = at_once(
        lambda: submit_question(actor=people.annotator, question_id=question.pk, version=2),
        lambda: withdraw_question(actor=people.annotator, question_id=question.pk, reason="Off topic."),
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
    assert len(refused) == 1
    events = list(QuestionTransition.objects.filter(question=question).values_list("event", "to_state"))
    assert events in (
        [("create", "draft"), ("submit", "in_review")],
        [("create", "draft"), ("withdraw", "withdrawn")],
    )
    assert Question.objects.get(pk=question.pk).state == events[-1][1]


def test_ids_are_all_different_when_questions_begin_at_once(people: People) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin))

    def create() -> Any:
        return create_question(actor=people.annotator, clip_id=clip.pk, task="emotion cause").public_id

    assert sorted(at_once(*[create] * 6)) == [f"G1_Q{number:06d}" for number in range(1, 7)]
