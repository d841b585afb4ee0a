"""Who sees which questions, and the records that leave."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from annotation.questions.models import QuestionState, Revision
from annotation.questions.selectors import (
    accepted_records,
    count_accepted,
    count_by_state,
    find_project,
    get_visible,
    last_submitted_revision,
    of_video,
    submitted_revision,
    visible_to,
)
from annotation.questions.services import create_question, reopen_question, submit_question
from annotation.questions.workflow import Event
from kernel.errors import NotFound
from tests.annotation.questions.making import (
    close_round,
    make_clip,
    make_draft,
    make_submitted,
    make_video,
    newest,
)
from tests.annotation.questions.samples import CAUSE, COMPARISON, CONTEXTUAL
from tests.personas import People, add_member, make_people, make_user


def seen_by(user: User) -> set[str]:
    return set(visible_to(user).values_list("public_id", flat=True))


def test_people_see_what_is_theirs_when_several_write(people: People) -> None:
    clip = make_clip(make_video(people.project, added_by=people.admin))
    make_draft(people, CONTEXTUAL, clip=clip)
    create_question(actor=people.second_annotator, clip_id=clip.pk, task="emotion cause")
    other = make_people(suffix=" two")
    make_draft(other, CONTEXTUAL)
    assert seen_by(people.annotator) == {"G1_Q000001"}
    assert seen_by(people.second_annotator) == {"G1_Q000002"}
    assert seen_by(people.admin) == {"G1_Q000001", "G1_Q000002"}
    assert visible_to(people.admin).filter(project=other.project).count() == 0
    assert seen_by(people.reviewer_a) == seen_by(people.outsider) == set()
    assert visible_to(make_user("root", is_superuser=True)).count() == 3


def test_own_questions_are_hidden_when_the_person_has_left(people: People) -> None:
    question = make_draft(people, CONTEXTUAL)
    people.annotator.memberships.update(ended_at=timezone.now())
    assert seen_by(people.annotator) == set()
    with pytest.raises(NotFound):
        get_visible(user=people.annotator, question_id=question.pk)


def test_own_questions_stay_in_sight_when_the_author_becomes_a_reviewer(people: People) -> None:
    make_draft(people, CONTEXTUAL)
    people.annotator.memberships.update(is_annotator=False, is_reviewer=True)
    assert seen_by(people.annotator) == {"G1_Q000001"}


def test_questions_are_found_by_video_when_their_newest_clip_is_of_it(people: People) -> None:
    first, second = (make_video(people.project, added_by=people.admin, title=t) for t in ("One", "Two"))
    question = make_draft(people, CONTEXTUAL, clip=make_clip(first))
    make_draft(people, CAUSE, clip=make_clip(second))
    assert list(of_video(visible_to(people.admin), video_id=first.pk)) == [question]


def test_states_are_counted_when_some_are_empty(people: People) -> None:
    make_draft(people, CONTEXTUAL)
    make_draft(people, CONTEXTUAL)
    make_submitted(people, CONTEXTUAL)
    counts = count_by_state(visible_to(people.annotator))
    assert counts == dict.fromkeys(QuestionState.values, 0) | {"draft": 2, "in_review": 1}


def accept(people: People, task: object = CONTEXTUAL) -> None:
    close_round(make_submitted(people, task), Event.ACCEPT)  # type: ignore[arg-type]


def test_records_come_by_granularity_and_id_when_accepted(people: People) -> None:
    accept(people, COMPARISON)
    accept(people)
    make_submitted(people, CONTEXTUAL)
    accept(people, CAUSE)
    make_draft(people, CONTEXTUAL)
    records = list(accepted_records(people.project.pk))
    assert [(one.granularity, one.public_id, one.task) for one in records] == [
        ("clip", "G1_Q000001", "contextual emotion"),
        ("clip", "G1_Q000003", "emotion cause"),
        ("episode", "G2_Q000001", "emotional intensity comparison"),
    ]
    for one in records:
        revision = Revision.objects.get(pk=one.revision_id)
        assert (one.record_json, one.record_sha256) == (revision.record_json, revision.record_sha256)
        assert one.question_id == revision.question_id
    assert count_accepted(project_id=people.project.pk) == 3


def test_record_is_the_newest_revisions_when_a_question_was_accepted_twice(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    close_round(question, Event.ACCEPT)
    first = next(accepted_records(people.project.pk))
    reopen_question(actor=people.admin, question_id=question.pk, reason="Look again.")
    assert list(accepted_records(people.project.pk)) == []
    submit_question(actor=people.annotator, question_id=question.pk, version=newest(question).version)
    close_round(question, Event.ACCEPT)
    second = next(accepted_records(people.project.pk))
    assert (second.revision_id > first.revision_id, second.record_json) == (True, first.record_json)


def test_records_are_read_in_one_query_when_there_are_many(people: People) -> None:
    for wanted in (1, 20):
        while count_accepted(project_id=people.project.pk) < wanted:
            accept(people)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert len(list(accepted_records(people.project.pk))) == wanted
        assert len(queries) == 1


def test_submitted_revision_is_found_when_it_is_submitted(people: People) -> None:
    question = make_submitted(people, CONTEXTUAL)
    revision = newest(question)
    assert submitted_revision(revision_id=revision.pk).question == question
    close_round(question, Event.RETURN)
    assert last_submitted_revision(question_id=question.pk) == revision
    with pytest.raises(NotFound):
        submitted_revision(revision_id=newest(question).pk)
    draft = make_draft(people, CONTEXTUAL)
    assert last_submitted_revision(question_id=draft.pk) is None


def test_project_is_found_when_named_by_id_or_name(people: People) -> None:
    assert find_project(str(people.project.pk)) == find_project("Road") == people.project.pk
    with pytest.raises(LookupError, match="no project 'road'"):
        find_project("road")
    people.project.name = "2024"
    people.project.save()
    assert find_project("2024") == people.project.pk


def test_admin_of_one_project_sees_nothing_of_another_when_annotating_there(people: People) -> None:
    other = make_people(suffix=" two")
    add_member(other.project, people.admin, annotator=True)
    make_draft(other, CONTEXTUAL)
    assert seen_by(people.admin) == set()
