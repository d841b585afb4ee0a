"""Subtitles of a video on its original timeline."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from annotation.videos.models import Video


class SubtitleFile(models.Model):
    """A subtitle file as it came in: what it was read as, and what was odd about it."""

    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="subtitle_files")
    filename = models.CharField(max_length=500)
    format = models.CharField(max_length=10)
    encoding = models.CharField(max_length=20)
    sha256 = models.CharField(max_length=64)
    file_key = models.CharField(
        max_length=300, blank=True, help_text="Name in the media storage; '' where no file came in."
    )
    warnings = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1, help_text="Goes up with each edit of a cue.")
    active = models.BooleanField(default=True, help_text="The utterances of the video come from this file.")
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["video"], condition=Q(active=True), name="subtitle_file_one_active_per_video"
            ),
        ]

    def __str__(self) -> str:
        return self.filename


class Utterance(models.Model):
    """One cue. `number` n is exported as U-id `Un` of the whole video."""

    subtitle_file = models.ForeignKey(SubtitleFile, on_delete=models.CASCADE, related_name="utterances")
    number = models.PositiveIntegerField()
    start = models.DecimalField(max_digits=10, decimal_places=3)
    end = models.DecimalField(max_digits=10, decimal_places=3)
    speaker = models.CharField(max_length=120, blank=True)
    text = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subtitle_file", "number"], name="utterance_unique_number"),
            models.CheckConstraint(condition=Q(start__gte=0), name="utterance_start_not_negative"),
            models.CheckConstraint(condition=Q(end__gte=F("start")), name="utterance_end_not_before_start"),
        ]

    def __str__(self) -> str:
        return f"U{self.number}"


class UtteranceEdit(models.Model):
    """One change of one cue by a person. What was read from the file is the first edit's `before`."""

    utterance = models.ForeignKey(Utterance, on_delete=models.CASCADE, related_name="edits")
    version = models.PositiveIntegerField(help_text="Of the subtitle file, with this edit in it.")
    before = models.JSONField(help_text="start, end, speaker and text as they were; seconds as text.")
    after = models.JSONField()
    edited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    edited_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["utterance", "version"], name="utterance_edit_unique_version"),
        ]

    def __str__(self) -> str:
        return f"edit {self.version} of {self.utterance_id}"
