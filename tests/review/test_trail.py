"""The audit trail of a question: all of it for admins, without reviewers for its author, nothing of an open round."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Membership
from annotation.questions.services import reopen_question
from review.assignments.services import release
from review.points.models import PointAnswer
from review.rounds.models import Round
from review.threads.services import reply, resolve, start_thread
from review.trail.selectors import trail_of
from review.verdicts.models import Verdict
from tests.personas import People, client_of
from tests.review.crawling import addresses, crawl, differences
from tests.review.rows import ACCEPT, REJECT, claim, claim_and_judge, judge, make_item, submit_again
from tests.review.test_api_costs import at_most

pytestmark = pytest.mark.django_db


def read(user: Any, question_id: int, code: int = 200) -> Any:
    answer = client_of(user).get(f"/api/v1/questions/{question_id}/trail")
    assert answer.status_code == code, answer.content
    return answer.json()["results"] if code == 200 else answer.json()


def short(rows: Any) -> list[tuple[str, str, str, str]]:
    return [
        (row["area"], row["kind"], row["actor"]["name"] if row["actor"] else row["done_by"], row["word"])
        for row in rows
    ]


@pytest.fixture
def returned(people: People) -> Round:
    """Rejected by B, then accepted by A; the author has answered B."""
    item = make_item(people.project, people.annotator, filled=True)
    claim_and_judge(people.reviewer_b, people.project, REJECT)
    claim_and_judge(people.reviewer_a, people.project, ACCEPT)
    item.refresh_from_db()
    assert item.outcome == "returned"
    PointAnswer.objects.create(
        verdict=Verdict.objects.get(decision="reject"), author=people.annotator, text="Cut later."
    )
    return item


def test_admin_reads_every_step_when_a_round_has_closed(people: People, returned: Round) -> None:
    thread = start_thread(user=people.annotator, question_id=returned.question_id, text="Is it her?")
    resolve(user=people.admin, thread_id=thread.pk)
    again = submit_again(returned)
    assert short(read(people.admin, returned.question_id)) == [
        ("round", "opened", "Annotator", ""),
        ("round", "claimed", "Reviewer B", ""),
        ("round", "revealed", "Reviewer B", ""),
        ("round", "judged", "Reviewer B", "reject"),
        ("round", "claimed", "Reviewer A", ""),
        ("round", "revealed", "Reviewer A", ""),
        ("round", "judged", "Reviewer A", "accept"),
        ("round", "closed", "rules", "returned"),
        ("question", "return", "rules", "returned"),
        ("answer", "answered", "Annotator", ""),
        ("comment", "comment", "Annotator", ""),
        ("comment", "resolved", "Admin", ""),
    ]
    assert again.closed_at is None


def test_author_reads_no_reviewer_when_a_round_has_closed(people: People, returned: Round) -> None:
    rows = read(people.annotator, returned.question_id)
    assert [row["kind"] for row in rows if row["area"] == "round"] == ["opened", "closed"]
    assert {row["actor"]["name"] for row in rows if row["actor"]} == {"Annotator"}
    assert "Reviewer" not in str(rows)


def test_trail_tells_who_reopened_and_why_when_an_admin_did(people: People) -> None:
    item = make_item(people.project, people.annotator, filled=True)
    for reviewer in (people.reviewer_a, people.reviewer_b):
        claim_and_judge(reviewer, people.project, ACCEPT)
    reopen_question(actor=people.admin, question_id=item.question_id, reason="The licence changed.")
    last = read(people.annotator, item.question_id)[-1]
    assert (last["kind"], last["actor"]["name"], last["text"]) == ("reopen", "Admin", "The licence changed.")


def test_trail_stays_as_it_is_when_things_happen_in_an_open_round(people: People, returned: Round) -> None:
    again = submit_again(returned)
    readers = (people.admin, people.annotator)
    before = [read(user, again.question_id) for user in readers]
    assert claim(people.reviewer_a, people.project) == again
    release(reviewer=people.reviewer_a, round_id=again.pk)
    assert claim(people.reviewer_b, people.project) == again
    judge(people.reviewer_b, again, ACCEPT)
    assert [read(user, again.question_id) for user in readers] == before


@pytest.mark.parametrize("who", ["reviewer_a", "second_annotator", "outsider"])
def test_trail_is_not_found_when_the_question_is_not_theirs(
    people: People, returned: Round, who: str
) -> None:
    read(getattr(people, who), returned.question_id, code=404)


def test_trail_is_refused_when_the_admin_may_still_judge(people: People, returned: Round) -> None:
    Membership.objects.filter(user=people.admin).update(is_reviewer=True)
    assert read(people.admin, returned.question_id, code=403)["code"] == "may_still_review"


def test_reviewers_read_nothing_of_it_when_the_question_is_talked_about(
    people: People, returned: Round
) -> None:
    client = client_of(people.reviewer_a)
    asked = [each for each in addresses(people.project.pk, client) if each.endswith("/trail")]
    assert asked
    before = crawl(client, asked)
    thread = start_thread(user=people.annotator, question_id=returned.question_id, text="Is it her?")
    reply(user=people.admin, thread_id=thread.pk, text="It is.")
    assert differences(before, crawl(client, asked)) == {}
    assert {status for status, _, _ in before.values()} == {404}


def test_trail_costs_5_statements_when_there_are_few_or_many_rounds(people: People, returned: Round) -> None:
    question = returned.question
    with at_most(5):
        few = trail_of(question=question, stance="admin")
    item = submit_again(returned)
    for reviewer in (people.reviewer_a, people.reviewer_b):
        assert claim(reviewer, people.project) == item
        judge(reviewer, item, REJECT)
    thread = start_thread(user=people.annotator, question_id=question.pk, text="Why?")
    for _ in range(10):
        reply(user=people.admin, thread_id=thread.pk, text="Because.")
    with at_most(5):
        assert len(trail_of(question=question, stance="admin")) > len(few) + 15
