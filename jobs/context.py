"""What a running handler holds: its way to report progress, and to learn that it has to stop."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from jobs import leases
from jobs.errors import JobCancelled, LeaseLost
from jobs.leases import Lease

logger = logging.getLogger("longemo.jobs")

#: How soon a running handler learns of a cancellation.
LOOK_SECONDS: Final = 1.0
#: Reports that follow each other faster are not all written: ffmpeg alone reports several times a second.
REPORT_SECONDS: Final = 0.25


class JobContext:
    """One attempt at one job. Safe to use from the handler's threads.

    `job_id` and `attempt` (from 1) name it; both make good parts of temporary file names.
    """

    def __init__(self, lease: Lease) -> None:
        self.job_id = lease.job_id
        self.attempt = lease.number
        self.subject = lease.subject
        self._lease = lease
        self._cancelled = threading.Event()
        self._lost = threading.Event()
        self._written: tuple[float, str | None] = (float("-inf"), None)

    def progress(self, fraction: float, message: str | None = None) -> None:
        """Reports the share done (0..1) and what is going on, in plain words; renews the lease.

        Raises JobCancelled or LeaseLost when the handler has to stop, ValueError outside 0..1.
        """
        if not 0.0 <= fraction <= 1.0:
            raise ValueError(f"Progress is a share from 0 to 1, not {fraction}.")
        self.raise_if_stopped()
        now = time.monotonic()
        written_at, written = self._written
        if fraction < 1.0 and now - written_at < REPORT_SECONDS and message in (None, written):
            return
        self._written = (now, message if message is not None else written)
        self._note(lambda: leases.renew(lease=self._lease, progress=fraction, message=message))
        self.raise_if_stopped()

    def cancelled(self) -> bool:
        """Whether the handler has to stop (cancelled, or the lease is lost). Costs nothing; up to a second old."""
        return self._cancelled.is_set() or self._lost.is_set()

    def raise_if_stopped(self) -> None:
        """Raises LeaseLost or JobCancelled when the handler has to stop. Costs nothing."""
        if self._lost.is_set():
            raise LeaseLost(f"Job {self.job_id} belongs to another worker.")
        if self._cancelled.is_set():
            raise JobCancelled(f"Job {self.job_id} was cancelled.")

    def hold_lease(self) -> None:
        """Makes the caller's transaction the job's own: first statement of the one that writes the outcome.

        The job's row is locked until that transaction ends, so a worker whose job was given to another writes
        nothing. Raises LeaseLost. Must be called inside `transaction.atomic()`.
        """
        leases.hold(lease=self._lease)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keeps the lease alive from a thread of its own while the block runs."""
        over = threading.Event()
        thread = threading.Thread(
            target=self._keep, args=(over,), name=f"job-{self.job_id}-lease", daemon=True
        )
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _keep(self, over: threading.Event) -> None:
        period = settings.JOB_LEASE.total_seconds() / 3
        renewed_at = time.monotonic()
        try:
            while not over.wait(min(LOOK_SECONDS, period)) and not self._lost.is_set():
                due = time.monotonic() - renewed_at >= period
                try:
                    if due:
                        self._note(lambda: leases.renew(lease=self._lease))
                        renewed_at = time.monotonic()
                    else:
                        self._note(lambda: leases.cancel_requested(lease=self._lease))
                except LeaseLost:
                    logger.warning("job %s was taken back", self.job_id, extra={"job_id": self.job_id})
                except DatabaseError as error:
                    # Away for a moment. Whether the lease was lost meanwhile is seen at the next look.
                    logger.warning(
                        "job %s: no heartbeat (%s)", self.job_id, error, extra={"job_id": self.job_id}
                    )
                    connection.close()
        finally:
            connection.close()

    def _note(self, look: Callable[[], bool]) -> None:
        try:
            if look():
                self._cancelled.set()
        except LeaseLost:
            self._lost.set()
            raise
