"""Assignments: a reviewer's hold on one of the two slots of a round."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from review.rounds.models import Round


class AssignmentState(models.TextChoices):
    HELD = "held"
    SUBMITTED = "submitted"
    RELEASED = "released"  # skipped or handed back
    EXPIRED = "expired"


class Assignment(models.Model):
    """One reviewer, one slot, one round. Only unfinished work expires.

    The question's author and the revision's writer are copied here so that the database itself can refuse a
    reviewer who wrote what they would judge.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="assignments")
    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="+")
    slot = models.PositiveSmallIntegerField()
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="assignments"
    )
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=9, choices=AssignmentState.choices, default=AssignmentState.HELD)
    claimed_at = models.DateTimeField(default=timezone.now)
    lease_expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    revealed_at = models.DateTimeField(
        null=True, help_text="When the reference was first sent to the reviewer."
    )
    stages_shown_at = models.DateTimeField(
        null=True, help_text="When the stages were sent in a shuffled order, to be put in order before that."
    )
    stage_order = models.JSONField(
        default=list,
        help_text="The reviewer's own order of the stages, by their ids in the record; empty: none.",
    )
    draft = models.JSONField(default=dict, help_text="The unfinished verdict; kept when the lease expires.")
    watched = models.JSONField(
        default=list, help_text="Played stretches of the prepared video: [[start, end], ...]."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(slot__in=[1, 2]), name="assignment_slot_1_or_2"),
            models.UniqueConstraint(
                fields=["round", "slot"],
                condition=Q(state__in=["held", "submitted"]),
                name="assignment_unique_slot_in_round",
            ),
            models.UniqueConstraint(fields=["round", "reviewer"], name="assignment_unique_reviewer_in_round"),
            models.UniqueConstraint(
                fields=["reviewer"], condition=Q(state="held"), name="assignment_one_live_lease_a_reviewer"
            ),
            models.CheckConstraint(
                condition=~Q(reviewer=F("author")), name="assignment_reviewer_is_not_author"
            ),
            models.CheckConstraint(
                condition=~Q(reviewer=F("writer")), name="assignment_reviewer_is_not_writer"
            ),
            models.CheckConstraint(
                condition=Q(state="held", ended_at__isnull=True)
                | (~Q(state="held") & Q(ended_at__isnull=False)),
                name="assignment_ended_exactly_when_not_held",
            ),
        ]
        indexes = [
            models.Index(fields=["lease_expires_at"], condition=Q(state="held"), name="assignment_lease"),
        ]

    def __str__(self) -> str:
        return f"slot {self.slot} of round {self.round_id}"
