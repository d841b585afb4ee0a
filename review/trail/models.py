"""The trail of a round: who did what when, kept as it happened."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from review.rounds.models import Round


class StepKind(models.TextChoices):
    OPENED = "opened"
    CLAIMED = "claimed"
    TAKEN_UP = "taken_up"
    EXPIRED = "expired"
    SET_ASIDE = "set_aside"
    RELEASED = "released"
    REVEALED = "revealed"
    JUDGED = "judged"
    TAKEN_BACK = "taken_back"
    CLOSED = "closed"


class Step(models.Model):
    """One thing that happened in a round. Rows are only added; those of an open round are shown to nobody."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="steps")
    kind = models.CharField(max_length=10, choices=StepKind.choices)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Null: the rules.",
    )
    word = models.CharField(
        max_length=10, blank=True, help_text="The decision or the outcome, where there is one."
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.kind
