"""JSON of what is proposed."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.drafting.models import Candidate
from annotation.questions.serializers import PersonNameSerializer
from kernel.fields import CountField, SecondsField

SIGNALS = ["cut", "pause", "gap", "speakers", "edge", "model"]
MATERIAL = ["cuts", "sound", "subtitles", "speakers", "model"]


class SignalSerializer(serializers.Serializer[Any]):
    """One reason: a cut, a pause or gap of so many seconds, other speakers, the video's edge, or a model's words."""

    kind = serializers.ChoiceField(choices=SIGNALS)
    seconds = serializers.FloatField(allow_null=True)
    words = serializers.CharField(allow_blank=True)


class CandidateClipSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    public_id = serializers.CharField()
    state = serializers.CharField()


class CandidateSerializer(serializers.ModelSerializer[Candidate]):
    """A clip that is proposed, in seconds of the original timeline; `confidence` is 0 to 1."""

    start = SecondsField(read_only=True)
    end = SecondsField(read_only=True)
    proposed_start = SecondsField(read_only=True)
    proposed_end = SecondsField(read_only=True)
    start_reasons = serializers.SerializerMethodField()
    end_reasons = serializers.SerializerMethodField()
    clip = CandidateClipSerializer(read_only=True, allow_null=True)
    decided_by = PersonNameSerializer(read_only=True, allow_null=True)

    class Meta:
        model = Candidate
        fields = [
            "id",
            "video",
            "start",
            "end",
            "proposed_start",
            "proposed_end",
            "confidence",
            "start_reasons",
            "end_reasons",
            "method",
            "state",
            "version",
            "clip",
            "decided_by",
            "decided_at",
        ]
        read_only_fields = fields

    @extend_schema_field(SignalSerializer(many=True))
    def get_start_reasons(self, candidate: Candidate) -> list[dict[str, Any]]:
        reasons: list[dict[str, Any]] = candidate.reasons["start"]
        return reasons

    @extend_schema_field(SignalSerializer(many=True))
    def get_end_reasons(self, candidate: Candidate) -> list[dict[str, Any]]:
        reasons: list[dict[str, Any]] = candidate.reasons["end"]
        return reasons


class CandidateSearchSerializer(serializers.Serializer[Any]):
    """The last search in a video: the job that is at it (null: none), when it ended and what it went by."""

    job = serializers.IntegerField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    used = serializers.ListField(child=serializers.ChoiceField(choices=MATERIAL))
    model_failure = serializers.CharField(allow_blank=True)


class AdjustCandidateSerializer(serializers.Serializer[Any]):
    version = CountField()
    start = SecondsField()
    end = SecondsField()


class DecideCandidateSerializer(serializers.Serializer[Any]):
    version = CountField()
