"""Structured logs: who asked for what and how it ended. Never bodies, query strings, answers or secrets."""

from __future__ import annotations

import json
import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseBase

logger = logging.getLogger("longemo.request")

_EXTRA = ("request_id", "method", "path", "status", "milliseconds", "user_id", "job_id", "job_kind", "code")


_LINK_TOKEN = re.compile(r"(/by-token/|/invitations/)[A-Za-z0-9_-]{16,}")


class MaskSecrets(logging.Filter):
    """Takes the tokens of invitation links out of every line, whoever logs it (Django logs paths on errors)."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _LINK_TOKEN.sub(r"\1...", record.getMessage()), ()
        return True


#: Whatever ends a line for some reader of logs, or moves the cursor of a terminal.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def escape(text: str) -> str:
    """`text` on one line, with control characters as escapes: a path with %0a makes no second line."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class PlainFormatter(logging.Formatter):
    """One line a message for people; tracebacks follow it indented, so that none looks like a line of its own."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return escape(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:
        lines = super().formatException(ei).split("\n")
        return "\n".join(f"    {escape(line)}" for line in lines)


class JsonFormatter(logging.Formatter):
    """One JSON object a line; only the fields of `_EXTRA` are taken from `extra=`."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name in _EXTRA:
            value = record.__dict__.get(name)
            if value is not None:
                entry[name] = value
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(entry, ensure_ascii=False))


class RequestLogMiddleware:
    """Gives each request an id (also in the X-Request-Id answer header) and logs one line when it ends."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request_id = uuid.uuid4().hex
        request.META["longemo.request_id"] = request_id
        started = time.monotonic()
        response = self.get_response(request)
        response["X-Request-Id"] = request_id
        if request.path.startswith(("/api/", "/admin/")):
            logger.info(
                "%s %s %s",
                request.method,
                request.path,
                response.status_code,
                extra={
                    "request_id": request_id,
                    "status": response.status_code,
                    "milliseconds": round((time.monotonic() - started) * 1000, 1),
                    "user_id": getattr(getattr(request, "user", None), "pk", None),
                },
            )
        return response
