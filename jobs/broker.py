"""The message broker as far as we trust it: it carries wake-ups, and may lose or repeat any of them."""

from __future__ import annotations

import logging
import time
import uuid
from pathlib import Path
from typing import Final

from celery import current_app
from django.conf import settings
from kombu.exceptions import KombuError

logger = logging.getLogger("longemo.jobs")

RUN_TASK: Final = "jobs.run"
#: A message older than this in the folder of delivered ones is of no use to anybody.
PROCESSED_LIFETIME_SECONDS: Final = 3600


def on_files() -> bool:
    """Whether messages are files in a folder (the embedded set-up), not in Redis."""
    return str(settings.CELERY_BROKER_URL).startswith("files:")


def prepare() -> None:
    """Makes the folders of the embedded broker; nothing to do for Redis. Raises OSError when it cannot."""
    if on_files():
        for folder in _folders():
            folder.mkdir(parents=True, exist_ok=True)


def wake(*, job_id: int, queue: str) -> bool:
    """Sends "look at this job" to the queue's workers; False (and a line in the log) when the broker is away.

    The caller goes on either way: the row is there, and the sweeper sends again what nobody has taken.
    """
    try:
        prepare()
        current_app.send_task(RUN_TASK, args=[job_id], queue=queue, retry=False, ignore_result=True)
    except _away() as error:
        logger.warning(
            "job %s could not be announced (%s); the sweeper will send it again",
            job_id,
            type(error).__name__,
            extra={"job_id": job_id},
        )
        return False
    return True


def waiting(queue: str) -> int | None:
    """How many messages lie in the queue, taken by no worker; None when the broker cannot say."""
    try:
        with current_app.connection_for_read() as connection, connection.channel() as channel:
            return int(channel._size(queue))
    except _away():
        return None


def check() -> None:
    """Raises OSError or the transport's own error when messages cannot be given to the broker now."""
    if on_files():
        probe = (
            Path(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_out"]) / f"probe-{uuid.uuid4().hex}"
        )
        probe.touch()
        probe.unlink()
    else:
        with current_app.connection_for_write(connect_timeout=2) as connection:
            connection.ensure_connection(max_retries=1, timeout=2)


def prune_processed() -> int:
    """Removes messages of the embedded broker that are older than an hour: delivered ones, and those that a killed
    process had begun to write; how many."""
    if not on_files():
        return 0
    limit = time.time() - PROCESSED_LIFETIME_SECONDS
    removed = 0
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    delivered = Path(options["processed_folder"]).glob("*.msg")
    begun = Path(options["data_folder_out"]).glob("*.msg.part")
    for path in (*delivered, *begun):
        try:
            if path.stat().st_mtime < limit:
                path.unlink()
                removed += 1
        except FileNotFoundError:
            continue  # another worker tidies up at the same time
    return removed


def _away() -> tuple[type[Exception], ...]:
    """What the transport at hand raises when it cannot be reached or refuses."""
    connection = current_app.connection_for_write()
    return (OSError, KombuError, *connection.connection_errors, *connection.channel_errors)


def _folders() -> list[Path]:
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    names = ("data_folder_in", "data_folder_out", "control_folder", "processed_folder")
    return [Path(options[name]) for name in names]
