"""The sweep: what lost its worker or its message comes back, once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from jobs import broker, leases, runner, services, sweeper
from jobs.models import Job
from jobs.sweeper import Swept
from tests.jobs.handlers import ENDS, make_job, outcomes
from tests.jobs.test_leases import expire, row, taken

pytestmark = pytest.mark.django_db(transaction=True)

Sent = list[tuple[int, str]]


def age(job: Job, *, run_after: float, sent: float | None) -> None:
    """Makes the job due and announced so many seconds ago."""
    now = timezone.now()
    Job.objects.filter(pk=job.pk).update(
        run_after=now - timedelta(seconds=run_after),
        sent_at=None if sent is None else now - timedelta(seconds=sent),
    )


def test_sweep_changes_nothing_when_all_is_well(sent: Sent) -> None:
    waiting, running, done = make_job(), make_job(), make_job()
    taken(running)
    runner.run(job_id=done.pk, worker="w")
    before = [row(job) for job in (waiting, running, done)]
    sent.clear()
    assert sweeper.sweep() == Swept()
    assert [row(job) for job in (waiting, running, done)] == before
    assert sent == []


def test_job_is_queued_again_when_its_lease_has_expired(sent: Sent) -> None:
    job = make_job("test.told", queue="media")
    taken(job)
    expire(job)
    sent.clear()
    assert sweeper.sweep() == Swept(taken_back=1)
    after = row(job)
    assert (after["state"], after["attempts"], after["lease_token"]) == ("queued", 1, None)
    assert (after["error_code"], after["error"]) == (
        "worker_lost",
        "The worker stopped in the middle of this job.",
    )
    assert outcomes(job) == [(1, "lost")]
    assert sent == [(job.pk, "media")]
    assert ENDS == []
    assert sweeper.sweep() == Swept()


def test_job_fails_when_its_worker_was_lost_for_the_last_time(sent: Sent) -> None:
    job = make_job("test.told", queue="media", max_attempts=2)
    for _ in range(2):
        taken(job)
        expire(job)
        sent.clear()
        swept = sweeper.sweep()
    assert swept == Swept(failed=1)
    after = row(job)
    assert (after["state"], after["attempts"], after["error_code"]) == ("failed", 2, "worker_lost")
    assert str(after["error"]).startswith("The worker stopped 2 times in the middle of this job")
    assert outcomes(job) == [(1, "lost"), (2, "lost")]
    assert [(e.state, e.error_code) for e in ENDS] == [("failed", "worker_lost")]
    assert sent == []


def test_job_is_cancelled_when_its_worker_was_lost_after_the_request(sent: Sent) -> None:
    job = make_job()
    taken(job)
    services.request_cancellation(job_id=job.pk)
    expire(job)
    assert sweeper.sweep() == Swept(cancelled=1)
    assert row(job)["state"] == "cancelled"
    assert outcomes(job) == [(1, "lost")]


def test_queued_job_is_cancelled_when_the_request_came_between(sent: Sent) -> None:
    job = make_job()
    Job.objects.filter(pk=job.pk).update(cancel_requested_at=timezone.now())
    assert sweeper.sweep() == Swept(cancelled=1)
    assert row(job)["state"] == "cancelled"


@pytest.mark.parametrize(
    ("run_after", "sent_at", "wanted"),
    [
        (1, None, 0),  # being announced by whoever queued it
        (3, None, 1),  # the broker was away
        (20, 5, 0),  # announced a moment ago
        (20, 11, 1),  # the message is lost
        (0.1, 30, 1),  # a retry has come due since its last message
        (-5, None, 0),  # not due
        (-5, 30, 0),
    ],
)
def test_job_is_announced_again_when_its_message_is_missing(
    sent: Sent, run_after: float, sent_at: float | None, wanted: int
) -> None:
    job = make_job()
    age(job, run_after=run_after, sent=sent_at)
    sent.clear()
    assert sweeper.sweep() == Swept(sent=wanted)
    assert sent == [(job.pk, "default")] * wanted
    assert sweeper.sweep() == Swept()


def test_messages_do_not_pile_up_when_workers_are_only_busy(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy, idle = make_job("test.told", queue="media"), make_job()
    for job in (busy, idle):
        age(job, run_after=600, sent=500)
    monkeypatch.setattr(broker, "waiting", lambda queue: 40 if queue == "media" else 0)
    sent.clear()
    assert sweeper.sweep() == Swept(sent=1)
    assert sent == [(idle.pk, "default")]


def test_job_is_given_back_at_once_when_its_worker_is_known_to_have_crashed(sent: Sent) -> None:
    mine, others = make_job(), make_job()
    taken(mine, "media-1@host")
    taken(others, "media-2@host")
    assert sweeper.release_worker(worker="media-1@host", on_purpose=False) == Swept(taken_back=1)
    assert (row(mine)["state"], row(mine)["max_attempts"]) == ("queued", 3)
    assert row(others)["state"] == "running"
    assert outcomes(mine) == [(1, "lost")]


def test_attempt_does_not_count_when_its_worker_was_stopped_on_purpose(sent: Sent) -> None:
    job = make_job(max_attempts=1)
    taken(job, "w@host")
    assert sweeper.release_worker(worker="w@host", on_purpose=True) == Swept(taken_back=1)
    after = row(job)
    assert (after["state"], after["attempts"], after["max_attempts"]) == ("queued", 1, 2)
    assert leases.claim(job_id=job.pk, worker="next") is not None


def test_crash_counts_when_it_was_the_last_attempt(sent: Sent) -> None:
    job = make_job(max_attempts=1)
    taken(job, "w@host")
    assert sweeper.release_worker(worker="w@host", on_purpose=False) == Swept(failed=1)
    assert row(job)["state"] == "failed"
