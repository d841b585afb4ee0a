"""How many statements the review API costs, however long the queue or the list is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from review.assignments.selectors import Wish, claimable
from review.rounds.models import Round
from review.rounds.services import close_due
from tests.personas import People, client_of
from tests.review.rows import ACCEPT, REJECT, claim, claim_and_judge, let_run_out, make_item
from tests.review.test_api import ACCEPTING, API, REJECTING, ask

pytestmark = pytest.mark.django_db


@contextmanager
def at_most(statements: int) -> Iterator[None]:
    with CaptureQueriesContext(connection) as caught:
        yield
    told = "\n".join(query["sql"][:160] for query in caught.captured_queries)
    assert len(caught) <= statements, f"{len(caught)} statements:\n{told}"


@pytest.mark.parametrize("task", ["contextual emotion", "emotion trajectory"])
@pytest.mark.parametrize("items", [1, 20])
def test_next_costs_at_most_12_statements_when_there_are_few_or_many(
    people: People, items: int, task: str
) -> None:
    for number in range(1, items + 1):
        make_item(people.project, people.annotator, number=number, task=task, filled=True)
    client = client_of(people.reviewer_a)
    with at_most(12):
        assert ask(client, people).status_code == 201
    with at_most(12):
        assert ask(client, people).status_code == 200
    # The dearest claim: a stale hold of one's own and one of somebody else's in the way.
    let_run_out(people.reviewer_a)
    for number in range(101, 103):
        make_item(people.project, people.annotator, number=number, task=task, filled=True)
    claim(people.reviewer_b, people.project)
    let_run_out(people.reviewer_b)
    with at_most(12):
        assert ask(client, people).status_code == 201


@pytest.mark.parametrize("task", ["contextual emotion", "emotion trajectory"])
@pytest.mark.parametrize(("first", "second"), [(ACCEPTING, ACCEPTING), (ACCEPTING, REJECTING)])
def test_verdict_costs_at_most_20_statements_when_it_is_the_first_or_the_second(
    people: People, undo: timedelta, first: dict[str, Any], second: dict[str, Any], task: str
) -> None:
    item = make_item(people.project, people.annotator, task=task, filled=True)
    for reviewer, verdict in ((people.reviewer_a, first), (people.reviewer_b, second)):
        client = client_of(reviewer)
        ask(client, people)
        with at_most(12):
            assert client.post(f"{API}/assignments/{item.pk}/reference", {}, format="json").status_code == 200
        with at_most(20):
            answer = client.post(f"{API}/assignments/{item.pk}/verdict", verdict, format="json")
        assert answer.status_code == 200


@pytest.mark.parametrize("task", ["contextual emotion", "emotion trajectory"])
def test_closing_costs_at_most_20_statements_when_the_question_is_returned(
    people: People, undo: timedelta, task: str
) -> None:
    item = make_item(people.project, people.annotator, task=task, filled=True)
    for reviewer, verdict in ((people.reviewer_a, ACCEPT), (people.reviewer_b, REJECT)):
        assert claim_and_judge(reviewer, people.project, verdict) == item
    assert close_due() == 0
    with at_most(20):
        assert close_due(now=timezone.now() + undo) == 1
    item.refresh_from_db()
    assert item.outcome == "returned"


@pytest.mark.parametrize("meanwhile", [False, True])
def test_undo_costs_at_most_20_statements_when_the_next_item_is_held_or_not(
    people: People, undo: timedelta, meanwhile: bool
) -> None:
    item = make_item(people.project, people.annotator, number=1, filled=True)
    make_item(people.project, people.annotator, number=2, filled=True)
    client = client_of(people.reviewer_a)
    claim_and_judge(people.reviewer_a, people.project)
    if meanwhile:
        claim(people.reviewer_a, people.project)
    with at_most(20):
        answer = client.post(f"{API}/assignments/{item.pk}/verdict-undo", {}, format="json")
    assert answer.json()["state"] == "held"


@pytest.mark.parametrize("items", [1, 20])
def test_upcoming_costs_at_most_10_statements_when_there_are_few_or_many(people: People, items: int) -> None:
    for number in range(1, items + 1):
        make_item(people.project, people.annotator, number=number)
    client = client_of(people.reviewer_a)
    with at_most(10):
        shown = client.get(f"{API}/assignments/upcoming", {"project": people.project.pk})
    assert shown.json()["upcoming"]["id"] == Round.objects.order_by("pk")[0].pk


@pytest.mark.parametrize("items", [1, 20])
def test_list_costs_at_most_10_statements_when_there_are_few_or_many(people: People, items: int) -> None:
    for number in range(1, items + 1):
        make_item(people.project, people.annotator, number=number)
        claim_and_judge(people.reviewer_a, people.project)
    client = client_of(people.reviewer_a)
    with at_most(10):
        listed = client.get(f"{API}/assignments", {"project": people.project.pk}).json()
    assert len(listed["results"]) == items
    item = Round.objects.order_by("pk")[0]
    with at_most(10):
        client.post(f"{API}/assignments/{item.pk}/heartbeat", {}, format="json")


def test_queue_is_looked_up_by_every_column_of_its_index_when_only_a_task_is_asked_for(
    people: People,
) -> None:
    """Nothing left for a task is then found without reading the open rounds of all the others."""
    wish = Wish(people.reviewer_a, people.project.pk, task="emotional reasoning")
    sql = str(claimable(wish, timezone.now()).query)
    (index,) = [index for index in Round._meta.indexes if index.name == "round_open_by_task"]
    looked_up = [
        column for column in index.fields[:3] if f'"review_round"."{column}' in sql.split("WHERE", 1)[1]
    ]
    assert looked_up == ["project", "granularity", "task"]


@pytest.mark.postgres_only
def test_queue_is_looked_up_in_the_index_when_only_a_task_is_asked_for(people: People) -> None:
    """The planner can find by that index alone that nothing is left for a task."""
    with connection.cursor() as cursor:
        # In a table of one page every index costs the same: the one for any task is out of the way, in this test.
        cursor.execute("DROP INDEX round_open_oldest")
        make_item(people.project, people.annotator)
        wish = Wish(people.reviewer_a, people.project.pk, task="emotional reasoning")
        sql, parameters = claimable(wish, timezone.now()).query.sql_with_params()
        for way in ("seqscan", "bitmapscan", "sort"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
        cursor.execute(f"EXPLAIN {sql} LIMIT 1", parameters)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "round_open_by_task" in plan, plan
    looked_up = next(line for line in plan.splitlines() if "Index Cond" in line and "project_id" in line)
    assert "granularity" in looked_up, plan
    assert "task" in looked_up, plan
