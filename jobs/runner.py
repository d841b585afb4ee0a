"""Runs one job in this process: claim, handler under a kept lease, and how it ended."""

from __future__ import annotations

import errno
import logging
from contextlib import nullcontext

from jobs import leases, registry
from jobs.context import JobContext
from jobs.errors import JobCancelled, LeaseLost, PermanentFailure
from jobs.leases import Lease
from kernel.errors import DomainError, TryLater

logger = logging.getLogger("longemo.jobs")


def run(*, job_id: int, worker: str, keep_lease: bool = True) -> str | None:
    """Claims the job and runs its handler; how the attempt ended, or None when there was nothing to claim.

    `succeeded`, `failed`, `queued` (to be tried again), `cancelled` or `lost`. `keep_lease=False` starts no
    heartbeat thread: for a caller that is inside a transaction, which another connection cannot see into.
    """
    lease = leases.claim(job_id=job_id, worker=worker)
    if lease is None:
        return None
    names = {"job_id": job_id, "job_kind": lease.kind}
    logger.info(
        "job %s (%s %s) starts, attempt %s", job_id, lease.kind, lease.subject, lease.number, extra=names
    )
    try:
        outcome = _attempt(lease, keep_lease=keep_lease)
    except LeaseLost:
        outcome = "lost"
    logger.info("job %s (%s %s): %s", job_id, lease.kind, lease.subject, outcome, extra=names)
    return outcome


def _attempt(lease: Lease, *, keep_lease: bool) -> str:
    handler = registry.find(lease.kind)
    if handler is None:
        message = (
            f"This worker does not know the work called {lease.kind}. Update the workers, then retry the job."
        )
        return leases.fail(lease=lease, code="kind_unknown", message=message, permanent=True)
    context = JobContext(lease)
    try:
        with context.kept() if keep_lease else nullcontext():
            result = handler.run(context, lease.payload)
    except LeaseLost:
        raise
    except JobCancelled:
        leases.cancel(lease=lease)
        return "cancelled"
    except PermanentFailure as failure:
        return leases.fail(lease=lease, code=failure.code, message=failure.message, permanent=True)
    except TryLater as error:
        # Expected of what depends on others; the traceback would say nothing more.
        logger.info("job %s waits: %s", lease.job_id, error.code, extra={"job_id": lease.job_id})
        return leases.fail(
            lease=lease, code=error.code, message=error.detail, after=error.after, counts=error.counts
        )
    except Exception as error:
        code, message = in_plain_words(error, job_id=lease.job_id)
        logger.exception(
            "job %s (%s) failed: %s", lease.job_id, lease.kind, code, extra={"job_id": lease.job_id}
        )
        permanent = isinstance(error, DomainError) and error.final
        return leases.fail(lease=lease, code=code, message=message, permanent=permanent)
    leases.succeed(lease=lease, result=result)
    return "succeeded"


def in_plain_words(error: Exception, *, job_id: int) -> tuple[str, str]:
    """A code and a sentence for people; the traceback is in the log, under the job's id."""
    if isinstance(error, DomainError):
        return error.code, error.detail
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "disk_full", "The disk of the worker is full. Make room on it, then retry the job."
    if isinstance(error, MemoryError):
        return "out_of_memory", "The worker ran out of memory. Give it more, then retry the job."
    return (
        "unexpected",
        f"Something went wrong that the program does not know ({type(error).__name__}). "
        f"The worker's log has the details under job {job_id}.",
    )
