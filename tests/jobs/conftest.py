"""What the tests of jobs share: a record of the wake-ups that were sent, instead of a broker."""

from __future__ import annotations

import pytest

from jobs import broker
from tests.jobs import handlers


@pytest.fixture(autouse=True)
def fresh_records() -> None:
    handlers.ENDS.clear()
    handlers.CONTEXTS.clear()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Every wake-up as (job id, queue); the broker takes them all and its queues are empty."""
    record: list[tuple[int, str]] = []

    def wake(*, job_id: int, queue: str) -> bool:
        record.append((job_id, queue))
        return True

    monkeypatch.setattr(broker, "wake", wake)
    monkeypatch.setattr(broker, "waiting", lambda queue: 0)
    return record
