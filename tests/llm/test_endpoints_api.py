"""Endpoints over HTTP: set up by staff alone, keys that go in and never come out."""

from __future__ import annotations

from typing import Any

import pytest
from llmock.pytest_plugin import LLMock

from llm.keys import decrypt_key
from llm.models import Attempt, Endpoint
from tests.llm.conftest import KEY, MakeEndpoint
from tests.personas import People, client_of

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/model-endpoints"
NEW: dict[str, Any] = {
    "name": "Lab",
    "base_url": "https://models.lab.example/v1/",
    "model": "qwen",
    "key": KEY,
}


def test_endpoint_is_set_up_and_its_key_stays_inside_when_staff_post_it(people: People) -> None:
    made = client_of(people.admin).post(
        ADDRESS, {**NEW, "abilities": ["json_object", "frames"]}, format="json"
    )
    assert made.status_code == 201
    row = Endpoint.objects.get()
    assert (row.base_url, row.abilities) == ("https://models.lab.example/v1", ["frames", "json_object"])
    assert (KEY in row.key_token, decrypt_key(row.key_token)) == (False, KEY)
    listed = client_of(people.admin).get(ADDRESS)
    assert listed.json()["results"][0]["key"] == "stored"
    assert [
        KEY in answer.content.decode() or row.key_token in answer.content.decode()
        for answer in (made, listed)
    ] == [
        False,
        False,
    ]


@pytest.mark.parametrize("who", ["annotator", "reviewer_a", "outsider"])
def test_endpoints_are_refused_when_somebody_else_asks(
    people: People, make_endpoint: MakeEndpoint, who: str
) -> None:
    endpoint = make_endpoint()
    client = client_of(getattr(people, who))
    answers = [
        client.get(ADDRESS),
        client.post(ADDRESS, NEW, format="json"),
        client.patch(f"{ADDRESS}/{endpoint.pk}", {"version": 1, "model": "other"}, format="json"),
        client.post(f"{ADDRESS}/{endpoint.pk}/retirement"),
        client.post(f"{ADDRESS}/{endpoint.pk}/trial"),
    ]
    assert [answer.status_code for answer in answers] == [403] * 5
    assert (Endpoint.objects.get().model, Endpoint.objects.get().retired_at, Attempt.objects.count()) == (
        "gpt-mock",
        None,
        0,
    )


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"base_url": "file:///etc/passwd"}, "base_url"),
        ({"base_url": "https://user:pass@host/v1"}, "base_url"),
        ({"key": "", "key_variable": "SECRET_KEY"}, "key_variable"),
        ({"key_variable": "OPENAI_API_KEY"}, "key"),
        ({"key": "with space"}, "key"),
        ({"abilities": ["telepathy"]}, "abilities.0"),
        ({"name": " "}, "name"),
        ({"input_price": -1}, "input_price"),
        ({"max_concurrent": 0}, "max_concurrent"),
    ],
)
def test_endpoint_is_refused_when_a_setting_cannot_be(
    people: People, change: dict[str, Any], field: str
) -> None:
    answer = client_of(people.admin).post(ADDRESS, {**NEW, **change}, format="json")
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, [field])
    assert Endpoint.objects.count() == 0


def test_stored_key_is_asked_for_again_when_the_host_changes(people: People) -> None:
    client = client_of(people.admin)
    endpoint = client.post(ADDRESS, NEW, format="json").json()
    address = f"{ADDRESS}/{endpoint['id']}"
    elsewhere = {"version": 1, "base_url": "https://elsewhere.example/v1"}
    refused = client.patch(address, elsewhere, format="json")
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "host_changed")
    assert Endpoint.objects.get().base_url == "https://models.lab.example/v1"
    same_host = client.patch(
        address, {"version": 1, "base_url": "https://models.lab.example/v2"}, format="json"
    )
    assert (same_host.status_code, same_host.json()["version"], same_host.json()["key"]) == (200, 2, "stored")
    stale = client.patch(address, {"version": 1, "model": "other"}, format="json")
    assert (stale.status_code, stale.json()["current_version"]) == (409, 2)
    named = client.patch(address, {"version": 2, "key_variable": "LAB_API_KEY"}, format="json").json()
    assert (named["key"], named["key_variable"], Endpoint.objects.get().key_token) == (
        "variable",
        "LAB_API_KEY",
        "",
    )


def test_name_is_refused_when_it_is_taken(people: People) -> None:
    client = client_of(people.admin)
    client.post(ADDRESS, NEW, format="json")
    answer = client.post(ADDRESS, NEW, format="json")
    assert (answer.status_code, answer.json()["code"], Endpoint.objects.count()) == (
        409,
        "endpoint_name_taken",
        1,
    )


def test_key_is_forgotten_when_an_endpoint_is_retired(people: People) -> None:
    client = client_of(people.admin)
    endpoint = client.post(ADDRESS, NEW, format="json").json()
    for _ in range(2):
        answer = client.post(f"{ADDRESS}/{endpoint['id']}/retirement")
        assert (answer.status_code, answer.json()["key"], answer.json()["version"]) == (200, "none", 2)
    assert Endpoint.objects.get().key_token == ""
    assert client.post(f"{ADDRESS}/{endpoint['id']}/trial").json()["code"] == "endpoint_retired"


def test_trial_tells_who_answered_when_the_endpoint_works(
    people: People, make_endpoint: MakeEndpoint, llmock: LLMock
) -> None:
    endpoint = make_endpoint()
    llmock.reply("ready")
    answer = client_of(people.admin).post(f"{ADDRESS}/{endpoint.pk}/trial")
    assert (answer.status_code, answer.json()["model"], answer.json()["answer"]) == (200, "gpt-mock", "ready")
    assert Attempt.objects.get().purpose == "trial"


@pytest.mark.parametrize(("status", "answered"), [(401, 502), (429, 429), (503, 503)])
def test_trial_tells_what_is_wrong_when_the_endpoint_does_not_work(
    people: People, make_endpoint: MakeEndpoint, llmock: LLMock, status: int, answered: int
) -> None:
    llmock.fail(status, retry_after=4.0)
    answer = client_of(people.admin).post(f"{ADDRESS}/{make_endpoint().pk}/trial")
    assert (answer.status_code, answer["Content-Type"]) == (answered, "application/problem+json")
    assert answer.headers.get("Retry-After") == (None if status == 401 else "5")
    assert Attempt.objects.get().state == "failed"


def test_list_takes_as_many_queries_when_it_is_longer(
    people: People, make_endpoint: MakeEndpoint, django_assert_num_queries: Any
) -> None:
    client = client_of(people.admin)
    for number in (1, 20):
        while Endpoint.objects.count() < number:
            make_endpoint()
        with django_assert_num_queries(5):
            client.get(ADDRESS)
