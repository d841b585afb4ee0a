"""Exports in the Django admin, to look at."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from evaluation.models import Export


@admin.register(Export)
class ExportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "project", "created_by", "created_at", "finished_at", "size")
    list_filter = ("project",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
