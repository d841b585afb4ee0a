"""What a reviewer answers before they see the reference."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from review.assignments.models import Assignment


class BlindLabel(models.Model):
    """One label of a reviewer's own answer. Given with the step to the reference and never changed after it."""

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="blind_labels")
    side = models.CharField(max_length=6, blank=True)
    position = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=20)

    class Meta:
        ordering = ["assignment_id", "side", "position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(side__in=["", "before", "after"]), name="blind_label_side_known"
            ),
            models.UniqueConstraint(
                fields=["assignment", "side", "label"], name="blind_label_unique_in_side"
            ),
        ]

    def __str__(self) -> str:
        return self.label
