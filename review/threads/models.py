"""Comments on a question: threads with posts, which are settled by resolving them."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from review.verdicts.models import Verdict


class Stance(models.TextChoices):
    """As what somebody wrote; kept, since roles change."""

    AUTHOR = "author"
    ADMIN = "admin"
    REVIEWER = "reviewer"


class PostKind(models.TextChoices):
    COMMENT = "comment"
    RESOLVED = "resolved"
    REOPENED = "reopened"


class Thread(models.Model):
    """A matter to talk about, anchored to the question, a field, a time, or what a reviewer said in a closed round.

    `with_reviewers` is settled when it begins: what was written between author and admins never comes before
    reviewers later. The key is random: numbers would show gaps where others talk.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    project = models.ForeignKey("annotation.Project", on_delete=models.PROTECT, related_name="+")
    question = models.ForeignKey("annotation.Question", on_delete=models.PROTECT, related_name="threads")
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField(default=timezone.now)
    with_reviewers = models.BooleanField(
        default=False, help_text="Those who judged the question read and answer it, while it is settled."
    )
    field = models.CharField(max_length=60, blank=True, help_text="Field of the record, or empty.")
    time = models.DecimalField(max_digits=10, decimal_places=3, null=True, help_text="Original timeline.")
    # The database refuses to delete a verdict that is talked about. Only those of open rounds are ever deleted, which
    # have no threads, so that nothing is asked first.
    verdict = models.ForeignKey(
        Verdict, null=True, on_delete=models.DO_NOTHING, related_name="+", help_text="Of a closed round."
    )
    resolved_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(verdict__isnull=True) | Q(field="", time__isnull=True),
                name="thread_on_a_verdict_or_a_place",
            ),
        ]
        indexes = [
            models.Index(fields=["question", "started_at"], name="thread_of_question"),
            models.Index(
                fields=["project", "started_at"], condition=Q(resolved_at__isnull=True), name="thread_open"
            ),
        ]

    def __str__(self) -> str:
        return f"thread on {self.question_id}"


class Post(models.Model):
    """One entry of a thread: a comment, or that it was resolved or opened again. Rows are only added."""

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="posts")
    kind = models.CharField(max_length=8, choices=PostKind.choices, default=PostKind.COMMENT)
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    stance = models.CharField(max_length=8, choices=Stance.choices)
    text = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="comment") & ~Q(text="") | ~Q(kind="comment") & Q(text=""),
                name="post_has_words_exactly_when_a_comment",
            ),
        ]

    def __str__(self) -> str:
        return self.text[:40] or self.kind
