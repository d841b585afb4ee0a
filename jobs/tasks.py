"""Celery's way in: three tasks of a line or two."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from celery.worker import state as worker_state

from jobs import broker, housekeeping, runner, selectors, sweeper
from jobs.registry import housekeeping as registered


@shared_task(name=broker.RUN_TASK, bind=True, ignore_result=True)
def run(self: Any, job_id: int) -> None:
    """A wake-up: run this job, or a more urgent one of its queue, if it is to be had."""
    if worker_state.should_stop is not None and worker_state.should_stop is not False:  # 0 is a way to stop
        # Celery takes one more message after it was asked to stop. A job must not begin then, only to be cut off.
        broker.wake(job_id=job_id, queue=self.request.delivery_info["routing_key"])
        return
    runner.run(job_id=selectors.next_in_line(job_id=job_id), worker=self.request.hostname or "unnamed")


@shared_task(name="jobs.sweep", ignore_result=True)
def sweep() -> None:
    sweeper.sweep()


@shared_task(name="jobs.housekeeping", ignore_result=True)
def tidy() -> None:
    housekeeping.tidy()


@registered("jobs.processed_messages")
def prune_processed_messages() -> int:
    return broker.prune_processed()
