"""What no view of the API could read is answered before any is asked."""

from __future__ import annotations

import codecs
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from config.problems import answer, api_not_found, under_api


class ReadableRequestMiddleware:
    """Under /api/: text is UTF-8 (415), and no address (404) or parameter (400) holds a NUL character.

    No database keeps a NUL, and PostgreSQL does not even compare with one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not under_api(request):
            return self.get_response(request)
        return _refusal(request) or self.get_response(request)


def _refusal(request: HttpRequest) -> HttpResponse | None:
    charset = (request.content_params or {}).get("charset", "utf-8")
    if not _is_utf8(charset):
        return answer(415, "charset", f"The API reads UTF-8, not {charset[:40]!r}.")
    # The parameters too are decoded with the charset of the body's type.
    request.encoding = "utf-8"
    if "\0" in request.path:
        return api_not_found(request)
    for name, values in request.GET.lists():
        if "\0" in name or any("\0" in value for value in values):
            shown = name.replace("\0", "\\0")[:80]
            message = f"The parameter {shown} holds a NUL character."
            error = {"field": shown, "code": "null_characters_not_allowed", "message": message}
            return answer(400, "invalid", message, errors=[error])
    return None


def _is_utf8(charset: str) -> bool:
    try:
        return codecs.lookup(charset).name in {"utf-8", "ascii"}
    except (LookupError, ValueError):
        return False
