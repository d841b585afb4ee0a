"""Wake-ups are not sent, and the scripted model server of the tests of models is here as well."""

from __future__ import annotations

import pytest

from jobs import broker
from llm.public import Prompt, Text
from tests.llm.conftest import make_endpoint  # noqa: F401 - a fixture


@pytest.fixture(autouse=True)
def unsent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "wake", lambda *, job_id, queue: True)


@pytest.fixture
def prompt() -> Prompt:
    return Prompt("Judge.", (Text("Why?"),), "judge/1")
