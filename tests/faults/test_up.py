"""`manage.py up`: what it starts it looks after, and it leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

from jobs import broker
from jobs.models import Job
from tests import services as test_services
from tests.faults.processes import Product, marked, product, wait_for
from tests.faults.test_lost_worker import purge, queue_slow, rows, state, under_way, wait_done

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults, pytest.mark.slow]


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    purge()


def answer(address: str) -> int:
    with urllib.request.urlopen(f"{address}healthz", timeout=5) as response:
        return int(response.status)


def test_nothing_is_left_when_it_is_interrupted(tmp_path: Path) -> None:
    with product(tmp_path, "--workers", "2") as running:
        address = running.wait_ready()
        assert answer(address) == 200
        commands = marked(running.mark).values()
        wanted = (
            "manage.py up",
            "gunicorn",
            " beat ",
            "-n worker-",
            "-n media-worker-1",
            "-n media-worker-2",
        )
        assert [word for word in wanted if not any(word in command for command in commands)] == []
        assert running.interrupt() == 0
        assert marked(running.mark) == {}
        stopped = running.event("stopped")
        assert stopped is not None
        assert (stopped["clean"], stopped["killed"], stopped["restarts"]) == (True, [], 0)
        with pytest.raises(OSError, match="refused"):
            answer(address)


def test_running_job_may_end_and_no_other_begins_when_it_is_interrupted(tmp_path: Path) -> None:
    with product(tmp_path) as running:
        job = queue_slow(tmp_path, lines=30)
        (tmp_path / "next").mkdir()
        following = queue_slow(tmp_path / "next", lines=30)
        wait_for(lambda: under_way(job), seconds=30, why="under way")
        assert running.interrupt() == 0
        assert marked(running.mark) == {}
        assert state(job) == "succeeded"
        assert rows(job) == [(1, "succeeded")]
        assert (state(following), rows(following)) == ("queued", [])
        assert broker.waiting("media") == 1


def test_job_goes_on_at_the_next_start_when_it_did_not_end_in_time(tmp_path: Path) -> None:
    with product(tmp_path, "--stop-seconds", "4") as running:
        job = queue_slow(tmp_path, lines=200)
        Job.objects.filter(pk=job.pk).update(max_attempts=1)
        wait_for(lambda: under_way(job), seconds=30, why="under way")
        assert running.interrupt(seconds=30) == 0
        assert marked(running.mark) == {}
        stopped = running.event("stopped")
        assert stopped is not None
        assert (stopped["clean"], stopped["jobs_given_back"]) == (False, 1)
        assert "media-worker-1" in stopped["killed"]
        job.refresh_from_db()
        assert (job.state, job.attempts, job.max_attempts) == ("queued", 1, 2)
    Job.objects.filter(pk=job.pk).update(payload={**job.payload, "pause": 0.0})
    with product(tmp_path):
        wait_done(job)
        assert rows(job) == [(1, "lost"), (2, "succeeded")]


@pytest.mark.sqlite_only  # the same on both
def test_job_is_stopped_now_when_it_is_interrupted_twice(tmp_path: Path) -> None:
    with product(tmp_path) as running:
        job = queue_slow(tmp_path, lines=600)
        wait_for(lambda: under_way(job) or (tmp_path / "starts").exists(), seconds=30, why="started")
        running.process.send_signal(signal.SIGINT)
        wait_for(lambda: running.event("stopping"), seconds=10, why="stopping")
        with pytest.raises(subprocess.TimeoutExpired):
            running.process.wait(1.5)
        assert running.interrupt(seconds=10) == 0
        assert marked(running.mark) == {}
        assert state(job) == "queued"


@pytest.mark.sqlite_only  # the same on both
def test_nothing_is_left_when_it_is_killed_itself(tmp_path: Path) -> None:
    with product(tmp_path) as running:
        queue_slow(tmp_path, lines=600)
        wait_for(lambda: (tmp_path / "starts").exists(), seconds=30, why="started")
        assert len(marked(running.mark)) >= 6
        running.process.kill()
        running.process.wait(10)
        took = wait_for(lambda: not marked(running.mark), seconds=10, why=str(marked(running.mark)))
        print(f"gone {took:.2f} s after kill -9")


@pytest.mark.sqlite_only  # the same on both
def test_web_server_is_started_again_when_it_dies(tmp_path: Path) -> None:
    with product(tmp_path) as running:
        address = running.wait_ready()
        for pid in running.children("gunicorn"):
            os.kill(pid, signal.SIGKILL)
        wait_for(lambda: running.event("restart"), seconds=10, why="restart said")
        # The socket is the supervisor's: a request waits for the new server instead of being refused.
        with urllib.request.urlopen(f"{address}healthz", timeout=30) as response:
            assert response.status == 200
        assert running.interrupt() == 0


@pytest.mark.sqlite_only  # the same on both
def test_everything_stops_when_a_part_cannot_start(tmp_path: Path) -> None:
    port = test_services.free_port()
    running = Product(tmp_path, "--port", str(port))
    try:
        wait_for(lambda: running.children("gunicorn"), seconds=60, why="web started")
        for pid in running.children("-m gunicorn"):
            os.kill(pid, signal.SIGKILL)
        assert running.process.wait(60) == 1
        assert marked(running.mark) == {}
        assert "web ended before everything was up" in running.log.read_text()
    finally:
        running.end()
