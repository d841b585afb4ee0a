"""Uploads, videos and the files made from them."""

from __future__ import annotations

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from annotation.projects.models import Project


class Upload(models.Model):
    """A resumable upload (tus). Its bytes lie in the scratch folder until a video takes them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="uploads")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    filename = models.CharField(
        max_length=500, help_text="As the person's machine named it; never a path of ours."
    )
    size = models.BigIntegerField()
    offset = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    sha256 = models.CharField(max_length=64, blank=True, help_text="Of all of it, once that was computed.")
    stored_key = models.CharField(
        max_length=300, blank=True, help_text="Its name in the media storage, once it lies there."
    )
    taken_at = models.DateTimeField(null=True, help_text="When a video was made of it.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(size__gt=0), name="upload_size_positive"),
            models.CheckConstraint(
                condition=Q(offset__gte=0, offset__lte=models.F("size")), name="upload_offset_within_size"
            ),
        ]

    def __str__(self) -> str:
        return self.filename


class VideoState(models.TextChoices):
    AWAITING_MEDIA = "awaiting_media", "Awaiting media"  # known from imported records, no file yet
    PROBING = "probing"
    READY = "ready"
    REJECTED = "rejected"
    RETIRED = "retired"


class Video(models.Model):
    """A source video. Its file and its times never change under existing annotations."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="videos")
    title = models.CharField(max_length=300)
    source_from = models.CharField(
        max_length=1000, help_text="Exported as source.from: a URL, or 'Friends S01E08'."
    )
    domain = models.CharField(max_length=60)
    licence = models.CharField(max_length=200)
    terms = models.TextField(blank=True, help_text="Terms of use, attribution, restrictions.")
    language = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=20, choices=VideoState.choices, default=VideoState.PROBING)
    rejection_code = models.CharField(max_length=60, blank=True)
    rejection_reason = models.TextField(blank=True)

    original_name = models.CharField(max_length=500, blank=True)
    original_key = models.CharField(max_length=300, blank=True, help_text="Name in the media storage.")
    size = models.BigIntegerField(null=True)
    sha256 = models.CharField(max_length=64, blank=True)

    # Facts of the probe; null until it ran.
    duration = models.DecimalField(
        max_digits=10, decimal_places=3, null=True, help_text="Seconds that decode."
    )
    frame_count = models.PositiveIntegerField(null=True)
    frame_rate = models.CharField(max_length=30, blank=True, help_text="'30000/1001', or '' for variable.")
    width = models.PositiveIntegerField(null=True, help_text="As displayed.")
    height = models.PositiveIntegerField(null=True, help_text="As displayed.")
    video_codec = models.CharField(max_length=40, blank=True)
    probe = models.JSONField(default=dict, help_text="The whole probe, without the frame times.")
    frames_key = models.CharField(
        max_length=300, blank=True, help_text="Stored presentation times of every frame."
    )
    frames_sha256 = models.CharField(max_length=64, blank=True, help_text="Of that file; '' in old rows.")
    playback_key = models.CharField(
        max_length=300, blank=True, help_text="What the browser plays: the original, or a proxy of it."
    )

    from_records = models.BooleanField(
        default=False, help_text="Made for imported records: several of them may then hold one content."
    )
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "sha256"],
                condition=~Q(sha256="") & ~Q(state__in=["rejected", "retired"]) & Q(from_records=False),
                name="video_unique_content_in_project",
            ),
            models.CheckConstraint(
                condition=~Q(state="ready") | Q(duration__gt=0, frame_count__gt=0),
                name="video_ready_is_probed",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class DerivedKind(models.TextChoices):
    """What is made of every video for the page, in the order in which the page needs it."""

    PEAKS = "peaks", "Waveform"
    FILMSTRIP = "filmstrip", "Filmstrip"
    PROXY = "proxy", "Copy that browsers play"  # only where the original is none
    SHOTS = "shots", "Shot boundaries"


#: The job that makes each kind.
JOB_KINDS: Final = {kind: f"video.{kind.value}" for kind in DerivedKind}


class DerivedState(models.TextChoices):
    MAKING = "making"
    READY = "ready"
    FAILED = "failed"


class DerivedFile(models.Model):
    """A file made of a video that can be made again at any time; a video is usable without it.

    `wanted_key` is what was last asked for, `content_key` what the file at hand was made by: both are hashes of the
    source's checksum, the kind and its recipe. They differ while a new recipe is at work; the file then still serves.
    Videos of the same content share one file.
    """

    video = models.ForeignKey(Video, on_delete=models.CASCADE, related_name="derived_files")
    kind = models.CharField(max_length=20, choices=DerivedKind.choices)
    state = models.CharField(max_length=10, choices=DerivedState.choices, default=DerivedState.MAKING)
    wanted_key = models.CharField(max_length=64)
    content_key = models.CharField(max_length=64, blank=True)
    recipe = models.JSONField(default=dict, help_text="How the file at hand was made, with its version.")
    facts = models.JSONField(default=dict, help_text="What is in it: counts, layout, method.")
    file_key = models.CharField(max_length=300, blank=True, help_text="Name in the media storage.")
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.BigIntegerField(null=True)
    failure_code = models.CharField(max_length=60, blank=True)
    failure_reason = models.TextField(blank=True)
    made_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["video", "kind"], name="derived_file_one_per_kind"),
            models.CheckConstraint(
                condition=~Q(state="ready")
                | (~Q(file_key="") & ~Q(sha256="") & ~Q(content_key="") & Q(size__gt=0)),
                name="derived_file_ready_has_file",
            ),
            models.CheckConstraint(
                condition=~Q(state="failed") | ~Q(failure_code=""), name="derived_file_failed_says_why"
            ),
        ]
        indexes = [models.Index(fields=["content_key"], name="derived_file_content_key")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.video_id}"


class WatchedRange(models.Model):
    """A stretch of a video that a person has played, on the original timeline. Overlaps are merged on writing."""

    video = models.ForeignKey(Video, on_delete=models.CASCADE, related_name="watched_ranges")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    start = models.DecimalField(max_digits=10, decimal_places=3)
    end = models.DecimalField(max_digits=10, decimal_places=3)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(start__gte=0), name="watched_start_not_negative"),
            models.CheckConstraint(condition=Q(start__lt=models.F("end")), name="watched_start_before_end"),
        ]
        indexes = [models.Index(fields=["video", "user", "start"], name="watched_video_user_start")]

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


class VideoAnnotator(models.Model):
    """A video that an annotator was asked to work on. It opens nothing: all annotators of a project see its media."""

    video = models.ForeignKey(Video, on_delete=models.CASCADE, related_name="annotators")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    assigned_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    assigned_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["assigned_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["video", "user"], name="video_annotator_once_a_video"),
        ]
        indexes = [models.Index(fields=["user", "video"], name="video_annotator_user_video")]

    def __str__(self) -> str:
        return f"{self.user_id} for {self.video_id}"
