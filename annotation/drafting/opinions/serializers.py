"""JSON of second opinions."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.drafting.opinions.models import Opinion, OpinionKind


class OpinionSerializer(serializers.ModelSerializer[Opinion]):
    kind = serializers.ChoiceField(choices=OpinionKind.choices, read_only=True)

    class Meta:
        model = Opinion
        fields = ["kind", "flagged", "message", "score", "model", "prompt_version", "created_at"]
        read_only_fields = fields


class OpinionsSerializer(serializers.Serializer[Any]):
    """Opinions on the question as it is saved now. `possible`: kinds that the project's endpoints can give; `job`: the
    one that is at it (null: none)."""

    possible = serializers.ListField(child=serializers.ChoiceField(choices=OpinionKind.choices))
    job = serializers.IntegerField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    failures = serializers.ListField(child=serializers.CharField())
    opinions = OpinionSerializer(many=True)
