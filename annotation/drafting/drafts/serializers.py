"""JSON of model drafts."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.drafting.drafts.models import DRAFTED_TASKS, DraftState, ModelDraft
from annotation.questions.serializers import (
    EvidenceSerializer,
    FindingSerializer,
    PersonNameSerializer,
    ReferenceItemSerializer,
    ReferenceLabelSerializer,
)
from kernel.fields import CountField, IdField

MATERIAL = ["video", "frames", "audio", "subtitles"]


class DraftContentSerializer(serializers.Serializer[Any]):
    """What the model wrote, in the form's own structure; times on the original timeline."""

    question_text = serializers.CharField(allow_blank=True)
    labels = ReferenceLabelSerializer(many=True)
    answer_text = serializers.CharField(allow_blank=True)
    items = ReferenceItemSerializer(many=True)
    evidence = EvidenceSerializer(many=True)


class DraftedQuestionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    public_id = serializers.CharField()


class ModelDraftSerializer(serializers.ModelSerializer[ModelDraft]):
    """A draft by a model for one task about a clip. `used`: what the model was given. `frames`: how many pictures."""

    asked_by = PersonNameSerializer(read_only=True)
    content = DraftContentSerializer(read_only=True, allow_null=True)
    findings = FindingSerializer(many=True, read_only=True)
    problems = serializers.ListField(child=serializers.CharField(), read_only=True)
    state = serializers.ChoiceField(choices=DraftState.choices, read_only=True)
    task = serializers.ChoiceField(choices=DRAFTED_TASKS, read_only=True)
    question = DraftedQuestionSerializer(read_only=True, allow_null=True)
    used = serializers.SerializerMethodField()
    frames = serializers.SerializerMethodField()

    class Meta:
        model = ModelDraft
        fields = [
            "id",
            "clip",
            "task",
            "state",
            "asked_by",
            "asked_at",
            "finished_at",
            "job_id",
            "model",
            "prompt_version",
            "used",
            "frames",
            "content",
            "findings",
            "problems",
            "reason",
            "question",
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(choices=MATERIAL)))
    def get_used(self, draft: ModelDraft) -> list[str]:
        return list(draft.material.get("used", []))

    def get_frames(self, draft: ModelDraft) -> int:
        return int(draft.material.get("frames", 0))


class RequestDraftSerializer(serializers.Serializer[Any]):
    clip = IdField()
    task = serializers.CharField(max_length=40)


class ConfirmFieldsSerializer(serializers.Serializer[Any]):
    """Fields by their paths as in findings, as they stand in `version`."""

    version = CountField()
    paths = serializers.ListField(child=serializers.CharField(max_length=60), max_length=200)


class DraftMarkSerializer(serializers.Serializer[Any]):
    """How much of a question is still a model's: `unconfirmed` are paths of fields, none once people have taken over
    everything."""

    drafted = serializers.BooleanField()
    model = serializers.CharField(allow_blank=True)
    prompt_version = serializers.CharField(allow_blank=True)
    unconfirmed = serializers.ListField(child=serializers.CharField())
    problems = serializers.ListField(child=serializers.CharField())
