"""Threads of comments: who takes part when, who settles them, and that nothing of them reaches blind reviewers."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Membership, User
from kernel.errors import Conflict, Forbidden, Invalid, NotFound
from review.notifications.models import Notification
from review.public import open_thread_counts
from review.rounds.models import Round
from review.threads.models import Post, Thread
from review.threads.services import Anchor, reopen, reply, resolve, start_thread
from tests.personas import People, add_member, client_of, make_user
from tests.review import rows
from tests.review.crawling import addresses, crawl, differences
from tests.review.rows import ACCEPT, REJECT, claim, claim_and_judge, make_item

pytestmark = pytest.mark.django_db

API = "/api/v1"


@pytest.fixture
def returned(people: People) -> Round:
    """A question that A accepted and B rejected."""
    make_item(people.project, people.annotator, filled=True)
    claim_and_judge(people.reviewer_a, people.project, ACCEPT)
    return claim_and_judge(people.reviewer_b, people.project, REJECT)


@pytest.fixture
def settled(people: People) -> Round:
    """A question that A and B accepted."""
    make_item(people.project, people.annotator, filled=True)
    claim_and_judge(people.reviewer_a, people.project, ACCEPT)
    return claim_and_judge(people.reviewer_b, people.project, ACCEPT)


def begin(people: People, item: Round, *, by: User | None = None, **more: Any) -> Thread:
    return start_thread(
        user=by or people.annotator, question_id=item.question_id, **{"text": "Is it her?", **more}
    )


def told() -> list[tuple[str, int | None]]:
    """Who is told of comments, with the review that the notice leads to."""
    rows = Notification.objects.filter(kind="commented", read_at__isnull=True)
    return sorted((row.user.name, row.round_id) for row in rows.select_related("user"))


def test_author_and_admin_talk_and_settle_when_the_question_is_returned(
    people: People, returned: Round
) -> None:
    address = f"{API}/questions/{returned.question_id}/threads"
    author, admin = client_of(people.annotator), client_of(people.admin)
    begun = author.post(address, {"text": " Is it her? ", "field": "answer", "time": 21.5}, format="json")
    assert begun.status_code == 201
    thread = begun.json()
    assert (thread["field"], thread["time"], thread["with_reviewers"]) == ("answer", 21.5, False)
    assert thread["actions"] == ["reply", "resolve"]
    replied = admin.post(f"{API}/threads/{thread['id']}/posts", {"text": "It is."}, format="json")
    assert [
        (post["stance"], post["name"], post["mine"], post["text"]) for post in replied.json()["posts"]
    ] == [
        ("author", "Annotator", False, "Is it her?"),
        ("admin", "Admin", True, "It is."),
    ]
    assert open_thread_counts(project_id=people.project.pk) == {returned.question_id: 1}
    for _ in range(2):
        settled = author.post(f"{API}/threads/{thread['id']}/resolution")
        assert settled.status_code == 200
        assert settled.json()["actions"] == ["reopen"]
        assert [post["kind"] for post in settled.json()["posts"]] == ["comment", "comment", "resolved"]
    assert open_thread_counts(project_id=people.project.pk) == {}
    late = admin.post(f"{API}/threads/{thread['id']}/posts", {"text": "One more."}, format="json")
    assert (late.status_code, late.json()["code"]) == (409, "thread_resolved")
    assert [row["id"] for row in admin.get(address, {"state": "resolved"}).json()["results"]] == [
        thread["id"]
    ]
    assert admin.get(address, {"state": "open"}).json()["count"] == 0
    for _ in range(2):
        assert admin.post(f"{API}/threads/{thread['id']}/reopening").json()["resolved_at"] is None
    assert Post.objects.filter(kind="reopened").count() == 1
    listed = admin.get(f"{API}/threads", {"project": str(people.project.pk), "state": "open"}).json()
    assert [row["question_id"] for row in listed["results"]] == ["G1_Q000001"]


def test_thread_names_the_point_when_it_is_about_what_a_reviewer_said(
    people: People, returned: Round
) -> None:
    begin(people, returned, anchor=Anchor(round_number=1, reviewer=2))
    address = f"{API}/questions/{returned.question_id}/threads"
    [shown] = client_of(people.annotator).get(address).json()["results"]
    assert (shown["round"], shown["reviewer"], shown["mine"]) == (1, 2, False)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"text": " \u200b "}, "text"),
        ({"text": "a" * 5001}, "text"),
        ({"anchor": Anchor(field="colour")}, "field"),
        ({"anchor": Anchor(time=Decimal("100.001"))}, "time"),
        ({"anchor": Anchor(round_number=1, reviewer=3)}, "reviewer"),
        ({"anchor": Anchor(round_number=2, reviewer=1)}, "reviewer"),
        ({"anchor": Anchor(round_number=1)}, "reviewer"),
        ({"anchor": Anchor(round_number=1, reviewer=1, field="answer")}, "reviewer"),
    ],
)
def test_thread_is_refused_when_words_or_anchor_do_not_fit(
    people: People, returned: Round, given: dict[str, Any], field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        begin(people, returned, **given)
    assert [error.field for error in refused.value.errors] == [field]
    assert not Thread.objects.exists()


def test_thread_cannot_point_to_a_verdict_when_its_round_is_open(people: People, undo: object) -> None:
    make_item(people.project, people.annotator)
    item = claim_and_judge(people.reviewer_a, people.project, REJECT)
    with pytest.raises(Invalid):
        begin(people, item, anchor=Anchor(round_number=1, reviewer=1))
    assert not Thread.objects.exists()


def test_thread_is_refused_when_it_is_not_theirs(people: People, returned: Round) -> None:
    for who in (people.second_annotator, people.reviewer_a, people.reviewer_b, people.outsider):
        with pytest.raises(NotFound):
            begin(people, returned, by=who)
    Membership.objects.filter(user=people.admin).update(is_reviewer=True)
    with pytest.raises(Forbidden) as refused:
        begin(people, returned, by=people.admin)
    assert refused.value.code == "may_still_review"
    with pytest.raises(Conflict) as early:
        begin(people, returned, with_reviewers=True)
    assert early.value.code == "not_settled"
    assert not Thread.objects.exists()
    thread = begin(people, returned)
    for who in (people.second_annotator, people.reviewer_b, people.admin, people.outsider):
        for act in (resolve, reopen):
            with pytest.raises(NotFound):
                act(user=who, thread_id=thread.pk)
        with pytest.raises(NotFound):
            reply(user=who, thread_id=thread.pk, text="Hm.")
    thread.refresh_from_db()
    assert (thread.resolved_at, thread.posts.count()) == (None, 1)


def test_reviewers_take_part_when_they_are_asked_about_a_settled_question(
    people: People, settled: Round
) -> None:
    begin(people, settled, text="Between us.")
    thread = begin(people, settled, with_reviewers=True, anchor=Anchor(round_number=1, reviewer=1))
    a, b = client_of(people.reviewer_a), client_of(people.reviewer_b)
    address = f"{API}/assignments/{settled.pk}/threads"
    [shown] = a.get(address).json()["results"]
    assert (shown["id"], shown["question"], shown["reviewer"], shown["mine"]) == (
        str(thread.pk),
        None,
        None,
        True,
    )
    # The project hides authors from reviewers.
    assert [(post["stance"], post["name"]) for post in shown["posts"]] == [("author", None)]
    assert shown["actions"] == ["reply"]
    assert b.get(address).json()["results"][0]["mine"] is False
    for client in (b, a, b):
        posted = client.post(f"{API}/threads/{thread.pk}/posts", {"text": "Yes."}, format="json")
        assert posted.status_code == 201
    refused = b.post(f"{API}/threads/{thread.pk}/resolution")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_yours_to_settle")
    told_author = client_of(people.annotator).get(f"{API}/questions/{settled.question_id}/threads")
    posts = told_author.json()["results"][0]["posts"]
    assert [(post["stance"], post["number"], post["name"]) for post in posts] == [
        ("author", None, "Annotator"),
        ("reviewer", 1, None),
        ("reviewer", 2, None),
        ("reviewer", 1, None),
    ]
    other = add_member(people.project, make_user("reviewer c"), reviewer=True).user
    assert (
        client_of(other).post(f"{API}/threads/{thread.pk}/posts", {"text": "?"}, format="json").status_code
        == 404
    )


def test_reviewers_lose_the_thread_when_the_question_is_opened_again(people: People, settled: Round) -> None:
    thread = begin(people, settled, with_reviewers=True)
    client = client_of(people.reviewer_a)
    address = f"{API}/assignments/{settled.pk}/threads"
    assert client.get(address).json()["count"] == 1
    reopening = f"{API}/questions/{settled.question_id}/reopening"
    assert client_of(people.admin).post(reopening, {"reason": "A typo."}, format="json").status_code == 200
    assert client.get(address).json()["count"] == 0
    with pytest.raises(NotFound):
        reply(user=people.reviewer_a, thread_id=thread.pk, text="Hm.")
    Notification.objects.all().delete()
    reply(user=people.annotator, thread_id=thread.pk, text="Mended.")
    assert told() == [("Admin", None)]


def test_notices_go_to_those_who_can_read_when_something_is_written(people: People, settled: Round) -> None:
    begin(people, settled, text="Between us.")
    assert told() == [("Admin", None)]
    thread = begin(people, settled, with_reviewers=True)
    begin(people, settled, with_reviewers=True)
    assert told() == [("Admin", None), ("Reviewer A", settled.pk), ("Reviewer B", settled.pk)]
    Notification.objects.all().delete()
    reply(user=people.reviewer_a, thread_id=thread.pk, text="Yes.")
    assert told() == [("Admin", None), ("Annotator", None), ("Reviewer B", settled.pk)]
    resolve(user=people.admin, thread_id=thread.pk)
    assert len(told()) == 3
    [notice] = client_of(people.reviewer_b).get(f"{API}/notifications").json()["results"]
    assert (notice["question"], notice["review"]) == (None, {"id": settled.pk, "question_id": "G1_Q000001"})


@pytest.mark.one_database
def test_blind_reviewers_read_nothing_of_it_when_author_and_admin_talk(
    people: People, returned: Round
) -> None:
    """A and C look at everything before and after: also C, who judges the question anew, and an admin who reviews."""
    third = add_member(people.project, make_user("reviewer c"), reviewer=True).user
    reviewing_admin = make_user("admin b")
    add_member(people.project, reviewing_admin, admin=True, reviewer=True)
    renewed = rows.submit_again(returned)
    assert claim(third, people.project) == renewed
    begin(people, returned, anchor=Anchor(round_number=1, reviewer=2))
    readers = [client_of(who) for who in (people.reviewer_a, third, reviewing_admin)]
    asked = addresses(people.project.pk, readers[0])
    with transaction.atomic():
        after = [crawl(client, asked) for client in readers]
        Post.objects.all().delete()
        Thread.objects.all().delete()
        Notification.objects.filter(kind="commented").delete()
        before = [crawl(client, asked) for client in readers]
        transaction.set_rollback(True)
    for one, other in zip(before, after, strict=True):
        assert differences(one, other) == {}
    assert Thread.objects.count() == 1


@pytest.mark.parametrize("count", [1, 20])
def test_lists_cost_the_same_statements_when_there_are_few_or_many(
    people: People, settled: Round, count: int
) -> None:
    for _ in range(count):
        begin(people, settled, with_reviewers=True, anchor=Anchor(round_number=1, reviewer=1))
    for who, address in (
        (people.annotator, f"{API}/questions/{settled.question_id}/threads"),
        (people.admin, f"{API}/threads?project={people.project.pk}"),
        (people.reviewer_a, f"{API}/assignments/{settled.pk}/threads"),
    ):
        client = client_of(who)
        with CaptureQueriesContext(connection) as caught:
            listed = client.get(address).json()
        assert len(listed["results"]) == count
        assert len(caught) <= 11, address


def test_rows_are_refused_when_they_go_round_the_service(people: People, settled: Round) -> None:
    thread = begin(people, settled)
    with pytest.raises(IntegrityError), transaction.atomic():
        Post.objects.create(thread=thread, writer=people.admin, stance="admin", text="")
    with pytest.raises(IntegrityError), transaction.atomic():
        Post.objects.create(thread=thread, writer=people.admin, stance="admin", kind="resolved", text="x")
    verdict = settled.assignments.get(slot=1).verdict
    with pytest.raises(IntegrityError), transaction.atomic():
        Thread.objects.filter(pk=thread.pk).update(field="answer", verdict=verdict)
    assert Post.objects.filter(thread=thread).count() == 1
