"""What models and signals propose: candidate clips, drafts of questions, second opinions; and who a project asks."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from annotation.clips.models import Clip
from annotation.projects.models import Project
from annotation.videos.models import Video


class Purpose(models.TextChoices):
    """What a project may ask a model for."""

    BOUNDARIES = "boundaries"
    DRAFTS = "drafts"
    OPINIONS = "opinions"
    EMBEDDINGS = "embeddings"


class ModelChoice(models.Model):
    """Which endpoint a project asks for one purpose; without a row it asks none."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="model_choices")
    purpose = models.CharField(max_length=12, choices=Purpose.choices)
    endpoint = models.ForeignKey("llm.Endpoint", on_delete=models.PROTECT, related_name="+")
    chosen_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    chosen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "purpose"], name="model_choice_one_a_purpose"),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} of {self.project_id}"


class CandidateState(models.TextChoices):
    OPEN = "open"
    ACCEPTED = "accepted"
    DROPPED = "dropped"


class Candidate(models.Model):
    """A clip that is proposed: [start, end) on the original timeline, how sure (0..1), and why at each end.

    `proposed_start` and `proposed_end` stay what was proposed when somebody adjusts it. Looking for candidates again
    replaces the open ones; what somebody has decided stays.
    """

    video = models.ForeignKey(Video, on_delete=models.CASCADE, related_name="candidates")
    start = models.DecimalField(max_digits=10, decimal_places=3)
    end = models.DecimalField(max_digits=10, decimal_places=3)
    proposed_start = models.DecimalField(max_digits=10, decimal_places=3)
    proposed_end = models.DecimalField(max_digits=10, decimal_places=3)
    confidence = models.FloatField()
    reasons = models.JSONField(default=dict, help_text="Signals of `start` and `end`.")
    method = models.CharField(max_length=80, help_text="What proposed it, with its version.")
    state = models.CharField(max_length=8, choices=CandidateState.choices, default=CandidateState.OPEN)
    version = models.PositiveIntegerField(default=1)
    clip = models.ForeignKey(Clip, null=True, on_delete=models.PROTECT, related_name="+")
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["start", "end", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(start__gte=0, start__lt=F("end")), name="candidate_start_before_end"
            ),
            models.CheckConstraint(
                condition=Q(confidence__gte=0.0, confidence__lte=1.0), name="candidate_confidence_0_to_1"
            ),
            models.CheckConstraint(
                condition=Q(state="accepted", clip__isnull=False)
                | (~Q(state="accepted") & Q(clip__isnull=True)),
                name="candidate_accepted_has_clip",
            ),
        ]
        indexes = [models.Index(fields=["video", "state", "start"], name="candidate_video_state")]

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


class CandidateSearch(models.Model):
    """The last search for candidates in a video: whether it is under way, and what it had to go by."""

    video = models.OneToOneField(Video, on_delete=models.CASCADE, related_name="candidate_search")
    job_id = models.BigIntegerField(null=True)
    finished_at = models.DateTimeField(null=True)
    used = models.JSONField(default=list, help_text="Of: cuts, sound, subtitles, speakers, model.")
    model_failure = models.TextField(blank=True, help_text="Why the model had no say, in words for people.")

    def __str__(self) -> str:
        return f"candidates of {self.video_id}"
