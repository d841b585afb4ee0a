"""Many people at once: threads that start together, each with a database connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection


def at_once(jobs: Sequence[Callable[[], Any]], *, seconds: float = 120) -> list[Any]:
    """Runs every job in a thread of its own, all let go at the same moment; their results in the given order.

    Raises the first error that a job raised, TimeoutError when one has not ended in time.
    """
    gate = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)
    errors: list[BaseException] = []

    def run(place: int, job: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            gate.wait()
            results[place] = job()
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair, daemon=True) for pair in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds)
    if errors:
        raise errors[0]
    if any(thread.is_alive() for thread in threads):
        raise TimeoutError(f"not every job had ended after {seconds} s")
    return results
