"""JSON of events."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.events.models import Event
from annotation.questions.serializers import PersonNameSerializer
from kernel.fields import CountField, IdField, SecondsField


class EventCuesSerializer(serializers.Serializer[Any]):
    """What can be observed, by modality; a modality that carries nothing is empty or absent."""

    face = serializers.CharField(required=False, allow_blank=True)
    voice = serializers.CharField(required=False, allow_blank=True)
    words = serializers.CharField(required=False, allow_blank=True)
    body = serializers.CharField(required=False, allow_blank=True)
    context = serializers.CharField(required=False, allow_blank=True)  # type: ignore[assignment]

    def to_internal_value(self, data: Any) -> Any:
        """Refuses a key that is no modality: a text under a wrong name would be lost."""
        if isinstance(data, dict):
            unknown = sorted(str(key) for key in data if key not in self.fields)
            if unknown:
                known = ", ".join(self.fields)
                raise serializers.ValidationError(
                    {name: [f"There is no modality of that name; choose among {known}."] for name in unknown}
                )
        return super().to_internal_value(data)


class EventContentSerializer(serializers.Serializer[Any]):
    """[start, end) in seconds of the original timeline; who takes part; what is seen, heard and felt."""

    start = SecondsField()
    end = SecondsField()
    title = serializers.CharField()
    participants = serializers.ListField(child=serializers.CharField(allow_blank=True), required=False)
    cues = EventCuesSerializer(required=False)
    emotion_notes = serializers.CharField(required=False, allow_blank=True)


class MarkEventSerializer(EventContentSerializer):
    video = IdField()


class ChangeEventSerializer(EventContentSerializer):
    """All of the content; what is absent becomes empty."""

    version = CountField()


class EventSerializer(serializers.ModelSerializer[Event]):
    """An event of a video; `removed` ones are in no list."""

    start = SecondsField(read_only=True)
    end = SecondsField(read_only=True)
    participants = serializers.ListField(child=serializers.CharField(), read_only=True)
    cues = EventCuesSerializer(read_only=True)
    created_by = PersonNameSerializer(read_only=True)
    changed_by = PersonNameSerializer(read_only=True)
    removed = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = [
            "id",
            "video",
            "start",
            "end",
            "title",
            "participants",
            "cues",
            "emotion_notes",
            "version",
            "created_by",
            "created_at",
            "changed_by",
            "changed_at",
            "removed",
        ]
        read_only_fields = fields

    def get_removed(self, event: Event) -> bool:
        return event.removed_at is not None
