"""The background work of the app."""

from __future__ import annotations

from celery import shared_task

from jobs.registry import housekeeping
from review.notifications import digest


@shared_task(name="review.send_digests", ignore_result=True)
def send_digests() -> None:
    digest.send_digests()


housekeeping("notices read long ago")(digest.prune_read)
