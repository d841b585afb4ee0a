"""The one writer of the state: what it writes, what it refuses."""

from __future__ import annotations

import pytest
from django.db import transaction

from annotation.questions.models import Question, QuestionTransition, Revision
from annotation.questions.revisions import read_content
from annotation.questions.transitions import begin_question, lock_question, move_question
from annotation.questions.workflow import Event
from kernel.errors import Conflict, Invalid, NotFound
from tests.annotation.questions.making import close_round, make_draft, make_submitted, newest
from tests.annotation.questions.samples import CONTEXTUAL, TRAJECTORY
from tests.personas import People

Row = tuple[str, str, str, int | None, str | None, str]


def history(question: Question) -> list[Row]:
    return [
        (
            row.event,
            row.from_state,
            row.to_state,
            row.revision.number if row.revision else None,
            row.actor.name if row.actor else None,
            row.reason,
        )
        for row in question.transitions.select_related("revision", "actor").order_by("id")
    ]


def test_every_move_leaves_a_row_when_a_question_goes_the_whole_way(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    close_round(question, Event.RETURN)
    assert history(question) == [
        ("create", "", "draft", None, "Annotator", ""),
        ("submit", "draft", "in_review", 1, "Annotator", ""),
        ("return", "in_review", "returned", 1, None, ""),
    ]
    question.refresh_from_db()
    last = question.transitions.get(event="return")
    assert (question.state, question.changed_at) == ("returned", last.at)


def test_illegal_event_is_a_conflict_that_names_state_and_ways_out_when_tried(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    rows = history(question)
    with pytest.raises(Conflict) as refusal, transaction.atomic():
        move_question(
            question=lock_question(question_id=question.pk),
            event=Event.WITHDRAW,
            actor=people.annotator,
            reason="no longer needed",
        )
    assert refusal.value.code == "illegal_transition"
    assert refusal.value.extra == {"state": "in_review", "possible": ["accept", "return", "remove"]}
    assert refusal.value.detail == (
        "G1_Q000001 is in_review; withdraw needs draft or returned; possible now: accept, return, remove."
    )
    question.refresh_from_db()
    assert (question.state, history(question)) == ("in_review", rows)


def test_second_close_is_refused_when_the_row_read_is_stale(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    stale = Question.objects.get(pk=question.pk)
    close_round(question, Event.ACCEPT)
    with pytest.raises(Conflict) as refusal, transaction.atomic():
        move_question(question=stale, event=Event.REMOVE, actor=None, revision=newest(question))
    assert refusal.value.extra == {"state": "accepted", "possible": ["reopen"]}
    assert [row[0] for row in history(question)] == ["create", "submit", "accept"]


def test_reason_is_required_when_withdrawing(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    with pytest.raises(Invalid) as refusal, transaction.atomic():
        move_question(
            question=lock_question(question_id=question.pk),
            event=Event.WITHDRAW,
            actor=people.annotator,
            reason="  ",
        )
    assert (refusal.value.code, refusal.value.errors[0].field) == ("reason_required", "reason")
    question.refresh_from_db()
    assert (question.state, len(history(question))) == ("draft", 1)


@pytest.mark.parametrize("event", [Event.SUBMIT, Event.ACCEPT])
def test_open_revision_is_refused_when_the_event_is_about_a_submitted_one(
    people: People, event: Event
) -> None:
    question = make_draft(people, CONTEXTUAL)
    with pytest.raises(ValueError, match="about one submitted revision"), transaction.atomic():
        move_question(
            question=lock_question(question_id=question.pk),
            event=event,
            actor=None,
            revision=newest(question),
        )
    assert len(history(question)) == 1


@pytest.mark.django_db(transaction=True)
def test_move_is_refused_when_there_is_no_transaction(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    with pytest.raises(RuntimeError, match="transaction"):
        move_question(question=question, event=Event.WITHDRAW, actor=people.annotator, reason="gone")
    assert Question.objects.get(pk=question.pk).state == "draft"


def test_stored_question_is_refused_when_begun_again(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    with pytest.raises(ValueError, match="does not begin"):
        begin_question(question=question, event=Event.CREATE, actor=people.annotator)
    with pytest.raises(ValueError, match="does not begin"):
        begin_question(question=Question(), event=Event.SUBMIT, actor=people.annotator)
    assert QuestionTransition.objects.count() == 1


def test_lock_is_not_found_when_there_is_no_such_question(people: People) -> None:
    with pytest.raises(NotFound), transaction.atomic():
        lock_question(question_id=999)


def test_returned_question_has_an_open_copy_when_its_round_closes(people: People) -> None:
    question = make_submitted(people, TRAJECTORY)
    close_round(question, Event.RETURN)
    first, second = Revision.objects.filter(question=question).order_by("number")
    assert (first.number, first.version, first.submitted_at is None) == (1, 2, False)
    assert (second.number, second.version, second.submitted_at) == (2, 3, None)
    assert (second.written_by, second.source, second.record_json) == (people.annotator, "human", "")
    assert second.clip_id == first.clip_id
    assert read_content(second) == read_content(first)
    assert len(read_content(second).items) == 2


def test_removed_and_accepted_questions_have_no_open_revision_when_closed(people: People) -> None:
    for event in (Event.ACCEPT, Event.REMOVE):
        question = make_submitted(people, CONTEXTUAL)
        close_round(question, event)
        assert Revision.objects.filter(question=question).count() == 1
