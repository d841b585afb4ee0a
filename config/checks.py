"""System checks: a production set-up that is not safe does not start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register


@register()
def production_is_safe(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Errors for every unsafe production setting; an unknown LONGEMO_MODE is an error too."""
    if settings.LONGEMO_MODE == "local":
        if settings.DEBUG:
            return [
                Warning(
                    "DEBUG is on.", hint="Keep it off where others can reach the server.", id="longemo.W001"
                )
            ]
        return []
    if settings.LONGEMO_MODE != "production":
        return [
            Error(
                f"LONGEMO_MODE is {settings.LONGEMO_MODE!r}; it must be 'local' or 'production'.",
                hint="Set LONGEMO_MODE=production on a server that others can reach.",
                id="longemo.E001",
            )
        ]
    return list(_production_errors())


def _production_errors() -> Sequence[CheckMessage]:
    errors: list[CheckMessage] = []
    if settings.DEBUG:
        errors.append(
            Error(
                "DEBUG is on in production.",
                hint="Unset DEBUG: error pages would show data.",
                id="longemo.E002",
            )
        )
    if settings.SECRET_KEY_MISSING or len(settings.SECRET_KEY) < 40 or "insecure" in settings.SECRET_KEY:
        errors.append(
            Error(
                "SECRET_KEY is missing, short or a default.",
                hint="Set SECRET_KEY to at least 40 random characters, the same on every machine.",
                id="longemo.E003",
            )
        )
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        errors.append(
            Error(
                "ALLOWED_HOSTS is empty or open ('*').",
                hint="Set ALLOWED_HOSTS to the host names people use, separated by commas.",
                id="longemo.E004",
            )
        )
    if not settings.HTTPS_ONLY:
        errors.append(
            Error(
                "HTTPS_ONLY is off in production: session cookies would travel in the clear.",
                hint="Put TLS in front and leave HTTPS_ONLY unset.",
                id="longemo.E005",
            )
        )
    if settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
        errors.append(
            Error(
                "SQLite in production mode.",
                hint="Set DATABASE_URL to a PostgreSQL database, or run one machine with LONGEMO_MODE=local.",
                id="longemo.E006",
            )
        )
    if not settings.REDIS_URL:
        errors.append(
            Error(
                "REDIS_URL is not set in production mode.",
                hint="Set REDIS_URL so that workers on several machines get their jobs.",
                id="longemo.E007",
            )
        )
    if settings.MEDIA_DELIVERY not in {"direct", "x-accel"}:
        errors.append(
            Error(
                f"MEDIA_DELIVERY is {settings.MEDIA_DELIVERY!r}.",
                hint="Use 'direct' or 'x-accel'.",
                id="longemo.E008",
            )
        )
    return errors
