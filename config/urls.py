"""All addresses: the API under /api/v1/, health, the Django admin, and the page for everything else."""

from django.contrib import admin
from django.urls import include, path, re_path

from config.health import healthz, readyz
from config.page import page
from config.problems import api_not_found

api = [
    path("", include("accounts.urls")),
    path("", include("jobs.urls")),
    path("", include("llm.urls")),
    path("", include("annotation.urls")),
    path("", include("review.urls")),
    path("", include("evaluation.urls")),
]

# Whatever a view does not catch: a document for programs under /api/, Django's own pages elsewhere.
handler400 = "config.problems.bad_request"
handler403 = "config.problems.not_allowed"
handler404 = "config.problems.not_found"
handler500 = "config.problems.server_error"

urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("api/v1/", include(api)),
    re_path(r"^api/", api_not_found),
    path("admin/", admin.site.urls),
    re_path(r"^(?!static/|media/|admin/).*$", page),
]
