"""Events: what happens in a video that matters for feelings, marked on the original timeline."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from annotation.videos.models import Video


class Event(models.Model):
    """One audiovisual event of a video: a span, who takes part, what can be seen and heard, what is felt.

    The team shares a video's events: each member edits the newest state, which `version` names. A removed one stays,
    so that a removal can be taken back and evidence that names the event keeps it.
    """

    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="events")
    start = models.DecimalField(max_digits=10, decimal_places=3)
    end = models.DecimalField(max_digits=10, decimal_places=3)
    title = models.CharField(max_length=200)
    participants = models.JSONField(default=list, help_text="Names, in the order entered.")
    cues = models.JSONField(default=dict, help_text="What can be observed, by modality.")
    emotion_notes = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=1)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(start__gte=0), name="event_start_not_negative"),
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="event_start_before_end"),
            models.CheckConstraint(condition=~Q(title=""), name="event_has_title"),
        ]
        indexes = [models.Index(fields=["video", "start"], name="event_video_start")]

    def __str__(self) -> str:
        return self.title
