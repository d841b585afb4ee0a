"""Shapes of notifications in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.serializers import ProjectReferenceSerializer
from review.notifications.models import Kind, Notification, NotificationSettings


class NotifiedQuestionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    public_id = serializers.CharField()


class NotifiedReviewSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="Of my assignment.")
    question_id = serializers.CharField()


class NotificationSerializer(serializers.ModelSerializer[Notification]):
    """One notice. `question` for a question that I may open, `review` for one that I judged, `role` and `version` for
    training."""

    project = ProjectReferenceSerializer()
    question = serializers.SerializerMethodField()
    review = serializers.SerializerMethodField()
    kind = serializers.ChoiceField(choices=Kind.choices)

    class Meta:
        model = Notification
        fields = ["id", "project", "kind", "question", "review", "role", "version", "created_at", "read_at"]
        read_only_fields = fields

    @extend_schema_field(NotifiedQuestionSerializer(allow_null=True))
    def get_question(self, notice: Notification) -> dict[str, Any] | None:
        if notice.question is None or notice.round_id is not None:
            return None
        return {"id": notice.question.pk, "public_id": notice.question.public_id}

    @extend_schema_field(NotifiedReviewSerializer(allow_null=True))
    def get_review(self, notice: Notification) -> dict[str, Any] | None:
        if notice.question is None or notice.round_id is None:
            return None
        return {"id": notice.round_id, "question_id": notice.question.public_id}


class UnreadSerializer(serializers.Serializer[Any]):
    unread = serializers.IntegerField()


class NotificationSettingsSerializer(serializers.ModelSerializer[NotificationSettings]):
    """`digest`: an e-mail a day about what is unread, or none; `language` is that of the e-mail."""

    class Meta:
        model = NotificationSettings
        fields = ["digest", "language"]
