"""Exports: the accepted records of a project as one benchmark JSON file."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Export(models.Model):
    """One file of records. It is offered only when whole (`finished_at`); it never changes afterwards."""

    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="exports")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    file_key = models.CharField(max_length=300, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.BigIntegerField(null=True)
    counts = models.JSONField(default=dict, help_text="Records by granularity and task.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True)
                | (~Q(file_key="") & ~Q(sha256="") & Q(size__isnull=False)),
                name="export_finished_has_a_file",
            ),
        ]

    def __str__(self) -> str:
        return f"export {self.pk}"
