"""A job that writes a file slowly, leaving a trace of each of its starts."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from django.db import transaction

from jobs.context import JobContext
from jobs.registry import handler


@handler("test.slow", queue="media")
def write_slowly(context: JobContext, payload: dict[str, Any]) -> dict[str, Any]:
    """Writes `lines` numbered lines into `path`, one every `pause` seconds, and moves the file into place."""
    path = Path(payload["path"])
    part = path.with_name(f"{path.name}.{context.attempt}.part")
    with path.with_name("starts").open("a") as starts:
        starts.write(f"{context.attempt} {os.getpid()}\n")
    with part.open("w") as file:
        for number in range(payload["lines"]):
            file.write(f"line {number}\n")
            file.flush()
            time.sleep(payload["pause"])
            if not payload.get("silent"):
                context.progress((number + 1) / payload["lines"], f"line {number}")
    with transaction.atomic():
        context.hold_lease()
        part.replace(path)
        with path.with_name("ends").open("a") as ends:
            ends.write(f"{context.attempt} {os.getpid()}\n")
    return {"attempt": context.attempt}
