"""What training asks for, what people have read and practised, and who is qualified."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

#: Of the paper, before formal annotation.
PAPER_HOURS = 5.0


class TrainingPlan(models.Model):
    """What a project asks for before live work. A project without a row asks for nothing."""

    project = models.OneToOneField(
        "annotation.Project", primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    reviewer_required = models.BooleanField(default=False)
    annotator_required = models.BooleanField(default=False)
    hours_required = models.FloatField(default=PAPER_HOURS)
    practice_length = models.PositiveSmallIntegerField(default=10, help_text="Items of one practice run.")
    max_runs = models.PositiveSmallIntegerField(default=3)
    reviewer_threshold = models.FloatField(
        default=0.8, help_text="Share of right verdicts in one run (0..1)."
    )
    annotator_threshold = models.FloatField(default=0.8)
    gold_rate = models.FloatField(
        default=0.0, help_text="Share of gold items in what reviewers get (0..0.5); for admins to know."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(gold_rate__gte=0.0, gold_rate__lte=0.5), name="training_gold_rate_0_to_half"
            ),
            models.CheckConstraint(
                condition=Q(hours_required__gte=0.0, hours_required__lte=1000.0),
                name="training_hours_0_to_1000",
            ),
            models.CheckConstraint(
                condition=Q(practice_length__gte=1, practice_length__lte=100),
                name="training_practice_length_1_to_100",
            ),
            models.CheckConstraint(
                condition=Q(max_runs__gte=1, max_runs__lte=20), name="training_max_runs_1_to_20"
            ),
            models.CheckConstraint(
                condition=Q(reviewer_threshold__gte=0.0, reviewer_threshold__lte=1.0),
                name="training_reviewer_threshold_0_to_1",
            ),
            models.CheckConstraint(
                condition=Q(annotator_threshold__gte=0.0, annotator_threshold__lte=1.0),
                name="training_annotator_threshold_0_to_1",
            ),
        ]

    def __str__(self) -> str:
        return f"training of {self.project_id}"


class GuidelineReading(models.Model):
    """What a person has read of one version of the guideline; `read_at` when all of its pages were."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    version = models.ForeignKey("annotation.GuidelineVersion", on_delete=models.CASCADE, related_name="+")
    pages = models.JSONField(default=list, help_text="Numbers of the pages read, from 1.")
    begun_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "version"], name="reading_unique_user_and_version"),
        ]

    def __str__(self) -> str:
        return f"reading of {self.version_id} by {self.user_id}"


class Use(models.TextChoices):
    PRACTICE = "practice"
    GOLD = "gold"


class SeededItem(models.Model):
    """A copy of an accepted record whose right verdict is known: sound, or with one seeded flaw.

    `record_json` and what stands beside it never change; an item that is no longer wanted is retired.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="+")
    revision = models.ForeignKey(
        "annotation.Revision", on_delete=models.PROTECT, related_name="+", help_text="What it is a copy of."
    )
    use = models.CharField(max_length=8, choices=Use.choices)
    flaw = models.CharField(max_length=20, blank=True, help_text="Empty: a sound copy.")
    seed = models.BigIntegerField(default=0)
    gold = models.CharField(max_length=6, choices=[("accept", "accept"), ("reject", "reject")])
    named_by = models.JSONField(default=list, help_text="Reason codes any of which names the flaw.")
    changes = models.JSONField(default=list, help_text="[{field, before, after}]")
    record_json = models.TextField()
    evidence = models.JSONField(default=list)
    stage_times = models.JSONField(default=list)
    explanation = models.TextField(blank=True, help_text="The admin's words, shown with the feedback.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(flaw="", gold="accept") | (~Q(flaw="") & Q(gold="reject")),
                name="seeded_item_rejected_exactly_when_flawed",
            ),
        ]
        indexes = [models.Index(fields=["project", "use"], name="seeded_item_of_project")]

    def __str__(self) -> str:
        return f"{self.flaw or 'sound'} copy of {self.revision_id}"


class PracticeRun(models.Model):
    """One go through a set of practice items; its answers say how it went."""

    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "user", "number"], name="practice_run_unique_number"),
            models.UniqueConstraint(
                fields=["project", "user"],
                condition=Q(finished_at__isnull=True),
                name="practice_run_one_open_per_user",
            ),
        ]

    def __str__(self) -> str:
        return f"run {self.number} of {self.user_id}"


class PracticeAnswer(models.Model):
    """The place of one item in a run, and the verdict given there; once given it stays."""

    run = models.ForeignKey(PracticeRun, on_delete=models.PROTECT, related_name="answers")
    position = models.PositiveSmallIntegerField()
    item = models.ForeignKey(SeededItem, on_delete=models.PROTECT, related_name="answers")
    decision = models.CharField(
        max_length=6, blank=True, choices=[("accept", "accept"), ("reject", "reject")]
    )
    reasons = models.JSONField(default=list)
    comment = models.TextField(blank=True)
    right = models.BooleanField(null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["run", "position"], name="practice_answer_unique_position"),
            models.UniqueConstraint(fields=["run", "item"], name="practice_answer_unique_item"),
            models.CheckConstraint(
                condition=Q(decision="", right__isnull=True, answered_at__isnull=True)
                | (~Q(decision="") & Q(right__isnull=False, answered_at__isnull=False)),
                name="practice_answer_complete_or_open",
            ),
        ]

    def __str__(self) -> str:
        return f"answer {self.position} of run {self.run_id}"


class QualificationChange(models.TextChoices):
    EARNED = "earned"  # by reading, hours and practice
    GRANTED = "granted"  # by an admin, with a reason
    REVOKED = "revoked"  # by an admin, with a reason
    RUNS_ADDED = "runs_added"  # an admin allows as many practice runs again


#: A person is qualified for a role when the last of these about it is not a revocation.
DECIDING = (QualificationChange.EARNED, QualificationChange.GRANTED, QualificationChange.REVOKED)


class QualificationEvent(models.Model):
    """Who became qualified for what, when and by whom. Rows are only ever added: state and audit trail in one."""

    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=9, choices=[("annotator", "annotator"), ("reviewer", "reviewer")])
    event = models.CharField(max_length=10, choices=QualificationChange.choices)
    reason = models.TextField(blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Null: the rules.",
    )
    details = models.JSONField(default=dict, help_text="What it was earned with: hours, score, version.")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(event="earned", actor__isnull=True)
                | (~Q(event="earned") & Q(actor__isnull=False) & ~Q(reason="")),
                name="qualification_by_rules_or_admin_with_reason",
            ),
        ]
        indexes = [models.Index(fields=["project", "user", "role", "id"], name="qualification_latest")]

    def __str__(self) -> str:
        return f"{self.event} {self.role} {self.user_id}"
