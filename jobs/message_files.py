"""Messages as files, each put in place whole.

Kombu's own file transport writes a message under its final name while a worker may already be reading it: on a busy
queue one in sixty was read half-written, which loses it and brings the worker down. Its table of queues has the
same gap when two workers start at once.
"""

# kombu carries types for a part of itself only.
# mypy: disallow-untyped-calls=False

from __future__ import annotations

import fcntl
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        # A readable time of fixed width in front: names sort by age, also across a restart of the machine.
        final = Path(self.data_folder_out) / f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        # Readers look for names that end in the queue's name and `.msg`.
        partial = final.with_name(f"{final.name}.part")
        try:
            partial.write_text(dumps(payload))
            partial.rename(final)
        except OSError as error:
            raise ChannelError(f"Cannot add a message to {final.parent}: {error.strerror}") from error
        finally:
            # Gone by its new name already, except after an error: on a full disk every try would leave one.
            partial.unlink(missing_ok=True)

    def get_table(self, exchange: str) -> list[Any]:
        with self._one_at_a_time():
            table: list[Any] = super().get_table(exchange)
            return table

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        with self._one_at_a_time():
            super()._queue_bind(exchange, routing_key, pattern, queue)

    def _delete(self, queue: str, *args: Any, **kwargs: Any) -> None:
        with self._one_at_a_time():
            super()._delete(queue, *args, **kwargs)

    @contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        self.control_folder.mkdir(parents=True, exist_ok=True)
        with (self.control_folder / "tables.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


class Transport(filesystem.Transport):
    Channel = Channel
