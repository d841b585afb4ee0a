"""What the rest of the product asks of jobs: queue one, stop one, run one again."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from jobs import broker, leases, registry
from jobs.models import ACTIVE_STATES, Job, JobState
from kernel.errors import Conflict, NotFound

#: How many runs a person's "retry" allows.
RETRY_ATTEMPTS: Final = 3


def enqueue(
    *,
    kind: str,
    subject: str,
    payload: dict[str, Any],
    queue: str,
    key: str,
    project_id: int | None = None,
    owner: AbstractBaseUser | None = None,
    max_attempts: int = 3,
    priority: int = 0,
) -> Job:
    """Queues a job in the caller's transaction and wakes a worker once that has committed.

    `subject` is what it works on, as `clip:12`; `key` says what "the same work" is: while a job with this key
    is queued or running, that one is returned and nothing is queued. A transaction that is rolled back
    leaves no job and sends nothing. Of the jobs that wait in one queue, the one of the smallest `priority` begins
    first, the older of two.

    Raises ValueError for a queue or a kind that nobody serves, or fewer than one attempt.
    """
    if queue not in registry.QUEUES:
        raise ValueError(f"There is no queue {queue!r}; there are {', '.join(registry.QUEUES)}.")
    if registry.find(kind) is None:
        raise ValueError(
            f"No handler is registered for job kind {kind!r}; register it in the app's tasks.py."
        )
    if max_attempts < 1:
        raise ValueError(f"max_attempts is {max_attempts}; a job runs at least once.")
    while True:
        active = Job.objects.filter(key=key, state__in=ACTIVE_STATES).first()
        if active is not None:
            return active
        try:
            with transaction.atomic():
                job = Job.objects.create(
                    kind=kind,
                    subject=subject,
                    payload=payload,
                    queue=queue,
                    key=key,
                    project_id=project_id,
                    owner_id=owner.pk if owner is not None else None,
                    max_attempts=max_attempts,
                    priority=priority,
                )
        except IntegrityError:
            # Somebody queued the same work between our look and our insert; if not, the row itself is wrong.
            if not Job.objects.filter(key=key, state__in=ACTIVE_STATES).exists():
                raise
            continue
        wake_on_commit(job_id=job.pk, queue=queue)
        return job


def wake_on_commit(*, job_id: int, queue: str) -> None:
    """Sends the job's wake-up after the caller's transaction has committed, at once when there is none."""
    transaction.on_commit(partial(wake, job_id=job_id, queue=queue))


def wake(*, job_id: int, queue: str) -> None:
    """Sends the job's wake-up now and notes when; a broker that is away leaves it to the sweeper."""
    if broker.wake(job_id=job_id, queue=queue):
        Job.objects.filter(pk=job_id).update(sent_at=timezone.now())


def request_cancellation(*, job_id: int) -> Job:
    """Asks for the job to stop. A queued one is cancelled at once, a running one when its handler next looks.

    Asking again, or for a job that has ended, changes nothing. Raises NotFound.
    """
    if not leases.cancel_queued(job_id=job_id):
        Job.objects.filter(pk=job_id, state=JobState.RUNNING, cancel_requested_at__isnull=True).update(
            cancel_requested_at=timezone.now()
        )
    return _get(job_id)


def retry(*, job_id: int) -> Job:
    """Queues a failed or cancelled job again, as the same row; its attempts so far stay on record.

    Asking again while it is queued or running changes nothing. Raises NotFound; Conflict for a job that has
    succeeded, or when another job does the same work already.
    """
    job = _get(job_id)
    if job.state == JobState.SUCCEEDED:
        raise Conflict("job_succeeded", f"Job {job_id} has ended well; there is nothing to retry.")
    if job.state in ACTIVE_STATES:
        return job
    try:
        with transaction.atomic():
            if leases.reopen(job_id=job_id, extra_attempts=RETRY_ATTEMPTS):
                wake_on_commit(job_id=job_id, queue=job.queue)
    except IntegrityError:
        other = Job.objects.filter(key=job.key, state__in=ACTIVE_STATES).values_list("pk", flat=True).first()
        raise Conflict(
            "job_replaced", f"Job {other} does the same work as job {job_id} already; wait for that one."
        ) from None
    return _get(job_id)


def _get(job_id: int) -> Job:
    job = Job.objects.select_related("owner").filter(pk=job_id).first()
    if job is None:
        raise NotFound("not_found", f"There is no job {job_id}, or you may not see it.")
    return job
