"""Which models a project asks, its budget, and what its calls came to."""

from __future__ import annotations

from typing import Any

import pytest
from llmock.pytest_plugin import LLMock

from llm.public import BadAnswer, ask
from tests.llm.conftest import GOOD, SCHEMA, MakeEndpoint
from tests.personas import People, client_of

pytestmark = pytest.mark.django_db


def test_admin_chooses_and_annotators_see_no_more_than_who_is_asked(
    people: People, make_endpoint: MakeEndpoint
) -> None:
    endpoint, vectors = make_endpoint(), make_endpoint(abilities=["embeddings"])
    address = f"/api/v1/projects/{people.project.pk}/model-choices"
    admin, annotator = client_of(people.admin), client_of(people.annotator)
    body = {"purpose": "drafts", "endpoint": endpoint.pk}
    assert annotator.put(address, body, format="json").status_code == 403
    chosen = admin.put(address, body, format="json").json()
    assert len(chosen["endpoints"]) == 2
    for wrong in (
        {"purpose": "drafts", "endpoint": vectors.pk},
        {"purpose": "embeddings", "endpoint": endpoint.pk},
    ):
        refused = admin.put(address, wrong, format="json")
        assert (refused.status_code, refused.json()["code"]) == (400, "endpoint_unfit")
    seen = annotator.get(address).json()
    named = {one["purpose"]: (one["endpoint"] or {}).get("name") for one in seen["purposes"]}
    assert named == {"boundaries": None, "drafts": endpoint.name, "opinions": None, "embeddings": None}
    assert (seen["endpoints"], "base_url" in str(seen)) == ([], False)
    assert client_of(people.reviewer_a).get(address).status_code == 403
    body["endpoint"] = None
    assert admin.put(address, body, format="json").json()["purposes"][1]["endpoint"] is None


def test_use_tells_calls_cost_and_failures_by_prompt_version(
    people: People, make_endpoint: MakeEndpoint, llmock: LLMock, prompt: Any
) -> None:
    endpoint = make_endpoint(input_price=2, output_price=10)
    address = f"/api/v1/projects/{people.project.pk}"
    admin = client_of(people.admin)
    assert (
        client_of(people.annotator).put(f"{address}/model-budget", {"limit": 5}, format="json").status_code
        == 403
    )
    assert admin.put(f"{address}/model-budget", {"limit": "5"}, format="json").json()["limit"] == 5
    llmock.reply(GOOD)
    llmock.reply("not json")

    def call(key: str) -> None:
        ask(
            endpoint_id=endpoint.pk,
            prompt=prompt,
            schema=SCHEMA,
            purpose="judge",
            project_id=people.project.pk,
            idempotency_key=key,
        )

    call("one")
    with pytest.raises(BadAnswer):
        call("other")
    use = admin.get(f"{address}/model-use").json()
    (row,) = use["calls"]
    assert (row["attempts"], row["succeeded"], row["failures"], row["prompt_version"]) == (
        2,
        1,
        {"answer_not_json": 1},
        "judge/1",
    )
    assert use["budget"]["spent"] == pytest.approx(row["cost"])
    assert row["cost"] > 0
    assert client_of(people.annotator).get(f"{address}/model-use").status_code == 403
