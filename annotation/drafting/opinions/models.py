"""Second opinions on questions: advice to the author and the reviewers, never a verdict."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from annotation.questions.models import Question


class OpinionKind(models.TextChoices):
    TEXT_ONLY = "text_only"
    LEAK = "leak"
    DUPLICATES = "duplicates"


class Opinion(models.Model):
    """One opinion on one state of a question (`looked_at`, see looking.looked_at). `flagged`: something to think about;
    `message` says what in words for people, also where there is nothing. `score` 0..1 where there is one."""

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="opinions")
    kind = models.CharField(max_length=10, choices=OpinionKind.choices)
    looked_at = models.CharField(max_length=64)
    flagged = models.BooleanField()
    message = models.TextField()
    score = models.FloatField(null=True)
    model = models.CharField(max_length=200, blank=True)
    prompt_version = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["question", "kind", "looked_at"], name="opinion_one_a_kind_and_state"
            ),
            models.CheckConstraint(
                condition=Q(score__isnull=True) | Q(score__gte=-1.0, score__lte=1.0),
                name="opinion_score_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} on {self.question_id}"


class OpinionRequest(models.Model):
    """The last time somebody asked for opinions on a question. `failures`: which could not be had, and why."""

    question = models.OneToOneField(Question, on_delete=models.CASCADE, related_name="opinion_request")
    job_id = models.BigIntegerField(null=True)
    finished_at = models.DateTimeField(null=True)
    failures = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"opinions on {self.question_id}"


class TextVector(models.Model):
    """A text's embedding by one endpoint's model, kept so that no text is embedded twice."""

    endpoint = models.ForeignKey("llm.Endpoint", on_delete=models.CASCADE, related_name="+")
    model = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    vector = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["endpoint", "model", "sha256"], name="text_vector_once")
        ]

    def __str__(self) -> str:
        return f"{self.model}: {self.sha256[:8]}"
