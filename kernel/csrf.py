"""Whether a request that changes something comes from the page itself."""

from __future__ import annotations

from typing import Any

from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from kernel.errors import Forbidden


def require_csrf(request: Any) -> None:
    """Raises Forbidden `csrf_failed` unless the request carries the CSRF token or changes nothing."""
    try:
        SessionAuthentication().enforce_csrf(request)
    except PermissionDenied:
        raise Forbidden(
            "csrf_failed",
            "The request does not carry this page's CSRF token; load the page again, or GET /api/v1/csrf first.",
        ) from None


class FromThePage(BasePermission):
    """Anybody, but with the CSRF token; a request with an API token needs none, since no other site can send it.

    For views that log people in: there the session's own check comes too late.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.auth is None:
            # The plain request: its body is not read for a check that fails.
            require_csrf(request._request)
        return True
