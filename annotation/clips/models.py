"""Clips: prepared videos cut from ordered segments of a source, or the whole source."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from annotation.projects.models import Project
from annotation.videos.models import Video


class Granularity(models.TextChoices):
    CLIP = "clip"
    EPISODE = "episode"


class ClipState(models.TextChoices):
    AWAITING_MEDIA = "awaiting", "Awaiting media"  # from imported records, no file yet
    CUTTING = "cutting"
    READY = "ready"
    FAILED = "failed"


class Clip(models.Model):
    """A prepared video. Its segments never change: another selection is another clip with an id of its own.

    `whole_video` clips have no segments and play the source itself; a record then has `segments: null`.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="clips")
    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="clips")
    granularity = models.CharField(max_length=8, choices=Granularity.choices)
    public_id = models.CharField(max_length=60)
    whole_video = models.BooleanField(default=False)
    content_key = models.CharField(
        max_length=64, help_text="sha256 of source checksum, segments and recipe version."
    )
    state = models.CharField(max_length=8, choices=ClipState.choices, default=ClipState.CUTTING)
    failure_code = models.CharField(max_length=60, blank=True)
    failure_reason = models.TextField(blank=True)

    file_key = models.CharField(max_length=300, blank=True, help_text="Name in the media storage.")
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.BigIntegerField(null=True)
    frame_count = models.PositiveIntegerField(null=True)
    duration = models.DecimalField(max_digits=10, decimal_places=3, null=True)
    method = models.CharField(max_length=20, blank=True)
    recipe = models.JSONField(default=dict)
    check_result = models.JSONField(default=dict, help_text="What the check after cutting measured.")

    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "public_id"], name="clip_unique_public_id_in_project"),
            models.UniqueConstraint(
                fields=["video", "granularity"],
                condition=Q(whole_video=True),
                name="clip_one_whole_video_per_granularity",
            ),
            models.UniqueConstraint(
                fields=["video", "granularity", "content_key"], name="clip_unique_content_in_video"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class ClipSegment(models.Model):
    """One interval [start, end) of the original timeline; `position` is its place in the concatenation, from 0."""

    clip = models.ForeignKey(Clip, on_delete=models.CASCADE, related_name="segments")
    position = models.PositiveIntegerField()
    start = models.DecimalField(max_digits=10, decimal_places=3)
    end = models.DecimalField(max_digits=10, decimal_places=3)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["clip", "position"], name="clip_segment_unique_position"),
            models.CheckConstraint(condition=Q(start__gte=0), name="clip_segment_start_not_negative"),
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="clip_segment_start_before_end"),
        ]

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"
