"""What one reviewer can find out about another, by reading everything and trying everything: nothing.

The clock stands still, so that two worlds that differ in what reviewer A did can be compared answer by answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Membership, User
from annotation.questions.models import Question
from review.assignments import documents, services
from review.assignments.models import Assignment
from review.blind.services import BlindAnswer, reveal_reference
from review.rounds.models import Round
from review.verdicts.models import Verdict
from review.verdicts.undo import take_back
from tests.personas import People, add_member, client_of, make_user
from tests.review.crawling import Answer, addresses, answer_of, crawl, differences, get_operations
from tests.review.rows import ACCEPT, REJECT, claim, judge, make_item

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("undo")]

API = "/api/v1"
GIVEN = {"decision": "accept", "watched": [[0, 10]]}
World = Callable[[], object]


class Clock:
    """What time it is, in all of the product's services."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_minutes(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    fixed = Clock()
    monkeypatch.setattr(timezone, "now", fixed)
    return fixed


@pytest.fixture
def third(people: People) -> User:
    user = make_user("reviewer c")
    add_member(people.project, user, reviewer=True)
    return user


@pytest.fixture
def item(people: People, clock: Clock, third: User) -> Round:
    """The oldest of three items; B holds it, A has not been there yet. The admin is a reviewer, too."""
    Membership.objects.filter(user=people.admin).update(is_reviewer=True)
    for number in (1, 2, 3):
        made = make_item(people.project, people.annotator, number=number)
        if number == 1:
            oldest = made
    claim(people.reviewer_b, people.project)
    return oldest


@contextmanager
def imagined() -> Iterator[None]:
    """What happens inside has not happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def answers_in(worlds: dict[str, World], look: Callable[[], Any]) -> dict[str, Any]:
    """What `look` finds in each world."""
    found = {}
    for name, begin in worlds.items():
        with imagined():
            begin()
            found[name] = look()
    return found


def worlds_of(people: People, item: Round) -> dict[str, World]:
    """What A may have done with the item that B holds, from the moment A holds it, too."""

    def held() -> None:
        assert claim(people.reviewer_a, people.project) == item

    def worked_on() -> None:
        held()
        services.heartbeat(reviewer=people.reviewer_a, round_id=item.pk, watched=[[0, 3]])
        services.save_draft(reviewer=people.reviewer_a, round_id=item.pk, draft={"comment": "hm"})

    def labelled() -> None:
        held()
        reveal_reference(
            reviewer=people.reviewer_a, round_id=item.pk, answer=BlindAnswer(labels=(("", "sadness"),))
        )

    def accepted() -> None:
        labelled()
        judge(people.reviewer_a, item, ACCEPT)

    def rejected() -> None:
        held()
        judge(people.reviewer_a, item, REJECT)

    def taken_back() -> None:
        rejected()
        take_back(reviewer=people.reviewer_a, round_id=item.pk)

    return {
        "held": held,
        "worked on": worked_on,
        "labelled": labelled,
        "accepted": accepted,
        "rejected": rejected,
        "taken back": taken_back,
    }


def assert_all_same(found: dict[str, Any]) -> None:
    names = list(found)
    for other in names[1:]:
        if isinstance(found[other], dict):
            assert differences(found[names[0]], found[other]) == {}, f"{names[0]} / {other}"
        else:
            assert found[names[0]] == found[other], f"{names[0]} / {other}"


def test_crawl_reads_every_get_endpoint_when_it_lists_addresses(people: People, item: Round) -> None:
    client = client_of(people.reviewer_b)
    asked = addresses(people.project.pk, client)
    seen = crawl(client, asked)
    assert all(status < 500 for status, _, _ in seen.values())
    # Each path is there, and what B may read was really read.
    for path, _ in get_operations():
        start = path.split("{")[0]
        assert any(address.startswith(start) for address in asked), path
    assert seen[f"{API}/assignments/{item.pk}"][0] == 200
    assert seen[f"{API}/assignments?project={people.project.pk}"][0] == 200
    assert seen[f"{API}/questions/{item.question_id}/feedback"][0] == 404
    assert sum(status == 200 for status, _, _ in seen.values()) >= 10


def test_crawl_finds_a_leak_when_one_is_made(
    people: People, item: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One number that counts all verdicts of the round, in the list alone."""
    plain = documents.row_document

    def leaky(assignment: Assignment) -> dict[str, Any]:
        verdicts = Verdict.objects.filter(assignment__round=assignment.round_id).count()
        return {**plain(assignment), "round_number": 1 + verdicts}

    monkeypatch.setattr(documents, "row_document", leaky)
    client = client_of(people.reviewer_b)
    asked = [address for address in addresses(people.project.pk, client) if "/assignments" in address]
    found = answers_in(worlds_of(people, item), lambda: crawl(client, asked))
    assert differences(found["held"], found["worked on"]) == {}
    assert all("/assignments?" in address for address in differences(found["held"], found["accepted"]))
    assert differences(found["held"], found["accepted"]) != {}


@pytest.mark.parametrize(
    "who",
    [
        "reviewer_b",
        *(pytest.param(who, marks=pytest.mark.one_database) for who in ("third", "annotator", "admin")),
    ],
)
def test_nothing_to_read_changes_when_another_reviewer_judges(
    people: People, item: Round, third: User, who: str
) -> None:
    """B holds the item, C may get it later, the author waits, the admin is a reviewer, too."""
    client = client_of(third if who == "third" else getattr(people, who))
    asked = addresses(people.project.pk, client)
    worlds = worlds_of(people, item)
    del worlds["held"]
    if who == "reviewer_b":
        worked_on = worlds["worked on"]

        def handed_back() -> None:
            worked_on()
            services.release(reviewer=people.reviewer_a, round_id=item.pk)

        worlds |= {"nobody else": lambda: None, "handed back": handed_back}
    assert_all_same(answers_in(worlds, lambda: crawl(client, asked)))


def test_nothing_to_read_tells_the_other_verdict_when_ones_own_is_given(people: People, item: Round) -> None:
    """Also after the round has closed, the second reviewer reads the same as if they had been the first."""
    client = client_of(people.reviewer_b)
    asked = addresses(people.project.pk, client)

    def look() -> dict[str, Answer]:
        judge(people.reviewer_b, item)
        return crawl(client, asked)

    assert_all_same(answers_in(worlds_of(people, item), look))


def posts(client: APIClient, item: Round, people: People) -> dict[str, Answer]:
    """What each thing answers that can be tried with the item, each tried by itself, and then in a row."""
    own = f"{API}/assignments/{item.pk}"
    project = {"project": people.project.pk}
    tries: list[tuple[str, str, dict[str, Any] | None]] = [
        ("post", f"{API}/assignments/next", project),
        ("post", f"{API}/assignments/next", {**project, "granularity": "clip", "task": "contextual emotion"}),
        ("post", f"{API}/assignments/next", {**project, "granularity": "episode"}),
        ("post", f"{own}/heartbeat", {"watched": [[0, 2]]}),
        ("put", f"{own}/verdict-draft", {"comment": "so far"}),
        ("post", f"{own}/release", None),
        ("post", f"{own}/verdict", {"decision": "accept"}),
        ("post", f"{own}/verdict", GIVEN),
        ("post", f"{API}/questions/{item.question_id}/reopening", {"reason": "why"}),
        ("post", f"{API}/questions/{item.question_id}/submission", {"version": 1}),
        ("post", f"{own}/reference", {"labels": [{"side": "", "label": "anger"}]}),
        ("post", f"{own}/stages", None),
        ("post", f"{own}/take-up", None),
        ("post", f"{own}/verdict-undo", None),
    ]
    found: dict[str, Answer] = {}
    for number, (method, address, body) in enumerate(tries):
        with imagined():
            found[f"{number} {address}"] = answer_of(getattr(client, method)(address, body, format="json"))
    with imagined():
        for number, (method, address, body) in enumerate(
            [
                tries[10],
                tries[7],
                tries[7],
                tries[5],
                tries[3],
                tries[13],
                tries[7],
                tries[0],
                tries[4],
                tries[13],
            ]
        ):
            found[f"row {number} {address}"] = answer_of(
                getattr(client, method)(address, body, format="json")
            )
    return found


@pytest.mark.parametrize("who", ["reviewer_b", "third"])
def test_nothing_to_try_answers_differently_when_another_reviewer_has_judged(
    people: People, item: Round, third: User, who: str
) -> None:
    client = client_of(third if who == "third" else people.reviewer_b)
    assert_all_same(answers_in(worlds_of(people, item), lambda: posts(client, item, people)))


def test_next_answers_a_third_reviewer_the_same_when_everything_is_taken(
    people: People, item: Round, third: User, clock: Clock
) -> None:
    """Only one item is left, both slots taken; C asks again and again while A works on, or has long judged."""
    client = client_of(third)
    Question.objects.exclude(pk=item.question_id).update(state="withdrawn")
    Round.objects.exclude(pk=item.pk).update(closed_at=timezone.now(), outcome="removed")

    def look() -> list[Any]:
        started = clock.now
        seen = []
        for minute in range(0, 100, 4):
            clock.now = started + timedelta(minutes=minute)
            services.heartbeat(reviewer=people.reviewer_b, round_id=item.pk)
            if people.reviewer_a.assignments.get().state == "held":
                services.heartbeat(reviewer=people.reviewer_a, round_id=item.pk)
            answer = client.post(
                f"{API}/assignments/next", {"project": people.project.pk}, format="json"
            ).json()
            assert answer["assignment"] is None
            assert answer["frees_at"] > clock.now.isoformat()
            seen.append((answer["held"], answer["frees_at"]))
        clock.now = started
        return seen

    found = answers_in(worlds_of(people, item), look)
    assert_all_same(found)
    assert [held for held, _ in found["held"]] == [1] * 25


def test_next_gives_a_third_reviewer_the_same_item_when_the_slot_beside_a_verdict_is_free(
    people: People, item: Round, third: User
) -> None:
    client = client_of(third)

    def look() -> Answer:
        services.release(reviewer=people.reviewer_b, round_id=item.pk)
        return answer_of(
            client.post(f"{API}/assignments/next", {"project": people.project.pk}, format="json")
        )

    found = answers_in(worlds_of(people, item), look)
    assert_all_same(found)
    assert found["held"][0] == 201


def test_author_cannot_be_read_by_reviewers_when_the_project_hides_authors(
    people: People, item: Round, third: User
) -> None:
    hints = [people.annotator.name, people.annotator.email]
    for reviewer in (people.reviewer_b, third):
        client = client_of(reviewer)
        seen = crawl(client, addresses(people.project.pk, client))
        assert [
            address for address, (_, _, body) in seen.items() if any(hint in body for hint in hints)
        ] == []
