"""Calls on the record: attempts, one answer a key, limits and budgets shared by all workers."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from llmock.pytest_plugin import LLMock
from llmock.scenarios import Delay

from kernel.errors import DomainError
from llm import asking, reservations
from llm.client import most_it_can_cost
from llm.keys import decrypt_key, encrypt_key
from llm.models import Attempt, AttemptState, Budget, Endpoint
from llm.prompts import build
from llm.public import (
    BadAnswer,
    Misfit,
    OverBudget,
    Prompt,
    RateLimited,
    Reply,
    Text,
    Unavailable,
    ask,
    embed_texts,
)
from llm.selectors import spending_of, use_of
from tests.llm.conftest import GOOD, SCHEMA, MakeEndpoint
from tests.personas import People

pytestmark = pytest.mark.django_db(transaction=True)

PRICES: dict[str, Any] = {"input_price": Decimal(100), "output_price": Decimal(200), "max_output_tokens": 50}


def asked(endpoint: Endpoint, people: People, key: str = "k", **fields: Any) -> Reply:
    prompt = Prompt("Judge.", (Text("Why?"),), "judge/1")
    return ask(
        **{
            "endpoint_id": endpoint.pk,
            "prompt": prompt,
            "schema": SCHEMA,
            "purpose": "judge",
            "project_id": people.project.pk,
            "idempotency_key": key,
            "subject": "score:1",
            **fields,
        }
    )


def test_attempt_keeps_what_was_asked_and_answered_when_it_succeeds(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People
) -> None:
    Budget.objects.create(project=people.project, limit=10, changed_by=people.admin)
    llmock.reply(GOOD)
    reply = asked(make_endpoint(**PRICES), people)
    row = Attempt.objects.get()
    assert (reply.data["score"], reply.attempt_id, reply.is_new) == (3, row.pk, True)
    assert (row.state, row.model_asked, row.model_answered, row.answer) == (
        "succeeded",
        "gpt-mock",
        "gpt-mock",
        GOOD,
    )
    assert (row.purpose, row.prompt_version, row.subject, row.mode) == (
        "judge",
        "judge/1",
        "score:1",
        "json_schema",
    )
    assert (row.finish_reason, row.http_status, row.error_code, row.cost_is_bound) == ("stop", 200, "", False)
    assert row.input_tokens is not None
    assert row.output_tokens is not None
    assert row.milliseconds is not None
    assert row.cost == (row.input_tokens * Decimal(100) + row.output_tokens * Decimal(200)) / 1_000_000
    assert (len(row.request_sha256), row.contents["parts"]) == (64, {"text": 1})


def test_nothing_is_sent_again_when_the_same_answer_is_wanted(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People
) -> None:
    endpoint = make_endpoint()
    llmock.reply(GOOD)
    first = asked(endpoint, people)
    again = asked(endpoint, people)
    assert (again.data, again.attempt_id, again.is_new) == (first.data, first.attempt_id, False)
    assert (len(llmock.requests), Attempt.objects.count()) == (1, 1)
    with pytest.raises(Misfit) as refusal:
        asked(endpoint, people, prompt=Prompt("Judge.", (Text("Other."),)))
    assert (refusal.value.code, len(llmock.requests)) == ("idempotency_key_reused", 1)


def test_each_attempt_is_a_row_when_some_fail(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People
) -> None:
    endpoint = make_endpoint()
    llmock.fail(500).reply("not json").reply(GOOD)
    with pytest.raises(Unavailable):
        asked(endpoint, people)
    with pytest.raises(BadAnswer):
        asked(endpoint, people)
    asked(endpoint, people)
    rows = Attempt.objects.order_by("pk").values_list("state", "error_code", "http_status", "answer")
    assert [(state, code, status) for state, code, status, _ in rows] == [
        ("failed", "model_unavailable", 500),
        ("failed", "answer_not_json", 200),
        ("succeeded", "", 200),
    ]
    assert [answer for *_, answer in rows][1:] == ["not json", GOOD]
    (use,) = use_of(project_id=people.project.pk)
    assert (use.attempts, use.succeeded, use.failed) == (3, 1, 2)
    assert use.failures == {"answer_not_json": 1, "model_unavailable": 1}


def test_everybody_keeps_away_when_the_service_has_asked_for_it(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People
) -> None:
    endpoint = make_endpoint()
    llmock.rate_limit(retry_after=30)
    with pytest.raises(RateLimited) as first:
        asked(endpoint, people)
    with pytest.raises(RateLimited) as second:
        asked(endpoint, people, key="other")
    assert (first.value.after, first.value.counts, second.value.counts) == (
        timedelta(seconds=30),
        True,
        False,
    )
    assert second.value.after is not None
    assert 25 < second.value.after.total_seconds() <= 30
    assert (len(llmock.requests), Attempt.objects.get().retry_after_seconds) == (1, 30.0)


def test_call_waits_for_its_turn_when_a_minute_is_full(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People
) -> None:
    endpoint = make_endpoint(max_per_minute=2)
    llmock.reply(GOOD, times=None)
    asked(endpoint, people, key="1")
    asked(endpoint, people, key="2")
    with pytest.raises(RateLimited) as refusal:
        asked(endpoint, people, key="3")
    assert refusal.value.after is not None
    assert 50 < refusal.value.after.total_seconds() <= 60
    Attempt.objects.filter(idempotency_key="1").update(started_at=timezone.now() - timedelta(seconds=61))
    assert asked(endpoint, people, key="3").is_new


def in_threads(count: int, work: Any) -> list[Any]:
    """What `work(number)` gave or raised in so many threads that begin together."""
    barrier = threading.Barrier(count)

    def one(number: int) -> Any:
        try:
            barrier.wait(10)
            return work(number)
        except DomainError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def test_budget_is_never_passed_when_eight_workers_ask_at_once(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People
) -> None:
    endpoint = make_endpoint(**PRICES, max_concurrent=8)
    llmock.reply(GOOD, times=None)
    llmock.add(Delay(0.3, times=None))
    request = build(asking.describe(endpoint), Prompt("Judge.", (Text("Why?"),), "judge/1"), schema=SCHEMA)
    most = most_it_can_cost(asking.describe(endpoint), request)
    limit = (most * Decimal("3.5")).quantize(Decimal("0.0001"))
    Budget.objects.create(project=people.project, limit=limit, changed_by=people.admin)
    ended = in_threads(8, lambda number: asked(endpoint, people, key=f"k{number}"))
    assert sorted(type(one).__name__ for one in ended) == ["OverBudget"] * 5 + ["Reply"] * 3
    assert len(llmock.requests) == 3
    spending = spending_of(project_id=people.project.pk)
    assert (spending.reserved, spending.spent < limit) == (Decimal(0), True)
    # Settled calls cost less than was reserved for them, so that there is room for more now, up to the limit.
    llmock.reset().reply(GOOD, times=None)
    more = in_threads(1, lambda _: [asked(endpoint, people, key=f"k{number}") for number in range(8, 99)])
    assert isinstance(more[0], OverBudget)
    assert len(llmock.requests) > 0
    assert spending_of(project_id=people.project.pk).spent <= limit


def test_no_more_calls_than_allowed_are_under_way_when_eight_workers_ask_at_once(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People
) -> None:
    endpoint = make_endpoint(max_concurrent=3)
    llmock.reply(GOOD, times=None)
    llmock.add(Delay(0.4, times=None))
    ended = in_threads(8, lambda number: asked(endpoint, people, key=f"k{number}"))
    waiting = [one for one in ended if isinstance(one, RateLimited)]
    assert (len(waiting), len(llmock.requests)) == (5, 3)
    assert all(one.counts is False and one.after is not None for one in waiting)


def test_one_answer_stands_when_two_workers_ask_for_it_at_once(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People
) -> None:
    endpoint = make_endpoint()
    llmock.reply(GOOD, times=None)
    llmock.add(Delay(0.3, times=None))
    ended = in_threads(2, lambda number: asked(endpoint, people))
    assert len({one.attempt_id for one in ended}) == 1
    assert Attempt.objects.filter(state=AttemptState.SUCCEEDED).count() == 1


@pytest.mark.parametrize("budget", [None, Decimal(0)])
def test_nothing_is_sent_when_the_project_may_spend_nothing(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People, budget: Decimal | None
) -> None:
    if budget is not None:
        Budget.objects.create(project=people.project, limit=budget, changed_by=people.admin)
    with pytest.raises(OverBudget) as refusal:
        asked(make_endpoint(**PRICES), people)
    assert refusal.value.code == ("no_budget" if budget is None else "over_budget")
    assert (llmock.requests, Attempt.objects.count()) == ([], 0)
    llmock.reply(GOOD)
    assert asked(make_endpoint(), people).cost == 0


def test_reservation_stays_spent_and_its_place_is_free_when_the_worker_is_gone(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint = make_endpoint(**PRICES, max_concurrent=1)
    Budget.objects.create(project=people.project, limit=10, changed_by=people.admin)

    class Killed(BaseException):
        pass

    def killed(**_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(asking, "send", lambda *_, **__: (_ for _ in ()).throw(Killed()))
        patch.setattr(asking, "settle_lost", killed)  # a process that is gone settles nothing
        with pytest.raises(Killed):
            asked(endpoint, people)
    reserved = Attempt.objects.get().cost
    with pytest.raises(RateLimited):
        asked(endpoint, people, key="other")
    llmock.reply(GOOD, times=None)
    reply = asked(endpoint, people)  # the job that was put back asks for the same answer
    assert (reply.is_new, len(llmock.requests)) == (True, 1)
    states = Attempt.objects.order_by("pk").values_list("state", "cost", "cost_is_bound")
    assert list(states) == [("lost", reserved, True), ("succeeded", reply.cost, False)]
    assert reservations.spent_of(project_id=people.project.pk) == reserved + reply.cost


def test_cost_is_told_as_a_bound_when_a_call_timed_out(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People
) -> None:
    endpoint = make_endpoint(**PRICES, timeout_seconds=1)
    Budget.objects.create(project=people.project, limit=10, changed_by=people.admin)
    llmock.delay(2.0)
    with pytest.raises(Unavailable):
        asked(endpoint, people)
    row = Attempt.objects.get()
    assert (row.error_code, row.cost > 0, row.cost_is_bound) == ("model_timeout", True, True)


def test_nothing_is_sent_when_the_endpoint_is_retired_or_its_key_is_gone(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People, settings: Any
) -> None:
    codes = []
    for fields in (
        {"retired_at": timezone.now()},
        {"key_variable": "NOBODY_HAS_SET_THIS_API_KEY"},
        {"key_token": encrypt_key("sk-1")},
    ):
        endpoint = make_endpoint(**fields)
        settings.MODEL_KEY_SECRETS = ["another secret"]
        with pytest.raises(Misfit) as refusal:
            asked(endpoint, people)
        codes.append(refusal.value.code)
    assert codes == ["endpoint_retired", "endpoint_key_missing", "endpoint_key_unreadable"]
    assert (llmock.requests, Attempt.objects.count()) == ([], 0)


def test_stored_key_is_readable_when_the_secret_was_changed_and_the_old_one_is_kept(settings: Any) -> None:
    settings.MODEL_KEY_SECRETS = ["old"]
    token = encrypt_key("sk-1")
    settings.MODEL_KEY_SECRETS = ["new", "old"]
    assert (decrypt_key(token), "sk-1" in token) == ("sk-1", False)


def test_texts_are_embedded_on_the_record_when_asked(
    llmock: LLMock, make_endpoint: MakeEndpoint, people: People
) -> None:
    endpoint = make_endpoint(abilities=["embeddings"])
    vectors = embed_texts(
        endpoint_id=endpoint.pk, texts=["one", "two"], purpose="duplicates", project_id=people.project.pk
    )
    row = Attempt.objects.get()
    assert ([len(vector) for vector in vectors], row.state, row.mode, row.answer) == (
        [1536, 1536],
        "succeeded",
        "embeddings",
        "",
    )
