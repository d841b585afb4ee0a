"""Shapes of notifications in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.serializers import ProjectReferenceSerializer
from review.notifications.models import Kind, Notification, NotificationSettings


class NotifiedQuestionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    public_id = serializers.CharField()


class NotificationSerializer(serializers.ModelSerializer[Notification]):
    """One notice. `question` for what happened to a question of mine, `role` and `version` for training."""

    project = ProjectReferenceSerializer()
    question = NotifiedQuestionSerializer(allow_null=True)
    kind = serializers.ChoiceField(choices=Kind.choices)

    class Meta:
        model = Notification
        fields = ["id", "project", "kind", "question", "role", "version", "created_at", "read_at"]
        read_only_fields = fields


class UnreadSerializer(serializers.Serializer[Any]):
    unread = serializers.IntegerField()


class NotificationSettingsSerializer(serializers.ModelSerializer[NotificationSettings]):
    """`digest`: an e-mail a day about what is unread, or none; `language` is that of the e-mail."""

    class Meta:
        model = NotificationSettings
        fields = ["digest", "language"]
