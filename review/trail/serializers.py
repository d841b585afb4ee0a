"""The shape of the audit trail in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.public import PersonNameSerializer


class TrailEntrySerializer(serializers.Serializer[Any]):
    """One step of a question. `done_by` is `hidden` for a reviewer whose name the reader is not told."""

    at = serializers.DateTimeField()
    area = serializers.ChoiceField(choices=["question", "round", "answer", "comment", "gold"])
    kind = serializers.CharField(help_text="What happened, e.g. submit, claimed, judged, closed, resolved.")
    done_by = serializers.ChoiceField(choices=["person", "rules", "hidden"])
    actor = PersonNameSerializer(allow_null=True)
    round_number = serializers.IntegerField(allow_null=True)
    revision_number = serializers.IntegerField(allow_null=True)
    word = serializers.CharField(allow_blank=True, help_text="Decision, outcome or new state, or empty.")
    text = serializers.CharField(allow_blank=True, help_text="Reason, answer or comment, or empty.")
