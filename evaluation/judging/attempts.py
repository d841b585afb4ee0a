"""The attempts of judges as lines of a file: what was asked, what came back, raw, and what it cost.

An attempt is written down before its request is sent and again when it ended. A process that is killed in between has
used the attempt: whether the service answered cannot be known, so the next run goes on with the next attempt and never
sends the same one twice.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from annotation.public import canonical_json, record_sha256
from evaluation.judging.prompts import ANSWER_TOKENS, PROMPT_SHA256
from llm.public import EndpointDescription


class InUse(Exception):
    """Another process writes to the file."""


def reuse_key(endpoint: EndpointDescription, record: Mapping[str, Any], answer: Any, attempt: int) -> str:
    """SHA-256 over everything that an attempt depends on: record, answer, model, prompt, parameters, its number."""
    told = {
        "record": record_sha256(canonical_json(dict(record))),
        "answer": answer,
        "endpoint": [endpoint.base_url, endpoint.model, sorted(endpoint.abilities)],
        "prompt": PROMPT_SHA256,
        "parameters": [endpoint.temperature, min(ANSWER_TOKENS, endpoint.max_output_tokens)],
        "attempt": attempt,
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


class AttemptsUnreadable(Exception):
    """The file holds something that is no attempt."""


class AttemptFile:
    """A JSONL file of attempts; one process at a time, any of its threads.

    `with AttemptFile(path) as attempts`: raises InUse where another process has it, AttemptsUnreadable for another
    kind of file. A last line that was cut off by a kill is left out: the line before it says that the attempt was sent.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._rows: dict[str, dict[str, Any]] = {}

    def __enter__(self) -> Self:
        self._file = self._path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise InUse(
                f"Another process writes to {self._path}; wait for it or name another folder."
            ) from None
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        for line in whole.splitlines():
            try:
                row = json.loads(line)
                self._rows[row["key"]] = row
            except (ValueError, LookupError, TypeError):
                self._file.close()
                raise AttemptsUnreadable(
                    f"{self._path} holds a line that is no attempt; move it away, or name another folder."
                ) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def find(self, key: str) -> dict[str, Any] | None:
        """The newest row of an attempt; its state `sent` means that its end is not known."""
        return self._rows.get(key)

    def write(self, row: dict[str, Any]) -> None:
        """Adds a row durably."""
        line = json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
        with self._lock:
            self._rows[row["key"]] = row
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
