"""One renderer of errors: whatever is raised becomes `application/problem+json` (RFC 9457)."""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost, PermissionDenied, RequestDataTooBig
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from django.views.csrf import csrf_failure
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from kernel.errors import DomainError, TryLater

logger = logging.getLogger("longemo.request")

CONTENT_TYPE = "application/problem+json"

_TITLES = {
    400: "Not valid",
    401: "Log in first",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    406: "Not acceptable",
    409: "Conflict",
    413: "Too large",
    415: "Media type not supported",
    429: "Too many requests",
    500: "Server error",
    502: "A service answered badly",
    503: "Not available now",
    507: "No room left",
}


def problem(
    status_code: int, code: str, detail: str, *, errors: list[dict[str, str]] | None = None, **extra: Any
) -> dict[str, Any]:
    """The problem document: type, title, status, code, detail, and `errors` (field, code, message) where any."""
    body: dict[str, Any] = {
        "type": f"urn:longemo:problem:{code}",
        "title": _TITLES.get(status_code, "Error"),
        "status": status_code,
        "code": code,
        "detail": _writable(detail),
    }
    if errors:
        body["errors"] = [{name: _writable(text) for name, text in error.items()} for error in errors]
    body.update(extra)
    return body


def _writable(text: str) -> str:
    """`text` with half surrogates, which a message may quote from a request, as escapes: UTF-8 has none."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook. Unknown exceptions return None, so that Django logs them and answers 500."""
    headers: dict[str, str] = {}
    if isinstance(exc, DomainError):
        body = problem(
            exc.status,
            exc.code,
            exc.detail,
            errors=[{"field": e.field, "code": e.code, "message": e.message} for e in exc.errors],
            **exc.extra,
        )
        if isinstance(exc, TryLater) and exc.after is not None:
            headers["Retry-After"] = str(int(exc.after.total_seconds()) + 1)
    elif isinstance(exc, Http404 | exceptions.NotFound):
        body = problem(404, "not_found", "There is no such thing here, or you may not see it.")
    elif isinstance(exc, PermissionDenied):
        body = problem(403, "not_allowed", "You may not do this.")
    elif isinstance(exc, exceptions.ValidationError):
        errors = list(_field_errors(exc.detail, exc.get_codes(), ""))
        body = problem(400, "invalid", "; ".join(e["message"] for e in errors[:3]), errors=errors)
    elif isinstance(exc, exceptions.APIException):
        code = exc.get_codes() if isinstance(exc.get_codes(), str) else exc.default_code
        body = problem(exc.status_code, str(code), str(exc.detail))
        if getattr(exc, "auth_header", None):
            headers["WWW-Authenticate"] = exc.auth_header  # type: ignore[attr-defined]
        if getattr(exc, "wait", None):
            headers["Retry-After"] = str(int(exc.wait) + 1)  # type: ignore[attr-defined]
    elif is_disk_full(exc):
        logger.error("the disk is full: %s", exc)
        body = problem(507, "disk_full", "The server's disk is full; tell whoever runs it, then try again.")
    elif isinstance(exc, FileNotFoundError):
        logger.exception("a stored file is missing")
        body = problem(404, "media_missing", "A file of this is not in the media storage; tell an admin.")
    else:
        return None
    set_rollback()
    return Response(body, status=body["status"], headers=headers, content_type=CONTENT_TYPE)


def is_disk_full(exc: Exception) -> bool:
    """Whether a file or a database (SQLite, PostgreSQL) could not be written to for lack of room."""
    if isinstance(exc, OSError):
        return exc.errno in {errno.ENOSPC, errno.EDQUOT}
    full = ("database or disk is full", "No space left on device")
    return isinstance(exc, DatabaseError) and any(words in str(exc) for words in full)


def _field_errors(detail: Any, codes: Any, path: str) -> Iterator[dict[str, str]]:
    """Flattens DRF's nested error details into rows with dotted field paths."""
    if isinstance(detail, dict):
        for key, value in detail.items():
            name = "" if key == "non_field_errors" else str(key)
            yield from _field_errors(value, codes[key], ".".join(p for p in (path, name) if p))
    elif isinstance(detail, list):
        for index, value in enumerate(detail):
            nested = isinstance(value, dict | list)
            yield from _field_errors(value, codes[index], f"{path}.{index}" if nested else path)
    else:
        yield {"field": path, "code": str(codes), "message": str(detail)}


def add_problem_responses(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Adds the problem schema and the error answers that drf-spectacular leaves out of the OpenAPI document."""
    result["components"]["schemas"]["Problem"] = {
        "type": "object",
        "required": ["type", "title", "status", "code", "detail"],
        "properties": {
            "type": {"type": "string"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "code": {"type": "string"},
            "detail": {"type": "string"},
            "current_version": {"type": "integer"},
            "errors": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["field", "code", "message"],
                    "properties": {
                        "field": {"type": "string"},
                        "code": {"type": "string"},
                        "message": {"type": "string"},
                    },
                },
            },
        },
        "additionalProperties": True,
    }
    content = {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            if not isinstance(operation, dict) or "responses" not in operation:
                continue
            for code in (400, 401, 403, 404, 405, 406, 409, 413, 415, 429):
                operation["responses"].setdefault(
                    str(code), {"description": _TITLES[code], "content": content}
                )
    return result


def under_api(request: HttpRequest) -> bool:
    """Whether the request is to the API, whose every answer a program can read."""
    return request.path.startswith("/api/")


def answer(status_code: int, code: str, detail: str, **extra: Any) -> HttpResponse:
    """A problem document outside of DRF."""
    body = problem(status_code, code, detail, **extra)
    return JsonResponse(body, status=status_code, content_type=CONTENT_TYPE)


def api_not_found(request: HttpRequest) -> HttpResponse:
    """Any address under /api/ that no view answers."""
    return answer(404, "not_found", f"There is nothing at {request.path}.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: a Host that is not ours, too many fields, and what else it finds suspicious."""
    if not under_api(request):
        return defaults.bad_request(request, exception)
    if isinstance(exception, DisallowedHost):
        return answer(
            400,
            "bad_host",
            "The server does not answer under this name; whoever runs it adds it to ALLOWED_HOSTS.",
        )
    if isinstance(exception, RequestDataTooBig):
        return answer(413, "body_too_large", "The request's body is too large.")
    return answer(400, "bad_request", "The request cannot be read.")


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403."""
    if not under_api(request):
        return defaults.permission_denied(request, exception)
    return answer(403, "not_allowed", "You may not do this.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404."""
    return api_not_found(request) if under_api(request) else defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500; the request's id finds the line in the server's log."""
    if not under_api(request):
        return defaults.server_error(request)
    return answer(
        500,
        "server_error",
        "Something went wrong here. Try again; if it stays, tell whoever runs the server the request's id.",
        request_id=request.META.get("longemo.request_id", ""),
    )


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """CSRF_FAILURE_VIEW."""
    if not under_api(request):
        return csrf_failure(request, reason)
    return answer(
        403, "csrf_failed", "The request does not carry this page's CSRF token; load the page again."
    )


def login_locked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """What axes answers in place of a log-in while the pair of address and machine is locked."""
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    body = problem(
        403, "login_locked", f"Too many failed attempts. Try again in {minutes} minutes, or ask an admin."
    )
    return JsonResponse(body, status=403, content_type=CONTENT_TYPE)
