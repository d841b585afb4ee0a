"""Who is told what, when, and that nobody is told anything of an open round."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Membership, User
from annotation.projects.services import ProjectChanges, change_project
from annotation.questions.models import Question
from annotation.questions.services import reopen_question
from kernel.errors import NotFound
from review.notifications import services
from review.notifications.models import Notification
from review.notifications.selectors import notifications_of
from review.training import services as training
from review.training.models import QualificationChange
from tests.personas import People, add_member, client_of, make_user
from tests.review.rows import ACCEPT, REJECT, claim_and_judge, make_item, submit_again
from tests.review.test_api_costs import at_most

pytestmark = pytest.mark.django_db
API = "/api/v1"


def told(user: User) -> list[tuple[str, str | None]]:
    rows = Notification.objects.filter(user=user).order_by("created_at")
    return [(row.kind, row.question.public_id if row.question else None) for row in rows]


def test_author_is_told_when_the_round_closes_and_not_before(people: People) -> None:
    make_item(people.project, people.annotator)
    claim_and_judge(people.reviewer_a, people.project, REJECT)
    assert Notification.objects.count() == 0
    item = claim_and_judge(people.reviewer_b, people.project, ACCEPT)
    assert told(people.annotator) == [("returned", "G1_Q000001")]
    notice = Notification.objects.get()
    assert item.closed_at is not None
    assert notice.created_at >= item.closed_at
    assert Notification.objects.exclude(user=people.annotator).count() == 0


def test_author_is_told_when_the_question_is_removed_and_not_when_accepted(people: People) -> None:
    for number, judgement in ((1, REJECT), (2, ACCEPT)):
        make_item(people.project, people.annotator, number=number)
        for reviewer in (people.reviewer_a, people.reviewer_b):
            claim_and_judge(reviewer, people.project, judgement)
    assert told(people.annotator) == [("removed", "G1_Q000001")]


def test_author_is_told_when_an_admin_reopens_the_question(people: People) -> None:
    item = make_item(people.project, people.annotator)
    for reviewer in (people.reviewer_a, people.reviewer_b):
        claim_and_judge(reviewer, people.project)
    reopen_question(actor=people.admin, question_id=item.question_id, reason="A label is missing.")
    assert told(people.annotator) == [("reopened", "G1_Q000001")]


def test_reviewers_are_told_once_when_revised_questions_wait(people: People) -> None:
    third = make_user("reviewer c")
    add_member(people.project, third, reviewer=True)
    rounds = []
    for number in (1, 2):
        make_item(people.project, people.annotator, number=number)
        claim_and_judge(people.reviewer_a, people.project, ACCEPT)
        rounds.append(claim_and_judge(people.reviewer_b, people.project, REJECT))
    for closed in rounds:
        again = submit_again(closed)
        # The rows of the tests open the round alone; a submission also tells the reviewers.
        services.tell_reviewers(Question.objects.get(pk=again.question_id), again.revision)
    # Only C has judged neither, so only C is told; once, and not which.
    notices = Notification.objects.filter(kind="review_again")
    assert [(row.user, row.question) for row in notices] == [(third, None)]
    services.mark_all_read(user=third)
    services.tell_reviewers(Question.objects.get(pk=again.question_id), again.revision)
    assert notices.all().count() == 2


def test_earlier_reviewers_are_told_when_nobody_else_is_there(people: People) -> None:
    make_item(people.project, people.annotator)
    claim_and_judge(people.reviewer_a, people.project, ACCEPT)
    again = submit_again(claim_and_judge(people.reviewer_b, people.project, REJECT))
    services.tell_reviewers(Question.objects.get(pk=again.question_id), again.revision)
    found = Notification.objects.filter(kind="review_again")
    assert {row.user for row in found} == {people.reviewer_a, people.reviewer_b}


def test_nobody_is_told_when_a_question_is_submitted_for_the_first_time(people: People) -> None:
    item = make_item(people.project, people.annotator)
    services.tell_reviewers(Question.objects.get(pk=item.question_id), item.revision)
    assert Notification.objects.count() == 0


def test_members_are_told_of_a_new_guideline_and_of_their_qualification(people: People) -> None:
    change_project(
        actor=people.admin,
        project_id=people.project.pk,
        changes=ProjectChanges(guideline_text="# New\nText."),
    )
    assert told(people.admin) == []
    assert {row.version for row in Notification.objects.all()} == {2}
    assert Notification.objects.count() == 4
    training.decide_qualification(
        actor=people.admin,
        project_id=people.project.pk,
        user_id=people.reviewer_a.pk,
        role="reviewer",
        change=QualificationChange.GRANTED,
        reason="Trained elsewhere.",
    )
    assert told(people.reviewer_a) == [("guideline", None), ("qualified", None)]


def two_notices(people: People) -> list[Notification]:
    for version in (1, 2):
        Notification.objects.create(
            user=people.reviewer_a, project=people.project, kind="guideline", version=version
        )
    return list(notifications_of(people.reviewer_a))


def test_notice_is_read_once_when_its_person_opens_it(people: People) -> None:
    newest, older = two_notices(people)
    client = client_of(people.reviewer_a)
    address = f"{API}/notifications/{older.pk}/reading"
    first = client.post(address).json()
    assert first["read_at"] is not None
    assert client.post(address).json() == first
    assert client.get(f"{API}/notifications/unread").json() == {"unread": 1}
    listed: Any = client.get(f"{API}/notifications").json()
    assert [row["id"] for row in listed["results"]] == [str(newest.pk), str(older.pk)]
    unread = client.get(f"{API}/notifications", {"unread": "true"}).json()
    assert [row["id"] for row in unread["results"]] == [str(newest.pk)]
    assert client.post(f"{API}/notifications/readings").json() == {"unread": 0}


def test_notice_is_nobodys_business_when_it_is_another_persons(people: People) -> None:
    newest, _ = two_notices(people)
    client = client_of(people.reviewer_b)
    assert client.post(f"{API}/notifications/{newest.pk}/reading").status_code == 404
    assert client.get(f"{API}/notifications").json()["results"] == []
    with pytest.raises(NotFound):
        services.mark_read(user=people.admin, notification_id=newest.pk)
    assert Notification.objects.filter(read_at__isnull=False).count() == 0


def test_notices_of_a_project_are_gone_when_the_person_has_left_it(people: People) -> None:
    two_notices(people)
    Membership.objects.filter(user=people.reviewer_a).update(ended_at="2026-01-01T00:00Z")
    assert client_of(people.reviewer_a).get(f"{API}/notifications/unread").json() == {"unread": 0}


@pytest.mark.parametrize("count", [1, 20])
def test_list_costs_the_same_when_there_are_few_or_many(people: People, count: int) -> None:
    for number in range(1, count + 1):
        item = make_item(people.project, people.annotator, number=number)
        Notification.objects.create(
            user=people.annotator, project=people.project, kind="returned", question_id=item.question_id
        )
    client = client_of(people.annotator)
    with at_most(4):
        assert len(client.get(f"{API}/notifications").json()["results"]) == count
