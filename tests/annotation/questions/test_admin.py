"""The Django admin shows questions and changes nothing."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.questions.models import Question, Revision
from tests.annotation.questions.making import make_draft, make_submitted, newest
from tests.annotation.questions.samples import CONTEXTUAL, TRAJECTORY
from tests.personas import People, client_of, make_user


@pytest.mark.parametrize("submitted", [True, False])
def test_question_can_be_seen_but_not_changed_when_opened_in_the_admin(
    people: People, submitted: bool
) -> None:
    question = (make_submitted if submitted else make_draft)(people, TRAJECTORY)
    revision = newest(question)
    client = client_of(make_user("root", is_staff=True, is_superuser=True))
    for address in (
        "/admin/annotation/question/",
        f"/admin/annotation/question/{question.pk}/change/",
        "/admin/annotation/revision/",
        f"/admin/annotation/revision/{revision.pk}/change/",
    ):
        answer = client.get(address)
        assert (answer.status_code, b'name="_save"' in answer.content) == (200, False)
    before = list(Question.objects.values()), list(Revision.objects.values())
    for address in (
        f"/admin/annotation/question/{question.pk}/change/",
        f"/admin/annotation/question/{question.pk}/delete/",
        f"/admin/annotation/revision/{revision.pk}/change/",
        f"/admin/annotation/revision/{revision.pk}/delete/",
        "/admin/annotation/question/add/",
    ):
        answer = client.post(address, {"state": "accepted", "question_text": "Mine", "post": "yes"})
        assert answer.status_code == 403
    assert (list(Question.objects.values()), list(Revision.objects.values())) == before


def test_admin_list_asks_no_more_when_there_are_more_questions(people: People) -> None:
    client = client_of(make_user("root", is_staff=True, is_superuser=True))
    numbers = []
    for rows in (1, 5):
        while Question.objects.count() < rows:
            make_draft(people, CONTEXTUAL)
        for address in ("question", "revision"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/admin/annotation/{address}/").status_code == 200
            numbers.append(len(queries))
    assert numbers[:2] == numbers[2:]
