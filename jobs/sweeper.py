"""Puts back what lost its worker or its message. Safe to run anywhere, any number of times at once."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db.models import F, Q
from django.utils import timezone

from jobs import broker, leases, services
from jobs.models import Job, JobAttempt, JobState

logger = logging.getLogger("longemo.jobs")

#: A job that was just queued is being announced by whoever queued it.
ANNOUNCE_GRACE: Final = timedelta(seconds=2)
#: A wake-up older than this has been lost, unless it still lies in the queue.
RESEND_AFTER: Final = timedelta(seconds=10)
RESEND_AT_ONCE: Final = 200


@dataclass
class Swept:
    """What one sweep did, as numbers of jobs."""

    taken_back: int = 0
    failed: int = 0
    cancelled: int = 0
    sent: int = 0


def sweep() -> Swept:
    """Takes back expired leases, cancels what waits to be cancelled, sends lost or due wake-ups again."""
    swept = Swept()
    now = timezone.now()
    for job_id, token in Job.objects.filter(state=JobState.RUNNING, lease_expires_at__lt=now).values_list(
        "pk", "lease_token"
    ):
        _take_back(job_id, token, swept, worker_ended=False, on_purpose=False)
    for job_id in Job.objects.filter(state=JobState.QUEUED, cancel_requested_at__isnull=False).values_list(
        "pk", flat=True
    ):
        swept.cancelled += leases.cancel_queued(job_id=job_id)
    swept.sent += _resend()
    if swept != Swept():
        logger.info(
            "sweep: %s taken back, %s failed, %s cancelled, %s sent again",
            swept.taken_back,
            swept.failed,
            swept.cancelled,
            swept.sent,
        )
    return swept


def release_worker(*, worker: str, on_purpose: bool) -> Swept:
    """Takes back what `worker` was running, without waiting for its leases: its process is known to have ended."""
    swept = Swept()
    open_attempts = JobAttempt.objects.filter(worker=worker, ended_at__isnull=True, number=F("job__attempts"))
    for job_id, token in open_attempts.filter(job__state=JobState.RUNNING).values_list(
        "job_id", "job__lease_token"
    ):
        _take_back(job_id, token, swept, worker_ended=True, on_purpose=on_purpose)
    return swept


def _take_back(
    job_id: int, token: UUID | None, swept: Swept, *, worker_ended: bool, on_purpose: bool
) -> None:
    if token is None:
        return
    state = leases.take_back(job_id=job_id, token=token, worker_ended=worker_ended, on_purpose=on_purpose)
    if state == JobState.QUEUED:
        swept.taken_back += 1
        queue = Job.objects.values_list("queue", flat=True).get(pk=job_id)
        services.wake(job_id=job_id, queue=queue)
    elif state == JobState.FAILED:
        swept.failed += 1
    elif state == JobState.CANCELLED:
        swept.cancelled += 1


def _resend() -> int:
    """Wakes jobs that are due and were never announced, or whose announcement is gone.

    A queue that still holds messages has only busy workers: sending more would pile them up without end.
    """
    now = timezone.now()
    due = Job.objects.filter(state=JobState.QUEUED, cancel_requested_at__isnull=True)
    unsent = Q(run_after__lt=now - ANNOUNCE_GRACE, sent_at__isnull=True) | Q(
        run_after__lte=now, sent_at__lt=F("run_after")
    )
    stale = Q(run_after__lte=now, sent_at__gte=F("run_after"), sent_at__lt=now - RESEND_AFTER)
    sent = 0
    for job in due.filter(unsent).order_by("run_after")[:RESEND_AT_ONCE]:
        services.wake(job_id=job.pk, queue=job.queue)
        sent += 1
    empty: dict[str, bool] = {}
    for job in due.filter(stale).order_by("run_after")[:RESEND_AT_ONCE]:
        if job.queue not in empty:
            empty[job.queue] = broker.waiting(job.queue) in (0, None)
        if empty[job.queue]:
            services.wake(job_id=job.pk, queue=job.queue)
            sent += 1
    return sent
