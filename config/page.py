"""The single-page application: every address that is not the API's answers the built index.html."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

_CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        # Mantine sets its variables in style elements.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob: https:",  # presigned addresses of the media storage
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    ]
)


@require_safe
@never_cache
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    """index.html as built; 503 with the way out when the front end has not been built."""
    index = settings.FRONTEND_DIST / "index.html"
    try:
        html = index.read_text(encoding="utf-8")
    except FileNotFoundError:
        return HttpResponse(
            "The page has not been built. Run `make build` (or `npm ci && npm run build` in frontend/).",
            status=503,
            content_type="text/plain; charset=utf-8",
        )
    response = HttpResponse(html)
    response["Content-Security-Policy"] = _CONTENT_SECURITY_POLICY
    return response
