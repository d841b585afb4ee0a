"""Leases: who has one works, who has lost it changes nothing."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from jobs import leases, services
from jobs.errors import LeaseLost
from jobs.leases import Lease
from jobs.models import Job, JobAttempt
from tests.jobs.handlers import ENDS, make_job, outcomes

pytestmark = pytest.mark.django_db(transaction=True)

Sent = list[tuple[int, str]]


def row(job: Job) -> dict[str, object]:
    return dict(Job.objects.filter(pk=job.pk).values().get())


def taken(job: Job, worker: str = "w") -> Lease:
    lease = leases.claim(job_id=job.pk, worker=worker)
    assert lease is not None
    return lease


def expire(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_expires_at=timezone.now() - timedelta(seconds=1))


def test_claim_takes_the_job_when_it_is_due(sent: Sent) -> None:
    job = make_job(payload={"number": 1})
    lease = taken(job, "media@one")
    assert (lease.number, lease.kind, lease.subject, lease.payload) == (
        1,
        "test.plain",
        "thing:1",
        {"number": 1},
    )
    after = row(job)
    assert (after["state"], after["attempts"], after["lease_token"]) == ("running", 1, lease.token)
    assert after["lease_expires_at"] > timezone.now() + timedelta(seconds=25)  # type: ignore[operator]
    attempt = JobAttempt.objects.get()
    assert (attempt.number, attempt.worker, attempt.outcome, attempt.ended_at) == (1, "media@one", "", None)


def test_claim_finds_nothing_when_somebody_has_the_job(sent: Sent) -> None:
    job = make_job()
    taken(job)
    before = row(job)
    assert leases.claim(job_id=job.pk, worker="other") is None
    assert row(job) == before
    assert JobAttempt.objects.count() == 1


def test_claim_finds_nothing_when_there_is_no_such_job() -> None:
    assert leases.claim(job_id=404, worker="w") is None


def test_claim_takes_over_when_the_lease_has_expired(sent: Sent) -> None:
    job = make_job()
    first = taken(job, "one")
    expire(job)
    second = taken(job, "two")
    assert (second.number, second.token != first.token) == (2, True)
    assert outcomes(job) == [(1, "lost"), (2, "")]


def test_claim_leaves_the_job_to_the_sweeper_when_its_attempts_are_used_up(sent: Sent) -> None:
    job = make_job(max_attempts=1)
    taken(job)
    expire(job)
    before = row(job)
    assert leases.claim(job_id=job.pk, worker="two") is None
    assert row(job) == before


@pytest.mark.parametrize(
    "late",
    [
        lambda lease: leases.renew(lease=lease, progress=0.9, message="late"),
        lambda lease: leases.cancel_requested(lease=lease),
        lambda lease: leases.succeed(lease=lease, result={"late": True}),
        lambda lease: leases.fail(lease=lease, code="late", message="Late."),
        lambda lease: leases.fail(lease=lease, code="late", message="Late.", permanent=True),
        lambda lease: leases.cancel(lease=lease),
    ],
    ids=["progress", "look", "success", "failure", "permanent failure", "cancel"],
)
@pytest.mark.parametrize("then", ["running elsewhere", "queued again", "ended elsewhere"])
def test_late_worker_changes_nothing_when_its_lease_is_lost(
    sent: Sent, late: Callable[[Lease], object], then: str
) -> None:
    job = make_job()
    first = taken(job, "one")
    expire(job)
    assert leases.take_back(job_id=job.pk, token=first.token) == "queued"
    if then != "queued again":
        second = taken(job, "two")
        leases.renew(lease=second, progress=0.25, message="mine")
    if then == "ended elsewhere":
        leases.succeed(lease=second, result={"by": "two"})
    before, attempts = row(job), list(job.attempt_rows.order_by("number").values())
    with pytest.raises(LeaseLost):
        late(first)
    assert row(job) == before
    assert list(job.attempt_rows.order_by("number").values()) == attempts


def test_transaction_of_a_late_worker_is_refused_when_it_asks_for_the_lease(sent: Sent) -> None:
    job = make_job()
    first = taken(job, "one")
    with transaction.atomic():
        leases.hold(lease=first)
    with pytest.raises(LeaseLost), transaction.atomic():
        leases.hold(lease=replace(first, token=uuid.uuid4()))


def test_progress_renews_the_lease_when_reported(sent: Sent) -> None:
    job = make_job()
    lease = taken(job)
    Job.objects.filter(pk=job.pk).update(lease_expires_at=timezone.now() + timedelta(seconds=1))
    assert leases.renew(lease=lease, progress=0.5, message="frame 12 of 24") is False
    after = row(job)
    assert (after["progress"], after["message"]) == (0.5, "frame 12 of 24")
    assert after["lease_expires_at"] > timezone.now() + timedelta(seconds=25)  # type: ignore[operator]
    leases.renew(lease=lease)
    assert (row(job)["progress"], row(job)["message"]) == (0.5, "frame 12 of 24")


def test_progress_is_refused_when_it_is_no_share(sent: Sent) -> None:
    job = make_job()
    lease = taken(job)
    before = row(job)
    for wrong in (-0.01, 1.01, float("nan")):
        with pytest.raises(ValueError, match="from 0 to 1"):
            leases.renew(lease=lease, progress=wrong)
    assert row(job) == before


def test_long_message_shows_that_it_goes_on_when_cut(sent: Sent) -> None:
    job = make_job()
    leases.renew(lease=taken(job), message="x" * 301)
    assert row(job)["message"] == "x" * 299 + "…"


def test_worker_learns_of_the_cancellation_when_it_reports(sent: Sent) -> None:
    job = make_job()
    lease = taken(job)
    services.request_cancellation(job_id=job.pk)
    assert leases.renew(lease=lease, progress=0.1) is True
    assert leases.cancel_requested(lease=lease) is True


def test_failed_attempt_is_tried_again_later_when_attempts_are_left(sent: Sent) -> None:
    job = make_job()
    now = timezone.now()
    assert leases.fail(lease=taken(job), code="odd", message="It went wrong.") == "queued"
    after = row(job)
    assert (after["state"], after["lease_token"], after["lease_expires_at"]) == ("queued", None, None)
    assert (after["error_code"], after["error"], after["finished_at"]) == ("odd", "It went wrong.", None)
    wait = (after["run_after"] - now).total_seconds()  # type: ignore[operator]
    assert 4 <= wait <= 7
    assert outcomes(job) == [(1, "retried")]
    assert leases.claim(job_id=job.pk, worker="w") is None


def test_job_fails_when_attempts_are_used_up(sent: Sent) -> None:
    job = make_job("test.told", queue="media", max_attempts=1)
    assert leases.fail(lease=taken(job), code="odd", message="It went wrong.") == "failed"
    after = row(job)
    assert (after["state"], after["error_code"], after["error"]) == ("failed", "odd", "It went wrong.")
    assert after["finished_at"] is not None
    assert outcomes(job) == [(1, "failed")]
    assert [(e.state, e.error_code, e.error) for e in ENDS] == [("failed", "odd", "It went wrong.")]


def test_job_is_cancelled_instead_of_retried_when_somebody_asked(sent: Sent) -> None:
    job = make_job()
    lease = taken(job)
    services.request_cancellation(job_id=job.pk)
    assert leases.fail(lease=lease, code="odd", message="It went wrong.") == "cancelled"
    assert row(job)["state"] == "cancelled"


def test_pause_doubles_up_to_ten_minutes_when_attempts_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "uniform", lambda low, high: 1.0)
    pauses = [leases.backoff(n).total_seconds() for n in (1, 2, 3, 4, 7, 8, 1000)]
    assert pauses == [5, 10, 20, 40, 320, 600, 600]


def test_pause_varies_by_a_fifth_when_drawn() -> None:
    drawn = [leases.backoff(1).total_seconds() for _ in range(500)]
    assert min(drawn) >= 4
    assert max(drawn) <= 6
    assert len(set(drawn)) > 400


def test_database_refuses_a_lease_when_the_job_does_not_run(sent: Sent) -> None:
    job = make_job()
    with pytest.raises(IntegrityError, match="job_leased_exactly_while_running"):
        Job.objects.filter(pk=job.pk).update(lease_token=uuid.uuid4(), lease_expires_at=timezone.now())
    with pytest.raises(IntegrityError, match="job_leased_exactly_while_running"):
        Job.objects.filter(pk=job.pk).update(state="running")
    with pytest.raises(IntegrityError, match="job_finished_at_when_finished"):
        Job.objects.filter(pk=job.pk).update(state="failed")
    with pytest.raises(IntegrityError, match="job_progress_0_to_1"):
        Job.objects.filter(pk=job.pk).update(progress=1.5)
    lease = taken(job)
    with pytest.raises(IntegrityError, match=r"job_attempt_unique_number|job_id, .*number"):
        JobAttempt.objects.create(job=job, number=lease.number, worker="w")
    assert row(job)["state"] == "running"
