"""Structured logs: who asked for what and how it ended. Never bodies, query strings, answers or secrets."""

from __future__ import annotations

import json
import logging
import re
import time
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

logger = logging.getLogger("longemo.request")

_EXTRA = ("request_id", "method", "path", "status", "milliseconds", "user_id", "job_id", "job_kind", "code")


_LINK_TOKEN = re.compile(r"(/by-token/|/invitations/)[A-Za-z0-9_-]{16,}")


class MaskSecrets(logging.Filter):
    """Takes the tokens of invitation links out of every line, whoever logs it (Django logs paths on errors)."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _LINK_TOKEN.sub(r"\1...", record.getMessage()), ()
        return True


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
        return json.dumps(entry, ensure_ascii=False)


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
