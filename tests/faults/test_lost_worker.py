"""Workers that die, freeze or are stopped in the middle of a job: it is done right, and once."""

from __future__ import annotations

import os
import signal
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db import transaction

from jobs import broker, services, sweeper
from jobs.models import Job
from tests.faults.processes import LEASE_SECONDS, lone_worker, product, set_up_name, wait_for
from tests.faults.slow import tasks  # noqa: F401 - registers the slow kind here too, for queueing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults, pytest.mark.slow]

LINES = 30


@pytest.fixture(autouse=True)
def empty_queue(settings: Any) -> None:
    """Nothing of another test waits in the broker, and this process sweeps by the workers' clock."""
    settings.JOB_LEASE = timedelta(seconds=LEASE_SECONDS)
    purge()


def purge() -> None:
    broker.prepare()
    with current_app.connection_for_write() as connection, connection.channel() as channel:
        for queue in ("media", "default"):
            channel._purge(queue)


def queue_slow(folder: Path, *, lines: int = LINES, pause: float = 0.1, **payload: Any) -> Job:
    with transaction.atomic():
        return services.enqueue(
            kind="test.slow",
            subject="file:1",
            payload={"path": str(folder / "result"), "lines": lines, "pause": pause, **payload},
            queue="media",
            key=f"slow:{folder}",
        )


def rows(job: Job) -> list[tuple[int, str]]:
    return list(job.attempt_rows.order_by("number").values_list("number", "outcome"))


def state(job: Job) -> str:
    return Job.objects.values_list("state", flat=True).get(pk=job.pk)


def wait_done(job: Job) -> float:
    return wait_for(lambda: state(job) == "succeeded", seconds=60, why=f"job {job.pk} done")


def under_way(job: Job) -> bool:
    job.refresh_from_db()
    return job.state == "running" and job.progress > 0.2


def assert_done_once(job: Job, folder: Path, *, attempts: int, lines: int = LINES) -> None:
    """The whole file under its name, written into place once, whatever number of starts it took."""
    job.refresh_from_db()
    assert (job.state, job.error, job.attempts) == ("succeeded", "", attempts)
    assert job.result == {"attempt": attempts}
    assert rows(job) == [*((n, "lost") for n in range(1, attempts)), (attempts, "succeeded")]
    assert (folder / "result").read_text() == "".join(f"line {n}\n" for n in range(lines))
    assert len((folder / "starts").read_text().splitlines()) == attempts
    assert [line.split()[0] for line in (folder / "ends").read_text().splitlines()] == [str(attempts)]


def test_job_is_done_once_when_the_worker_is_killed_in_the_middle(tmp_path: Path) -> None:
    with product(tmp_path) as running:
        job = queue_slow(tmp_path)
        wait_for(lambda: under_way(job), seconds=30, why="under way")
        worker = running.first_child("media-worker-1")
        os.kill(worker, signal.SIGKILL)
        killed = time.monotonic()
        wait_for(lambda: rows(job)[-1][0] == 2, seconds=30, why="started again")
        recovery = time.monotonic() - killed
        wait_done(job)
        print(f"recovery under `up` on {set_up_name()}: {recovery:.2f} s")
        assert_done_once(job, tmp_path, attempts=2)
        assert recovery < 15
        (restart,) = [event for event in running.events() if event["event"] == "restart"]
        assert (restart["process"], restart["code"]) == ("media-worker-1", -signal.SIGKILL)
        assert running.interrupt() == 0


def test_job_is_done_once_when_a_worker_dies_that_nobody_looks_after(tmp_path: Path) -> None:
    with lone_worker(tmp_path, "one") as first, lone_worker(tmp_path, "two") as second:
        job = queue_slow(tmp_path)
        wait_for(lambda: under_way(job), seconds=30, why="under way")
        holder = first if job.attempt_rows.get().worker == "one@host" else second
        holder.kill()
        killed = time.monotonic()
        assert sweeper.sweep().taken_back == 0  # its lease still runs
        wait_for(lambda: sweeper.sweep().taken_back, seconds=30, why="taken back")
        wait_for(lambda: rows(job)[-1][0] == 2, seconds=30, why="started again")
        recovery = time.monotonic() - killed
        wait_done(job)
        print(f"recovery by the lease ({LEASE_SECONDS} s) on {set_up_name()}: {recovery:.2f} s")
        assert_done_once(job, tmp_path, attempts=2)
        assert recovery < LEASE_SECONDS + 5


def test_frozen_worker_writes_nothing_when_it_wakes_up_late(tmp_path: Path) -> None:
    with lone_worker(tmp_path, "one") as first, lone_worker(tmp_path, "two") as second:
        job = queue_slow(tmp_path)
        wait_for(lambda: under_way(job), seconds=30, why="under way")
        frozen = first if job.attempt_rows.get().worker == "one@host" else second
        frozen.send_signal(signal.SIGSTOP)
        wait_for(lambda: sweeper.sweep().taken_back, seconds=30, why="taken back")
        wait_for(lambda: rows(job)[-1][0] == 2 and under_way(job), seconds=30, why="started again")
        frozen.send_signal(signal.SIGCONT)
        wait_done(job)
        time.sleep(1.5)
        assert_done_once(job, tmp_path, attempts=2)
        assert frozen.poll() is None


def test_job_is_done_when_its_message_is_lost(tmp_path: Path) -> None:
    job = queue_slow(tmp_path, lines=2)
    purge()
    with product(tmp_path):
        took = wait_done(job)
        print(f"lost message made good on {set_up_name()}: {took:.2f} s")
        assert_done_once(job, tmp_path, attempts=1, lines=2)
