"""One running `manage.py up` and several jobs: how fast they are taken, how often, and how they stop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jobs import broker, services
from tests.faults.processes import LEASE_SECONDS, Product, product, set_up_name, wait_for
from tests.faults.test_lost_worker import assert_done_once, purge, queue_slow, rows, state, wait_done

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.usefixtures("running"),
]


@pytest.fixture(scope="module")
def running(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """The product with two media workers, for all tests of this module."""
    broker.prepare()
    purge()
    with product(tmp_path_factory.mktemp("up"), "--workers", "2") as started:
        yield started


def test_job_is_picked_up_within_two_seconds_when_a_worker_is_idle(tmp_path: Path) -> None:
    wait_done(queue_slow(tmp_path, lines=1, pause=0.0))  # the workers may still be on their way up
    times = []
    for _ in range(5):
        job = queue_slow(tmp_path, lines=1, pause=0.0)
        wait_done(job)
        job.refresh_from_db()
        assert job.started_at is not None
        times.append((job.started_at - job.created_at).total_seconds())
    print(f"pickup on {set_up_name()}: " + ", ".join(f"{t:.3f}" for t in times))
    assert max(times) < 2


def test_silent_job_keeps_its_worker_when_it_runs_longer_than_a_lease(tmp_path: Path) -> None:
    job = queue_slow(tmp_path, lines=1, pause=LEASE_SECONDS * 2.0, silent=True)
    wait_done(job)
    assert_done_once(job, tmp_path, attempts=1, lines=1)


def test_job_is_done_once_when_its_message_comes_ten_times(tmp_path: Path) -> None:
    job = queue_slow(tmp_path, lines=10)
    for _ in range(10):
        assert broker.wake(job_id=job.pk, queue="media")
    wait_done(job)
    wait_for(lambda: broker.waiting("media") == 0, seconds=30, why="the other messages read")
    assert_done_once(job, tmp_path, attempts=1, lines=10)


def test_running_job_stops_soon_when_it_is_cancelled(tmp_path: Path) -> None:
    job = queue_slow(tmp_path, lines=600)
    wait_for(lambda: (tmp_path / "starts").exists(), seconds=30, why="started")
    services.request_cancellation(job_id=job.pk)
    took = wait_for(lambda: state(job) == "cancelled", seconds=10, why="cancelled")
    print(f"cancelled on {set_up_name()}: {took:.2f} s")
    assert rows(job) == [(1, "cancelled")]
    assert not (tmp_path / "result").exists()
    assert took < 3
