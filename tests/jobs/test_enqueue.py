"""Queueing: with the caller's transaction, once per key, announced after the commit."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from jobs import broker, leases, runner, services
from jobs.models import Job, JobState
from kernel.errors import Conflict, NotFound
from tests.jobs.handlers import ENDS, make_job, outcomes

pytestmark = pytest.mark.django_db(transaction=True)

Sent = list[tuple[int, str]]


def ask(**changes: Any) -> Job:
    wanted: dict[str, Any] = {
        "kind": "test.plain",
        "subject": "clip:12",
        "payload": {"number": 4},
        "queue": "media",
        "key": "cut:12",
    }
    return services.enqueue(**{**wanted, **changes})


def test_job_is_announced_after_the_commit_when_queued(sent: Sent) -> None:
    with transaction.atomic():
        job = ask()
        assert sent == []
    assert sent == [(job.pk, "media")]
    job.refresh_from_db()
    assert (job.state, job.attempts, job.progress, job.payload) == ("queued", 0, 0.0, {"number": 4})
    assert job.sent_at is not None
    assert (job.lease_token, job.finished_at, job.started_at) == (None, None, None)


def test_nothing_is_sent_when_the_transaction_is_rolled_back(sent: Sent) -> None:
    def queue_and_change_ones_mind() -> None:
        with transaction.atomic():
            ask()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        queue_and_change_ones_mind()
    assert sent == []
    assert Job.objects.count() == 0


def test_same_job_is_returned_when_the_key_is_active(sent: Sent) -> None:
    first = ask()
    assert ask(payload={"number": 5}).pk == first.pk
    leases.claim(job_id=first.pk, worker="w")
    assert ask().pk == first.pk
    assert Job.objects.count() == 1
    assert sent == [(first.pk, "media")]


def test_new_job_is_made_when_the_one_of_the_key_has_ended(sent: Sent) -> None:
    first = ask()
    assert runner.run(job_id=first.pk, worker="w") == "succeeded"
    assert ask().pk != first.pk
    assert Job.objects.count() == 2


def test_database_refuses_a_second_active_row_when_the_key_is_taken(sent: Sent) -> None:
    job = ask()
    with pytest.raises(IntegrityError, match=r"job_key_unique_while_active|jobs_job.key"):
        Job.objects.create(kind="test.plain", queue="media", key=job.key, subject="clip:12")
    assert Job.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"queue": "fast"}, "There is no queue 'fast'"),
        ({"kind": "test.unknown"}, "No handler is registered for job kind 'test.unknown'"),
        ({"max_attempts": 0}, "max_attempts is 0"),
    ],
)
def test_queueing_is_refused_when_nobody_could_do_it(sent: Sent, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ask(**changes)
    assert (Job.objects.count(), sent) == (0, [])


def test_job_waits_for_the_sweeper_when_the_broker_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "wake", lambda *, job_id, queue: False)
    job = ask()
    job.refresh_from_db()
    assert (job.state, job.sent_at) == ("queued", None)


def test_queued_job_is_cancelled_at_once_when_asked(sent: Sent) -> None:
    job = make_job("test.told", queue="media")
    cancelled = services.request_cancellation(job_id=job.pk)
    assert (cancelled.state, cancelled.attempts, cancelled.error) == ("cancelled", 0, "")
    assert cancelled.finished_at is not None
    assert [(e.job_id, e.state, e.subject) for e in ENDS] == [(job.pk, "cancelled", "thing:1")]
    assert leases.claim(job_id=job.pk, worker="w") is None
    services.request_cancellation(job_id=job.pk)
    assert len(ENDS) == 1


def test_running_job_is_marked_once_when_cancellation_is_asked_twice(sent: Sent) -> None:
    job = make_job()
    leases.claim(job_id=job.pk, worker="w")
    first = services.request_cancellation(job_id=job.pk)
    assert first.state == "running"
    assert first.cancel_requested_at is not None
    assert services.request_cancellation(job_id=job.pk).cancel_requested_at == first.cancel_requested_at


def test_succeeded_job_stays_when_cancelled(sent: Sent) -> None:
    job = make_job()
    runner.run(job_id=job.pk, worker="w")
    after = services.request_cancellation(job_id=job.pk)
    assert (after.state, after.cancel_requested_at) == ("succeeded", None)


def test_failed_job_runs_again_as_the_same_row_when_retried(sent: Sent) -> None:
    job = make_job(payload={"raise": "permanent"})
    assert runner.run(job_id=job.pk, worker="w") == "failed"
    again = services.retry(job_id=job.pk)
    assert (again.pk, again.state, again.attempts, again.max_attempts) == (job.pk, "queued", 1, 4)
    assert (again.error, again.error_code, again.finished_at) == ("", "", None)
    assert sent == [(job.pk, "default")] * 2
    Job.objects.filter(pk=job.pk).update(payload={"number": 3})
    assert runner.run(job_id=job.pk, worker="w") == "succeeded"
    again.refresh_from_db()
    assert (again.state, again.result) == ("succeeded", {"doubled": 6})
    assert outcomes(job) == [(1, "failed"), (2, "succeeded")]


def test_cancelled_job_runs_again_when_retried(sent: Sent) -> None:
    job = make_job()
    services.request_cancellation(job_id=job.pk)
    assert services.retry(job_id=job.pk).state == "queued"
    assert runner.run(job_id=job.pk, worker="w") == "succeeded"


def test_nothing_changes_when_an_active_job_is_retried(sent: Sent) -> None:
    job = make_job()
    assert services.retry(job_id=job.pk).max_attempts == 3
    assert sent == [(job.pk, "default")]


def test_retry_is_refused_when_the_job_has_succeeded(sent: Sent) -> None:
    job = make_job()
    runner.run(job_id=job.pk, worker="w")
    with pytest.raises(Conflict) as refusal:
        services.retry(job_id=job.pk)
    assert refusal.value.code == "job_succeeded"
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("succeeded", 1)


def test_retry_is_refused_when_another_job_has_the_key(sent: Sent) -> None:
    job = make_job(key="same")
    services.request_cancellation(job_id=job.pk)
    other = make_job(key="same")
    with pytest.raises(Conflict, match=f"Job {other.pk} does the same work") as refusal:
        services.retry(job_id=job.pk)
    assert refusal.value.code == "job_replaced"
    job.refresh_from_db()
    assert job.state == "cancelled"


def test_service_says_so_when_there_is_no_such_job() -> None:
    with pytest.raises(NotFound):
        services.retry(job_id=404)
    with pytest.raises(NotFound):
        services.request_cancellation(job_id=404)


def test_job_cannot_be_claimed_before_its_time_when_it_waits(sent: Sent) -> None:
    job = make_job()
    Job.objects.filter(pk=job.pk).update(run_after=timezone.now() + timedelta(minutes=1))
    assert leases.claim(job_id=job.pk, worker="w") is None
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.QUEUED, 0)
