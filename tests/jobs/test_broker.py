"""The real broker at hand: wake-ups arrive once, nothing breaks when it is away."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.conf import settings as live_settings
from kombu.exceptions import ChannelError

from jobs import broker, message_files

on_files = pytest.mark.skipif(bool(live_settings.REDIS_URL), reason="messages are in Redis here")


def drain(queue: str) -> list[int]:
    """Job ids of all messages in a queue, which is empty afterwards."""
    found: list[int] = []
    broker.prepare()
    with current_app.connection_for_read() as connection, connection.SimpleQueue(queue) as messages:
        while True:
            try:
                message = messages.get(block=False)
            except messages.Empty:
                return found
            message.ack()
            found.append(message.payload[0][0])


def test_wake_up_lies_in_its_queue_when_sent() -> None:
    drain("scoring")
    assert broker.waiting("scoring") == 0
    assert [broker.wake(job_id=number, queue="scoring") for number in (1, 2, 3)] == [True] * 3
    assert broker.waiting("scoring") == 3
    assert sorted(drain("scoring")) == [1, 2, 3]
    assert broker.waiting("scoring") == 0


def test_broker_is_found_well_when_it_is_there() -> None:
    broker.prepare()
    broker.check()


@on_files
def test_wake_up_is_not_sent_when_the_folder_cannot_be_used(settings: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    blocked = {
        **settings.CELERY_BROKER_TRANSPORT_OPTIONS,
        **dict.fromkeys(("data_folder_in", "data_folder_out"), str(tmp_path / "file" / "messages")),
    }
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = blocked
    assert broker.wake(job_id=1, queue="scoring") is False
    with pytest.raises(OSError, match="Not a directory"):
        broker.check()


@on_files
def test_delivered_messages_are_removed_when_they_are_old(settings: Any, tmp_path: Path) -> None:
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {
        "processed_folder": str(tmp_path),
        "data_folder_out": str(tmp_path / "none"),
    }
    for name, age in (("old.msg", 3700), ("new.msg", 3500), ("old.txt", 3700)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    assert broker.prune_processed() == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.msg", "old.txt"]


@on_files
def test_begun_messages_are_removed_when_a_killed_process_left_them(settings: Any, tmp_path: Path) -> None:
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {
        "processed_folder": str(tmp_path / "none"),
        "data_folder_out": str(tmp_path),
    }
    for name in ("old.q.msg.part", "new.q.msg.part", "old.q.msg"):
        (tmp_path / name).touch()
    for name in ("old.q.msg.part", "old.q.msg"):
        os.utime(tmp_path / name, (1, 1))
    assert broker.prune_processed() == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.q.msg.part", "old.q.msg"]


def test_no_piece_of_a_message_stays_when_it_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(path: Path, text: str) -> None:
        path.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", write)
    channel = object.__new__(message_files.Channel)
    monkeypatch.setattr(message_files.Channel, "data_folder_out", str(tmp_path))
    with pytest.raises(ChannelError, match="No space left"):
        channel._put("media", {"id": 1})
    assert list(tmp_path.iterdir()) == []
