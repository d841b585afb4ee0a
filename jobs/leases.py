"""The life of a job's row: claimed under a lease, kept, ended or put back. The only writer of `Job.state`.

Every write of a worker is one UPDATE filtered by its lease token. A worker whose lease was taken back changes
no row, whatever it does later, and is told so.
"""

from __future__ import annotations

import logging
import random
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from jobs import registry
from jobs.errors import LeaseLost
from jobs.models import Job, JobAttempt, JobState

logger = logging.getLogger("longemo.jobs")

BACKOFF_FIRST: Final = timedelta(seconds=5)
BACKOFF_LIMIT: Final = timedelta(minutes=10)
MESSAGE_LENGTH: Final = 300


@dataclass(frozen=True)
class Lease:
    """One worker's hold on one job: attempt `number`, good while `token` is the row's."""

    job_id: int
    token: uuid.UUID
    number: int
    kind: str
    subject: str
    payload: dict[str, Any]


def claim(*, job_id: int, worker: str) -> Lease | None:
    """Takes the job for `worker`, or None when it is not to be had: done, cancelled, not due or somebody's.

    A running job whose lease has expired may be taken too; its open attempt then ends as `lost`.
    """
    now = timezone.now()
    token = uuid.uuid4()
    due = Q(state=JobState.QUEUED, run_after__lte=now)
    abandoned = Q(state=JobState.RUNNING, lease_expires_at__lt=now, attempts__lt=F("max_attempts"))
    with transaction.atomic():
        taken = Job.objects.filter(due | abandoned, pk=job_id, cancel_requested_at__isnull=True).update(
            state=JobState.RUNNING,
            lease_token=token,
            lease_expires_at=now + settings.JOB_LEASE,
            heartbeat_at=now,
            started_at=now,
            attempts=F("attempts") + 1,
            progress=0.0,
            message="",
            error_code="",
            error="",
        )
        if not taken:
            return None
        job = Job.objects.get(pk=job_id)
        _close_attempt(job_id, "lost", now=now)
        JobAttempt.objects.create(job=job, number=job.attempts, worker=worker[:120], started_at=now)
    return Lease(job.pk, token, job.attempts, job.kind, job.subject, job.payload)


def renew(*, lease: Lease, progress: float | None = None, message: str | None = None) -> bool:
    """Keeps the job for another lease's length, with its progress where given; True when it is to be cancelled.

    `progress` is a share, 0..1. Raises ValueError outside of that, LeaseLost when the job is another's.
    """
    now = timezone.now()
    changes: dict[str, Any] = {"heartbeat_at": now, "lease_expires_at": now + settings.JOB_LEASE}
    if progress is not None:
        if not 0.0 <= progress <= 1.0:
            raise ValueError(f"Progress is a share from 0 to 1, not {progress}.")
        changes["progress"] = progress
    if message is not None:
        # A message is for a glance; the mark at its end says that there was more.
        changes["message"] = (
            message if len(message) <= MESSAGE_LENGTH else message[: MESSAGE_LENGTH - 1] + "…"
        )
    if not _held(lease).update(**changes):
        raise LeaseLost(f"Job {lease.job_id} belongs to another worker.")
    return cancel_requested(lease=lease)


def cancel_requested(*, lease: Lease) -> bool:
    """Whether somebody has asked for the job to stop. Raises LeaseLost when the job is another's. Writes nothing."""
    found = _held(lease).values_list("cancel_requested_at", flat=True).first()
    if found is None and not _held(lease).exists():
        raise LeaseLost(f"Job {lease.job_id} belongs to another worker.")
    return found is not None


def hold(*, lease: Lease) -> None:
    """Locks the job's row until the caller's transaction ends, so that nobody can take the job back meanwhile.

    Raises LeaseLost when the job is another's. Must be called inside `transaction.atomic()`.
    """
    if not Job.objects.select_for_update().filter(pk=lease.job_id, lease_token=lease.token).exists():
        raise LeaseLost(f"Job {lease.job_id} belongs to another worker.")


def succeed(*, lease: Lease, result: dict[str, Any] | None) -> None:
    """Ends the job well. Raises LeaseLost (nothing written) when it is another's."""
    now = timezone.now()
    with transaction.atomic():
        ended = _held(lease).update(
            state=JobState.SUCCEEDED,
            lease_token=None,
            lease_expires_at=None,
            finished_at=now,
            progress=1.0,
            result=result,
        )
        if not ended:
            raise LeaseLost(f"Job {lease.job_id} belongs to another worker.")
        _close_attempt(lease.job_id, "succeeded", now=now)


def fail(
    *,
    lease: Lease,
    code: str,
    message: str,
    permanent: bool = False,
    after: timedelta | None = None,
    counts: bool = True,
) -> str:
    """Ends an attempt badly; the job's new state: `queued` again after a pause, `cancelled` or `failed`.

    `message` is in plain words. The pause is `after` and a little more where that is given, else the job's own.
    `counts` False: the job has only waited for its turn and keeps its attempts. Raises LeaseLost (nothing written) when
    the job is another's.
    """
    now = timezone.now()
    with transaction.atomic():
        job = _held(lease).select_for_update().first()
        if job is None:
            raise LeaseLost(f"Job {lease.job_id} belongs to another worker.")
        if job.cancel_requested_at is not None:
            return _end(job, JobState.CANCELLED, attempt="failed", code=code, message=message, now=now)
        if not counts:
            job.max_attempts += 1
        if permanent or job.attempts >= job.max_attempts:
            return _end(job, JobState.FAILED, attempt="failed", code=code, message=message, now=now)
        pause = backoff(job.attempts) if after is None else spread(after)
        _requeue(job, attempt="retried", code=code, message=message, now=now, run_after=now + pause)
        return JobState.QUEUED.value


def cancel(*, lease: Lease) -> None:
    """Ends the job as cancelled, by its worker. Raises LeaseLost (nothing written) when it is another's."""
    with transaction.atomic():
        job = _held(lease).select_for_update().first()
        if job is None:
            raise LeaseLost(f"Job {lease.job_id} belongs to another worker.")
        _end(job, JobState.CANCELLED, attempt="cancelled", code="", message="", now=timezone.now())


def cancel_queued(*, job_id: int) -> bool:
    """Ends a job that nobody runs as cancelled; False when it is not queued (any more)."""
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(pk=job_id, state=JobState.QUEUED).first()
        if job is None:
            return False
        _end(job, JobState.CANCELLED, attempt="cancelled", code="", message="", now=timezone.now())
    return True


def take_back(
    *, job_id: int, token: uuid.UUID, worker_ended: bool = False, on_purpose: bool = False
) -> str | None:
    """Ends the lease `token` of a worker that is gone; the job's new state, or None when the lease is no more.

    The lease must have expired, unless the caller knows that the worker's process has ended. A stop
    `on_purpose` is not the job's fault: the attempt is not counted against it. A crash is: a job that brings
    its worker down must not do so for ever.
    """
    now = timezone.now()
    with transaction.atomic():
        held = Job.objects.select_for_update().filter(pk=job_id, state=JobState.RUNNING, lease_token=token)
        job = (held if worker_ended else held.filter(lease_expires_at__lt=now)).first()
        if job is None:
            return None
        code, message = "worker_lost", "The worker stopped in the middle of this job."
        if job.cancel_requested_at is not None:
            return _end(job, JobState.CANCELLED, attempt="lost", code="", message="", now=now)
        if on_purpose:
            job.max_attempts += 1
        if job.attempts >= job.max_attempts:
            message = (
                f"The worker stopped {job.attempts} times in the middle of this job, so it is not tried again by "
                "itself. Look in the worker's log for what stopped it (memory, disk), then retry the job."
            )
            return _end(job, JobState.FAILED, attempt="lost", code=code, message=message, now=now)
        _requeue(job, attempt="lost", code=code, message=message, now=now, run_after=now)
        return JobState.QUEUED.value


def reopen(*, job_id: int, extra_attempts: int) -> bool:
    """Queues a failed or cancelled job again for `extra_attempts` more runs; False when it is in another state."""
    return bool(
        Job.objects.filter(pk=job_id, state__in=[JobState.FAILED, JobState.CANCELLED]).update(
            state=JobState.QUEUED,
            finished_at=None,
            cancel_requested_at=None,
            run_after=timezone.now(),
            sent_at=None,
            max_attempts=F("attempts") + extra_attempts,
            progress=0.0,
            message="",
            error_code="",
            error="",
        )
    )


def backoff(attempts: int) -> timedelta:
    """The pause after attempt number `attempts` (from 1): 5 s doubling up to 10 min, a fifth more or less.

    The chance in it keeps jobs that failed together from coming back together.
    """
    pause: timedelta = min(BACKOFF_FIRST * 2 ** min(attempts - 1, 20), BACKOFF_LIMIT)
    return pause * random.uniform(0.8, 1.2)  # noqa: S311  (nothing secret hangs on it)


def spread(after: timedelta) -> timedelta:
    """A pause that was asked for and up to a fifth and half a second more: never earlier, and not all at once."""
    return after * random.uniform(1.0, 1.2) + timedelta(seconds=random.uniform(0.0, 0.5))  # noqa: S311


def _held(lease: Lease) -> QuerySet[Job]:
    return Job.objects.filter(pk=lease.job_id, state=JobState.RUNNING, lease_token=lease.token)


def _requeue(job: Job, *, attempt: str, code: str, message: str, now: datetime, run_after: datetime) -> None:
    job.state = JobState.QUEUED
    job.lease_token = job.lease_expires_at = None
    job.run_after = run_after
    job.error_code, job.error = code, message
    fields = ["state", "lease_token", "lease_expires_at", "run_after", "error_code", "error", "max_attempts"]
    job.save(update_fields=fields)
    _close_attempt(job.pk, attempt, now=now, code=code, message=message)


def _end(job: Job, state: JobState, *, attempt: str, code: str, message: str, now: datetime) -> str:
    """Ends the locked `job` as failed or cancelled, and tells its handler's `on_end` in the same transaction."""
    job.state = state
    job.lease_token = job.lease_expires_at = None
    job.finished_at = now
    job.error_code, job.error = code, message
    job.save(update_fields=["state", "lease_token", "lease_expires_at", "finished_at", "error_code", "error"])
    _close_attempt(job.pk, attempt, now=now, code=code, message=message)
    handler = registry.find(job.kind)
    if handler is not None and handler.on_end is not None:
        end = registry.JobEnd(job.pk, job.kind, job.subject, job.payload, state.value, code, message)
        try:
            with transaction.atomic():
                handler.on_end(end)
        except Exception:
            # The job has ended whatever its subject makes of it: else it would be taken back for ever.
            logger.exception(
                "the end of job %s could not be told to its subject", job.pk, extra={"job_id": job.pk}
            )
    return state.value


def _close_attempt(job_id: int, outcome: str, *, now: datetime, code: str = "", message: str = "") -> None:
    JobAttempt.objects.filter(job_id=job_id, ended_at__isnull=True).update(
        outcome=outcome, ended_at=now, error_code=code, error=message
    )
