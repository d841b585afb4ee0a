"""Projects, videos and clips in the Django admin, to look at: what changes them are the services behind the API."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

import annotation.questions.admin  # noqa: F401 (importing registers the models of questions)
from annotation.models import Clip, ClipSegment, GuidelineVersion, Project, SubtitleFile, Upload, Video


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Shows rows and changes nothing: a row edited by hand would no longer fit its files and its history."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):  # type: ignore[type-arg]
    """Rows that belong to another row, to look at."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class GuidelineInline(ReadOnlyInline):
    model = GuidelineVersion


class SegmentInline(ReadOnlyInline):
    model = ClipSegment


@admin.register(Project)
class ProjectAdmin(ReadOnlyAdmin):
    list_display = ("name", "protocol", "max_rounds", "double_rejection", "created_by", "created_at")
    list_select_related = ("created_by",)
    search_fields = ("name",)
    inlines = (GuidelineInline,)


@admin.register(Video)
class VideoAdmin(ReadOnlyAdmin):
    list_display = ("title", "project", "state", "domain", "duration", "video_codec", "added_by", "added_at")
    list_filter = ("state", "project", "domain")
    list_select_related = ("project", "added_by")
    search_fields = ("title", "source_from", "original_name", "sha256")


@admin.register(Clip)
class ClipAdmin(ReadOnlyAdmin):
    list_display = ("public_id", "project", "video", "granularity", "state", "method", "created_at")
    list_filter = ("state", "granularity", "project")
    list_select_related = ("project", "video")
    search_fields = ("public_id", "video__title", "sha256")
    inlines = (SegmentInline,)


@admin.register(SubtitleFile)
class SubtitleFileAdmin(ReadOnlyAdmin):
    list_display = ("filename", "video", "format", "encoding", "active", "added_by", "added_at")
    list_filter = ("active", "format")
    list_select_related = ("video", "added_by")
    search_fields = ("filename", "video__title")


@admin.register(Upload)
class UploadAdmin(ReadOnlyAdmin):
    list_display = ("filename", "project", "owner", "size", "offset", "expires_at", "taken_at")
    list_filter = ("project",)
    list_select_related = ("project", "owner")
    search_fields = ("filename", "owner__email")
