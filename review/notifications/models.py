"""What people are told, in the page and once a day by e-mail."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from review.rounds.models import Round


class Kind(models.TextChoices):
    RETURNED = "returned"
    REMOVED = "removed"
    REOPENED = "reopened"
    REVIEW_AGAIN = "review_again"
    GUIDELINE = "guideline"
    QUALIFIED = "qualified"
    QUALIFICATION_REVOKED = "qualification_revoked"
    RUNS_ADDED = "runs_added"
    COMMENTED = "commented"


class Notification(models.Model):
    """One thing told to one person. It never says anything of a verdict.

    The key is random: numbers would show gaps where others are told something.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notifications")
    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=21, choices=Kind.choices)
    question = models.ForeignKey("annotation.Question", null=True, on_delete=models.CASCADE, related_name="+")
    round = models.ForeignKey(
        Round,
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Of a reviewer's own review: where the notice leads, since the question is not theirs to see.",
    )
    role = models.CharField(max_length=9, blank=True, help_text="Of a qualification.")
    version = models.PositiveIntegerField(null=True, help_text="Of a guideline.")
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "project"],
                condition=Q(kind="review_again", read_at__isnull=True),
                name="notification_one_unread_review_again",
            ),
            models.UniqueConstraint(
                fields=["user", "question"],
                condition=Q(kind="commented", read_at__isnull=True),
                name="notification_one_unread_commented",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-created_at"], name="notification_newest"),
            models.Index(
                fields=["user"],
                condition=Q(read_at__isnull=True, mailed_at__isnull=True),
                name="notification_for_digest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user_id}"


class Digest(models.TextChoices):
    OFF = "off"
    DAILY = "daily"


class NotificationSettings(models.Model):
    """How a person wants to be told; without a row: in the page, and once a day by e-mail in English."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    digest = models.CharField(max_length=5, choices=Digest.choices, default=Digest.DAILY)
    language = models.CharField(
        max_length=5, choices=[("en", "English"), ("zh-CN", "简体中文")], default="en"
    )

    def __str__(self) -> str:
        return f"{self.digest} for {self.user_id}"
