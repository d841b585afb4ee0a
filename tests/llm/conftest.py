"""What the tests of models share: a scripted server that speaks the protocol over HTTP, and endpoints at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from llmock.pytest_plugin import LLMock

from llm.models import Endpoint
from tests.personas import People

MakeEndpoint = Callable[..., Endpoint]

#: A schema as the product writes them: closed objects, everything required.
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["score", "reason"],
    "properties": {"score": {"type": "integer", "minimum": 0, "maximum": 4}, "reason": {"type": "string"}},
}
GOOD = '{"score": 3, "reason": "All stages are there."}'
KEY = "sk-very-secret-0123456789"


@pytest.fixture
def make_endpoint(llmock: LLMock, people: People) -> MakeEndpoint:
    """Endpoints at the scripted server, free and able to keep to a schema unless told otherwise."""

    def make(**fields: Any) -> Endpoint:
        return Endpoint.objects.create(
            **{
                "name": f"endpoint {Endpoint.objects.count() + 1}",
                "base_url": llmock.base_url("openai"),
                "model": "gpt-mock",
                "abilities": ["json_schema"],
                "created_by": people.admin,
                **fields,
            }
        )

    return make
