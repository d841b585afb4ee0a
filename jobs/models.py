"""The Job row and its attempts. jobs/services.py makes them; jobs/leases.py alone changes their state."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


ACTIVE_STATES = (JobState.QUEUED, JobState.RUNNING)


class Job(models.Model):
    """One piece of background work. `key` is unique while the job is active, so asking twice is one job.

    A worker owns a running job by `lease_token` until `lease_expires_at`; each progress write renews the lease
    and is filtered by the token, so a worker that has lost its lease can change nothing.
    """

    kind = models.CharField(max_length=60)
    queue = models.CharField(max_length=20)
    key = models.CharField(max_length=200)
    subject = models.CharField(max_length=100, help_text="What it works on, e.g. `clip:12`.")
    project = models.ForeignKey("annotation.Project", null=True, on_delete=models.PROTECT, related_name="+")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Who asked.",
    )
    payload = models.JSONField(default=dict)
    priority = models.PositiveSmallIntegerField(
        default=0, help_text="Of two that wait in one queue, the smaller begins first."
    )
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    progress = models.FloatField(default=0.0, help_text="0..1")
    message = models.CharField(max_length=300, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    max_attempts = models.PositiveIntegerField(default=3)
    run_after = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, help_text="When the last wake-up was given to the broker.")
    lease_token = models.UUIDField(null=True)
    lease_expires_at = models.DateTimeField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    cancel_requested_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)
    error_code = models.CharField(max_length=60, blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key"],
                condition=Q(state__in=["queued", "running"]),
                name="job_key_unique_while_active",
            ),
            models.CheckConstraint(
                condition=Q(progress__gte=0.0, progress__lte=1.0), name="job_progress_0_to_1"
            ),
            models.CheckConstraint(
                condition=Q(state="running", lease_token__isnull=False, lease_expires_at__isnull=False)
                | (~Q(state="running") & Q(lease_token__isnull=True, lease_expires_at__isnull=True)),
                name="job_leased_exactly_while_running",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running"], finished_at__isnull=True)
                | Q(state__in=["succeeded", "failed", "cancelled"], finished_at__isnull=False),
                name="job_finished_at_when_finished",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "run_after"], name="job_state_run_after"),
            models.Index(
                fields=["queue", "priority", "id"], condition=Q(state="queued"), name="job_waiting_in_order"
            ),
            models.Index(fields=["owner", "-id"], name="job_owner_newest"),
            models.Index(fields=["subject"], name="job_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


class JobAttempt(models.Model):
    """One run of a job by one worker; how it ended stays on record."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="attempt_rows")
    number = models.PositiveIntegerField()
    worker = models.CharField(max_length=120)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    outcome = models.CharField(
        max_length=12,
        blank=True,
        choices=[(o, o) for o in ("succeeded", "failed", "retried", "cancelled", "lost")],
    )
    error_code = models.CharField(max_length=60, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["job", "number"], name="job_attempt_unique_number"),
        ]

    def __str__(self) -> str:
        return f"attempt {self.number} of job {self.job_id}"
