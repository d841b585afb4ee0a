"""Projects, their guideline versions and their counters."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Protocol(models.TextChoices):
    LONGEMOBENCH = "longemobench", "LongEmoBench"


class DoubleRejection(models.TextChoices):
    """What becomes of a question that both reviewers reject."""

    REMOVE = "remove"
    RETURN = "return"


class BlindAnswers(models.TextChoices):
    """Whether reviewers give labels of their own before they see the reference of a label task."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    OFF = "off"


class EpisodeWatching(models.TextChoices):
    """Of what the reviewer of an episode question has to play the project's share."""

    WHOLE = "whole"
    EVIDENCE = "evidence"


class Project(models.Model):
    """A benchmark under construction."""

    name = models.CharField(max_length=120, unique=True)
    protocol = models.CharField(max_length=20, choices=Protocol.choices, default=Protocol.LONGEMOBENCH)
    max_rounds = models.PositiveSmallIntegerField(default=3)
    double_rejection = models.CharField(
        max_length=6, choices=DoubleRejection.choices, default=DoubleRejection.REMOVE
    )
    hide_author = models.BooleanField(default=True, help_text="Reviewers do not learn who wrote a question.")
    min_watched_share = models.FloatField(
        default=0.8, help_text="Share of the clip that must have been played before a verdict counts (0..1)."
    )
    episode_watching = models.CharField(
        max_length=8,
        choices=EpisodeWatching.choices,
        default=EpisodeWatching.WHOLE,
        help_text="What that share is of for episode questions: the whole prepared video, or its marked evidence.",
    )
    blind_answers = models.CharField(
        max_length=8,
        choices=BlindAnswers.choices,
        default=BlindAnswers.OPTIONAL,
        help_text="Own labels of reviewers before the reference of a label task is shown.",
    )
    quota_bytes = models.BigIntegerField(
        null=True,
        blank=True,
        help_text="What its original files and clips may take; empty: the server's PROJECT_QUOTA_BYTES.",
    )
    targets = models.JSONField(
        default=dict, help_text="How many accepted questions each task shall have, by granularity and task."
    )
    is_store = models.BooleanField(
        default=False,
        editable=False,
        help_text="No benchmark: holds the gold copies of one, so that nothing that is counted or exported sees them.",
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(quota_bytes__isnull=True) | Q(quota_bytes__gt=0), name="project_quota_positive"
            ),
            models.CheckConstraint(
                condition=Q(max_rounds__gte=1, max_rounds__lte=10), name="project_max_rounds_1_to_10"
            ),
            models.CheckConstraint(
                condition=Q(min_watched_share__gte=0.0, min_watched_share__lte=1.0),
                name="project_min_watched_share_0_to_1",
            ),
            models.CheckConstraint(
                condition=Q(episode_watching__in=["whole", "evidence"]),
                name="project_episode_watching_known",
            ),
            models.CheckConstraint(
                condition=Q(blind_answers__in=["required", "optional", "off"]),
                name="project_blind_answers_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class GuidelineVersion(models.Model):
    """The project's guideline text; a new text is a new version, old ones stay."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="guideline_versions")
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="guideline_unique_number_in_project"),
        ]

    def __str__(self) -> str:
        return f"guideline {self.number} of {self.project_id}"


class ProjectCounter(models.Model):
    """The last number given out for one kind of public id (G1_Q, G1_V, G2_Q, G2_V). Numbers are never reused."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="counters")
    prefix = models.CharField(max_length=8)
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "prefix"], name="counter_unique_prefix_in_project"),
        ]

    def __str__(self) -> str:
        return f"{self.prefix} {self.last}"
