"""Verdicts: accept or reject, once, by the holder of the assignment."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from review.assignments.models import Assignment


class Decision(models.TextChoices):
    ACCEPT = "accept"
    REJECT = "reject"


class Verdict(models.Model):
    """One reviewer's judgement of one revision. Never changed.

    Until `final_at` its giver may take it back: then the row goes, and the trail keeps that it was there. After
    that it stays, and the round may close on it.
    """

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, related_name="verdict")
    decision = models.CharField(max_length=6, choices=Decision.choices)
    reasons = models.JSONField(default=list, help_text="Reason codes; at least one when rejecting.")
    comment = models.TextField(blank=True)
    comment_field = models.CharField(
        max_length=60, blank=True, help_text="Field of the record the comment is about."
    )
    comment_time = models.DecimalField(
        max_digits=10, decimal_places=3, null=True, help_text="Original timeline."
    )
    watched_share = models.FloatField(help_text="Share of the prepared video that was played (0..1).")
    seconds_spent = models.FloatField(help_text="Time on the page without idle time.")
    created_at = models.DateTimeField(default=timezone.now)
    final_at = models.DateTimeField(default=timezone.now, help_text="When the time to take it back ends.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(decision__in=["accept", "reject"]), name="verdict_accept_or_reject"
            ),
            models.CheckConstraint(
                condition=Q(watched_share__gte=0.0, watched_share__lte=1.0),
                name="verdict_watched_share_0_to_1",
            ),
            models.CheckConstraint(condition=Q(seconds_spent__gte=0.0), name="verdict_seconds_not_negative"),
            models.CheckConstraint(
                condition=Q(decision="accept") | ~Q(comment=""), name="verdict_rejection_has_a_comment"
            ),
        ]

    def __str__(self) -> str:
        return self.decision
