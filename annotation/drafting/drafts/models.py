"""Drafts of questions that a model has written, and what people made of them."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from annotation.clips.models import Clip
from annotation.questions.models import Question
from annotation.questions.tasks import tasks_of

#: Only scenes are drafted: an episode's questions are written by people who have watched it.
DRAFTED_TASKS: Final = tuple(task.type for task in tasks_of("clip"))


class DraftState(models.TextChoices):
    WAITING = "waiting"
    READY = "ready"
    UNSUPPORTED = "unsupported"
    FAILED = "failed"
    TAKEN = "taken"
    DROPPED = "dropped"


class ModelDraft(models.Model):
    """What a model was asked to write about one clip for one task, what came, and which question was made of it.

    `content` is the content of a revision as documents.content_document writes it, times on the original timeline;
    `findings` what the guideline checks say of it, `problems` what was left out of the answer and why. `confirmed` are
    the values that a person has confirmed, each as `field|text` (fields.py). `share_kept` (0..1) and `edit_distance`
    (tokens inserted, removed or replaced) are recorded when the question is first submitted.
    """

    clip = models.ForeignKey(Clip, on_delete=models.PROTECT, related_name="model_drafts")
    task = models.CharField(max_length=40)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    job_id = models.BigIntegerField(null=True)
    state = models.CharField(max_length=11, choices=DraftState.choices, default=DraftState.WAITING)
    endpoint = models.ForeignKey("llm.Endpoint", on_delete=models.PROTECT, related_name="+")
    attempt = models.OneToOneField("llm.Attempt", null=True, on_delete=models.PROTECT, related_name="+")
    model = models.CharField(max_length=200, blank=True, help_text="Which one says it has answered.")
    prompt_version = models.CharField(max_length=80)
    material = models.JSONField(default=dict, help_text="What the model was given: sampler, lines, media.")
    content = models.JSONField(null=True)
    findings = models.JSONField(default=list)
    problems = models.JSONField(default=list)
    reason = models.TextField(
        blank=True, help_text="Why it is unsupported or has failed, in words for people."
    )
    finished_at = models.DateTimeField(null=True)
    question = models.OneToOneField(Question, null=True, on_delete=models.PROTECT, related_name="model_draft")
    confirmed = models.JSONField(default=list)
    share_kept = models.FloatField(null=True)
    edit_distance = models.PositiveIntegerField(null=True)
    edit_length = models.PositiveIntegerField(
        null=True, help_text="Tokens of the longer one of draft and submission."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["clip", "task", "asked_by"],
                condition=Q(state__in=["waiting", "ready"]),
                name="model_draft_one_open",
            ),
            models.CheckConstraint(condition=Q(task__in=DRAFTED_TASKS), name="model_draft_scene_tasks_only"),
            models.CheckConstraint(
                condition=Q(state="taken", question__isnull=False)
                | (~Q(state="taken") & Q(question__isnull=True)),
                name="model_draft_taken_has_question",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["ready", "taken"]) | Q(content__isnull=False),
                name="model_draft_ready_has_content",
            ),
            models.CheckConstraint(
                condition=Q(share_kept__isnull=True) | Q(share_kept__gte=0.0, share_kept__lte=1.0),
                name="model_draft_share_0_to_1",
            ),
        ]
        indexes = [models.Index(fields=["clip", "task", "state"], name="model_draft_clip_task")]

    def __str__(self) -> str:
        return f"{self.task} of {self.clip_id}: {self.state}"

    @property
    def proposed(self) -> dict[str, Any]:
        """The content, of a draft that has one. Raises ValueError for one that has none."""
        if self.content is None:
            raise ValueError(f"draft {self.pk} has no content")
        return dict(self.content)
