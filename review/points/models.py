"""What an author answers to what a reviewer said."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from review.verdicts.models import Verdict


class PointAnswer(models.Model):
    """The author's answer to one verdict of a closed round, written while revising, fixed by the next submission."""

    verdict = models.OneToOneField(Verdict, on_delete=models.PROTECT, related_name="answer")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    answered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="point_answer_is_not_empty"),
        ]

    def __str__(self) -> str:
        return self.text[:40]
