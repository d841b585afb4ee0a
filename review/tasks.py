"""The background work of the app."""

from __future__ import annotations

from celery import shared_task

from jobs.registry import housekeeping
from review.notifications import digest
from review.rounds import services as rounds


@shared_task(name="review.send_digests", ignore_result=True)
def send_digests() -> None:
    digest.send_digests()


@shared_task(name="review.close_rounds", ignore_result=True)
def close_rounds() -> None:
    """Closes what can no longer be taken back. Sent every few seconds; one that is lost is made up by the next."""
    rounds.close_due()


housekeeping("notices read long ago")(digest.prune_read)
