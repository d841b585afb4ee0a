"""Is this process up (/healthz), and can it do its work (/readyz)?"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jobs import broker

logger = logging.getLogger("longemo.health")

#: Anybody may ask; asking faster than this gets the last answer, so that nobody can make it write to the storage.
ANSWER_SECONDS: Final = 2.0


class NotReady(Exception):
    """What is missing, in plain words and without an address or a secret."""


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as this process answers. Asks nothing of anything else."""
    return JsonResponse({"ok": True})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when every part works, else 503; `parts` names each with `ok` and, where not, a `reason`."""
    parts = _answer.get()
    ok = all(reason is None for reason in parts.values())
    body = {
        name: {"ok": True} if reason is None else {"ok": False, "reason": reason}
        for name, reason in parts.items()
    }
    return JsonResponse({"ok": ok, "parts": body}, status=200 if ok else 503)


def look() -> dict[str, str | None]:
    """Tries every part now; None for one that works, else why it does not."""
    return {name: _try(name, part) for name, part in PARTS.items()}


def _try(name: str, part: Callable[[], None]) -> str | None:
    try:
        part()
    except NotReady as error:
        return str(error)
    except Exception as error:
        # The error's own text may hold an address or a password: it goes to the log, its kind to the asker.
        logger.warning("not ready: %s (%s: %s)", name, type(error).__name__, error)
        return f"It does not answer as it should ({type(error).__name__}); the server's log has the details."
    return None


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def _migrations() -> None:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        raise NotReady(f"{len(missing)} migrations are not applied; run manage.py migrate.")


def _broker() -> None:
    broker.check()


def _storage() -> None:
    content = uuid.uuid4().hex.encode()
    name = default_storage.save(f"health/{uuid.uuid4().hex}", ContentFile(content))
    try:
        with default_storage.open(name) as file:
            if file.read() != content:
                raise NotReady("A file came back from the storage with other content.")
    finally:
        default_storage.delete(name)


PARTS: Final[dict[str, Callable[[], None]]] = {
    "database": _database,
    "migrations": _migrations,
    "broker": _broker,
    "storage": _storage,
}


class _Answer:
    """The last look at the parts, kept for ANSWER_SECONDS; one thread looks while the others wait for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._at = float("-inf")
        self._parts: dict[str, str | None] = {}

    def get(self) -> dict[str, str | None]:
        with self._lock:
            if monotonic() - self._at >= ANSWER_SECONDS:
                self._parts = look()
                self._at = monotonic()
            return self._parts

    def forget(self) -> None:
        """Looks anew at the next question."""
        self._at = float("-inf")


_answer: Final = _Answer()
