"""Time at work, as the pages report it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Part(models.TextChoices):
    """What the time was spent on. Time on reviews is kept with the verdicts."""

    GUIDELINE = "guideline"
    PRACTICE = "practice"
    AUTHORING = "authoring"


#: The parts that count as training.
TRAINING_PARTS = (Part.GUIDELINE, Part.PRACTICE)


class WorkSession(models.Model):
    """One opening of a page: `seconds` of work between `started_at` and `last_at`, idle time left out."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="+")
    key = models.UUIDField(help_text="Chosen by the page; the same for all reports of one opening.")
    part = models.CharField(max_length=9, choices=Part.choices)
    started_at = models.DateTimeField()
    last_at = models.DateTimeField()
    seconds = models.FloatField(default=0.0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="work_session_unique_key_of_user"),
            models.CheckConstraint(condition=Q(seconds__gte=0.0), name="work_session_seconds_not_negative"),
            models.CheckConstraint(
                condition=Q(last_at__gte=F("started_at")), name="work_session_ends_after_start"
            ),
        ]
        indexes = [models.Index(fields=["project", "user", "started_at"], name="work_session_of_user")]

    def __str__(self) -> str:
        return f"{self.seconds} s of {self.part}"
