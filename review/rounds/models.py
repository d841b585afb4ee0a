"""Rounds: one for each submitted revision."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone


class RoundOutcome(models.TextChoices):
    ACCEPTED = "accepted"
    RETURNED = "returned"
    REMOVED = "removed"


class Round(models.Model):
    """Two independent reviews of one revision. Closed once, when two verdicts are in that nobody can take back.

    `closes_at` is a reminder for who closes: when the second undo will have ended, null while a verdict is missing.
    What counts is looked up again under the lock. It is shown to nobody.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="+")
    question = models.ForeignKey("annotation.Question", on_delete=models.PROTECT, related_name="rounds")
    revision = models.OneToOneField("annotation.Revision", on_delete=models.PROTECT, related_name="round")
    number = models.PositiveIntegerField()
    granularity = models.CharField(
        max_length=8, help_text="Copied from the question, for the queue's filter."
    )
    task = models.CharField(max_length=40, help_text="Copied from the question, for the queue's filter.")
    opened_at = models.DateTimeField(default=timezone.now)
    closes_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=8, blank=True, choices=RoundOutcome.choices)
    is_gold = models.BooleanField(
        default=False, help_text="Of a copy with a known verdict (review/gold); never counted as a review."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["question", "number"], name="round_unique_number"),
            models.UniqueConstraint(
                fields=["question"], condition=Q(closed_at__isnull=True), name="round_one_open_per_question"
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, outcome="")
                | (Q(closed_at__isnull=False) & ~Q(outcome="")),
                name="round_outcome_exactly_when_closed",
            ),
        ]
        indexes = [
            models.Index(
                fields=["project", "id"], condition=Q(closed_at__isnull=True), name="round_open_oldest"
            ),
            models.Index(
                fields=["project", "granularity", "task", "id"],
                condition=Q(closed_at__isnull=True),
                name="round_open_by_task",
            ),
            models.Index(
                fields=["closes_at"],
                condition=Q(closed_at__isnull=True, closes_at__isnull=False),
                name="round_to_be_closed",
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.question_id}"
