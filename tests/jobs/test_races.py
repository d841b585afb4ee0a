"""Many threads at once, on the database at hand: nothing is done twice, nothing is lost."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from queue import Empty
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection
from django.utils import timezone

from jobs import broker, leases, runner, services, sweeper
from jobs.errors import LeaseLost
from jobs.models import Job, JobAttempt
from tests.jobs.handlers import make_job

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

Sent = list[tuple[int, str]]
THREADS = 20


def together(count: int, work: Callable[[int], None]) -> None:
    """Runs `work(0..count-1)` in as many threads, all starting at once; the first error is raised here."""
    barrier = threading.Barrier(count)
    errors: list[BaseException] = []

    def body(number: int) -> None:
        try:
            barrier.wait(30)
            work(number)
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=body, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    if errors:
        raise errors[0]


def test_no_job_is_claimed_twice_when_twenty_workers_want_all_of_them(sent: Sent) -> None:
    jobs = [make_job(key=f"race:{n}").pk for n in range(200)]
    won: list[int] = []

    def work(number: int) -> None:
        for offset in range(len(jobs)):
            job_id = jobs[(offset + number * 10) % len(jobs)]
            if leases.claim(job_id=job_id, worker=f"w{number}") is not None:
                won.append(job_id)

    together(THREADS, work)
    assert Counter(won) == Counter(jobs)
    assert set(Job.objects.values_list("state", "attempts")) == {("running", 1)}
    assert JobAttempt.objects.count() == 200


def test_one_job_is_queued_when_twenty_ask_for_the_same_work(sent: Sent) -> None:
    made: list[int] = []

    def work(number: int) -> None:
        made.append(make_job(key="the same").pk)

    together(THREADS, work)
    assert len(made) == THREADS
    assert len(set(made)) == 1
    assert Job.objects.count() == 1
    assert len(sent) == 1


def test_expired_lease_is_taken_over_once_when_sweepers_and_workers_race(sent: Sent) -> None:
    jobs = [make_job(key=f"lost:{n}") for n in range(20)]
    for job in jobs:
        leases.claim(job_id=job.pk, worker="dead")
    Job.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    won: list[int] = []

    def work(number: int) -> None:
        if number % 2:
            sweeper.sweep()
        for job in jobs:
            if leases.claim(job_id=job.pk, worker=f"w{number}") is not None:
                won.append(job.pk)

    together(10, work)
    assert Counter(won) == Counter(job.pk for job in jobs)
    rows = set(JobAttempt.objects.values_list("number", "outcome"))
    assert rows == {(1, "lost"), (2, "")}
    assert JobAttempt.objects.count() == 40


def test_job_ends_one_way_when_cancelling_and_claiming_race(sent: Sent) -> None:
    jobs = [make_job(key=f"either:{n}", payload={"number": n}) for n in range(30)]
    ran: list[str | None] = []

    def work(number: int) -> None:
        for job in jobs:
            if number % 2:
                services.request_cancellation(job_id=job.pk)
            else:
                ran.append(runner.run(job_id=job.pk, worker=f"w{number}"))

    together(4, work)
    states = Counter(Job.objects.values_list("state", flat=True))
    assert set(states) <= {"succeeded", "cancelled"}
    assert sum(states.values()) == 30
    attempts = Counter(JobAttempt.objects.values_list("outcome", flat=True))
    assert attempts["succeeded"] == states["succeeded"]
    assert set(attempts) <= {"succeeded", "cancelled"}
    assert JobAttempt.objects.values("job").distinct().count() == JobAttempt.objects.count()


def test_late_worker_loses_when_it_ends_together_with_the_taking_back(sent: Sent) -> None:
    jobs = [make_job(key=f"end:{n}") for n in range(40)]
    held = [leases.claim(job_id=job.pk, worker="slow") for job in jobs]
    Job.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    ended: list[int] = []
    lost: list[int] = []

    def work(number: int) -> None:
        for lease in held:
            assert lease is not None
            if number == 0:
                try:
                    leases.succeed(lease=lease, result={"by": "slow"})
                    ended.append(lease.job_id)
                except LeaseLost:
                    lost.append(lease.job_id)
            else:
                leases.take_back(job_id=lease.job_id, token=lease.token)

    together(2, work)
    assert len(ended) + len(lost) == 40
    assert set(Job.objects.filter(state="succeeded").values_list("pk", flat=True)) == set(ended)
    assert set(Job.objects.filter(state="queued").values_list("pk", flat=True)) == set(lost)
    assert JobAttempt.objects.filter(outcome="succeeded").count() == len(ended)
    assert JobAttempt.objects.filter(outcome="lost").count() == len(lost)


@pytest.mark.skipif(bool(settings.REDIS_URL), reason="messages are in Redis here")
def test_no_message_is_read_half_written_when_senders_and_readers_race() -> None:
    broker.prepare()
    read: list[int] = []
    over = threading.Event()

    def take(channel: Any) -> bool:
        try:
            read.append(channel._get("llm")["number"])
        except Empty:
            return False
        return True

    def work(number: int) -> None:
        with current_app.connection_for_write() as link, link.channel() as channel:
            if number < 3:
                for count in range(200):
                    channel._put("llm", {"number": number * 1000 + count, "padding": "x" * 20_000})
                return
            while not over.is_set():
                take(channel)
            while take(channel):
                pass

    def senders_and_readers(number: int) -> None:
        try:
            work(number)
        finally:
            if number < 3:
                done.append(number)
            if len(done) == 3:
                over.set()

    done: list[int] = []
    together(5, senders_and_readers)
    assert Counter(read) == Counter(n * 1000 + count for n in range(3) for count in range(200))
