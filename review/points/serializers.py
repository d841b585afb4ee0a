"""Shapes of answers and changes."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from kernel.fields import SecondsField
from review.points.services import MAX_LENGTH


class AnswerPointSerializer(serializers.Serializer[Any]):
    """The answer to one point; empty takes it away."""

    text = serializers.CharField(allow_blank=True, max_length=MAX_LENGTH)


class ChangePartSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=["same", "removed", "added"])
    text = serializers.CharField(trim_whitespace=False)


class FieldChangeSerializer(serializers.Serializer[Any]):
    """One field that differs; the parts, read in order, give both versions."""

    field = serializers.CharField()
    parts = ChangePartSerializer(many=True)


class AnsweredSerializer(serializers.Serializer[Any]):
    """What the author says, and what about: a field of the record, a time of the original video."""

    field = serializers.CharField()
    time = SecondsField(allow_null=True)
    text = serializers.CharField()


class ChangesSerializer(serializers.Serializer[Any]):
    """What changed since revision `since`; null: there is nothing before."""

    since = serializers.IntegerField(allow_null=True)
    changes = FieldChangeSerializer(many=True)
    answers = AnsweredSerializer(many=True)
