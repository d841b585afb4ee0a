"""Endpoints, what each project may spend, and every attempt at a call."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Endpoint(models.Model):
    """An OpenAI-compatible endpoint of this installation. Written by llm/services.py.

    Its key is in an environment variable (`key_variable`), or encrypted in `key_token`, or there is none.
    `quiet_until`: the service has asked for no calls until then.
    """

    name = models.CharField(max_length=80, unique=True)
    base_url = models.CharField(max_length=300)
    model = models.CharField(max_length=200)
    key_variable = models.CharField(max_length=100, blank=True)
    key_token = models.TextField(blank=True)
    abilities = models.JSONField(default=list, help_text="Of llm.descriptions.Ability.")
    timeout_seconds = models.PositiveIntegerField(default=120)
    max_request_bytes = models.PositiveBigIntegerField(default=20_000_000)
    max_output_tokens = models.PositiveIntegerField(default=4096)
    max_concurrent = models.PositiveIntegerField(
        default=4, help_text="Calls at once, of all workers together."
    )
    max_per_minute = models.PositiveIntegerField(
        default=60, help_text="Calls in any minute, of all workers together."
    )
    input_price = models.DecimalField(
        max_digits=12, decimal_places=4, default=0, help_text="For a million tokens."
    )
    output_price = models.DecimalField(
        max_digits=12, decimal_places=4, default=0, help_text="For a million tokens."
    )
    tokens_per_frame = models.PositiveIntegerField(default=1600)
    tokens_per_second = models.PositiveIntegerField(default=300, help_text="Of sound or video.")
    temperature = models.FloatField(null=True, default=0.0)
    tokens_field = models.CharField(
        max_length=30, default="max_tokens", choices=[(f, f) for f in ("max_tokens", "max_completion_tokens")]
    )
    quiet_until = models.DateTimeField(null=True)
    retired_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(key_variable="") | Q(key_token=""), name="endpoint_one_place_for_its_key"
            ),
            models.CheckConstraint(
                condition=Q(input_price__gte=0, output_price__gte=0), name="endpoint_prices_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(
                    timeout_seconds__gte=1,
                    max_concurrent__gte=1,
                    max_per_minute__gte=1,
                    max_output_tokens__gte=1,
                    max_request_bytes__gte=1,
                ),
                name="endpoint_limits_at_least_1",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Budget(models.Model):
    """What a project may spend on calls in all; its row is locked while a call is reserved."""

    project = models.OneToOneField("annotation.Project", on_delete=models.CASCADE, related_name="+")
    limit = models.DecimalField(max_digits=14, decimal_places=4)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(limit__gte=0), name="budget_not_negative"),
        ]

    def __str__(self) -> str:
        return f"budget of {self.project_id}"


class AttemptState(models.TextChoices):
    OPEN = "open"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    #: Its worker ended in mid-call: nobody knows what came of it, so what was reserved counts as spent.
    LOST = "lost"


class Attempt(models.Model):
    """One call to an endpoint, from its reservation on. Written by llm/reservations.py.

    `cost` is what counts against the budget: what was reserved (the most it can cost) while it is open or lost, what it
    did cost afterwards. `answer` is the model's answer as it came, never shown to anybody but admins.
    """

    endpoint = models.ForeignKey(Endpoint, on_delete=models.PROTECT, related_name="attempts")
    project = models.ForeignKey("annotation.Project", null=True, on_delete=models.PROTECT, related_name="+")
    purpose = models.CharField(max_length=40)
    prompt_version = models.CharField(max_length=80, blank=True)
    subject = models.CharField(max_length=100, blank=True)
    idempotency_key = models.CharField(max_length=200)
    request_sha256 = models.CharField(max_length=64)
    request_bytes = models.PositiveBigIntegerField()
    contents = models.JSONField(
        default=dict, help_text="Numbers of parts and the times of frames; no content."
    )
    mode = models.CharField(max_length=12)
    model_asked = models.CharField(max_length=200)
    model_answered = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=9, choices=AttemptState.choices, default=AttemptState.OPEN)
    finish_reason = models.CharField(max_length=40, blank=True)
    http_status = models.PositiveIntegerField(null=True)
    input_tokens = models.PositiveBigIntegerField(null=True)
    output_tokens = models.PositiveBigIntegerField(null=True)
    cost = models.DecimalField(max_digits=16, decimal_places=8)
    cost_is_bound = models.BooleanField(
        default=True, help_text="The most it can have cost; the service did not say."
    )
    milliseconds = models.PositiveBigIntegerField(null=True)
    retry_after_seconds = models.FloatField(null=True)
    answer = models.TextField(blank=True)
    error_code = models.CharField(max_length=60, blank=True)
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    deadline_at = models.DateTimeField(help_text="Open after this: its worker is gone.")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["idempotency_key"],
                condition=Q(state="succeeded"),
                name="attempt_one_answer_a_key",
            ),
            models.CheckConstraint(
                condition=Q(state="open", ended_at__isnull=True)
                | (~Q(state="open") & Q(ended_at__isnull=False)),
                name="attempt_ended_at_when_ended",
            ),
            models.CheckConstraint(condition=Q(cost__gte=0), name="attempt_cost_not_negative"),
        ]
        indexes = [
            models.Index(fields=["endpoint", "started_at"], name="attempt_endpoint_started"),
            models.Index(fields=["endpoint"], condition=Q(state="open"), name="attempt_open"),
            models.Index(fields=["project", "cost"], name="attempt_project_cost"),
            models.Index(fields=["idempotency_key"], name="attempt_key"),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} at {self.endpoint_id}: {self.state}"
