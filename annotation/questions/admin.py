"""Questions in the Django admin, to look at: content is written by its author, states by transitions.py alone."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from annotation.questions.models import (
    EvidenceInterval,
    LabelRow,
    Question,
    QuestionTransition,
    ReferenceItem,
    Revision,
)


class LookOnly:
    """Nothing can be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class LookOnlyInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg]
    extra = 0


class LabelInline(LookOnlyInline):
    model = LabelRow


class ItemInline(LookOnlyInline):
    model = ReferenceItem


class EvidenceInline(LookOnlyInline):
    model = EvidenceInterval


class TransitionInline(LookOnlyInline):
    model = QuestionTransition


class RevisionInline(LookOnlyInline):
    model = Revision
    fields = ("number", "version", "clip", "question_text", "written_by", "saved_at", "submitted_at")
    show_change_link = True


@admin.register(Question)
class QuestionAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("public_id", "project", "granularity", "task", "state", "author", "changed_at")
    list_filter = ("project", "state", "granularity", "task")
    list_select_related = ("project", "author")
    search_fields = ("public_id",)
    ordering = ("-changed_at",)
    inlines = (RevisionInline, TransitionInline)


@admin.register(Revision)
class RevisionAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("question", "number", "version", "clip", "written_by", "source", "submitted_at")
    list_filter = ("question__project", "source")
    list_select_related = ("question", "clip", "written_by")
    search_fields = ("question__public_id", "question_text")
    ordering = ("-saved_at",)
    inlines = (LabelInline, ItemInline, EvidenceInline)
