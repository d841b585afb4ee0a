"""Questions, their revisions and the history of their states."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from annotation.clips.models import Clip, Granularity
from annotation.events.models import Event as VideoEvent
from annotation.projects.models import Project


class QuestionState(models.TextChoices):
    DRAFT = "draft"
    IN_REVIEW = "in_review"
    RETURNED = "returned"
    ACCEPTED = "accepted"
    REMOVED = "removed"
    WITHDRAWN = "withdrawn"


class Source(models.TextChoices):
    """Where a revision's content came from."""

    HUMAN = "human"
    MODEL = "model"
    IMPORT = "import"


class Question(models.Model):
    """One question of the benchmark. `state` is written by annotation/questions/transitions.py alone."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="questions")
    public_id = models.CharField(max_length=60)
    granularity = models.CharField(max_length=8, choices=Granularity.choices)
    task = models.CharField(max_length=40, help_text="The record's `type` string.")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="questions")
    state = models.CharField(max_length=9, choices=QuestionState.choices, default=QuestionState.DRAFT)
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    watch_waived_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    watch_waiver_reason = models.TextField(
        blank=True,
        help_text="Why an admin let this episode question pass before the whole video was watched.",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(watch_waived_by__isnull=True, watch_waiver_reason="")
                | (Q(watch_waived_by__isnull=False) & ~Q(watch_waiver_reason="")),
                name="question_waiver_has_reason",
            ),
            models.UniqueConstraint(
                fields=["project", "public_id"], name="question_unique_public_id_in_project"
            ),
        ]
        indexes = [
            models.Index(fields=["project", "state", "id"], name="question_project_state"),
            models.Index(fields=["author", "state"], name="question_author_state"),
        ]

    def __str__(self) -> str:
        return self.public_id


class Revision(models.Model):
    """The content of a question at one time. Immutable once submitted (the database refuses changes, too).

    `record_json` is the ten-field record frozen at submission: reviewers see it and exports carry it, byte for
    byte. `version` counts saves of a draft; a save that names an older version is refused.
    """

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    clip = models.ForeignKey(Clip, on_delete=models.PROTECT, related_name="revisions")
    version = models.PositiveIntegerField(default=1)
    question_text = models.TextField(blank=True)
    answer_text = models.TextField(blank=True, help_text="For text tasks.")
    details_description = models.TextField(blank=True)
    components_rule = models.CharField(
        max_length=3, blank=True, choices=[("all", "all required"), ("any", "any one")]
    )
    rubric_family = models.CharField(
        max_length=10, blank=True, choices=[(f, f) for f in ("result", "trajectory", "cause")]
    )
    rubric_criterion = models.TextField(blank=True)
    rubric_scores = models.JSONField(default=dict, help_text="Score (integer text) to criterion.")
    include_subtitles = models.BooleanField(default=True)
    author_note = models.TextField(blank=True, help_text="To the reviewers; not exported.")
    source = models.CharField(max_length=6, choices=Source.choices, default=Source.HUMAN)
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    saved_at = models.DateTimeField(default=timezone.now)
    submitted_at = models.DateTimeField(null=True)
    warnings = models.JSONField(default=list, help_text="Check warnings at submission; shown to reviewers.")
    record_json = models.TextField(blank=True)
    record_sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["question", "number"], name="revision_unique_number"),
            models.UniqueConstraint(
                fields=["question"],
                condition=Q(submitted_at__isnull=True),
                name="revision_one_open_per_question",
            ),
            models.CheckConstraint(
                condition=Q(submitted_at__isnull=True, record_json="", record_sha256="")
                | (Q(submitted_at__isnull=False) & ~Q(record_json="") & ~Q(record_sha256="")),
                name="revision_record_frozen_when_submitted",
            ),
        ]

    def __str__(self) -> str:
        return f"revision {self.number} of {self.question_id}"


class LabelRow(models.Model):
    """One EMOTIC label of the reference answer; `side` is '' or, for transitions, 'before' or 'after'."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="labels")
    side = models.CharField(max_length=6, blank=True, choices=[("before", "before"), ("after", "after")])
    position = models.PositiveIntegerField()
    label = models.CharField(max_length=20)

    class Meta:
        ordering = ["side", "position"]
        constraints = [
            models.UniqueConstraint(fields=["revision", "side", "label"], name="label_once_a_side"),
            models.UniqueConstraint(fields=["revision", "side", "position"], name="label_unique_position"),
            models.CheckConstraint(condition=Q(side__in=["", "before", "after"]), name="label_side_known"),
        ]

    def __str__(self) -> str:
        return self.label


class ItemKind(models.TextChoices):
    STAGE = "S", "stage"
    FACTOR = "R", "factor"
    COMPONENT = "C", "component"


class ReferenceItem(models.Model):
    """A stage S1.., factor R1.. or component C1.. of the reference answer; `position` counts from 1."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="items")
    kind = models.CharField(max_length=1, choices=ItemKind.choices)
    position = models.PositiveIntegerField()
    description = models.TextField(blank=True)
    anchor = models.TextField(blank=True)
    anchor_time = models.DecimalField(
        max_digits=10, decimal_places=3, null=True, help_text="Original timeline; not exported."
    )
    emotion = models.TextField(blank=True)
    intensity = models.TextField(blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["revision", "kind", "position"], name="item_unique_position"),
            models.CheckConstraint(condition=Q(kind__in=["S", "R", "C"]), name="item_kind_known"),
            models.CheckConstraint(condition=Q(position__gte=1), name="item_position_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}{self.position}"


class EvidenceInterval(models.Model):
    """Where in the original video the evidence lies, and what carries it."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="evidence")
    position = models.PositiveIntegerField()
    start = models.DecimalField(max_digits=10, decimal_places=3)
    end = models.DecimalField(max_digits=10, decimal_places=3)
    modalities = models.JSONField(default=list, help_text="Of: face, voice, words, body, context.")
    note = models.TextField(blank=True)
    event = models.ForeignKey(
        VideoEvent,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The event of the video that it was taken from.",
    )

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["revision", "position"], name="evidence_unique_position"),
            models.CheckConstraint(condition=Q(start__gte=0), name="evidence_start_not_negative"),
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="evidence_start_before_end"),
        ]

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


class QuestionTransition(models.Model):
    """One change of a question's state: the audit trail and the history in one."""

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="transitions")
    event = models.CharField(max_length=30)
    from_state = models.CharField(max_length=9, blank=True)
    to_state = models.CharField(max_length=9, choices=QuestionState.choices)
    revision = models.ForeignKey(Revision, null=True, on_delete=models.PROTECT, related_name="+")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Null: the rules.",
    )
    reason = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.from_state} -> {self.to_state}"
