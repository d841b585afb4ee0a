"""Two ways in: the page's session with CSRF, and knox tokens for scripts."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from kernel.csrf import require_csrf


class TokenAuthentication(KnoxTokenAuthentication):
    """`Authorization: Token <value>`; answers 401 with a WWW-Authenticate header."""

    def authenticate_credentials(self, token: bytes) -> Any:
        # knox decodes it unasked, and no token of ours has another sign.
        if not (token.isascii() and token.isalnum()):
            raise AuthenticationFailed("Invalid token.")
        return super().authenticate_credentials(token)


class PageSessionAuthentication(SessionAuthentication):
    """Session cookie; unsafe methods need the CSRF token."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"

    def enforce_csrf(self, request: Request) -> None:
        require_csrf(request)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "config.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token <value>`, from POST /api/v1/tokens.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "config.authentication.PageSessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
