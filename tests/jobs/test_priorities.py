"""Which job a wake-up is spent on: the most urgent of its queue, and one for each wake-up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from jobs import leases, runner, services
from jobs.models import Job
from jobs.selectors import next_in_line
from tests.jobs.handlers import CONTEXTS, make_job

pytestmark = pytest.mark.django_db(transaction=True)

Sent = list[tuple[int, str]]


def queue_job(priority: int, *, queue: str = "derived") -> int:
    with transaction.atomic():
        return services.enqueue(
            kind="test.plain",
            subject="thing:1",
            payload={},
            queue=queue,
            key=f"own:{Job.objects.count()}",
            priority=priority,
        ).pk


def test_jobs_run_by_priority_when_wake_ups_come_in_order_of_queueing(sent: Sent) -> None:
    late, middle, early, other = queue_job(40), queue_job(20), queue_job(10), queue_job(20)
    assert sent == [(late, "derived"), (middle, "derived"), (early, "derived"), (other, "derived")]
    for job_id, _ in sent:
        runner.run(job_id=next_in_line(job_id=job_id), worker="w")
    assert [context.job_id for context in CONTEXTS] == [early, middle, other, late]
    assert set(Job.objects.values_list("state", flat=True)) == {"succeeded"}


def test_order_of_wake_ups_stands_when_priorities_are_equal(sent: Sent) -> None:
    first, second = make_job().pk, make_job().pk
    assert next_in_line(job_id=second) == second
    assert next_in_line(job_id=first) == first


def test_other_queues_wait_for_their_own_workers_when_one_is_woken(sent: Sent) -> None:
    queue_job(0, queue="media")
    derived = queue_job(40)
    assert next_in_line(job_id=derived) == derived


def test_job_is_passed_over_when_it_is_not_to_be_had(sent: Sent) -> None:
    waiting, cancelled, asked = queue_job(10), queue_job(10), queue_job(40)
    Job.objects.filter(pk=waiting).update(run_after=timezone.now() + timedelta(minutes=1))
    Job.objects.filter(pk=cancelled).update(cancel_requested_at=timezone.now())
    assert next_in_line(job_id=asked) == asked


def test_wake_up_is_not_lost_when_its_job_was_taken_by_another(sent: Sent) -> None:
    taken, left = queue_job(10), queue_job(40)
    assert leases.claim(job_id=taken, worker="w") is not None
    assert next_in_line(job_id=taken) == left


def test_abandoned_job_is_taken_up_when_its_wake_up_comes(sent: Sent) -> None:
    lost, _ = queue_job(40), queue_job(10)
    assert leases.claim(job_id=lost, worker="w") is not None
    Job.objects.filter(pk=lost).update(lease_expires_at=timezone.now() - settings.JOB_LEASE)
    assert next_in_line(job_id=lost) == lost


def test_unknown_job_stays_itself_when_woken(sent: Sent) -> None:
    assert next_in_line(job_id=987_654) == 987_654
